# SPDX-License-Identifier: Apache-2.0
# What must not bring a run down: commands of `run ... every` that take away what the run stands on, runs that go on with a page or a
# recording, and losses of single contacts at a mesh, whose list grows from step to step. usage: test_run_every.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

{ grains "-1 1 -1 1 -1 1" 1e-5; cat <<'END'; } >in.begin
create_atoms 1 single 0 0 0
set group all diameter 0.1 density 1000
fix g all gravity 9.81 vector 0 0 -1
fix integrate all nve/sphere
END
echo 'run 2' >in.nested

# every COMMAND: the deck, with a run of two pieces.
every() {
    cat in.begin
    echo "run 10 every 5 '$1' 'print \"after \$(step)\"'"
    echo 'print "past $(step)"'
    echo 'label end'
    echo 'print "end $(step)"'
}

# Those that the run would not survive are refused, by `tsubu check` too; what was written before stays.
for command in clear 'run 3' 'run_time 3e-5' 'run 2 every 1 "print x"' 'reset_timestep 0' 'include in.nested' \
    'if "1 == 1" then clear' 'partition yes 1 clear'; do
    every "$command" >in.deck
    says 'cannot be a command of `run ... every`' -- timeout -s KILL 60 "$tsubu" in.deck -log none
    "$tsubu" check in.deck >said 2>&1 && fail "check finds nothing wrong with $command"
    grep -q 'cannot be a command of' said || fail "check: $command: $(cat said)"
done
for command in 'read_restart x' 'create_box 1 box' 'read_data x'; do
    every "$command" >in.deck
    says 'there is a simulation box already' -- timeout -s KILL 60 "$tsubu" in.deck -log none
done
# They are fine behind the run.
{ every 'print x'; cat in.begin; } | sed '0,/^label end/s//reset_timestep 0\nclear\nlabel end/' >in.deck
timeout -s KILL 60 "$tsubu" in.deck -log none >said 2>errors || fail "behind the run: $(cat errors)"

# `quit` ends the run where it is said; `jump` leads on from the end of the run, as in LIGGGHTS.
every 'quit 3' >in.deck
timeout -s KILL 60 "$tsubu" in.deck -log none >said 2>errors
[ $? -eq 3 ] || fail "the exit code of quit"
[ "$(grep -c -e after -e past -e end said)" -eq 0 ] || fail "quit: $(cat said)"
grep -q 'Loop time.* for 10 steps' said && fail "the run went on behind quit"
every 'jump SELF end' >in.deck
timeout -s KILL 60 "$tsubu" in.deck -log none >said 2>errors || fail "jump: $(cat errors)"
[ "$(grep -e '^after' -e '^past' -e '^end' said | tr '\n' ' ')" = 'after 5 after 10 end 10 ' ] || fail "jump: $(cat said)"

# Pieces of one step can be interrupted, and no command of theirs is run twice or left out.
{ cat in.begin; echo 'run 100000000 every 1 "print $(step) append marks screen no"'; } >in.deck
"$tsubu" in.deck -log none >said 2>errors &
pid=$!
wait_for marks '^50$'
kill -TERM $pid
for _ in $(seq 300); do
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
done
kill -0 $pid 2>/dev/null && fail 'pieces of one step cannot be interrupted'
wait $pid
state=$(ls interrupted.*.restart) || fail "no state: $(cat said errors)"
step=$(echo "$state" | tr -dc 0-9)
"$tsubu" -continue "$state" -log none >said 2>errors &
pid=$!
wait_for marks "^$((step + 20))\$"
kill -9 $pid
wait $pid 2>/dev/null
awk '$1 != NR { exit 1 }' marks || fail 'a command was run twice or left out'

# A deck goes on with a page and with a recording, which are called after the restart file.
{ cat in.begin; echo 'run 10'; echo 'write_restart half.r'; echo 'run 20'; } >in.deck
"$tsubu" in.deck -log none >said 2>errors || fail "$(cat errors)"
"$tsubu" -continue half.r -log none --record half.run >said 2>errors || fail "--record: $(cat errors)"
[ -s half.run ] || fail 'no recording'
timeout -s KILL 60 "$tsubu" -continue half.r -log none --view --port 0 >said 2>errors
rc=$?
if ! grep -q 'built without' errors; then # the page
    [ $rc -eq 0 ] || fail "--view: exit code $rc: $(cat errors)"
    "$tsubu" -continue half.r -log none --view-keep --port 0 >said 2>errors &
    pid=$!
    wait_for said 'the page stays until Ctrl-C'
    kill -INT $pid
    wait $pid
    rc=$?
    [ $rc -eq 0 ] || [ $rc -eq 130 ] || fail "--view-keep: exit code $rc: $(cat errors)"
fi

# Grains rain onto a mesh: more contacts in each step. What the particles lost, by account, is what the audit has.
cat >floor.stl <<'END'
solid floor
facet normal 0 0 1
outer loop
vertex -1 -1 -0.5
vertex 1 -1 -0.5
vertex 1 1 -0.5
endloop
endfacet
facet normal 0 0 1
outer loop
vertex -1 -1 -0.5
vertex 1 1 -0.5
vertex -1 1 -0.5
endloop
endfacet
endsolid floor
END
{ grains "-1 1 -1 1 -1 1" 2e-5; cat <<'END'; } >in.mesh
lattice sc 0.13
region fill block -0.8 0.8 -0.8 0.8 -0.4 0.8
create_atoms 1 region fill
set group all diameter 0.1 density 1000
velocity all set 0.3 0 -2
fix floor all mesh/surface file floor.stl type 1
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes floor
fix g all gravity 9.81 vector 0 0 -1
fix integrate all nve/sphere
compute lost all dissipated/atom
compute total all reduce sum c_lost[1]
thermo_style custom step c_total edissipated
thermo_modify format float %.15g
thermo 500
run 4000
END
timeout -s KILL 120 "$tsubu" in.mesh -log none -threads 2 >said 2>errors || fail "dissipated/atom with a mesh: exit code $?: $(tail -n 2 errors)"
awk '$1 == 4000 && NF == 3 { found = 1; if ($3 < 1 || ($2 - $3) ^ 2 > (1e-12 * $3) ^ 2) bad = 1 } END { exit bad || !found }' said ||
    fail "what the particles have lost is not what was dissipated: $(grep '^ *4000 ' said)"
exit $failed
