#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tsubu bench: its list, its errors, and one case to the end with its table and its page.
. "$2/tests/lib.sh"

"$tsubu" bench --list | grep -q '^  hertz_100k ' || fail "--list does not show hertz_100k"
"$tsubu" bench nosuchcase 2>said && fail "an unknown case was taken"
grep -q "there is no case 'nosuchcase'" said || fail "the unknown case is not named"
"$tsubu" bench 2>said && fail "no case was taken"
"$tsubu" bench insert --repeat 0 2>said && fail "--repeat 0 was taken"
"$tsubu" bench insert --folder /proc/nowhere 2>said && fail "a folder that cannot be made was taken"
grep -q '/proc/nowhere' said || fail "the folder is not named"

"$tsubu" bench insert --alone --repeat 1 --csv table.csv --plot page.html >said || fail "the case insert"
# the deck packs 100,000 spheres
awk -F, '$1 == "insert" && $2 == "tsubu" && $4 == 100000 && $5 > 0 { seen = 1 } END { exit !seen }' table.csv ||
    fail "table.csv has no row of the case: $(cat table.csv)"
grep -q 'tsubu bench' page.html || fail "the page has no title"

# a deck of one's own, in a folder with what it reads and writes
mkdir -p own/post
cat >own/in.fall <<'DECK'
units si
atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
region box block 0 1 0 1 0 1 units box
create_box 1 box
neighbor 0.01 bin
create_atoms 1 single 0.5 0.5 0.5 units box
set group all diameter 0.1 density 2500
fix m1 all property/global youngsModulus peratomtype 5.e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix motion all nve/sphere
dump d all custom 10 post/fall_*.txt id x y z
run 20
DECK
"$tsubu" bench own/in.fall --alone --repeat 2 --csv own.csv >said || fail "a deck of one's own: $(cat said)"
awk -F, '$1 == "in.fall" && $2 == "tsubu" && $4 == 2 { seen = 1 } END { exit !seen }' own.csv || fail "own.csv: $(cat own.csv)"
[ -z "$(ls own/post)" ] || fail "the folder of the deck was written to"
"$tsubu" bench own/in.fall --alone --repeat 1 --folder own/here 2>said && fail "a folder inside that of the deck was taken"
grep -q 'choose a --folder outside' said || fail "the folder inside is not explained"
"$tsubu" bench own/in.fall insert 2>said && fail "a deck and a case were taken together"
exit $failed
