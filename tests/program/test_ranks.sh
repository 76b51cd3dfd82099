# SPDX-License-Identifier: Apache-2.0
# One simulation on several ranks: every digit of what is written is that of one rank, on any number of them, also with random cuts.
# A program that was built without MPI and is started several times at once says so instead.
. "$2/tests/lib.sh"
command -v mpirun >/dev/null || { echo "no mpirun here"; exit 0; }

{ grains "0 0.05 0 0.05 -0.01 0.2" 1e-5; } >begin
digits='dump_modify d format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g"'
columns="id x y z vx vy vz fx fy fz omegax omegaz"

if ! ldd "$tsubu" | grep -q libmpi && mpirun --oversubscribe --allow-run-as-root -n 2 true >/dev/null 2>&1; then
    { cat begin; echo "run 0"; } >in.two
    mpirun --oversubscribe --allow-run-as-root -n 2 "$tsubu" in.two >two.out 2>&1 && fail "two programs without MPI run over each other"
    [ "$(grep -c "built without MPI" two.out)" = 1 ] || fail "not one sentence: $(cat two.out)"
    [ ! -e log.tsubu ] || fail "a log was written"
    [ $failed = 0 ] || exit 1
fi
. "$source/tests/ranks.sh"

{ # grains that fall into a box and come to rest
    cat begin
    echo "fix g all gravity 9.81 vector 0 0 -1"
    for wall in zplane:0 xplane:0 xplane:0.05 yplane:0 yplane:0.05; do
        echo "fix ${wall/:/} all wall/gran model hertz tangential history primitive type 1 ${wall/:/ }"
    done
    echo "lattice sc 0.0105
region fill block 0.004 0.046 0.004 0.046 0.006 0.1
create_atoms 1 region fill
set group all diameter 0.01 density 2500
variable v atom normal(0,0.3,4711)
velocity all set v_v v_v v_v
fix i all nve/sphere
thermo_style custom step atoms ke erotate eexchanged hash
thermo 300
restart 600 bed.*.restart
dump d all custom 300 dump.*.txt $columns
$digits
run 900"
} >in.bed

{ # sheared, through periodic faces, with rolling friction and kept forces of contacts
    sed 's/boundary f f f/boundary p p p/; s/^region box.*/region box block 0 0.05 0 0.05 0 0.05/; s/tangential history/tangential history rolling_friction epsd2/' begin
    echo "fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.1
lattice sc 0.01
region fill block 0 0.0499 0 0.0499 0 0.0499
create_atoms 1 region fill
set group all diameter 0.01005 density 2500
variable v atom normal(0,0.3,4711)
velocity all set v_v v_v v_v
velocity all ramp vx -2 2 z 0 0.05 sum yes
fix i all nve/sphere
compute c all pair/gran/local force
compute f all reduce sum c_c[1] c_c[2]
thermo_style custom step atoms ke erotate c_f[1] c_f[2] eexchanged hash
thermo_modify format float %.17g
thermo 200
compute ids all pair/gran/local id
dump l all local 200 dump.ids.*.txt c_ids[1] c_ids[2] c_ids[3]
restart 600 shear.*.restart
dump d all custom 200 dump.*.txt $columns
$digits
run 600"
} >in.shear

{ # one grain of ten times the size among small ones
    sed 's/boundary f f f/boundary p p p/; s/^region box.*/region box block 0 0.05 0 0.05 0 0.05/' begin
    echo "lattice sc 0.0027
region fill block 0.001 0.0499 0.001 0.0499 0.001 0.0499
create_atoms 1 region fill
region hole sphere 0.025 0.025 0.025 0.0145
delete_atoms region hole
create_atoms 1 single 0.025 0.025 0.025 units box
set group all diameter 0.0025 density 2500
region core sphere 0.025 0.025 0.025 0.0005
set region core diameter 0.025
variable v atom normal(0,0.3,4711)
velocity all set v_v v_v v_v
fix i all nve/sphere
thermo_style custom step atoms ke erotate eexchanged hash
thermo 100
dump d all custom 100 dump.*.txt $columns
$digits
run 200"
} >in.mix

stays() { # DECK RANKS THREADS: the same, and parts are handed out only once
    compare "$@"
    grep -aq "parts handed out: 1, moved on: [1-9]" "$1.$2/out" || fail "$1 on $2 ranks: parts do not stay: $(grep -a "Steps divided" "$1.$2/out")"
}

decks_written
for deck in bed shear mix; do on_one $deck; done
for ranks in 2 3 4 5 8; do stays bed $ranks 1; done
for ranks in 2 5; do stays shear $ranks 1; done
stays mix 3 1
rm -rf shear.[2-9] bed.[2-9]
export TSUBU_RANDOM_CUTS=11
stays shear 4 2
stays bed 3 1

# A restart file of several ranks is continued on one, to the same bits.
mkdir again && cd again || exit 1
{
    sed '/^region box/d; /^create_box/d; /^lattice/,/^velocity/d; s/^atom_style.*/&/; s/^run .*/run 300/; /^restart/d' ../in.bed |
        sed 's|^boundary.*|&\nread_restart ../bed.3/bed.600.restart|'
} >in.again
"$tsubu" in.again >out 2>&1 || fail "continued: $(tail -n 3 out)"
cmp dump.900.txt ../bed.1/dump.900.txt || fail "a restart file of 3 ranks goes on to other bits on one"
cd ..

# What cannot be divided is done by rank 0 alone, and said once.
mkdir alone && cd alone || exit 1
sed 's/^run .*/variable zero equal 0*ke\nfix s all setforce v_zero NULL NULL\nrun 100\nrun 100/' ../in.bed >in.alone
"${start[@]}" -n 2 "$tsubu" in.alone >out 2>&1 || fail "alone: $(tail -n 3 out)"
[ "$(grep -ac "cannot be divided" out)" -ge 1 ] || fail "no word of what cannot be divided"
grep -aq "taken by rank 0 alone: 200" out || fail "not taken alone: $(grep -a divided out)"
cd ..

# A page that shows the run does not keep the steps from being divided.
if "$tsubu" --help | grep -q -- ' -view '; then
    mkdir seen && cd seen || exit 1
    timeout 100 "${start[@]}" -n 2 "$tsubu" ../in.bed -view >out 2>&1 || fail "seen: $(tail -n 3 out)"
    gist | cmp - ../bed.1/gist || fail "a run on 2 ranks with a page is not what it is on one"
    grep -aq "waiting [0-9]* s for a viewer" out && fail "a job is held up by a page that nobody opens"
    grep -aqE "Steps divided among 2 ranks: (89[0-9]|900) in" out || fail "with a page: $(grep -a 'Steps divided' out)"
    cd ..
fi

# What each rank would need is said before.
LC_ALL=C "${start[@]}" -n 3 "$tsubu" check in.bed >check.out 2>&1 || fail "check: $(tail -n 3 check.out)"
grep -q "ranks  *3; cuts at the start: [xyz] 0" check.out || fail "check says nothing of cuts: $(cat check.out)"
grep -q "at most [1-9][0-9]* particles and [1-9][0-9]* guests each; rank 0 needs [0-9]* .*B, the others" check.out || fail "check says nothing of memory"

# An error in a deck ends all ranks, with one sentence.
echo "nonsense" >in.bad
timeout 30 "${start[@]}" -n 3 "$tsubu" in.bad >bad.out 2>&1 && fail "an error is not a failure"
[ "$(grep -c "nonsense" bad.out)" = 1 ] || fail "not one sentence: $(cat bad.out)"
exit $failed
