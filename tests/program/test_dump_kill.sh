# SPDX-License-Identifier: Apache-2.0
# Dumps that grow in one file, and kill -9: without a note beside it the file ends with a whole snapshot; with one, what the note
# calls whole is, and a run that appends cuts the rest off. usage: test_dump_kill.sh PROGRAM SOURCE_TREE [TIMES]
scratch=/tmp
[ -w /dev/shm ] && scratch=/dev/shm
. "$2/tests/lib.sh"
times=${3:-10}

{ grains "-1 1 -1 1 -1 1" 1e-6; cat <<'END'; } >in.begin
lattice sc 0.09
create_atoms 1 box
set group all diameter 0.08 density 1000
fix g all gravity 9.81 vector 0.3 0.2 -1
fix integrate all nve/sphere
END
atoms=$((23 * 23 * 23)) # cells of 0.09 in a box of 2
{ cat in.begin; echo "dump d all custom 1 d.txt id x y z vx vy vz fx fy fz"
  echo "dump p all xyz 1 p.xyz"; echo "run 100000"; } >in.run
{ cat in.begin; echo "dump d all custom 1 d.txt id x y z vx vy vz fx fy fz"; echo "dump_modify d append yes"
  echo "run 1"; } >in.append

# Every snapshot has all its lines, and the last line all its columns.
whole() { # FILE LINES_A_SNAPSHOT COLUMNS
    [ -z "$(tail -c 1 "$1")" ] || return 1
    awk -v n="$2" -v columns="$3" 'END { exit !(NR % n == 0 && (NR == 0 || NF == columns)) }' "$1"
}

look() { # FILE LINES_A_SNAPSHOT COLUMNS
    [ -e "$1" ] || return 0
    if [ -s "$1.unfinished" ]; then # an empty one was just being made
        read -r from to <"$1.unfinished"
        [ "$from" -lt "$to" ] || fail "the note of $1 makes no sense: $from $to"
        head -c "$from" "$1" >part
        whole part "$2" "$3" || fail "the first $from bytes of $1 are not whole snapshots"
        torn=$((torn + 1))
    else
        whole "$1" "$2" "$3" || fail "$1 is torn and nothing says so"
    fi
}

torn=0
grown=0
for round in $(seq "$times"); do
    rm -f d.txt* p.xyz*
    "$tsubu" in.run -log none >screen 2>errors &
    pid=$!
    for k in $(seq 400); do # until something is there
        { [ -s d.txt ] || ! kill -0 $pid; } 2>/dev/null && break
        sleep 0.02
    done
    sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
    kill -9 $pid 2>/dev/null || { fail "the run has ended by itself: $(cat errors)" && break; }
    wait $pid 2>/dev/null
    look d.txt $((atoms + 9)) 10
    look p.xyz $((atoms + 2)) 4
    [ -s d.txt ] && grown=$((grown + 1))
done
[ "$grown" -gt 0 ] || fail "no dump was ever begun"

# What a kill in the middle of a write leaves: appending cuts it off, here after the first snapshot.
rm -f d.txt*
sed 's/append yes/append no/' in.append >in.once
"$tsubu" in.once -log none >screen 2>errors || fail "$(cat errors)"
[ "$(wc -l <d.txt)" -eq $((2 * (atoms + 9))) ] || fail "two snapshots were to be written"
[ ! -e d.txt.unfinished ] || fail "a note is left of a run that has ended well"
mv d.txt both
head -n $((atoms + 9)) both >d.txt
first=$(stat -c %s d.txt)
head -c $((first + 1000)) both >d.txt
echo "$first $(stat -c %s both)" >d.txt.unfinished
"$tsubu" in.append -log none >screen 2>errors || fail "$(cat errors)"
{ head -n $((atoms + 9)) both; cat both; } | cmp - d.txt || fail "the torn end was not cut off"
[ ! -e d.txt.unfinished ] || fail "the note was not taken away"

# A note of a write that was finished after all cuts nothing; one beside a file that is written from the start neither.
cp both d.txt
echo "$first $(stat -c %s both)" >d.txt.unfinished
"$tsubu" in.append -log none >screen 2>errors || fail "$(cat errors)"
cat both both | cmp - d.txt || fail "a whole snapshot was cut off"
echo "0 99999999" >d.txt.unfinished
"$tsubu" in.once -log none >screen 2>errors || fail "$(cat errors)"
cmp both d.txt || fail "a note of another run had an effect"
echo "killed $times times, $torn files with a note"
exit $failed
