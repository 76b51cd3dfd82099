# SPDX-License-Identifier: Apache-2.0
# `tsubu check`: names every mistake of a deck with its line, writes nothing, runs no `shell`, and its estimates are those one
# can work out by hand. usage: test_check.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

# has WORDS: the last report holds them, however its lines are broken.
has() {
    case $(tr -s ' \n' ' ' <report) in *"$1"*) ;; *) fail "no '$1' in the report" && cat report ;; esac
}

{ grains "-0.1 0.1 -0.1 0.1 0 0.2" 1e-5; cat <<'END'; } >head.in
fix g all gravity 9.81 vector 0 0 -1
fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.002
fix pdd all particledistribution/discrete 32452843 1 pts 1.0
region pour block -0.05 0.05 -0.05 0.05 0.05 0.15
END

# ---- a deck that can be run: status 0, nothing written, `shell` not run, no step taken -------------------------------------
cat >in.good <<'END'
include head.in
fix ins all insert/pack seed 32452867 distributiontemplate pdd insert_every once overlapcheck yes particles_in_region 500 region pour
fix more all insert/rate/region seed 32452867 distributiontemplate pdd nparticles 300 particlerate 1000 insert_every 1000 region pour
fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0
fix move all nve/sphere
shell touch made_by_shell
shell mkdir out
print "text" file made_by_print
fix line all print 10 "step $(step)" file out/made_by_fix
fix mean all ave/time 10 1 10 v_k file made_by_average
variable k equal ke(all)
dump d all custom 100 dumps/d*.txt id x y z
thermo_log made_by_thermo
log made_by_log
restart 1000 made_by_restart
run 20000
write_data made_by_data
write_restart made_by_write
if "${k} > 1" then "run 5"
END
"$tsubu" check in.good >report 2>errors </dev/null || fail "exit code of a good deck" 
has '0 errors, 0 warnings: the deck can be run'
has '0 at the first run, about 700 with those to be inserted' # 500 and 1000/s for 0.2 s
has 'line 16: 20000 steps, 0.2 s'
# Rayleigh: pi R sqrt(rho/G)/(0.1631 nu + 0.8766) with G = E/(2(1+nu)) = 3.846e6: 1.731e-4 s
has '5.78 % of the Rayleigh time 0.000173 s'
has 'million particle-steps/s'
[ ! -s errors ] || fail "standard error: $(cat errors)"
[ "$(ls)" = "$(printf 'errors\nhead.in\nin.good\nreport')" ] || fail "the check has left files: $(ls)"

# ---- clumps: their spheres are counted, and decide on the time step: 0.001 m, half of the 1.731e-4 s of 0.002 m ----------------
cat >in.clumps <<'END'
include head.in
fix rod all particletemplate/multisphere 15485867 atom_type 1 density constant 2500 nspheres 3 ntry 1 spheres -0.001 0 0 0.001 0 0 0 0.001 0.001 0 0 0.001 type 1
fix rods all particledistribution/discrete 32452847 1 rod 1.0
fix ins all insert/pack seed 32452867 distributiontemplate rods insert_every once overlapcheck yes particles_in_region 200 region pour
fix move all multisphere
compute second all multisphere/single id 2 property xcm
variable height equal c_second[3]
fix line all print 50 "${height}" screen no
run 100
END
"$tsubu" check in.clumps >report 2>errors </dev/null || fail "exit code of a deck with clumps"
has '0 at the first run, about 600 with those to be inserted'
has '11.6 % of the Rayleigh time 8.65e-05 s (radius 0.001 m'
rm in.clumps

# ---- a deck full of mistakes: each is named, with file and line -----------------------------------------------------------------
cat >in.bad <<'END'
include head.in
bondary p p p
pair_style gran model hertz tangential history rolling_frction epsd2
fix cad all mesh/surface file missing.stl type 1
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad
fix move all nve/spere
compute rot all erotate/sphre
fix m5 all property/global coefficientRollingFricton peratomtypepair 1 0.1
pair_style gran model hertz tangential history rolling_friction cdt
fix line all print 10 "${nowhere}"
restart 1000 head.in/a
unfix move
if "1 > 2" then "fxi a all nve/sphere" elif "1 > 3" "run 1" else "print yes"
if "1 < 2" then "print yes" else "compute x all kee"
fix mp all nve/asphere
run 1000
quit
runn 5
fix x all nve/spherre
END
"$tsubu" check in.bad >report 2>errors </dev/null && fail "exit code of a bad deck"
has "in.bad:2 error there is no command \`bondary\`; did you mean \`boundary\`?"
has "in.bad:3 error none of the chosen contact models has a keyword 'rolling_frction'; did you mean 'rolling_friction'?"
has 'in.bad:4 error cannot open missing.stl'
has "in.bad:6 error \`fix\` has no style \`nve/spere\`; did you mean \`nve/sphere\`?"
has "in.bad:7 error \`compute\` has no style \`erotate/sphre\`"
has "in.bad:16 error rolling_friction cdt needs the property coefficientRollingFriction, which is not given; \`coefficientRollingFricton\` is: is it misspelt?"
has "in.bad:16 error there is no variable \`nowhere\`"
has "in.bad:16 error cannot write 'head.in/a.*': 'head.in' is a file, not a folder"
has "in.bad:13 error there is no command \`fxi\`; did you mean \`fix\`?"
has "in.bad:14 error \`compute\` has no style \`kee\`"
has "in.bad:15 error \`fix nve/asphere\` is not supported"
has "in.bad:18 error there is no command \`runn\`"
has "in.bad:19 error \`fix\` has no style \`nve/spherre\`"
has '2 more commands failed because of these: lines 5, 12' # the mesh and the fix that are not there
has '13 errors'
has 'the run would stop at in.bad:2'

# ---- all missing properties at once; a time step that is too large; nothing that moves ------------------------------------------------
cat >in.missing <<'END'
include head.in
pair_style gran model hertz tangential history cohesion sjkr rolling_friction epsd2
create_atoms 1 single 0 0 0.1
set group all diameter 0.004 density 2500
timestep 1e-4
run 10
END
"$tsubu" check in.missing >report 2>errors </dev/null && fail "exit code with missing properties"
has 'needs the property cohesionEnergyDensity'
has 'needs the property coefficientRollingFriction'
has 'is 58 % of the Rayleigh time'
has "no fix moves the particles; is \`fix ID all nve/sphere\` missing?"

# ---- what follows from an error, or from a run that was not taken, is not a mistake of its own ---------------------------------------------
cat >in.echo <<'END'
include head.in
pair_style gran/hertz/history
pair_coeff * *
fix heat all heat/gran/radiation initial_temperature 300
dump d all custom 100 d.txt id f_Temp[0]
fix ins all insert/pack seed 32452867 distributiontemplate pdd insert_every once overlapcheck yes particles_in_region 500 region pour
fix move all nve/asphere
run 100
unfix ins
variable low equal bound(all,ymin)
if "${low} < 0.5" then "print yes"
write_data new/folder/bed.data
variable first equal x[1]
print "${first}"
run 100
END
"$tsubu" check in.echo >report 2>errors </dev/null && fail "exit code with errors that have echoes"
has "in.echo:2 error \`pair_style\`"
has 'in.echo:4 error'
has 'in.echo:7 error'
has '3 errors, 0 warnings'
[ ! -e new ] || fail 'the check has made a folder'

# ---- loops that only a run could end --------------------------------------------------------------------------------------------------
cat >in.loop <<'END'
include head.in
fix move all nve/sphere
create_atoms 1 single 0 0 0.1
set group all diameter 0.004 density 2500
label again
run 1000
if "$(ke) < 1" then "jump SELF again"
run 7
END
timeout 60 "$tsubu" check in.loop >report 2>errors </dev/null || fail "exit code of a loop"
has 'taken this jump 100 times'
has 'line 6: 100 times 1000 steps'
has 'line 8: 7 steps'

# ---- a mesh with faults -------------------------------------------------------------------------------------------------------------------
triangle() { printf 'facet normal 0 0 1\nouter loop\nvertex %s\nvertex %s\nvertex %s\nendloop\nendfacet\n' "$1" "$2" "$3"; }
{
    echo 'solid s'
    triangle '0 0 0' '0.05 0 0' '0 0.05 0'
    triangle '0.05 0 0' '0 0.05 0' '0.05 0.05 0'  # turned the other way than its neighbour
    triangle '0 0 0' '0.05 0 0' '0 0.05 0'        # twice
    triangle '0.06 0 0' '0.07 0 0' '0.08 0 0'     # no area
    echo 'endsolid s'
} >faulty.stl
{ cat head.in; echo 'fix cad all mesh/surface file faulty.stl type 1
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes cad
fix move all nve/sphere
run 0'; } >in.mesh
"$tsubu" check in.mesh >report 2>errors </dev/null || fail "exit code with a faulty mesh"
has 'cad: 4 triangles'
has '1 degenerate triangle'
has '1 duplicated triangle'
tr -s ' \n' ' ' <report >line # without the breaks of lines
grep -q 'contacts are found anyway.*heal auto_remove_duplicates' line || fail "what faults of a mesh mean"

# ---- an insertion that asks for more than fits: a cube of 10 mm has room for 0.64 1e-6/(4/3 pi 1e-9) = 152.8 spheres of 1 mm --------------------
{ cat head.in; echo 'fix small all particletemplate/sphere 7 atom_type 1 density constant 2500 radius constant 0.001
fix mix all particledistribution/discrete 8 1 small 1.0
region room block 0.01 0.02 0.01 0.02 0.01 0.02 units box
fix ins all insert/pack seed 5 distributiontemplate mix insert_every once particles_in_region 500 region room
fix move all nve/sphere
run 10'; } >in.crowd
"$tsubu" check in.crowd >report 2>errors </dev/null || fail "exit code with too many particles"
tr -s ' \n' ' ' <report >line
grep -q '500 particles have 2.09 times the volume of region room; about 152 of them find room' line || fail "how many find room"

# ---- a law that has something to say of its coefficients: once, and not with the keyword that mends it ---------------------------------------
cat >in.exponent <<'END'
units si
atom_style granular
boundary f f f
region box block -0.1 0.1 -0.1 0.1 0 0.2
create_box 1 box
fix a1 all property/global LoadingStiffness peratomtypepair 1 1e6
fix a2 all property/global UnloadingStiffness peratomtypepair 1 2
fix a3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix a4 all property/global overlapExponent scalar 1.5
fix a5 all property/global adhesionExponent scalar 1.5
fix a6 all property/global surfaceEnergy peratomtypepair 1 0
pair_style gran model edinburgh/stiffness
pair_coeff * *
create_atoms 1 single 0 0 0.1
set group all diameter 0.01 density 2500
fix move all nve/sphere
timestep 1e-6
run 10
run 10
END
"$tsubu" check in.exponent >report 2>errors </dev/null || fail "exit code with a caution"
has 'model edinburgh/stiffness: overlapExponent is not 1'
has '0 errors, 1 warning'
sed 's/^pair_style .*/& consistent on/' in.exponent >in.consistent
"$tsubu" check in.consistent >report 2>errors </dev/null || fail "exit code with \`consistent on\`"
has '0 errors, 0 warnings'

# ---- more particles than any machine holds --------------------------------------------------------------------------------------------------
{ cat head.in; echo 'fix dust all particletemplate/sphere 7 atom_type 1 density constant 2500 radius constant 1e-7
fix mix all particledistribution/discrete 8 1 dust 1.0
fix ins all insert/pack seed 5 distributiontemplate mix insert_every once volumefraction_region 0.3 region pour
fix move all nve/sphere
run 10'; } >in.dust
"$tsubu" check in.dust >report 2>errors </dev/null || fail "exit code with too much memory"
tr -s ' \n' ' ' <report >line
if getconf _PHYS_PAGES >pages 2>&1 && [ "$(cat pages)" -gt 0 ]; then
    grep -q 'warning the run needs about [0-9.e+]* GB of memory, this machine has' line || fail "too much memory"
fi

# ---- the decks of the source tree: what runs is found good, and nothing is written there ----------------------------------------------------
before=$(ls -R "$source/examples")
for deck in "$source"/examples/*/in.*; do
    case $deck in */in.slider) continue ;; esac
    grep -q '^ *read_restart' "$deck" && continue # needs the file of another run
    (cd "${deck%/*}" && "$tsubu" check "${deck##*/}") >report 2>errors </dev/null || { fail "$deck" && cat report errors; }
done
[ "$(ls -R "$source/examples")" = "$before" ] || fail 'a check has written files'

# ---- the wrong decks of the tests: whatever stops at a line when it runs is found there, unless only the run itself can tell ------------------
checked=0
for deck in "$source"/tests/decks/bad/{engine,restart,fix,check}_*.in; do
    name=$(basename "$deck")
    case $name in engine_lost.in | engine_unstable.in | restart_not_one.in | fix_mesh_text.in | engine_wear_property.in | restart_after_box.in) continue ;; esac # happens in the run, or needs a file that the deck makes
    line=$(sed -n '1s/^# expect \([0-9]*\):.*/\1/p' "$deck")
    cp "$deck" "$name"
    "$tsubu" check "$name" >report 2>errors </dev/null && fail "$name is found good"
    grep -qE "^  $name:$line( |\$)" report errors || { fail "$name: nothing at line $line" && cat report; }
    checked=$((checked + 1))
done
[ "$checked" -ge 30 ] || fail "$checked wrong decks"

"$tsubu" check --help | grep -q 'usage: tsubu check' || fail 'help'
"$tsubu" check nowhere.in >report 2>errors && fail 'a deck that is not there'
grep -q 'nowhere.in' errors || fail 'the name of the deck'
"$tsubu" check >report 2>errors && fail 'no deck'
exit $failed
