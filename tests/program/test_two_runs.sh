# SPDX-License-Identifier: Apache-2.0
# Two runs at once in one folder: a file that one of them writes is refused to the other, by a sentence that names the first; runs with
# other files are left alone, and what a killed run leaves hinders nobody. Disks that are full, and pipes that nobody reads.
# usage: test_two_runs.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

{ grains "-1 1 -1 1 -1 1" 1e-5; cat <<'END'; } >in.begin
create_atoms 1 single 0 0 0
set group all diameter 0.1 density 1000
fix g all gravity 9.81 vector 0 0 -1
fix integrate all nve/sphere
thermo 100
END
# deck NAME LINES STEPS
deck() {
    { cat in.begin; printf '%b\n' "$2"; echo "run $3"; } >"$1"
}
deck in.one 'dump d all custom 100 d.txt id x\nfix line all print 100 "$(step)" file line.txt screen no\nthermo_log thermo.txt' 2000000000
"$tsubu" in.one -log one.log >said 2>errors &
pid=$!
wait_for d.txt 'TIMESTEP'
wait_for thermo.txt Step

deck in.other 'dump d all custom 100 other.txt id x' 100
says "'one.log' is being written by another run" -- "$tsubu" in.other -log one.log
for line in 'dump d all custom 10 d.txt id x' 'fix line all print 10 x file line.txt screen no' 'thermo_log thermo.txt' \
    'fix mean all ave/time 1 1 10 v_dt file line.txt' 'fix more all print 10 x append line.txt screen no' \
    'print x append line.txt' 'log one.log'; do
    deck in.same "variable dt equal dt\n$line" 100
    says 'is being written by another run' -- "$tsubu" in.same -log none
done
deck in.same 'dump d all custom 10 d.txt id x' 100
"$tsubu" in.same -log none >/dev/null 2>message
if [ -r /proc/locks ] && grep -q " $pid " /proc/locks; then
    grep -q "process $pid: $tsubu in.one -log one.log in $work" message || fail "who is it: $(cat message)"
fi
kill -0 $pid || fail 'the first run is gone'
head -n 2 d.txt | tail -n 1 | grep -qx 0 || fail 'the dump of the first run was emptied'
# Other files, other folders, and a run that only reads: fine.
"$tsubu" in.other -log other.log >/dev/null 2>errors || fail "other files: $(cat errors)"
mkdir elsewhere
(cd elsewhere && sed 's/run 2000000000/run 100/' ../in.one >in.one && "$tsubu" in.one >/dev/null 2>errors) || fail "another folder: $(cat elsewhere/errors)"
"$tsubu" check in.same >/dev/null 2>errors || fail "check: $(cat errors)"
# One run may write a file by two commands.
deck in.twice 'fix a all print 10 a append both.txt screen no\nfix b all print 10 b append both.txt screen no\nprint end append both.txt' 20
"$tsubu" in.twice -log none >/dev/null 2>errors || fail "twice: $(cat errors)"
[ "$(grep -c -x -e a -e b -e end both.txt)" -eq 5 ] || fail "two commands, one file: $(cat both.txt)"

kill -9 $pid
wait $pid 2>/dev/null
"$tsubu" in.same -log one.log >/dev/null 2>errors || fail "after a kill: $(cat errors)"

# A full disk is told, by all that write lines.
if [ -w /dev/full ]; then
    for line in 'thermo_log /dev/full' 'fix line all print 10 x file /dev/full screen no' 'dump d all custom 10 /dev/full id x' \
        'fix mean all ave/time 1 1 10 v_dt file /dev/full' 'print x append /dev/full' 'dump d all custom 10 /dev/full id x\ndump_modify d flush no'; do
        deck in.full "variable dt equal dt\n$line" 200
        says 'disk full' -- "$tsubu" in.full -log none
    done
fi
# A file that may not grow: the same, and it ends with a whole line.
deck in.full 'thermo 1\nthermo_log small.txt' 1000
(ulimit -f 8 && trap '' XFSZ && "$tsubu" in.full -log none >/dev/null 2>message)
[ $? -eq 1 ] || fail 'exit code of a run whose thermo_log may not grow'
grep -q '`thermo_log` could not write small.txt: is the disk full?' message || fail "no message: $(cat message)"
[ -z "$(tail -c 1 small.txt)" ] || fail 'half a line'

# Nobody reads the output any more: the run stops, and can go on.
rm -f interrupted.*
deck in.pipe '' 400000000
("$tsubu" in.pipe -log none 2>errors; echo $? >code) | head -n 3 >/dev/null
[ "$(cat code)" -eq 141 ] || fail "exit code of a run whose reader has gone: $(cat code)"
ls interrupted.*.restart >/dev/null || fail 'no state of a run whose reader has gone'
grep -q -- "-continue interrupted" errors || fail "it is not said how to go on: $(cat errors)"
# nohup
(trap '' HUP && exec "$tsubu" in.pipe -log none >said 2>errors) &
pid=$!
wait_for said '^ *100 '
kill -HUP $pid
sleep 0.5
kill -0 $pid || fail 'SIGHUP ends a run under nohup'
kill -TERM $pid
wait $pid
[ $? -eq 143 ] || fail 'exit code after SIGTERM'
exit $failed
