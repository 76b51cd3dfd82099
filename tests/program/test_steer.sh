# SPDX-License-Identifier: Apache-2.0
# A run that is changed while it goes on can be repeated from its journal with the same bits, on any number of threads, and every change is in
# the energy audit. usage: test_steer.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
sed -e 's/^thermo_style.*/thermo_style custom step atoms egiven eresidual eexchanged hash/' -e 's/^thermo .*/thermo 100/' "$source/tests/browser/in.grains" > in.grains
table() { awk '$1 ~ /^[0-9]+$/ && NF == 6' "$1"; }
"$tsubu" in.grains -var folder "$source/tests/browser" -view -log none > live 2> live.err &
wait_for live http:
address=$(grep -oE 'http://[^ ]*' live)
PYTHONPATH=$source/tests/program PYTHONDONTWRITEBYTECODE=1 python3 "$source/tests/program/steer_client.py" "$address" > told
wait || true
cat in.grains.journal
test "$(grep -vc '^#' in.grains.journal)" = 6 || { echo "FAILED: six changes are in the journal"; exit 1; }
steps=$(table live | tail -1 | awk '{ print $1 }')
test "$steps" -gt "$(tail -1 in.grains.journal | awk '{ print $1 }')" || { echo "FAILED: the run went on after the last change"; exit 1; }
for threads in 1 2; do
    "$tsubu" in.grains -var folder "$source/tests/browser" -var steps "$steps" -replay in.grains.journal -threads $threads -log none > again
    table live > a
    table again | head -n "$(wc -l < a)" > b
    diff a b > /dev/null || { echo "FAILED: the run from the journal has the same bits ($threads threads)"; diff a b | head; exit 1; }
done
"$tsubu" in.grains -var folder "$source/tests/browser" -var steps "$steps" -log none > plain
test "$(table plain | tail -1)" != "$(table a | tail -1)" || { echo "FAILED: the changes change the run"; exit 1; }
tail -1 a | awk '{ if ($3 == 0 || ($4 < 0 ? -$4 : $4) > 1e-9 * $5) { print "FAILED: booked: " $0; exit 1 } }'
python3 - told <<'PY'
import json, sys
lift = json.load(open(sys.argv[1]))["lift"]
assert abs(lift - 0.004) < 1e-6, lift # single precision of the pose; the way is what was asked for
PY
# one grain that falls freely: what the change of gravity gives is -m (g1 - g0) . x
cat > in.one <<'DECK'
units si
atom_style granular
boundary f f f
region box block -1 1 -1 1 -10 10 units box
create_box 1 box
create_atoms 1 single 0.25 0 5 units box
set group all diameter 0.02 density 2500
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-4
fix g all gravity 10 vector 0 0 -1
fix i all nve/sphere
thermo_style custom step time egiven eresidual
thermo_modify format float %.15g
thermo 1000
run 2000
DECK
printf '1000 gravity 4 0 -2\n' > one.journal
"$tsubu" in.one -replay one.journal -log none > one
python3 - one <<'PY'
import math, sys
rows = [line.split() for line in open(sys.argv[1])]
rows = [[float(w) for w in r] for r in rows if len(r) == 4 and r[0].isdigit()]
m, z = 2500 * 4 / 3 * math.pi * 1e-6, 5 - 0.5 * 10 * 0.1 ** 2
wanted = -m * (4 * 0.25 + (10 - 2) * z)
assert [r[0] for r in rows] == [0, 1000, 2000], rows
assert rows[0][2] == 0 and abs(rows[1][2] / wanted - 1) < 1e-9 and rows[1][2] == rows[2][2], (rows, wanted)
assert abs(rows[2][3]) < 1e-12 * abs(wanted), rows
PY
refuses() { # JOURNAL-LINES WORDS: a run that is given them stops and says so
    printf "$1" > wrong.journal
    if "$tsubu" in.one -replay wrong.journal -log none > out 2>&1; then echo "FAILED: $1 is refused"; exit 1; fi
    grep -q "$2" out || { echo "FAILED: $1: $2"; cat out; exit 1; }
}
refuses '10 gravity 1 2\n' 'line 1'
refuses '10 gravity 1 2 nan\n' 'is not a change'
refuses '10 gravity 1 2 3\n5 gravity 1 2 3\n' 'must not fall'
refuses '10 spin drum 3\n' 'there is no mesh drum'
refuses '10 friction 1 2 0.1\n' 'materials are numbered from 1 to 1'
refuses '0 gravity 1 2 3\n' 'came too late'
if "$tsubu" in.one -replay nowhere -log none > out 2>&1; then echo "FAILED: a journal that is not there"; exit 1; fi
grep -q 'the journal nowhere cannot be read' out
