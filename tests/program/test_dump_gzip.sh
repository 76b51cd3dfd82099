#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Dumps to names that end in .gz: gzip unpacks what the same dump writes under a plain name (particles, contacts, STL, cells), also when a run goes on from a
# restart file and appends; styles that write no text, and .bin, are refused by name.
# usage: test_dump_gzip.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
set -e
cat > cad.stl <<'STL'
solid s
facet normal 0 0 1
outer loop
vertex -.2 -.2 -.9
vertex .2 -.2 -.9
vertex .2 .2 -.9
endloop
endfacet
endsolid s
STL
{ grains "-1 1 -1 1 -1 1" 1e-5; cat <<'DECK'; } >in.begin
lattice sc 0.1
region inner block -0.61 0.61 -0.61 0.61 -0.61 0.61
create_atoms 1 region inner
set group all diameter 0.101 density 1000
fix integrate all nve/sphere
compute l all pair/gran/local id force
fix cad all mesh/surface file cad.stl type 1
fix cells all ave/euler nevery 10 cell_size_relative 3 parallel no
DECK
cat > dumps <<'DECK'
dump a all custom 10 ONE.EXT id x y z vx vy vz
dump b all custom 10 many_*.EXT id x y z
dump c all xyz 20 pos.EXT
dump d all local 20 contacts_*.EXT c_l[1] c_l[2] c_l[4]
dump e all mesh/stl 20 cad_*.EXT
dump f all mesh/stl 20 binary_*.EXT binary
dump g all stl 20 same_*.EXT cad
dump h all euler/vtk 20 euler_*.EXT cells
DECK
for ext in txt txt.gz; do
    { cat in.begin; sed "s/EXT/$ext/" dumps; echo "run 40"; } > in.run
    if ! "$tsubu" in.run > said 2>&1; then
        grep -q "without zlib" said || fail "run: $(cat said)"
        echo "skipped: this build has no zlib"
        exit 0
    fi
done
count=0
for packed in *.gz; do
    gzip -t "$packed" || fail "$packed is not whole"
    gzip -dc "$packed" | cmp - "${packed%.gz}" || fail "$packed unpacks to something else"
    count=$((count + 1))
done
[ "$count" -eq 22 ] || fail "$count files instead of 22" # 1 + 5 + 1 + 3, and 4 times 3
for sample in "cad_20 vertex" "euler_20 volumefraction" "same_20 vertex"; do
    gzip -dc "${sample% *}.txt.gz" | grep -q "${sample#* }" || fail "${sample% *}.txt.gz has no ${sample#* }"
done
[ "$(gzip -dc binary_20.txt.gz | wc -c)" -eq $((84 + 50)) ] || fail "binary STL of one triangle has 134 bytes"
[ "$(stat -c %s ONE.txt.gz)" -lt "$(($(stat -c %s ONE.txt) / 2))" ] || fail "nothing was compressed"

# a run that goes on appends a part to the file
for ext in txt txt.gz; do
    one=$(grep "dump a" dumps | sed "s/EXT/$ext/;s/ONE/two/")
    { cat in.begin; echo "$one"; echo "run 20"; echo "write_restart half"; } > in.half
    { head -4 in.begin; echo "read_restart half"; sed -e 1,4d -e '/^region/d' -e '/^create/d' -e '/^set/d' -e '/^lattice/d' in.begin; echo "$one"; echo "dump_modify a append yes"; echo "run 20"; } > in.rest
    "$tsubu" in.half > said 2>&1 && "$tsubu" in.rest > said 2>&1 || fail "restart: $(cat said)"
done
gzip -dc two.txt.gz | cmp - two.txt || fail "appended, the file differs"
[ "$(grep -c TIMESTEP two.txt)" -eq 6 ] || fail "nothing was appended"

for bad in "custom/vtk 10 a_*.vtk.gz id" "hdf5 10 a.h5.gz id" "custom 10 a.bin id" "mesh/stl 10 a_*.bin" \
    "euler/vtk 10 a_*.bin" "mesh/vtk 10 a_*.vtk.gz id" "mesh/gran/VTK 10 a_*.vtk.gz id" "atom/vtk 10 a_*.vtk.gz" \
    "local/gran/vtk 10 a_*.vtk.gz l" "decomposition/vtk 10 a_*.vtk.gz" "custom/vtp 10 a_*.vtp.gz id"; do
    { cat in.begin; echo "dump x all $bad"; echo "run 1"; } > in.bad
    if "$tsubu" in.bad > said 2>&1; then fail "$bad was accepted"; fi
    grep -q "in.bad:21: .*\(does not compress to .gz\|binary files (.bin) are not supported\)" said || fail "$bad: $(cat said)"
done
echo "ok"
