# SPDX-License-Identifier: Apache-2.0
# What decks do, on several ranks: meshes that stand, move, run within themselves and carry loads, insertion, particles that leave the box,
# contact models without a fused loop, exclusions. Every digit is that of one rank.
. "$2/tests/lib.sh"
. "$source/tests/ranks.sh"
meshes=("$source"/examples/01_hopper_discharge/ring_36.stl "$source"/examples/04_conveyor/belt.stl "$source"/examples/04_conveyor/face.stl
    "$source"/examples/10_vibrated_bed/plate.stl)

dumps='dump d all custom 200 dump.*.txt id x y z vx vy vz fx fy fz omegax omegaz
dump_modify d format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g"'
template='fix pt all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.002
fix pd all particledistribution/discrete 15485867 1 pt 1.0'
weight='fix weight all gravity 9.81 vector 0 0 -1
fix move all nve/sphere'
end='thermo 100
thermo_modify lost ignore norm no format float %.17g'

{ # a silo that was filled at once, of which the bottom is a mesh; its hole opens, and particles leave the box
    grains "-0.042 0.042 -0.042 0.042 -0.015 0.05" 5e-5
    echo "$template
region inside cylinder z 0 0 0.0395 0.001 0.03
fix fill all insert/pack seed 32452843 distributiontemplate pd insert_every once overlapcheck yes all_in yes volumefraction_region 0.4 region inside
fix pipe all wall/gran model hertz tangential history primitive type 1 zcylinder 0.04 0 0
fix ring all mesh/surface file ring_36.stl type 1
fix bottom all wall/gran model hertz tangential history mesh n_meshes 1 meshes ring
$weight
$end
thermo_style custom step atoms ke eexchanged hash
restart 700 now.*.restart
$dumps
run 1400"
} >in.hopper

{ # grains rain on a plate that swings, is pressed and wears
    grains "0 0.04 0 0.04 -0.01 0.06" 5e-5
    echo "$template
region rain block 0 0.04 0 0.04 0.03 0.055
fix feed all insert/rate/region seed 32452843 distributiontemplate pd nparticles 500 particlerate 20000 insert_every 150 overlapcheck yes vel constant 0 0 -1 region rain
fix plate all mesh/surface/stress file plate.stl type 1 reference_point 0.02 0.02 0 wear finnie
fix k all property/global k_finnie peratomtypepair 1 1.0
fix floor all wall/gran model hertz tangential history mesh n_meshes 1 meshes plate
fix shake all move/mesh mesh plate wiggle amplitude 0 0.001 0.002 period 0.02
fix tilt all move/mesh mesh plate rotate origin 0.02 0.02 0 axis 1 0 0 period 3
$weight
$end
thermo_style custom step atoms ke ewall f_plate[1] f_plate[3] f_plate[4] f_plate[8] f_feed[1] hash
$dumps
dump m all mesh/vtk 300 plate.*.vtk stress wear
run 900"
} | sed 's/boundary f f f/boundary p f f/' >in.rain

{ # a belt runs under grains, which roll and stick
    grains "-0.05 0.6 -0.04 0.04 -0.1 0.1" 5e-5 | sed 's/tangential history/tangential history rolling_friction epsd2 cohesion sjkr/'
    echo "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.4
fix m6 all property/global cohesionEnergyDensity peratomtypepair 1 20000
$template
fix face all mesh/surface/planar file face.stl type 1 move 0 0 0.06
fix feed all insert/stream seed 32452843 distributiontemplate pd nparticles 4000 particlerate 8000 overlapcheck yes all_in yes vel constant 0.5 0 -1 insertion_face face extrude_length 0.03
fix belt all mesh/surface file belt.stl type 1 surface_vel 1.0 0 0
fix carry all wall/gran model hertz tangential history rolling_friction epsd2 cohesion sjkr mesh n_meshes 1 meshes belt
$weight
$end
thermo_style custom step atoms ke ewall eexternal eexchanged f_feed[1] hash
restart 900 now.*.restart
$dumps
run 700
run 500"
} >in.conveyor

shear() { # MODEL WORDS: sheared, through periodic faces
    grains "0 0.05 0 0.05 0 0.05" 1e-5 |
        sed "s/boundary f f f/boundary p p p/; s|model hertz tangential history|$1|"
    awk -F'"' '/^    \{"[A-Za-z_]+", [-0-9.e]+, [-0-9.e]+\},$/ { split($3, v, /[, }]+/)
        pair = $2 !~ /^(youngsModulus|poissonsRatio)$/
        scalar = $2 ~ /^(characteristicVelocity|FluidViscosity|CriticalStokes|coefficientYieldRatio|overlapExponent|adhesionExponent|rollingStiffness)$/
        if ($2 ~ /youngsModulus|poissonsRatio|coefficientRestitution|coefficientFriction$/) next
        print "fix p_" $2 " all property/global " $2 " " (scalar ? "scalar " : "peratomtypepair 1 ") v[2] }' "$source/src/law/samples.h" |
        grep -wE "$2"
    echo "lattice sc 0.01
region fill block 0 0.0499 0 0.0499 0 0.0499
create_atoms 1 region fill
region left block INF 0.02 INF INF INF INF
group left region left
set group all diameter 0.01005 density 2500
variable v atom normal(0,0.3,4711)
velocity all set v_v v_v v_v
velocity all ramp vx -2 2 z 0 0.05 sum yes
${3-}
fix i all nve/sphere
thermo_style custom step atoms ke erotate eexchanged hash
$end
$dumps
run 400"
}
shear "model luding tangential no_history rolling_friction cdt" \
    "LoadingStiffness|UnloadingStiffness|coefficientAdhesionStiffness|coefficientPlasticityDepth|coefficientRollingFriction" >in.luding
shear "model jkr tangential jkr_tan rolling_friction epsd3" \
    "workOfAdhesion|coefficientRollingFriction|rollingStiffness|coefficientRollingViscousDamping" >in.jkr
shear "model hertz tangential history" nothing "neigh_modify exclude group left left" >in.excluded

{ # a plate comes down until the grains below bear what they shall
    grains "0 0.04 0 0.04 -0.01 0.08" 2e-5
    echo "lattice sc 0.0041
region fill block 0.003 0.037 0.003 0.037 0.002 0.03
create_atoms 1 region fill
set group all diameter 0.004 density 2500"
    for wall in zplane:0 xplane:0 xplane:0.04 yplane:0 yplane:0.04; do
        echo "fix ${wall/:/} all wall/gran model hertz tangential history primitive type 1 ${wall/:/ }"
    done
    echo "fix lid all mesh/surface/stress/servo file plate.stl type 1 move 0 0 0.034 com 0.02 0.02 0.034 ctrlPV force axis 0 0 -1 target_val 5 vel_max 0.5 kp 1 ki 20
fix press all wall/gran model hertz tangential history mesh n_meshes 1 meshes lid
$weight
$end
thermo_style custom step atoms ke ewall f_lid[3] f_lid[9] eexchanged hash
restart 400 now.*.restart
$dumps
run 800"
} >in.servo

{ # forces that are added, set, and taken away
    grains "0 0.05 0 0.05 0 0.05" 1e-5 | sed "s/boundary f f f/boundary p p f/"
    echo "lattice sc 0.0101
region fill block 0 0.0499 0 0.0499 0.001 0.0499
create_atoms 1 region fill
region low block INF INF INF INF INF 0.01
group low region low
region left block INF 0.02 INF INF INF INF
group left region left
group upper subtract all low
set group all diameter 0.0105 density 2500
variable v atom normal(0,0.3,4711)
velocity upper set v_v v_v v_v
fix hold low freeze
fix push left addforce 0.01 0 -0.02
fix air upper viscous 0.0005
fix pull upper drag 0.025 0.025 0.025 0.01 0.002
fix line left setforce NULL 0.0 NULL
fix weight all gravity 9.81 vector 0 0 -1
fix move upper nve/sphere
$end
thermo_style custom step atoms ke f_hold[3] f_push f_push[1] f_pull[1] f_line[2] eexternal eexchanged hash
restart 200 now.*.restart
$dumps
run 400"
} >in.forces

{ # grains that lie in one another are let go slowly, those below without turning
    grains "0 0.05 0 0.05 0 0.05" 1e-5 | sed "s/boundary f f f/boundary p p f/"
    echo "lattice sc 0.0101
region fill block 0 0.0499 0 0.0499 0.001 0.0499
create_atoms 1 region fill
region low block INF INF INF INF INF 0.02
group low region low
set group all diameter 0.0112 density 2500
variable v atom normal(0,0.3,4711)
velocity all set v_v v_v v_v
fix still low settorque 0 0 0
fix weight all gravity 9.81 vector 0 0 -1
fix move all nve/limit absolute 2e-6
$end
thermo_style custom step atoms ke f_move eexternal eexchanged hash
restart 150 now.*.restart
$dumps
run 300"
} >in.limit

same() { # DECK RANKS THREADS
    compare "$@" "${meshes[@]}"
    # who leaves a silo does not call for a new division
    [ "$1" != hopper ] || grep -aq "parts handed out: 1, moved on: [1-9]" "$1.$2/out" || fail "$1 on $2 ranks: parts do not stay: $(grep -a 'Steps divided' "$1.$2/out")"
    # rank 0 is alone until grains come for the first time, not until the end of the run or the next dump
    [ "$1" != rain ] || grep -aq "taken by rank 0 alone: [0-9];" "$1.$2/out" || fail "$1 on $2 ranks: not divided once there are grains: $(grep -a 'Steps divided' "$1.$2/out")"
    rm -rf "$1.$2"
}

decks_written "${meshes[@]}"
for deck in hopper rain conveyor servo forces limit luding jkr excluded; do on_one $deck "${meshes[@]}"; done
[ "$(grep -c . hopper.1/gist)" -gt 100 ] && ! awk '$1 == 1400 { exit $2 < n } $1 == 100 { n = $2 }' hopper.1/log.tsubu || fail "nobody left the silo"
same hopper 3 1
same rain 2 1
same conveyor 3 1
same luding 2 2
same forces 3 1
same limit 3 1
same servo 2 1
same jkr 2 1
same excluded 4 1
export TSUBU_RANDOM_CUTS=7
same hopper 2 1
same rain 4 2
same forces 4 1
same excluded 3 1
exit $failed
