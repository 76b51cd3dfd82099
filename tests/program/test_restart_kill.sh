# SPDX-License-Identifier: Apache-2.0
# kill -9 while dumps and restart files are written, again and again: what lies there can always be read, and a run that goes
# on from it ends with the bits of one that was never killed. usage: test_restart_kill.sh PROGRAM SOURCE_TREE [TIMES]
scratch=/tmp
[ -w /dev/shm ] && scratch=/dev/shm # thousands of files that are brought to the disk
. "$2/tests/lib.sh"
times=${3:-8}

cat >in.box <<'END'
units si
atom_style granular
boundary p p f
region box block -0.03 0.03 -0.03 0.03 -0.01 0.12
create_box 1 box
END
cp "$source/tests/decks/in.sticky" in.rest
cat >>in.rest <<'END'
timestep 5e-5
fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.003
fix pdd all particledistribution/discrete 32452843 1 pts 1.0
region pour block -0.025 0.025 -0.025 0.025 0.02 0.1
fix ins all insert/rate/region seed 32452867 distributiontemplate pdd nparticles 200 particlerate 5000 insert_every 100 region pour
fix move all nve/sphere
dump d all custom 1 out/d.*.txt id x y z vx vy vz
dump_modify d format "%d %.17g %.17g %.17g %.17g %.17g %.17g"
restart 1 out/two.a out/two.b
restart 2 out/many.*
END
cat >in.start <<'END'
include in.box
include in.rest
run 600
write_data out/end
END
printf 'read_restart ${file}\ninclude in.rest\nrun 600 upto\nwrite_data out/end\n' >in.again

mkdir out
"$tsubu" in.start -log none >screen 2>errors || fail "the deck does not run: $(cat errors)"
mv out reference

# Every file that bears its name is whole: a dump has all its particles, a restart file is read.
look() {
    local file
    for file in out/d.*.txt; do
        [ -e "$file" ] || continue
        cmp -s "$file" "reference/${file#out/}" || fail "$file is not what a whole run writes"
    done
    for file in $(ls -t out/many.* out/two.? 2>/dev/null | grep -E '(many\.[0-9]+|two\..)$' | head -4) ; do
        echo "read_restart $file" >in.read
        "$tsubu" in.read -log none >screen 2>errors || fail "$file cannot be read: $(cat errors)"
    done
}

killed=0
done=0
for round in $(seq "$times"); do
    rm -rf out
    mkdir out
    "$tsubu" in.start -log none -threads $((round % 2 + 1)) >screen 2>errors &
    pid=$!
    # somewhere in the run: after so many files, and a moment that differs
    wanted=$((round * 37 % 500 + 1))
    while kill -0 $pid 2>/dev/null && [ ! -e "out/d.$wanted.txt" ]; do sleep 0.002; done
    sleep "0.00$((round % 10))"
    kill -9 $pid 2>/dev/null && killed=$((killed + 1))
    wait $pid 2>/dev/null
    look
    file='out/many.*'
    [ $((round % 3)) -eq 0 ] && file=$(ls -t out/two.? | head -1)
    ls out/many.[0-9]* >/dev/null 2>&1 || continue # killed before the first
    if [ $((round % 2)) -eq 0 ]; then
        "$tsubu" in.again -var file "$file" -log none -threads $((round % 3 + 1)) >screen 2>errors ||
            fail "round $round: cannot go on: $(cat errors)"
    else # the deck that is in the file goes on by itself
        newest=$(ls out | sed -n 's/^many\.\([0-9]*\)$/\1/p' | sort -n | tail -1)
        "$tsubu" -continue "out/many.$newest" -log none -threads $((round % 3 + 1)) >screen 2>errors ||
            fail "round $round: cannot continue: $(cat errors)"
    fi
    cmp -s out/end reference/end || fail "round $round: going on from $file gives other bits"
    done=$((done + 1))
done
echo "$killed of $times killed, $done went on"
[ "$killed" -ge $((times / 2)) ] || fail 'too few were killed in time'
exit $failed
