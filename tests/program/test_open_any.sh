# SPDX-License-Identifier: Apache-2.0
# The same grains out of every kind of file give the same picture; series of files are opened in the order of their steps, also as a page;
# files that are broken are refused with a sentence. usage: test_open_any.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
{
    grains "-0.05 0.05 -0.05 0.05 0 0.1" 2e-5
    cat <<'DECK'
lattice sc 0.012
region fill block -0.03 0.03 -0.03 0.03 0.01 0.06 units box
create_atoms 1 region fill
set group all diameter 0.01 density 2500
fix g all gravity 9.81 vector 0 0 -1
fix i all nve/sphere
fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.0
dump d all custom 500 all.dump id type x y z vx vy vz radius
dump_modify d sort id
dump s all custom 500 one.*.dump id type xs ys zs diameter
dump_modify s sort id
dump n all custom 500 none.dump id type x y z
dump v all custom/vtk 500 a_*.vtk id type x y z vx vy vz radius
dump_modify v binary no
dump w all custom/vtk 500 b_*.vtk id type x y z vx vy vz radius
dump_modify w binary yes
dump p all custom/vtk 500 c_*.vtp id type x y z vx vy vz radius
dump_modify p binary no
dump q all custom/vtk 500 d_*.vtp id type x y z vx vy vz radius
dump_modify q binary yes
dump z all custom/vtp 500 e_*.vtp id type x y z vx vy vz radius
dump h all hdf5 500 f.h5 id type x y z vx vy vz radius
run 2000
write_restart last.restart
DECK
} >in.all
"$tsubu" in.all -log none --record run.tsubu >said 2>&1 || fail "the run: $(cat said)"
draw() { "$tsubu" snapshot "$@" --size 240x160 --font none --plain --color radius --range 0:0.01; }
if ! draw run.tsubu --png run.png 2>said; then
    grep -q zlib said || fail "a picture: $(cat said)"
    echo "skipped: this build has no zlib"
    exit 0
fi
# Walls are in recorded runs only: the picture to compare with is that of the dump.
draw all.dump --png all.png || fail "the dump"
near() { # pictures of the same numbers, rounded in other places
    python3 - "$1" "$2" <<'PY'
import struct, sys, zlib
def read(path):
    data, at, packed = open(path, "rb").read(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            w, h = struct.unpack(">II", data[at + 8:at + 16])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    raw, out = zlib.decompress(packed), []
    for y in range(h):
        left = [0, 0, 0]
        for x in range(w):
            at = y * (3 * w + 1) + 1 + 3 * x
            left = [(a + b) % 256 for a, b in zip(left, raw[at:at + 3])]
            out.append(tuple(left))
    return out
a, b = read(sys.argv[1]), read(sys.argv[2])
off = sum(max(abs(p - q) for p, q in zip(s, t)) > 24 for s, t in zip(a, b))
drawn = sum(max(p) - min(p) > 30 for p in a)
assert len(a) == len(b) and drawn > 2000 and off < 0.01 * drawn, (off, drawn)
PY
}
for file in one.2000.dump a_2000.vtk b_2000.vtk c_2000.vtp d_2000.vtp e_2000.vtp f.h5 f.2000.h5; do
    [ -e "$file" ] || { [ "${file#f}" != "$file" ] && "$tsubu" snapshot f.h5 --png x.png 2>&1 | grep -q HDF5 && continue; fail "$file is not there"; }
    draw "$file" --png one.png 2>said || fail "$file: $(cat said)"
    near all.png one.png || fail "$file shows something else"
done
draw last.restart --png one.png || fail "the restart file"
near all.png one.png || fail "the restart file shows something else"
# The last frame of a series is that of the last step, however the shell sorts the names; and without a radius one is assumed.
draw a_2000.vtk a_500.vtk a_boundingBox_500.vtk a_1000.vtk a_0.vtk --png one.png || fail "a series"
near all.png one.png || fail "a series in the wrong order"
draw a_*.vtk --png one.png --frame 0
near all.png one.png 2>/dev/null && fail "all frames of a series are the same"
"$tsubu" snapshot none.dump --png one.png --size 240x160 --color type 2>said
grep -q 'no radii' said || fail "a radius that is assumed must be said: $(cat said)"
says "holds no particles" -- "$tsubu" snapshot a_boundingBox_500.vtk --png x.png
head -c 3000 b_2000.vtk >short.vtk
says "cannot be read" -- "$tsubu" snapshot short.vtk --png x.png
head -c 900 d_2000.vtp >short.vtp
says "of which no points can be read" -- "$tsubu" snapshot short.vtp --png x.png
says "is neither a text dump" -- "$tsubu" snapshot all.dump run.tsubu --png x.png
printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS id q\n1 2\n' >bad.dump
says "has no columns x, y, z" -- "$tsubu" snapshot bad.dump --png x.png
[ ! -e x.png ] || fail "a picture in spite of an error"
# As a page.
if "$tsubu" --help | grep -q -- '-view '; then
    for files in all.dump "a_0.vtk a_500.vtk a_1000.vtk a_1500.vtk a_2000.vtk" last.restart; do
        rm -f said
        # shellcheck disable=SC2086
        "$tsubu" view $files >said 2>&1 &
        run=$!
        wait_for said http:
        frames=5
        [ "$files" != last.restart ] || frames=1
        python3 "$source/tests/program/view_client.py" opened "$(grep -oE 'http://[^ ]*' said)" $frames || fail "the page of $files"
        kill -INT $run
        wait $run
    done
fi
[ $failed -eq 0 ] && echo "open any: ok"
exit $failed
