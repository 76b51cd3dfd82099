# SPDX-License-Identifier: Apache-2.0
# Slips that a deck can be run with, but not to the result that was meant: values in other units, insertions that bring nothing, files
# that another deck writes, loops that the dry run must follow to their end. usage: test_slips.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

# ---- units: deck UNITS G DENSITY RADIUS E DT SPEED BOX -------------------------------------------------------------------------
deck() {
    cat <<END
units $1
atom_style granular
boundary f f f
region box block 0 $8 0 $8 0 $8
create_box 1 box
fix m1 all property/global youngsModulus peratomtype $5
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep $6
fix g all gravity $2 vector 0 0 -1
create_atoms 1 single $(awk "BEGIN {print $8 / 2, $8 / 2, $8 / 2}")
set group all diameter $(awk "BEGIN {print 2 * $4}") density $3
set group all vx $7
${mesh:-}
fix move all nve/sphere
run 1
run 1
END
}

# hint WORDS DECK...: the run and the check say it once (WORDS none: neither says anything)
hint() {
    local words=$1 n
    shift
    deck "$@" >in.units
    "$tsubu" in.units -log none >out 2>&1 </dev/null || fail "$* does not run: $(cat out)"
    "$tsubu" check in.units >report 2>&1 </dev/null || fail "$* is found bad"
    if [ "$words" = none ]; then
        grep -q '^WARNING' out && fail "$*: $(grep '^WARNING' out)"
        grep -q ' 0 warnings' report || grep -q '0 errors, 0 warnings' report || fail "$*: $(cat report)"
        return
    fi
    n=$(grep '^WARNING' out | grep -cF -- "$words")
    [ "$n" -eq 1 ] || fail "'$words' is said $n times by: $(cat out)"
    case $(tr -s ' \n' ' ' <report) in *"$words"*) ;; *) fail "no '$words' in $(cat report)" ;; esac
}

hint none si 9.81 2500 0.001 5e6 1e-6 1 0.1
hint none cgs 981 2.5 0.1 5e7 1e-6 100 10
hint none si 1.62 30 0.0001 5e6 1e-7 0.01 0.1           # on the moon, foam
hint none si 9.81 2700 0.9 1e9 1e-5 50 500              # a rock avalanche
hint none micro 9.81e-9 2.5e-3 10 1 1e-3 1 1000         # nothing is known of these
hint 'with `units si` it is 9.81 m/s^2' si 981 2500 0.001 5e6 1e-6 1 0.1
hint 'with `units si` it is 9.81 m/s^2' si 9810 2500 0.001 5e6 1e-6 1 0.1
hint 'with `units cgs` it is 981 cm/s^2' cgs 9.81 2.5 0.1 5e7 1e-6 100 10
hint 'density of particles is 2.5 kg/m^3' si 9.81 2.5 0.001 5e6 1e-7 1 0.1
hint 'density of particles is 2500 g/cm^3' cgs 981 2500 0.1 5e7 1e-6 100 10
hint 'radii from 2.5 to 2.5 m' si 9.81 2500 2.5 5e6 1e-6 1 100
hint 'radii from 1e-08 to 1e-08 m' si 9.81 2500 1e-8 5e6 1e-13 1 0.1
hint 'youngsModulus is 70 Pa' si 9.81 2500 0.001 70 1e-6 1 0.1
hint 'stiffer than diamond' si 9.81 2500 0.001 7e13 1e-10 1 0.1
hint 'youngsModulus is 70 dyn/cm^2' cgs 981 2.5 0.1 70 1e-6 100 10
hint 'are time step, radius, density and youngsModulus' si 9.81 2500 0.001 5e6 1e-12 1 0.1
hint 'up to 5000 m/s' si 9.81 2500 0.001 5e6 1e-9 5000 0.1
cat >cube.stl <<'END'
solid c
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 100 0 0
vertex 0 100 0
endloop
endfacet
endsolid c
END
mesh='fix cad all mesh/surface file cube.stl type 1
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad'
hint 'add `scale 0.001`' si 9.81 2500 0.001 5e6 1e-6 1 0.1
mesh='fix cad all mesh/surface file cube.stl type 1 scale 0.001
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad'
hint none si 9.81 2500 0.001 5e6 1e-6 1 0.1
mesh=

# ---- insertions that bring nothing ---------------------------------------------------------------------------------------------
{ grains "0 0.1 0 0.1 0 0.1" 1e-5; cat <<'END'; } >head.in
fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.01
fix pdd all particledistribution/discrete 32452843 1 pts 1.0
fix move all nve/sphere
region thin block 0.04 0.06 0.04 0.06 0.05 0.051
region all block 0 0.1 0 0.1 0 0.1
END
insertion() { # WORDS OF THE FIX
    { echo "include head.in"; echo "fix ins all insert/$1"; echo "run 100"; } >in.insert
}
insertion "pack seed 32452867 distributiontemplate pdd insert_every once all_in yes particles_in_region 5 region thin"
says 'in.insert:3: insertion ins: none of 5 particles found room at step 1 (region thin' -- "$tsubu" in.insert -log none
"$tsubu" check in.insert >report </dev/null && fail "the check finds nothing"
grep -q 'insertion ins: no particle will find room' report || fail "$(cat report)"
insertion "pack seed 32452867 distributiontemplate pdd insert_every 10 all_in yes particles_in_region 5 region thin"
says 'none of 5 particles found room' -- "$tsubu" in.insert -log none
insertion "pack seed 32452867 distributiontemplate pdd insert_every once volumefraction_region 1e-9 region all"
says 'less than one particle' -- "$tsubu" in.insert -log none
"$tsubu" check in.insert >report </dev/null && fail "the check finds nothing"
insertion "rate/region seed 32452867 distributiontemplate pdd nparticles 100 particlerate 1e5 insert_every 10 all_in yes region thin"
says 'none of ' -- "$tsubu" in.insert -log none
"$tsubu" check in.insert >report </dev/null && fail "the check finds nothing"
grep -q 'insertion ins: no particle will find room' report || fail "$(cat report)"
insertion "rate/region seed 32452867 distributiontemplate pdd mass 1e-6 massrate 1 insert_every 10 region all"
says 'mass 1e-06 is less than that of one particle' -- "$tsubu" in.insert -log none
# a small face in a closed corner: nothing passes
cat >face.stl <<'END'
solid f
facet normal 0 0 1
outer loop
vertex 0.001 0.001 0.04
vertex 0.004 0.001 0.04
vertex 0.001 0.004 0.04
endloop
endfacet
endsolid f
END
{ echo "include head.in"; echo "fix f all mesh/surface/planar file face.stl type 1"
  echo "fix ins all insert/stream seed 32452867 distributiontemplate pdd nparticles 100 particlerate 1e3 insert_every 1000 overlapcheck yes all_in yes vel constant 0 0 -5 insertion_face f"
  echo "run 100"; } >in.insert
says 'none of ' -- "$tsubu" in.insert -log none
"$tsubu" check in.insert >report </dev/null && fail "the check finds nothing"
grep -q 'no place for it was found in face f' <(tr -s ' \n' ' ' <report) || fail "$(cat report)"
# a region that walls leave no room in
{ echo "include head.in"; echo "region low block 0 0.1 0 0.1 0 0.015"; echo "fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.012"
  echo "fix ins all insert/rate/region seed 32452867 distributiontemplate pdd nparticles 10 particlerate 1e5 insert_every 10 region low"; echo "run 100"; } >in.insert
says 'none of ' -- "$tsubu" in.insert -log none
"$tsubu" check in.insert >report </dev/null || fail "a warning has become an error: $(cat report)"
grep -q 'in region low none has room for the smallest particle' <(tr -s ' \n' ' ' <report) || fail "$(cat report)"
# room for some is a warning, a region that others block is one too
insertion "pack seed 32452867 distributiontemplate pdd insert_every once particles_in_region 5000 region all"
"$tsubu" in.insert -log none >out 2>&1 </dev/null || fail "a full box is an error: $(cat out)"
{ echo "include head.in"; echo "create_atoms 1 single 0.05 0.05 0.05"; echo "set group all diameter 0.08 density 2500"
  echo "region mid sphere 0.05 0.05 0.05 0.02"
  echo "fix ins all insert/rate/region seed 32452867 distributiontemplate pdd nparticles 10 particlerate 1e5 insert_every 10 region mid"
  echo "run 100"; } >in.insert
"$tsubu" in.insert -log none >out 2>&1 </dev/null || fail "a blocked region is an error: $(cat out)"

# ---- -var ------------------------------------------------------------------------------------------------------------------------
printf 'variable radius index 5\nprint "${radius}"\n' >in.var
"$tsubu" in.var -log none -var radus 7 >out 2>&1 </dev/null || fail "$(cat out)"
grep -q 'WARNING: -var radus: .*did you mean `radius`?' out || fail "$(cat out)"
"$tsubu" check in.var -var radus 7 | tr -s ' \n' ' ' | grep -q 'did you mean `radius`?' || fail "check says nothing of -var"
"$tsubu" in.var -log none -var radius 7 >out 2>&1 </dev/null
grep -q WARNING out && fail "$(cat out)"
: >in.empty
says 'holds no command' -- "$tsubu" in.empty -log none
says 'holds no command' -- "$tsubu" check in.empty

# ---- files of other decks ----------------------------------------------------------------------------------------------------------
mkdir -p chain
printf 'print a\nwrite_restart post/filled.restart\n' >chain/in.fill
printf 'restart 1000 turn.*.restart\nrestart 5 a.rest b.rest\nwrite_data ${n}.data # write_data c.data\n' >chain/in.turn
case_of() {
    printf '%s\n' "$1" >chain/in.next
    (cd chain && says "the deck \`$2\` beside this one writes it (line $3)" -- "$tsubu" in.next -log none) || failed=1
    says "$2" -- "$tsubu" chain/in.next -log none
}
case_of 'read_restart post/filled.restart' in.fill 2
case_of 'read_restart ./post/filled.restart' in.fill 2
case_of 'read_restart turn.5000.restart' in.turn 1
case_of 'read_restart b.rest' in.turn 2
case_of 'read_data bed.data' in.turn 3
printf 'read_restart nowhere.restart\n' >chain/in.next
(cd chain && "$tsubu" in.next -log none) 2>&1 | grep -q 'beside this one' && fail "a deck is named that does not write it"

# ---- surplus lines -------------------------------------------------------------------------------------------------------------------
printf 'data\n\n2 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms\n\n' >two.data
printf '1 1 0.1 2500 0.2 0.2 0.2\n2 1 0.1 2500 0.5 0.5 0.5\n3 1 0.1 2500 0.8 0.8 0.8\n' >>two.data
printf 'units si\natom_style granular\nread_data two.data\n' >in.data
says 'two.data:13: one line more than the 2 that the header declares' -- "$tsubu" in.data -log none

# ---- loops and what follows ------------------------------------------------------------------------------------------------------------
{ grains "0 1 0 1 0 1" 1e-5; cat <<'END'; } >in.loop
fix move all nve/sphere
variable i loop 381
label next
variable x equal 0.002*${i}+0.1
create_atoms 1 single ${x} 0.5 0.5
run 0
next i
jump SELF next
set group all diameter 0.0019 density 2500
run 10
END
sed -i 's/^run 0$/set group all diameter 0.0019 density 2500/' in.loop
"$tsubu" check in.loop >report </dev/null || fail "$(cat report)"
grep -q '381 at the first run' report || fail "the loop was not followed: $(cat report)"
grep -q '0 errors, 0 warnings' report || fail "$(cat report)"
printf 'include nowhere.in\nfix w all wall/gran model hertz tangential history primitive type 1 zplane 0\nprint "${n}"\nrun 10\nbondary p p p\n' >in.missing
"$tsubu" check in.missing >report </dev/null && fail "a missing deck is found good"
grep -q '^2 errors' report || fail "errors that follow are listed: $(cat report)"
# what failed has a name that sentences use for something else: the second error is one of its own
{ grains "0 1 0 1 0 1" 1e-5; printf 'region particles blok 0 1\ncreate_atoms 1 single 0.5 0.5 0.5\nset group all property/atom nowhere 3\n'; } >in.word
"$tsubu" check in.word >report </dev/null && fail "a shape that there is not is found good"
grep -q '^2 errors' report || fail "an error is hidden behind a word of its sentence: $(cat report)"
exit $failed
