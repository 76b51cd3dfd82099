# SPDX-License-Identifier: Apache-2.0
# The live server over plain sockets: what it answers and refuses, that it keeps the bits of a run, stops with it, and shows recorded
# runs and a gallery. usage: test_view.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
client=$source/tests/program/view_client.py
cat > in.few <<'DECK'
# A few grains
variable steps index 150000
units si
atom_style granular
boundary f f f
newton off
region box block -0.05 0.05 -0.05 0.05 0 0.2 units box
create_box 1 box
lattice sc 0.012
region fill block -0.03 0.03 -0.03 0.03 0.01 0.1 units box
create_atoms 1 region fill
set group all diameter 0.01 density 2500
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep 2e-5
fix g all gravity 9.81 vector 0 0 -1
fix i all nve/sphere
fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.0
fix tube all wall/gran model hertz tangential history primitive type 1 zcylinder 0.049 0 0
thermo_style custom step atoms ke hash
thermo 1000
run ${steps}
DECK
address() { # waits until a program has printed where it can be seen
    wait_for "$1" http:
    grep -oE 'http://[^ ]*' "$1"
}
table() { awk '$1 ~ /^[0-9]+$/ && NF == 4' "$1"; }

"$tsubu" in.few -log plain -screen none
if ! "$tsubu" in.few --view -var steps 1 -log none >said 2>&1; then
    grep -q libmicrohttpd said || fail "without a server it must say why: $(cat said)"
    echo "skipped: this build has no server"
    exit 0
fi

# Looked at, steered and recorded: the same bits, line by line.
rm -f said
"$tsubu" in.few --view --record run.tsubu -log seen >said 2>&1 &
python3 "$client" watch "$(address said)" || fail "watching"
wait $! || fail "the run that was watched: $(cat said)"
[ "$(table plain | wc -l)" -eq 151 ] || fail "the plain run"
cmp <(table plain) <(table seen) || fail "a run that is looked at has other bits"
python3 "$client" gone "$(address said)" || fail "the server stays after its run"

# A page that nobody opens takes some 14 MB with 97,200 particles; forces of single contacts, 8 MB more, are not kept for it.
peak() { python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$tsubu" "$source/bench/view/in.bed" -threads 1 -log none -var steps 20 "$@"; }
bed=$(peak)
shown=$(peak --view)
[ $((shown - bed)) -lt 17500 ] || fail "a page that nobody opens takes $((shown - bed)) KiB beside $bed of the run"

# Refused and survived; stopped by a client.
rm -f said
"$tsubu" in.few --view -var steps 100000000 -log none >said 2>&1 &
run=$!
python3 "$client" strangers "$(address said)" || fail "strangers"
python3 "$client" routes "$(address said)" "$source" info frame series particle contact control || fail "every path of a live run"
python3 "$client" crowds "$(address said)" || fail "crowds"
python3 "$client" order "$(address said)" stop
wait $run && fail "a stopped run must not claim success"
grep -q "stopped at step" said || fail "a stopped run must say so"
python3 "$client" gone "$(address said)"

# A reader that is slow to ask again still learns how it ended.
rm -f said
"$tsubu" in.few --view -var steps 100000000 -log none >said 2>&1 &
run=$!
python3 "$client" late "$(address said)" || fail "the last frame of a run for a slow reader"
wait $run || true

# With --view-keep it stays, until told to go.
rm -f said
"$tsubu" in.few --view-keep -var steps 100 -log none >said 2>&1 &
run=$!
wait_for said 'the page stays until Ctrl-C'
python3 "$client" alive "$(address said)" || fail "--view-keep"
kill -INT $run
wait $run || fail "the exit code of a run that went well, and whose page was closed"
if grep -q 'stopped at step' said; then fail "that run was not stopped"; fi
python3 "$client" gone "$(address said)"

# A reader stops the run: it ends, and the page that was to stay stays until Ctrl-C; then no word of the page moves anything.
rm -f said
"$tsubu" in.few --view-keep -var steps 100000000 -log none >said 2>&1 &
run=$!
python3 "$client" order "$(address said)" stop
wait_for said 'the page stays until Ctrl-C'
grep -q 'stopped at step' said || fail "a run that a reader has stopped must say so: $(cat said)"
python3 "$client" over "$(address said)" stopped || fail "the page of a run that was stopped"
kill -0 $run || fail "stop has ended the server that was to stay"
kill -INT $run
rc=0
wait $run || rc=$?
[ $rc -eq 130 ] || fail "exit code $rc of a run that a reader has stopped"
python3 "$client" gone "$(address said)"

# The time series of energies have the peak of a collision, which takes 135 of 30000 steps.
cat > in.pair <<'DECK'
units si
atom_style granular
boundary f f f
region box block -0.3 0.3 -0.02 0.02 -0.02 0.02 units box
create_box 1 box
create_atoms 1 single -0.0070 0 0 units box
create_atoms 1 single 0.0070 0 0 units box
set group all diameter 0.01 density 2500
set atom 1 vx 0.5
set atom 2 vx -0.5
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 1.0
pair_style gran model hertz tangential off
pair_coeff * *
timestep 1e-5
fix i all nve/sphere
thermo 10000
run 30000
DECK
rm -f said
"$tsubu" in.pair --view-keep -log none >said 2>&1 &
run=$!
wait_for said 'the page stays until Ctrl-C'
python3 "$client" peaks "$(address said)" || fail "peaks of energies: $(cat said)"
kill -INT $run
wait $run

# A run that ends before anybody has opened its page: a script is told and goes on, a person at a terminal can still open it.
rm -f said
"$tsubu" in.few --view -var steps 100 -log none >said 2>&1 || fail "a short run"
grep -q 'its page was never opened; --view-keep keeps it available' said || fail "it must say what keeps the page: $(cat said)"
if command -v script >/dev/null; then
    rm -f said
    script -qefc "'$tsubu' in.few --view -var steps 100 -log none" said </dev/null >/dev/null 2>&1 &
    run=$!
    wait_for said 'waiting 60 s for a viewer'
    there=$(address said | tr -d '\r' | head -1)
    python3 "$client" over "$there" || fail "the first reader of a run that is over"
    wait $run || fail "the exit code of a run whose page was waited for"
    python3 "$client" gone "$there" # when nobody looks any more
fi

# A recorded run; one that was killed; files that are none.
rm -f said
"$tsubu" view run.tsubu >said 2>&1 &
run=$!
python3 "$client" recorded "$(address said)" 101 || fail "recorded run"
python3 "$client" routes "$(address said)" "$source" info frame series particle || fail "every path of a recorded run"
kill -INT $run
wait $run || fail "Ctrl-C ends it well"
"$tsubu" in.few --record killed.tsubu -var steps 100000000 --record-every 500 -log none >/dev/null 2>&1 &
run=$!
for _ in $(seq 900); do
    [ "$(stat -c %s killed.tsubu 2>/dev/null || echo 0)" -gt 60000 ] && break
    sleep 0.1
done
kill -9 $run
wait $run 2>/dev/null || true
truncate -s -7 killed.tsubu
rm -f said
"$tsubu" view killed.tsubu >said 2>&1 &
run=$!
python3 "$client" recorded "$(address said)" 2 || fail "killed run"
kill -INT $run
wait $run
rm -f said
"$tsubu" view run.tsubu --beside killed.tsubu >said 2>&1 &
run=$!
python3 "$client" pair "$(address said)" run.tsubu killed.tsubu || fail "two runs side by side"
kill -INT $run
wait $run
"$tsubu" view --beside run.tsubu >said 2>&1 && fail "a run beside none"
grep -q "needs a first run" said || fail "it must say what is missing: $(cat said)"
"$tsubu" view run.tsubu --beside nowhere >said 2>&1 && fail "a run beside one that is not there"
grep -q "cannot open nowhere" said || fail "it must say what is not there: $(cat said)"
"$tsubu" view in.few >said 2>&1 && fail "a deck is not a recorded run"
grep -q "neither a recorded run" said || fail "it must say that it is none: $(cat said)"
head -c 30 run.tsubu >short.tsubu
"$tsubu" view short.tsubu >said 2>&1 && fail "no frame"
grep -q "no whole frame" said || fail "it must say that no frame is there: $(cat said)"

# Contacts of a recorded run are those of the live one at the same step, with walls and across periodic faces.
sed -e 's/^boundary f f f/boundary p p f/' -e 's/-0.03 0.03 -0.03 0.03 0.01 0.1/-0.05 0.05 -0.05 0.05 0.01 0.06/' -e 's/sc 0.012/sc 0.01/' -e '/^fix tube/d' in.few >in.full
rm -f said
"$tsubu" in.full --view-keep --record full.tsubu -var steps 4000 -log none >said 2>&1 &
run=$!
wait_for said 'the page stays until Ctrl-C'
python3 "$client" contacts "$(address said)" full.json || fail "contacts of a live run"
kill -INT $run
wait $run
rm -f said
"$tsubu" view full.tsubu >said 2>&1 &
run=$!
python3 "$client" same_contacts "$(address said)" full.json || fail "contacts of a recorded run"
kill -INT $run
wait $run

# The gallery.
mkdir -p examples/few examples/empty examples/short
cp in.few examples/few
sed 's/^run .*/run 200/' in.few >examples/short/in.short
for other in drawn fake linked large pipe; do
    mkdir "examples/$other"
    cp in.few "examples/$other"
done
cat >picture.py <<'PYTHON'
import struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
pixels = zlib.compress(b"\0\xff\xff\xff")
sys.stdout.buffer.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))
PYTHON
python3 picture.py >examples/drawn/picture.png
cp examples/drawn/picture.png examples/picture.png # no example: it must not be found
echo "<script>no picture</script>" >examples/fake/picture.png
ln -s ../drawn/picture.png examples/linked/picture.png
cp examples/drawn/picture.png examples/large
truncate -s 1048577 examples/large/picture.png
mkfifo examples/pipe/picture.png
mkdir examples/several # decks of their own, one of them with a picture, one that goes on from a run that was not made
for deck in one two; do sed '1s/.*/# A deck: one of several, with a long line that says what it is all about at length and without end/' in.few >examples/several/in.$deck; done
cp in.few examples/several/in.slider
echo "read_restart none.restart" >examples/several/in.three
cp examples/drawn/picture.png examples/several/two.png
printf 'few 少しの粒子\r\nfewer x\nlarge \nseveral_two 二つ目: "例" <b>\n' >examples/titles.ja.txt
rm -f said
"$tsubu" view --examples examples >said 2>&1 &
run=$!
TMPDIR=$work python3 "$client" gallery "$(address said)" examples/drawn/picture.png || fail "gallery"
python3 "$client" routes "$(address said)" "$source" info files picture deck check run control kept || fail "every path of the gallery"
kill -INT $run
wait $run
"$tsubu" view --examples nowhere >said 2>&1 && fail "a gallery of nothing"
"$tsubu" in.few --view --port 70000 >said 2>&1 && fail "port"
grep -q "from 0 to 65535" said || fail "the port is out of range: $(cat said)"
echo "view: ok"
