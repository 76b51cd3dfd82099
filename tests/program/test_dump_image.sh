# SPDX-License-Identifier: Apache-2.0
# `dump image` and `dump movie` of a deck draw what is there: colours by type, by a column and by a scale of the deck, diameters, size, view,
# zoom, ground, edges, axes, light; words that change nothing are named. usage: test_dump_image.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
deck() { # the lines of dumps come from standard input
    cat <<'DECK'
units si
atom_style granular
boundary f f f
newton off
region box block -0.05 0.05 -0.05 0.05 -0.05 0.05 units box
create_box 2 box
create_atoms 1 single -0.01 0 0 units box
create_atoms 2 single 0.01 0 0 units box
set group all diameter 0.02 density 2500
set atom 2 vx 1.0
group second id 2
fix m1 all property/global youngsModulus peratomtype 5e6 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5
fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix i all nve/sphere
DECK
    cat
}
deck >in.pictures <<'DECK'
dump a all image 100 a_*.png type type size 400 200 view 90 270 box no 0.02 zoom 1.0
dump b second image 100 b_*.png type type size 200 200 view 90 270 box no 0
dump c all image 100 c.jpg vx 0.01 size 200 160 view 60 30 shiny 0.5
dump_modify c backcolor black amap 0 2 cf 0 2 min blue max red
dump m all movie 50 m.mp4 type type size 120 80 view 90 270
dump_modify m framerate 10
run 200
run 100
DECK
"$tsubu" in.pictures -log none >said 2>&1 || {
    grep -q zlib said || fail "the run: $(tail -3 said)"
    echo "skipped: this build has no zlib"
    exit 0
}
for file in a_0.png a_100.png a_300.png b_200.png c.png m.gif; do [ -s "$file" ] || fail "$file is not there"; done
grep -q "pictures are written as PNG: c.png" said || fail "another name must be said"
grep -q "films are written as GIF: m.gif" said || fail "another name of a film must be said"

# What the words of LAMMPS mean: e as usual, the others each with something else. The camera of m turns by half a circle.
deck >in.words <<'DECK'
variable turn equal 270-1.8*step
dump e all image 100 e.png type type size 300 200 view 90 270 box no 0 center s 0.5 0.5 0.5 zoom 2
dump f all image 100 f.png type type size 300 200 view 90 270 box no 0 center s 0.5 0.5 0.5 zoom 2
dump_modify f color mine 1 0 1 acolor 1 mine acolor 2 lime adiam 2 0.01 backcolor white
dump g all image 100 g.png vx diameter size 300 200 view 90 270 box no 0 center s 0.5 0.5 0.5 zoom 2
dump_modify g amap min max da 0 2 min 0.5 red 0.5 max blue
dump h all image 100 h.png type type size 300 200 view 90 270 box yes 0.05 center s 0.5 0.5 0.5 atom no
dump_modify h boxcolor red
dump i all image 100 i.png type type size 300 200 view 60 30 box no 0 axes yes 0.5 0.03 atom no center s 0.5 0.5 0.5
dump_modify i backcolor white
dump j all image 100 j.png type type size 300 200 view 90 270 box no 0 center s 0.5 0.5 0.5 zoom 2 shiny 0 ssao no 1 0.5
dump m all image 100 m_*.png type 0.02 size 300 200 view 90 v_turn box no 0 center d 0.5 0.5 0.5 zoom 2
dump n all image 100 n.png type 0.02 size 300 200 view 90 0 box yes 0.01 center s 0.5 0.5 0.5 atom no persp 0
dump_modify n boxcolor red
dump o all image 100 o.png type 0.02 size 300 200 view 90 0 box yes 0.01 center s 0.5 0.5 0.5 atom no
dump_modify o boxcolor red bitrate 2000
run 100
DECK
"$tsubu" in.words -log none >said 2>&1 || fail "words of pictures: $(tail -3 said)"
grep -q "'bitrate' has no effect" said || fail "a word without effect must be said: $(grep -i warn said)"
grep 'has no effect' said | grep -v bitrate && fail "all others have an effect"
cat >look.py <<'PY'
import struct, zlib
def png(path):
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            w, h = struct.unpack(">II", data[at + 8:at + 16])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    raw, rows = zlib.decompress(packed), []
    for y in range(h):
        left, row = [0] * 3, []
        for x in range(w):
            at = y * (3 * w + 1) + 1 + 3 * x
            left = [(a + b) % 256 for a, b in zip(left, raw[at:at + 3])]
            row.append(tuple(left))
        rows.append(row)
    return w, h, rows
def blue(p): return p[2] > p[0] + 25 and p[2] > 60
def orange(p): return p[0] > p[2] + 40 and p[0] > 100
def middle(rows, what):
    at = [x for row in rows for x, p in enumerate(row[:int(0.85 * len(row))]) if what(p)]  # the legend is to the right
    return (sum(at) / len(at), len(at), max(at) - min(at)) if at else (None, 0, 0)
w, h, rows = png("a_0.png")
assert (w, h) == (400, 200)
def apart(rows):  # in diameters; the shadow on either is the same
    (left, many, wide), (right, more, _) = middle(rows, blue), middle(rows, orange)
    assert many > 500 and abs(many / more - 1) < 0.25 and left < right, (left, right, many, more)
    return (right - left) / wide
assert abs(apart(rows) - 1) < 0.06, apart(rows)
assert abs(apart(png("a_300.png")[2]) - apart(rows) - 0.15) < 0.03, apart(png("a_300.png")[2])  # 3 mm of 20 after 3 ms
assert middle(png("b_200.png")[2], blue)[1] < 30, "the first is not of the group"
w, h, rows = png("c.png")
assert (w, h) == (200, 160) and max(rows[0][0]) < 8, rows[0][0]
d = open("m.gif", "rb").read()
assert d[:6] == b"GIF89a" and struct.unpack("<HH", d[6:10]) == (120, 80)
delays = [struct.unpack("<H", d[k + 4:k + 6])[0] for k in range(len(d) - 8) if d[k:k + 4] == b"\x21\xf9\x04\x05"]
assert len(delays) == 7 and set(delays) == {10}, delays  # steps 0, 50 ... 300

def strong(*want):  # full where `want` is 1, dim where it is 0
    return lambda p: all(v > 90 and v > 1.8 * min(p) + 40 if on else v < 0.62 * max(p) for v, on in zip(p, want))
def found(name, what):
    return middle(png(name)[2][30:], what)  # below the letters
def mean(name, what):
    at = [sum(p) for row in png(name)[2] for p in row[:270] if what(p)]
    return sum(at) / len(at)
usual, small = found("e.png", orange), found("f.png", strong(0, 1, 0))
other = found("f.png", strong(1, 0, 1))
assert abs(usual[2] - 2 * small[2]) < 4 and small[0] > other[0], (usual, small, other)
assert abs(other[1] / found("e.png", blue)[1] - 1) < 0.1, other
assert png("f.png")[2][0][0] == (255, 255, 255)
slow, fast = found("g.png", strong(1, 0, 0)), found("g.png", strong(0, 0, 1))
assert slow[0] < fast[0] and abs(slow[1] / fast[1] - 1) < 0.1, (slow, fast)
rows = png("h.png")[2]
edge = [p for row in rows for p in row if strong(1, 0, 0)(p)]
left = [x for x, p in enumerate(rows[100]) if strong(1, 0, 0)(p)]
front = max(left) - min(left)  # the near face, 0.1 m and an edge wide
near = [x for x in left if x < min(left) + 12]
assert 4 <= len(near) <= 10 and len(edge) > 3000 and abs(len(near) / (front - len(near)) - 0.05) < 0.015, (len(near), front)
assert not [p for row in rows[30:] for p in row[:240] if blue(p)], "particles that are not drawn"
ends = [found("i.png", strong(*c)) for c in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
assert all(n > 50 for _, n, _ in ends) and ends[2][2] < 6, ends  # z is upright
assert max(max(p) for row in png("e.png")[2] for p in row[:240] if blue(p)) > 200
assert mean("j.png", lambda p: blue(p) or orange(p)) != mean("e.png", lambda p: blue(p) or orange(p))
def whitest(name):  # well within the sphere
    x = int(found(name, blue)[0])
    return max(min(p) for row in png(name)[2][88:120] for p in row[x - 15:x + 15])
assert whitest("j.png") + 40 < whitest("e.png"), (whitest("j.png"), whitest("e.png"))  # no highlights
a, b = [(found(n, blue)[0], found(n, orange)[0]) for n in ("m_0.png", "m_100.png")]
assert a[0] < a[1] and b[0] > b[1], (a, b)
# Along an axis the far face of the box lies within the near one, or without perspective behind it.
def edges(name):
    at = [x for x, p in enumerate(png(name)[2][100]) if strong(1, 0, 0)(p)]
    return 1 + sum(b > a + 4 for a, b in zip(at, at[1:]))
assert (edges("n.png"), edges("o.png")) == (2, 4), (edges("n.png"), edges("o.png"))
PY
python3 look.py || fail "what is in the pictures"
while read -r words; do
    echo "$words" | deck >in.wrong
    "$tsubu" in.wrong -log none >said 2>&1 && fail "accepted: $words"
    grep -q "in.wrong:20" said || fail "no place for: $words: $(tail -1 said)"
done <<'LIST'
dump x all image 10 x.png type
dump x all image 10 x.png type -1
dump x all image 10 x.png nonsense type
dump x all image 10 x.png type type size 1 1
dump x all image 10 x.png type type size 400
dump x all image 10 x.png type type view 60
dump x all image 10 x.png type type zoom 0
dump x all image 10 x.png type type rotate 3
dump x all image 10 x.png type type view 60 v_nobody
dump x all image 10 x.png type type shiny 2
dump x all image 10 x.png type type axes yes 0.5
dump x all image 10 x.png type type persp -1
LIST
while read -r words; do
    printf 'dump x all image 10 x.png vx type\ndump_modify x %s\n' "$words" | deck >in.wrong
    "$tsubu" in.wrong -log none >said 2>&1 && fail "accepted: $words"
    grep -q "in.wrong:21" said || fail "no place for: $words: $(tail -1 said)"
done <<'LIST'
backcolor nonsense
boxcolor
color mine 1 0
color mine 2 0 0
acolor 0 red
acolor 3*2 red
acolor x red
acolor 1 red/nonsense
adiam 1 0
amap 0 0 ca 0 2 min blue max red
amap 0 1 xx 0 2 min blue max red
amap 0 1 ca 0 1 min blue
amap 0 1 ca 0 3 min blue 0.5 white 0.5 red
amap 0 1 da 0 1 0.5 0.2 blue
amap 0 1 sa 0 2 red blue
amap 0 1 cf 0 2 min nonsense max red
LIST
[ $failed -eq 0 ] && echo "dump image: ok"
exit $failed
