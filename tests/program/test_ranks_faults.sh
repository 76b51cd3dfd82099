# SPDX-License-Identifier: Apache-2.0
# Ranks that are killed at any moment: the job ends soon, the newest restart file is whole, and the run is continued from it on another
# number of ranks to the files of one that was never stopped. A run that fails in divided steps says what it says on one rank.
# usage: test_ranks_faults.sh PROGRAM SOURCE_TREE [KILLS]
. "$2/tests/lib.sh"
kills=${3:-3}
. "$source/tests/ranks.sh"

bed() { # LOST POLICY, BOX ABOVE
    grains "0 0.05 0 0.05 -0.01 $2" 1e-5
    echo "fix g all gravity 9.81 vector 0 0 -1"
    for wall in zplane:0 xplane:0 xplane:0.05 yplane:0 yplane:0.05; do
        echo "fix ${wall/:/} all wall/gran model hertz tangential history primitive type 1 ${wall/:/ }"
    done
    echo "lattice sc 0.0105
region fill block 0.004 0.046 0.004 0.046 0.006 0.2
create_atoms 1 region fill
set group all diameter 0.01 density 2500
variable v atom normal(0,0.3,4711)
velocity all set v_v v_v v_v
fix i all nve/sphere
thermo_style custom step atoms ke eexchanged hash
thermo_modify lost $1
thermo 500"
}

{
    bed ignore 0.3
    echo "restart 250 o/at.*.restart
dump d all custom 500 o/d.txt id x y z vx fy omegaz
run 4000"
} >in.bed

mkdir whole && cd whole && mkdir o || exit 1
"$tsubu" ../in.bed -threads 1 >out 2>&1 || fail "the unbroken run: $(tail -n 3 out)"
cd ..

newest() { # the restart file of the last step
    find "$1" -name 'at.*.restart' | sed 's/.*at\.\([0-9]*\)\.restart/\1 &/' | sort -n | tail -n 1 | cut -d' ' -f2
}

RANDOM=${SEED:-11} late=0
for ((k = 0; k < kills; k++)); do
    mkdir "cut.$k" && cd "cut.$k" && mkdir o || exit 1
    ranks=$((2 + RANDOM % 3)) again=$((1 + RANDOM % 4))
    [ $again = $ranks ] && again=5
    "${start[@]}" -n $ranks "$tsubu" ../in.bed >out 2>&1 &
    job=$!
    for _ in $(seq 600); do
        [ -n "$(newest o)" ] && break
        sleep 0.05
    done
    sleep "0.0$((RANDOM % 100))"
    mapfile -t member < <(ps -o pid= --ppid $job | tr -d ' ')
    if [ ${#member[@]} != $ranks ]; then # on an idle machine it may be over: once more, sooner
        wait $job || fail "${#member[@]} of $ranks ranks are there"
        late=$((late + 1)) k=$((k - 1))
        [ $late -lt 20 ] || fail "the runs are over before they can be killed"
        [ $late -lt 20 ] || break
        cd .. && rm -rf cut.*
        continue
    fi
    victim=${member[$((RANDOM % ranks))]}
    kill -9 "$victim" || fail "the run was over before it was killed"
    begin=$(date +%s)
    wait $job && fail "a killed rank is not a failure"
    [ $(($(date +%s) - begin)) -le 10 ] || fail "the job went on for $(($(date +%s) - begin)) s"
    for pid in "${member[@]}"; do
        while case $(ps -o stat= -p "$pid") in "" | Z*) false ;; esac do
            sleep 0.05
            [ $(($(date +%s) - begin)) -le 10 ] || { fail "a rank is still there"; break; }
        done
    done
    "${start[@]}" -n $again "$tsubu" -continue "$(newest o)" >again 2>&1 || fail "continued on $again ranks: $(tail -n 3 again)"
    cmp o/d.txt ../whole/o/d.txt || fail "killed on $ranks, continued on $again: another dump"
    cmp "$(newest o)" ../whole/o/at.4000.restart || fail "killed on $ranks, continued on $again: another restart file"
    cd ..
    rm -rf "cut.$k"
done

# A particle leaves the box in a divided step: the sentence, the exit code and the step of one rank.
{ bed error 0.201; echo "run 3000"; } >in.lost
"$tsubu" in.lost -threads 1 >one 2>&1 && fail "nobody was lost"
timeout 100 "${start[@]}" -n 3 "$tsubu" in.lost >three 2>&1 && fail "nobody was lost on three ranks"
grep -a "left the fixed box" one >said || fail "what is said of one who is lost: $(tail -n 2 one)"
while read -r line; do
    [ "$(grep -acF -- "$line" three)" = "$(grep -acF -- "$line" one)" ] || fail "three ranks do not say: $line"
done <said
exit $failed
