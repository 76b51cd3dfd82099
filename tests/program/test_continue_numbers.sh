# SPDX-License-Identifier: Apache-2.0
# Numbers of thermo, with all their digits, do not tell how often the run was stopped, on how many threads it ran or how wide the skin of
# its lists was: a box that follows the particles, displacements since the start, degrees of freedom counted at the start of the run,
# particles that are inserted. usage: test_continue_numbers.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
deck() { # SKIN
    cat <<END
units si
boundary p p m
region box block 0 0.07 0 0.07 0 0.11
region fill block 0 0.07 0 0.07 0 0.07
create_box 1 box
lattice sc 0.01 origin 0.5 0.5 0.5
create_atoms 1 region fill
set group all diameter 0.0095 density 2500
variable a atom normal(0,0.5,12321)
velocity all set v_a v_a v_a
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
neighbor $1 bin
timestep 2e-5
fix n all nve/sphere
compute msd all msd
compute way all msd com yes
compute tmp all temp
compute dis all displace/atom
compute far all reduce max c_dis[4]
compute prs all pressure tmp
fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.003
fix pdd all particledistribution/discrete 32452843 1 pts 1.0
region over block 0 0.07 0 0.07 0.08 0.1
fix ins all insert/rate/region seed 32452867 distributiontemplate pdd nparticles 50 particlerate 5000 insert_every 100 vel constant 0 0 -0.5 region over
restart 137 at.*
thermo 50
thermo_style custom step atoms vol lz zhi density c_msd[4] c_way[1] c_tmp c_thermo_temp c_far c_prs fnorm hash
thermo_modify format float %.17g
thermo_log thermo.txt
run 300
run 300
END
}
deck 0.004 >in.deck
"$tsubu" in.deck -threads 2 -log none >said 2>errors || fail "$(cat errors)"
cp thermo.txt reference
[ "$(wc -l <reference)" -ge 14 ] || fail "the table is short: $(cat reference)"
for step in 137 274 411 548; do
    "$tsubu" -continue at.$step -threads 3 -log none >said 2>errors || fail "from $step: $(cat errors)"
    cmp -s thermo.txt reference || fail "from $step: $(diff reference thermo.txt)"
    grep -q WARNING said && fail "from $step: $(grep WARNING said)"
done
deck 0.0007 >in.other
"$tsubu" in.other -threads 1 -log none >said 2>errors || fail "$(cat errors)"
cmp -s thermo.txt reference || fail "with other lists: $(diff reference thermo.txt)"
