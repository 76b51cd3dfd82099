# SPDX-License-Identifier: Apache-2.0
# Pictures without a display: of a recorded run with a mesh, a dump and a restart file; where things are in them follows from
# geometry. usage: test_snapshot.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
cat > square.stl <<'STL'
solid s
facet normal 0 0 1
outer loop
vertex -0.04 -0.04 -0.02
vertex 0.04 -0.04 -0.02
vertex 0.04 0.04 -0.02
endloop
endfacet
endsolid s
STL
cat > in.two <<'DECK'
units si
atom_style granular
boundary f f f
newton off
region box block -1 1 -1 1 -1 1 units box
create_box 2 box
create_atoms 1 single -0.01 0 0 units box
create_atoms 2 single 0.01 0 0 units box
set group all diameter 0.02 density 2500
fix m1 all property/global youngsModulus peratomtype 5e6 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5
fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix i all nve/sphere
fix cad all mesh/surface file square.stl type 1
fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad
dump d all custom 5 dump.two id type x y z vx vy vz radius
run 10
write_restart restart.two
DECK
"$tsubu" in.two --record run.tsubu -screen none -log none
if ! "$tsubu" snapshot run.tsubu --png run.png --size 300x200 2>said; then
    grep -q zlib said || fail "a picture: $(cat said)"
    echo "skipped: this build has no zlib"
    exit 0
fi
"$tsubu" snapshot run.tsubu --png top.png --size 300x200 --color type --view top --plain --frame 0
"$tsubu" snapshot dump.two --png dump.png --size 400x200 --color type --view front --plain
"$tsubu" snapshot dump.two --png cut.png --size 200x200 --color type --view front --plain --clip 'x>0'
"$tsubu" snapshot restart.two --png restart.png --size 400x200 --color type --view front --plain
"$tsubu" snapshot dump.two --png dark.png --size 320x200 --dark --range 0:1 --map inferno --view 30,20 --title "Two grains"
# The mesh lies at z = -0.02: cut away, the picture is that of the dump, which has none.
"$tsubu" snapshot run.tsubu --png above.png --size 300x200 --color type --view top --plain --clip 'z>-0.01'
"$tsubu" snapshot dump.two --png without.png --size 300x200 --color type --view top --plain
# A name that cannot be lettered is left away, as an empty title is.
cp dump.two 粒.dump
"$tsubu" snapshot 粒.dump --png unnamed.png --size 300x200 --font none
"$tsubu" snapshot dump.two --png untitled.png --size 300x200 --font none --title ''
cmp -s unnamed.png untitled.png || fail "a name in other letters than ASCII"
cmp -s above.png without.png || fail "a mesh behind the clip is drawn"
cmp -s above.png top.png && fail "the mesh is not drawn at all"
cat > look.py <<'PY'
import struct, zlib
def read(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body), path
        if kind == b"IHDR":
            w, h, depth, color = struct.unpack(">IIBB", body[:10])
            assert (depth, color) == (8, 2)
        packed += body if kind == b"IDAT" else b""
        at += 12 + size
    raw, rows = zlib.decompress(packed), []
    assert len(raw) == h * (3 * w + 1)
    for y in range(h):
        line, left = raw[y * (3 * w + 1):(y + 1) * (3 * w + 1)], (0, 0, 0)
        assert line[0] == 1
        row = []
        for x in range(w):
            left = tuple((a + b) % 256 for a, b in zip(left, line[1 + 3 * x:4 + 3 * x]))
            row.append(left)
        rows.append(row)
    return w, h, rows
def blue(p): return p[2] > p[0] + 25
def orange(p): return p[0] > p[2] + 25
# Two spheres side by side fill the width but for margins of 30/800 of the height: they are as wide as (400 - 2*7.5)/2, and as high.
for name in ("dump.png", "restart.png"):
    w, h, rows = read(name)
    assert (w, h) == (400, 200)
    left = [(x, y) for y in range(h) for x in range(w) if blue(rows[y][x])]
    right = [(x, y) for y in range(h) for x in range(w) if orange(rows[y][x])]
    size = min((400 - 14) / 2.0, 200 - 14)
    area = 3.14159265 / 4 * size * size
    for part in (left, right):
        assert abs(len(part) / area - 1) < 0.06, (name, len(part), area)
        assert abs(sum(y for _, y in part) / len(part) - 99.5) < 2
    middle = (sum(x for x, _ in left) / len(left) + sum(x for x, _ in right) / len(right)) / 2
    assert abs(middle - 199.5) < 2, middle
    assert sum(x for x, _ in right) / len(right) - sum(x for x, _ in left) / len(left) > 0.9 * size
w, h, rows = read("cut.png")
assert not any(blue(p) for row in rows for p in row), "what was cut away is gone"
assert abs(sum(orange(p) for row in rows for p in row) / (3.14159265 / 4 * 186 ** 2) - 1) < 0.05
# The mesh is a veil below the spheres: seen from above its corner shows, and lies off the diagonal on one side only.
w, h, rows = read("top.png")
veil = [(x, y) for y in range(h) for x in range(w) if not blue(rows[y][x]) and not orange(rows[y][x]) and sum(rows[0][0]) + y * 0 - sum(rows[y][x]) > 60]
assert len(veil) > 3000, len(veil)
w, h, rows = read("dark.png")
assert sum(rows[h - 1][0]) < 150 and (w, h) == (320, 200)
w, h, rows = read("run.png")
assert sum(1 for row in rows for p in row if max(p) < 100) > 100, "letters are there"
PY
python3 look.py || fail "what is in the pictures"
while read -r words; do
    # shellcheck disable=SC2086
    "$tsubu" snapshot $words >/dev/null 2>said && fail "accepted: $words"
    grep -q '^tsubu: ' said || fail "no message for: $words"
done <<'LIST'
run.tsubu
--png x.png
in.two --png x.png
run.tsubu --png x.png --frame 99
run.tsubu --png x.png --color nothing
run.tsubu --png x.png --size 10x10
run.tsubu --png x.png --view sideways
run.tsubu --png x.png --clip w>1
run.tsubu --png x.png --range 2:1
run.tsubu --png x.png --map rainbow
dump.two --png x.png --frame 7
run.tsubu --png nowhere/x.png
run.tsubu --png x.jpg
run.tsubu --png x.png --title 粒 --font none
LIST
[ ! -e x.png ] || fail "a picture in spite of an error"
echo "snapshot: ok"
