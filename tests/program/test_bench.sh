#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tsubu bench: its list, its errors, one case to the end with its table, its stages and its page, and a deck of one's own.
. "$2/tests/lib.sh"

"$tsubu" bench --list | grep -q '^  hertz_100k ' || fail "--list does not show hertz_100k"
"$tsubu" bench nosuchcase 2>said && fail "an unknown case was taken"
grep -q "there is no case 'nosuchcase'" said || fail "the unknown case is not named"
"$tsubu" bench 2>said && fail "no case was taken"
"$tsubu" bench insert --repeat 0 2>said && fail "--repeat 0 was taken"
"$tsubu" bench insert --folder /proc/nowhere 2>said && fail "a folder that cannot be made was taken"
grep -q '/proc/nowhere' said || fail "the folder is not named"

says 'there is no case' -- "$tsubu" bench hertz_1k nosuchcase
says '--sizes chooses its own cases' -- "$tsubu" bench hertz_1k --sizes
[ ! -e tsubu-bench ] || fail "something was done for a command line that is wrong"

# one case to the end, on one thread and on two: a bed of 1000 spheres that settles first
"$tsubu" bench hertz_1k --alone --repeat 1 --steps 40 --scaling --threads 2 --csv table.csv --plot page.html >said || fail "hertz_1k: $(cat said)"
grep -q '^# tsubu .*, compiler .* cores; medians of 1 runs' table.csv || fail "the table does not tell machine and versions"
for name in steps times_one_thread bytes_per_particle contacts_per_particle mean_overlap_m kinetic_energy nanoseconds_per_particle_step search_s narrow_s laws_s walls_s sum_s integrate_s \
    commands_s output_s laws_serial_s; do
    sed -n 2p table.csv | tr , '\n' | grep -qx "$name" || fail "the table has no column $name"
done
# Spheres of 5 mm in a settled bed: each has between 4 and 6 neighbours, half of them its own pairs, pressed by millimetres of weight.
# Stages take time and none less than none; what is serial is measured by itself, so that on a busy machine it may come out as more than the stage.
awk -F, 'NR == 2 { for (k = 1; k <= NF; k++) at[$k] = k }
    NR > 2 && $1 == "hertz_1k" && $2 == "tsubu" && $4 == 1000 && $5 == 40 {
        contacts = $at["contacts_per_particle"]; overlap = $at["mean_overlap_m"]
        if (contacts < 2 || contacts > 3 || overlap < 1e-6 || overlap > 1e-4 || !($at["kinetic_energy"] > 0)) exit 1
        if (!($at["narrow_s"] > 0) || !($at["laws_s"] > 0) || !($at["sum_s"] > 0)) exit 1
        for (k = at["search_s"]; k < at["search_serial_s"]; k++) {
            if ($k < 0) exit 1
            serial = $(k + at["search_serial_s"] - at["search_s"])
            if ($3 == 1 ? serial != "" : serial == "" || serial < 0) exit 1
        }
        rows = rows $3
    }
    END { exit rows != "12" }' table.csv || fail "table.csv: $(cat table.csv)"
grep -q '^  laws  *[0-9.]* ( 1.00) ' said || fail "no stages by threads: $(cat said)"
grep -q 'tsubu bench' page.html || fail "the page has no title"

# the same beside the processor in place of a GPU: the same energy, and the table names the device
TSUBU_GPU=host "$tsubu" bench hertz_1k --alone --repeat 1 --steps 40 --gpu --csv gpu.csv >said || fail "hertz_1k --gpu: $(cat said)"
grep -q '^  tsubu -gpu ' said || fail "no line of the GPU: $(cat said)"
grep -q '^# .*; the processor, for tests, ' gpu.csv || fail "the table does not tell the GPU: $(head -n 1 gpu.csv)"
energies=$(awk -F, 'NR == 2 { for (k = 1; k <= NF; k++) at[$k] = k } NR > 2 { print $2, $at["kinetic_energy"] }' gpu.csv)
[ "$(wc -l <<<"$energies")" = 2 ] && [ "$(cut -d ' ' -f 2- <<<"${energies/ -gpu/}" | sort -u | wc -l)" = 1 ] || fail "other energies: $energies"
TSUBU_GPU=host says '--gpu is for cases' -- "$tsubu" bench "$source/bench/gpu/in.case" --gpu

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
