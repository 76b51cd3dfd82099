# SPDX-License-Identifier: Apache-2.0
# Films and pictures for print: a ball that crosses the picture is where time puts it; GIF by this program, WebM through ffmpeg; a ground that is
# not there; a scale; letters of a font. usage: test_film.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
cat > in.ball <<'DECK'
units si
atom_style granular
boundary f f f
newton off
region box block -1 1 -1 1 -1 1 units box
create_box 1 box
create_atoms 1 single -0.05 0 0 units box
set group all diameter 0.02 density 2500
set group all vx 1.0
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix i all nve/sphere
run 10000
DECK
"$tsubu" in.ball --record run.tsubu --record-every 100 -screen none -log none
if ! "$tsubu" snapshot run.tsubu --png probe.png --size 300x200 2>said; then
    grep -q zlib said || fail "a picture: $(cat said)"
    echo "skipped: this build has no zlib"
    exit 0
fi
"$tsubu" snapshot run.tsubu --film ball.gif --size 300x100 --view front --plain --frames 11 --fps 10 --color type
"$tsubu" snapshot run.tsubu --film part.gif --size 300x100 --view front --plain --from 0.05 --to 0.1 --frames 6 --color type
"$tsubu" snapshot run.tsubu --film turn.gif --size 200x200 --view front --plain --turn 90 --frames 10 --color type
"$tsubu" snapshot run.tsubu --film path.gif --size 200x200 --view front --view top --plain --frames 10 --color type
"$tsubu" snapshot run.tsubu --png clear.png --size 200x200 --view front --plain --transparent --scale-bar --color type
"$tsubu" snapshot run.tsubu --png near.png --size 200x200 --view front --plain --zoom 0.5 --color type
# From rest: the colours of a speed begin at nothing.
sed -e 's/^set group all vx.*//' -e 's/^run 10000/run 200\nfix g all gravity 9.81 vector 1 0 0\nrun 10000/' in.ball > in.rest
"$tsubu" in.rest --record rest.tsubu --record-every 100 -screen none -log none
"$tsubu" snapshot rest.tsubu --film rest.gif --size 300x100 --view front --plain --frames 3 --color speed
cat > look.py <<'PY'
import struct, zlib
def gif(path):
    d = open(path, "rb").read()
    assert d[:6] == b"GIF89a" and d[-1] == 0x3b
    w, h = struct.unpack("<HH", d[6:10])
    table, at, screen, frames, delay, clear = d[13:13 + 768], 13 + 768, bytearray(w * h), [], [], None
    while d[at] != 0x3b:
        if d[at] == 0x21:
            if d[at + 1] == 0xf9:
                _, wait, clear = struct.unpack("<BHB", d[at + 3:at + 7])
                delay.append(wait)
            at += 2
            while d[at]:
                at += d[at] + 1
            at += 1
            continue
        assert d[at] == 0x2c
        x, y, fw, fh, _ = struct.unpack("<HHHHB", d[at + 1:at + 10])
        bits, at, data = d[at + 10], at + 11, b""
        while d[at]:
            data += d[at + 1:at + 1 + d[at]]
            at += d[at] + 1
        at += 1
        out, reset, n, held, count, p, prev, words = bytearray(), 1 << bits, bits + 1, 0, 0, 0, None, None
        while True:
            while count < n:
                held |= data[p] << count
                p, count = p + 1, count + 8
            code, held, count = held & ((1 << n) - 1), held >> n, count - n
            if code == reset:
                words, n, prev = [bytes([k]) for k in range(reset)] + [b"", b""], bits + 1, None
                continue
            if code == reset + 1:
                break
            assert prev is None or code <= len(words)
            entry = words[code] if code < len(words) else prev + prev[:1]
            if prev is not None and len(words) < 4096:
                words.append(prev + entry[:1])
            out += entry
            prev = entry
            if len(words) == 1 << n and n < 12:
                n += 1
        assert len(out) == fw * fh
        for row in range(fh):
            for column in range(fw):
                if out[row * fw + column] != clear:
                    screen[(y + row) * w + x + column] = out[row * fw + column]
        frames.append([tuple(table[3 * v:3 * v + 3]) for v in screen])
    return w, h, delay, frames
def png(path):
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            w, h, depth, color = struct.unpack(">IIBB", data[at + 8:at + 18])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    raw, n, rows = zlib.decompress(packed), {2: 3, 6: 4}[color], []
    for y in range(h):
        left, row = [0] * n, []
        for x in range(w):
            at = y * (n * w + 1) + 1 + n * x
            left = [(a + b) % 256 for a, b in zip(left, raw[at:at + n])]
            row.append(tuple(left))
        rows.append(row)
    return w, h, rows
def blue(p): return p[2] > p[0] + 25
def middle(frame, w):
    at = [(k % w, k // w) for k, p in enumerate(frame) if blue(p)]
    assert at
    return sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at), len(at)
w, h, delay, frames = gif("ball.gif")
assert (w, h, len(frames), set(delay)) == (300, 100, 11, {10}), (w, h, len(frames), delay)
xs = [middle(f, w)[0] for f in frames]
# the whole way is in view from the first picture on: 0.12 m with the ball, within margins of 30/800 of the height
# of its front side, which is 10 mm nearer than the ball
def fit(length):
    far = 2.2 * (length ** 2 + 2 * 0.02 ** 2) ** 0.5
    return (300 - 2 * 3) / length * (far - 0.01) / far
pixels = fit(0.12)
for k, x in enumerate(xs):
    assert abs(x - (149.5 + (k - 5) * 0.01 * pixels)) < 2.5, (k, x)
assert all(abs(middle(f, w)[2] / (3.14159 / 4 * (0.02 * pixels) ** 2) - 1) < 0.1 for f in frames)
w, h, delay, frames = gif("part.gif")
assert len(frames) == 6 and set(delay) == {5}
xs = [middle(f, w)[0] for f in frames]
pixels = fit(0.07)
assert all(abs(b - a - 0.01 * pixels) < 2.5 for a, b in zip(xs, xs[1:])), xs
w, h, delay, frames = gif("rest.gif")
ground = frames[0][0]
def strongest(frame): return max((p for p in frame), key=lambda p: sum(abs(a - b) for a, b in zip(p, ground)) + max(p) - min(p))
first, last = strongest(frames[0]), strongest(frames[-1])
assert first[2] > first[1] and first[0] > first[1], first  # the violet end of viridis
assert last[0] > last[2] + 60 and last[1] > last[2] + 60, last  # its yellow end
# The eye goes around by a right angle: at the end it looks along the way of the ball, which stands in the middle.
w, h, delay, frames = gif("turn.gif")
first, last = middle(frames[0], w), middle(frames[-1], w)
assert first[0] < 60 and abs(last[0] - 99.5) < 3 and last[2] > first[2], (first, last)
w, h, delay, frames = gif("path.gif")
assert middle(frames[0], w)[0] < 60 and middle(frames[-1], w)[0] > 140
# No ground: what is not the ball or the scale lets all through, and edges a part.
w, h, rows = png("clear.png")
assert rows[0][0][3] == 0 and rows[100][100][3] == 255 and len(rows[0][0]) == 4
assert any(0 < p[3] < 255 for row in rows for p in row)
wide = sum(p[3] > 128 for p in rows[100])
ink = [x for x in range(w) if rows[h - 1 - 5][x][3] > 100]
assert ink and abs((max(ink) - min(ink)) / wide - 0.1) < 0.02, (min(ink), max(ink), wide)  # 2 mm beside a ball of 20 mm: 5 mm does not fit into a fifth of the picture
w, h, rows = png("near.png")
assert abs(sum(blue(p) for p in rows[100]) / wide - 0.5) < 0.03
PY
python3 look.py || fail "what is in the films"

# ffmpeg gets the pictures as bytes, and the film its name when all is well; without ffmpeg it says what is missing.
mkdir bin
cat > bin/ffmpeg <<'SH'
#!/bin/sh
echo "$@" >ffmpeg.words
for last; do :; done
[ ! -e break ] || { head -c 10 >/dev/null; exit 3; }
wc -c >"$last"
SH
chmod +x bin/ffmpeg
PATH="$work/bin:$PATH" "$tsubu" snapshot run.tsubu --film ball.webm --size 64x64 --frames 5 --fps 12
[ "$(cat ball.webm)" -eq $((64 * 64 * 3 * 5)) ] || fail "ffmpeg got $(cat ball.webm) bytes"
grep -q -- '-s 64x64 -r 12 .*libvpx-vp9' ffmpeg.words || fail "the words of ffmpeg: $(cat ffmpeg.words)"
touch break
PATH="$work/bin:$PATH" says "ffmpeg" -- "$tsubu" snapshot run.tsubu --film bad.webm --size 640x640 --frames 5
[ -z "$(ls bad.webm* 2>/dev/null)" ] || fail "half a film"
PATH=$work/none says "needs ffmpeg, which is not installed" -- "$tsubu" snapshot run.tsubu --film bad.mp4

# Letters.
"$tsubu" snapshot run.tsubu --png dots.png --size 300x200 --title grains --font none
if "$tsubu" snapshot run.tsubu --png font.png --size 300x200 --title 粒子の流れ 2>said; then
    "$tsubu" snapshot run.tsubu --png other.png --size 300x200 --title 粒子の流入
    cmp -s font.png other.png && fail "two titles look the same"
    "$tsubu" snapshot run.tsubu --png latin.png --size 300x200 --title grains
    cmp -s dots.png latin.png && fail "letters of a font look like those of dots"
else
    grep -q "fonts-ipaexfont-gothic" said || fail "letters that are missing: $(cat said)"
    echo "note: no font with Japanese letters is installed"
fi
for words in "--font in.ball --png x.png" "--film x.avi" "--film x.gif --png x.png" "--film x.gif --transparent" "--film x.gif --frame 1" "--film x.gif --fps 0" \
    "--film x.gif --from 5" "--film x.gif --from 0.08 --to 0.02" "--png x.png --turn 3" "--png x.png --frames 3" "--png x.png --view front --view top" "--png x.png --zoom 0" "--png x.png --surface wear" "--png x.png --surface nothing"; do
    # shellcheck disable=SC2086
    "$tsubu" snapshot run.tsubu $words >/dev/null 2>said && fail "accepted: $words"
    grep -q '^tsubu: ' said || fail "no message for: $words"
done
[ ! -e x.png ] && [ ! -e x.gif ] || fail "a file in spite of an error"
[ $failed -eq 0 ] && echo "film: ok"
exit $failed
