# SPDX-License-Identifier: Apache-2.0
# Models that act in each step, on several ranks: those that sum over a group, those that keep something of each particle, values that follow
# from the time, regions, heat. Every digit is that of one rank.
. "$2/tests/lib.sh"
. "$source/tests/ranks.sh"

dumps='dump d all custom 100 dump.*.txt id x y z vx vy vz fx fy fz omegax omegaz
dump_modify d format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g"'
numbers='thermo 100
thermo_modify lost ignore norm no format float %.17g'

grains_in() { # BOUNDARIES, MORE
    grains "0 0.05 0 0.05 0 0.05" 1e-5 | sed "s/boundary f f f/boundary $1/"
    echo "$2
lattice sc 0.0101
region fill block 0 0.0499 0 0.0499 0.001 0.0499
create_atoms 1 region fill
region low block INF INF INF INF INF 0.011
region left block INF 0.02 INF INF INF INF
region hole cylinder z 0.025 0.025 0.01 INF INF
region rest intersect 2 left hole
region hill sphere 0.03 0.02 0.03 0.014 side out
group low region low
group left region left
group upper subtract all low
set group all diameter 0.0105 density 2500
variable v atom normal(0,0.3,4711)
velocity upper set v_v v_v v_v"
}

{ # a group is held by a spring, another by one for each particle; forces by time, by region; the mean force
    grains_in "p p f" "group upper id 1"
    echo "group top id > 80
group some id 30 35 40 45 50 55 60
fix weight upper gravity 9.81 vector 0 0 -1
fix home some spring/self 300
fix tie left spring tether 200 0.03 0.03 0.03 0.001
variable push equal 0.02*sin(2*PI*400*step*dt)
variable slope equal ramp(0,0.01)
fix shake upper addforce v_push 0 v_slope region rest
fix still upper setforce 0.0 NULL NULL region hill
fix air upper viscous v_slope
fix mean top aveforce NULL 0.0 v_push
fix stop upper momentum 1 linear 1 1 0
fix move upper nve/sphere
$numbers
thermo_style custom step atoms ke f_home f_tie f_tie[1] f_tie[4] f_shake f_shake[1] f_still[2] f_mean[2] eexternal eexchanged hash
restart 200 now.*.restart
$dumps
run 300"
} >in.steer

{ # the lowest layer is led, first turned, then by the time
    grains_in "f f f" "" | sed 's/box block 0 0.05/box block -0.02 0.07/; s/ 0 0.05 0 0.05$/ -0.02 0.07 -0.01 0.07/'
    echo "fix weight upper gravity 9.81 vector 0 0 -1
fix move upper nve/sphere
fix turn low move rotate 0.025 0.025 0 0 0 1 0.05
$numbers
thermo_style custom step atoms ke erotate eexternal eexchanged hash
restart 130 now.*.restart
$dumps
run 150
unfix turn
variable x equal 0.0005*sin(2*PI*200*(elapsed*dt))
variable u equal 0.0005*2*PI*200*cos(2*PI*200*(elapsed*dt))
fix sway low move variable v_x NULL NULL v_u NULL NULL
run 150"
} >in.led

warm='fix m5 all property/global thermalConductivity peratomtype 5000
fix m6 all property/global thermalCapacity peratomtype 10'
{ # warm grains between a hot and a cold wall, on a plate that is warmed by them
    grains_in "f f f" "$warm"
    cp "$source/examples/10_vibrated_bed/plate.stl" .
    echo "fix bottom all mesh/surface file plate.stl type 1 scale 1.25 temperature 350 mass_temperature 0.001
fix floor all wall/gran model hertz tangential history mesh n_meshes 1 meshes bottom
fix hot all wall/gran model hertz tangential history primitive type 1 xplane 0 temperature 400
fix cold all wall/gran model hertz tangential history primitive type 1 xplane 0.05 temperature 250
fix weight all gravity 9.81 vector 0 0 -1
fix warmth all heat/gran initial_temperature 300
set group low property/atom heatSource 0.5
set group left property/atom Temp 320
fix move all nve/sphere
compute mean all reduce sum f_warmth
$numbers
thermo_style custom step atoms ke f_warmth c_mean hash
restart 200 now.*.restart
dump d all custom 100 dump.*.txt id x z vx f_Temp f_heatFlux
dump_modify d format \"%d %.17g %.17g %.17g %.17g %.17g\"
run 400"
} >in.heat

# ... what contacts lose warms them, too
sed 's/lost ignore/lost error/; s/ 0 0.05 0 0.05 0 0.05$/ 0 0.05 -0.1 0.15 -0.01 0.3/; s/tangential history/tangential history heating_normal_hertz on heating_tangential_history on/; s/^set group low property.*/velocity all set 3 0 0/' in.heat >in.losses

{ # wet grains, of which some get more liquid
    grains_in "f f f" "fix l1 all property/global surfaceLiquidContentInitial scalar 0.005
fix l2 all property/global surfaceTension scalar 0.5
fix l3 all property/global fluidViscosity scalar 0.002
fix l4 all property/global contactAngle peratomtype 20
fix l5 all property/global minSeparationDistanceRatio scalar 0.01
fix l6 all property/global maxSeparationDistanceRatio scalar 1.2" |
        sed 's|tangential history|tangential history cohesion easo/capillary/viscous|; s/0.0105 density/0.0099 density/'
    for wall in zplane:0 xplane:0 xplane:0.05 yplane:0 yplane:0.05; do
        echo "fix ${wall/:/} all wall/gran model hertz tangential history primitive type 1 ${wall/:/ }"
    done
    echo "fix weight all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
run 0
set group left property/atom liquidSource 0.5
$numbers
thermo_style custom step atoms ke eexchanged hash
restart 200 now.*.restart
dump d all custom 100 dump.*.txt id x z vx f_surfaceLiquidContent f_liquidFlux
dump_modify d format \"%d %.17g %.17g %.17g %.17g %.17g\"
run 400"
} >in.wet

{ # a plate that runs and turns as variables say
    grains_in "f f f" "" | sed 's/ 0 0.05$/ -0.01 0.06/'
    echo "fix plate all mesh/surface/stress file plate.stl type 1 scale 1.25 reference_point 0.025 0.025 0
fix floor all wall/gran model hertz tangential history mesh n_meshes 1 meshes plate
variable up equal 0.3*cos(2*PI*150*time)
variable spin equal 3*step*dt
fix lift all move/mesh mesh plate linear/variable 0 0 v_up
fix tilt all move/mesh mesh plate rotate/variable origin 0.025 0.025 0 axis 1 0 0 omega v_spin
fix weight all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
$numbers
thermo_style custom step atoms ke ewall f_plate[3] f_plate[4] eexchanged hash
restart 200 now.*.restart
$dumps
run 300"
} >in.plate

decks_written plate.stl
for deck in steer led heat losses wet plate; do
    on_one $deck "$source/examples/10_vibrated_bed/plate.stl"
done
for run in "steer 2 1" "steer 5 2" "led 3 1" "heat 3 1" "heat 4 2" "losses 3 1" "wet 3 1" "plate 3 1"; do
    compare $run "$source/examples/10_vibrated_bed/plate.stl"
done
rm -rf ./*.[2-9]
export TSUBU_RANDOM_CUTS=5
for run in "steer 4 1" "led 2 1" "heat 5 1" "losses 2 1" "wet 4 2"; do
    compare $run "$source/examples/10_vibrated_bed/plate.stl"
done
unset TSUBU_RANDOM_CUTS

# They lose and get something at all.
[ "$(awk '{ print $5 }' wet.1/dump.400.txt | sort -u | wc -l)" -gt 10 ] || fail "no bridge shares its liquid"
cmp -s <(tail -n 20 losses.1/dump.400.txt) <(tail -n 20 heat.1/dump.400.txt) && fail "losses warm nobody"

# What rank 0 must say it says, in the same words: a time step too long for the heat, a temperature without end, a value that there is not.
for slip in "s/peratomtype 10\$/peratomtype 0.01/" "s/heatSource 0.5/heatSource 1e308/"; do
    sed "$slip" in.heat >in.slip
    rm -rf one three
    mkdir one three
    (cd one && cp ../plate.stl . && "$tsubu" ../in.slip -threads 1 >out 2>&1)
    (cd three && cp ../plate.stl . && timeout 100 "${start[@]}" -n 3 "$tsubu" ../in.slip -threads 1 >out 2>&1)
    grep -aE "too long for the heat|temperature of" one/out >said || fail "nothing is said of $slip: $(tail -n 3 one/out)"
    while read -r line; do
        [ "$(grep -acF -- "$line" three/out)" = "$(grep -acF -- "$line" one/out)" ] || fail "three ranks do not say: $line"
    done <said
done
exit $failed
