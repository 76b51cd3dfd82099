# SPDX-License-Identifier: Apache-2.0
# Progress line, Ctrl-C, SIGTERM, and a deck that goes on after them with the bits of one that was never interrupted.
# usage: test_interrupt.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

# Two turns of a loop, insertion, adhesion, a wall that moves, random forces, files that grow, a change between runs.
sed -e "/^LAWS\$/{r $source/tests/decks/in.sticky" -e 'd}' >in.deck <<'END'
units si
atom_style granular
boundary p p f
variable n loop 2
label turn
log out/log.${n}
region box block -0.05 0.05 -0.05 0.05 -0.01 0.15
create_box 1 box
LAWS
timestep 2e-5
fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.004
fix pdd all particledistribution/discrete 32452843 1 pts 1.0
region pour block -0.03 0.03 -0.03 0.03 0.02 0.12
fix ins all insert/rate/region seed 32452867 distributiontemplate pdd nparticles 100 particlerate 1000 insert_every 500 region pour
variable push equal random(0,$(0.001*v_n),77)
fix push all addforce v_push 0 0
fix move all nve/sphere
variable start equal $(step+v_n)
fix line all print 500 "$(step) ${start}" file out/line.${n} screen no
dump d all custom 1000 out/dump.${n} id x y z vx vy vz omegax
dump_modify d format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g"
run 6000
unfix ins
velocity all set 0.01 NULL NULL
if "${n} > 1" then "fix drag all viscous 0.01"
run 6000 every 700 "print 'mark $(step)' append out/marks screen no"
write_data out/end.${n}
clear
next n
jump SELF turn
END
mkdir out
"$tsubu" in.deck -log none >screen 2>errors || fail "the deck does not run: $(cat errors)"
grep -q 'Time spent' screen || fail 'no summary of times'
grep -q "$(printf '\r')" screen && fail 'a progress line in a file'
mv out reference

same_files() {
    for file in line.1 line.2 dump.1 dump.2 end.1 end.2 marks; do
        cmp -s "out/$file" "reference/$file" || fail "$1: $file differs"
    done
}

# stop SIGNAL LINES: runs the deck until out/dump.1 and out/dump.2 have so many snapshots together, then sends the signal.
stop() {
    rm -rf out interrupted.*
    mkdir out
    "$tsubu" in.deck -log none -threads 2 >screen 2>errors &
    local pid=$! rc
    while kill -0 $pid 2>/dev/null; do
        [ "$(cat out/dump.* 2>/dev/null | grep -c TIMESTEP)" -ge "$2" ] && break
        sleep 0.01
    done
    kill "-$1" $pid 2>/dev/null
    wait $pid
    rc=$?
    case $rc in 0) return 1 ;; $((128 + $(kill -l "$1")))) return 0 ;; esac
    fail "exit code $rc after SIG$1"
}

interrupted=0
for snapshots in 2 8 12 17 20; do
    signal=INT
    case $snapshots in 8) signal=TERM ;; 12) signal=HUP ;; 17) signal=PIPE ;; esac
    stop $signal $snapshots || continue # it was faster than the signal
    state=$(ls interrupted.*.restart 2>/dev/null)
    # between `clear` and the next run there is nothing to go on from
    if [ -z "$state" ] && [ -e out/end.1 ] && [ ! -s out/dump.2 ]; then continue; fi
    interrupted=$((interrupted + 1))
    grep -q 'stopped at step' screen || fail 'it is not said that the run was stopped'
    grep -q -- "-continue $state" screen || fail 'it is not said how to go on'
    "$tsubu" check in.deck >/dev/null || fail 'check'
    mv in.deck moved.deck # the deck itself is in the file
    "$tsubu" -continue "$state" -log none -threads 1 >screen 2>errors || fail "cannot go on: $(cat errors)"
    mv moved.deck in.deck
    grep -q WARNING screen && fail "a warning: $(grep WARNING screen)"
    same_files "stopped after $snapshots snapshots, $state"
done
[ $interrupted -ge 2 ] || fail "only $interrupted runs could be interrupted"

# A file that no interrupted run wrote, or a deck besides it, is refused.
"$tsubu" -continue reference/line.1 >screen 2>errors && fail 'a data file is not a state'
grep -q 'is not a restart file' errors || fail "message: $(cat errors)"
"$tsubu" in.deck -continue x >screen 2>errors && fail 'a deck besides the state'
grep -q 'are in x' errors || fail "message: $(cat errors)"

# Files of `restart N`, in the middle of a piece of `run every` and at its end, before its commands.
{
    sed -n '/^region box/,/^fix g /p' in.deck
    echo 'create_atoms 1 single 0 0 0.02
set group all diameter 0.008 density 2500
fix move all nve/sphere
restart 50 at.*
run 270 every 100 "print mark.$(step) append marks screen no"
print end.$(step) append marks'
} >in.pieces
rm -f marks
"$tsubu" in.pieces -log none >screen 2>errors || fail "pieces: $(cat errors)"
[ "$(tr '\n' ' ' <marks)" = 'mark.100 mark.200 mark.270 end.270 ' ] || fail "marks: $(cat marks)"
for step in 50 100 150 200 250; do
    rm -f marks
    "$tsubu" -continue at.$step -log none >screen 2>errors || fail "pieces from $step: $(cat errors)"
    case $step in
        50 | 100) expected='mark.100 mark.200 mark.270 end.270 ' ;;
        150 | 200) expected='mark.200 mark.270 end.270 ' ;;
        *) expected='mark.270 end.270 ' ;;
    esac
    [ "$(tr '\n' ' ' <marks)" = "$expected" ] || fail "from step $step: $(tr '\n' ' ' <marks)"
done

# On a terminal: a progress line, and Ctrl-C there; the second one ends the program at once.
if command -v python3 >/dev/null; then
    rm -rf out interrupted.*
    mkdir out
    sed 's/^run 6000$/run 60000000/' in.deck >in.long
    python3 - "$tsubu" <<'END' || fail 'on a terminal'
import os, pty, re, select, sys, time, fcntl, termios, struct
def session(presses, columns):
    pid, fd = pty.fork()
    if pid == 0:
        os.execv(sys.argv[1], [sys.argv[1], "in.long", "-log", "none"])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    text, begin, pressed = b"", time.time(), 0
    while time.time() - begin < 60:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                more = os.read(fd, 65536)
            except OSError:
                break
            if not more:
                break
            text += more
        if pressed == 0 and text.count(b"\r\x1b[K") >= 3:
            for _ in range(presses):
                os.write(fd, b"\x03")
                pressed += 1
    status = os.waitpid(pid, 0)[1]
    return text.decode(), os.waitstatus_to_exitcode(status)
text, code = session(1, 200)
line = re.findall(r"\r\x1b\[K( *\d+ %[^\r\n]*particles[^\r\n]*)", text)
assert line, text[-500:]
for word in ("%", "step ", "t ", "left ", " particles", " contacts", " M particle-steps/s", "audit "):
    assert word in line[-1], (word, line[-1])
assert re.search(r" left (\d+ s|\d+:\d\d (min|h))  ", line[-1]), line[-1]
assert code == 130, code
assert "stopped at step" in text and "-continue interrupted." in text, text[-500:]
text, code = session(1, 40)
lines = re.findall(r"\r\x1b\[K( *\d+ %[^\r\n]*)", text)
assert lines and max(len(x.replace("^C", "")) for x in lines) <= 39, lines[-1:]
text, code = session(2, 80)
assert code == 130, code
END
    for file in interrupted.*.restart.*; do
        [ -e "$file" ] && fail "half a file is left: $file"
    done
fi
# The demonstration names the program that goes on.
"$tsubu" demo --out demo --threads 2 >screen 2>errors &
pid=$!
while kill -0 $pid 2>/dev/null && ! grep -q '^ *[1-9][0-9]* ' demo/log.tsubu 2>/dev/null; do
    sleep 0.05
done
kill -TERM $pid
wait $pid
grep -q '^  tsubu -continue interrupted\.[0-9]*\.restart' screen || fail "how to go on with the demonstration: $(tail -n 8 screen)"
exit $failed
