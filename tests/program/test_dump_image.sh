# SPDX-License-Identifier: Apache-2.0
# `dump image` and `dump movie` of a deck draw what is there: colours by type and by a column, size, view, zoom, ground; words that change
# nothing are named. usage: test_dump_image.sh PROGRAM SOURCE_TREE
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
grep -q "'shiny' has no effect" said || fail "a word without effect must be said: $(grep -i warn said)"
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
    at = [x for row in rows for x, p in enumerate(row[:int(0.9 * len(row))]) if what(p)]  # the legend is to the right
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
LIST
[ $failed -eq 0 ] && echo "dump image: ok"
exit $failed
