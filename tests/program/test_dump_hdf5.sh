#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# h5dump of the HDF5 library reads what `dump hdf5` writes: numbers to the last bit, steps, links; output does not change the run.
# usage: test_dump_hdf5.sh PROGRAM SOURCE_TREE
set -e
. "$2/tests/lib.sh"
{
    printf 'variable reach index 0.41\nvariable kind index 2\n'
    cat "$source/tests/decks/in.lattice"
    printf 'fix g all gravity 9.81 vector 0 0 -1\nthermo_style custom step atoms hash\n'
} > in.begin
{ cat in.begin; echo "run 100"; } > in.plain
{
    cat in.begin
    echo "dump h all hdf5 50 out/run.h5 id type x vz radius"
    echo "dump one all hdf5 100 snap_*.h5 id x"
    echo "dump t all custom 100 text.txt id x vz"
    echo 'dump_modify t format "%d %.17g %.17g"'
    echo "run 100"
} > in.dump
hash_of() { awk '$1 == 100 && NF == 3 { h = $3 } END { print h }'; }
plain=$("$tsubu" in.plain | hash_of)
if ! "$tsubu" in.dump > log.txt 2>&1; then
    # a build without the library says so in one line, and that is all there is to test
    grep -q "needs HDF5, which this build does not have: install libhdf5-dev" log.txt || { cat log.txt; exit 1; }
    exit 0
fi
test "$plain" = "$(hash_of < log.txt)" || { echo "FAILED: output changes the run"; exit 1; }
test -n "$plain"
ls out/run.h5 out/run.0.h5 out/run.50.h5 out/run.100.h5 snap_0.h5 snap_100.h5 > /dev/null
command -v h5dump > /dev/null || { echo "h5dump is missing (Debian: hdf5-tools)"; exit 1; }

# one column of a file as text, one number a line
column() { h5dump -m "%.17g" -w 1 -y -d "$2" "$1" | sed -n '/DATA {/,/}/p' | tr -d ' ,"' | grep -E '^[-0-9.e+]+$'; }
awk '/ITEM: TIMESTEP/ { getline step } /ITEM: ATOMS/ { on = 1; next } /^ITEM/ { on = 0 }
     on && step == 100 { print $1 > "id"; print $2 > "x"; print $3 > "vz" }' text.txt
column out/run.h5 /000000000100/x > x5
column out/run.100.h5 /vz > vz5
column snap_100.h5 /id > id5
test "$(wc -l < x5)" = 729
for c in x vz id; do
    awk 'NR == FNR { a[FNR] = $1; next } a[FNR] + 0 != $1 + 0 { bad = 1 } END { exit bad || FNR != 729 }' $c ${c}5 ||
        { echo "FAILED: column $c differs"; exit 1; }
done
h5dump -a /step out/run.50.h5 | grep -q "(0): 50"
h5dump -H out/run.100.h5 | grep -q 'DATASET "type"'
h5dump -H -p out/run.100.h5 | grep -q DEFLATE
test "$(h5ls out/run.h5 | wc -l)" = 3
"$tsubu" <(cat in.begin; echo "dump h all hdf5 50 run.h5 id id") 2>&1 | grep -q "column id is given twice" ||
    { echo "FAILED: a column twice is accepted"; exit 1; }
