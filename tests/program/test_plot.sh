# SPDX-License-Identifier: Apache-2.0
# `tsubu plot` draws logs of three programs and says what is wrong with others. usage: test_plot.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
logs=$source/tests/decks/logs
for program in liggghts lammps tsubu; do
    cp "$logs/$program.log" .
    [ "$("$tsubu" plot $program.log)" = "$program.log.html" ] || fail "$program: the name of the page"
    grep -q 'KinEng' $program.log.html || fail "$program: no chart of the kinetic energy"
    grep -qE 'https?://[a-z]+\.[a-z]' $program.log.html && fail "$program: the page needs a network"
done
# of each run the physics comes first, then its clocks and counts; columns that are asked for come in the order they are asked for
charts() { grep -o '"title":"[^"]*"' "$1" | cut -d'"' -f4 | grep -v Runs | tr '\n' ' '; }
cat >order.log <<'END'
Step Time Atoms CPU KinEng v_lift
0 0 5 0 1.5 2
10 0.1 5 0.01 1.25 3
Loop time of 0.01
END
"$tsubu" plot order.log >/dev/null
[ "$(charts order.log.html)" = "KinEng v_lift Time Atoms CPU " ] || fail "the order of the charts: $(charts order.log.html)"
"$tsubu" plot order.log --columns cpu,KinEng -o asked.html >/dev/null
[ "$(charts asked.html)" = "CPU KinEng " ] || fail "the order asked for: $(charts asked.html)"
"$tsubu" plot tsubu.log --columns roteng -o one.html >/dev/null
grep -q RotEng one.html || fail "the column that was asked for"
grep -q '"Atoms"' one.html && fail "a column that was not asked for"
"$tsubu" plot tsubu.log --columns KinEn -o two.html >said 2>&1 && fail "an unknown column"
grep -q "did you mean 'KinEng'" said || fail "the nearest column: $(cat said)"
"$tsubu" plot "$logs/in.grains" >said 2>&1 && fail "a deck is not a log"
grep -q "has no thermo output" said || fail "it must say so: $(cat said)"
# Several logs: a curve of each in each chart, with units where the deck says si, over time where all have it.
sed 's/KinEng/RotEng/' order.log >other.log
cat >third.log <<'END'
units si
Step Time KinEng Atoms
0 0 7 5
10 0.1 6 5
Loop time of 0.01
END
[ "$("$tsubu" plot order.log third.log other.log -o all.html)" = all.html ] || fail "the page of several logs"
[ "$(charts all.html)" = "Atoms CPU KinEng v_lift " ] || fail "the columns of several logs: $(charts all.html)"
for words in order.log third.log other.log 'Time' '3 logs over time'; do
    grep -q "$words" all.html || fail "several logs: no '$words'"
done
"$tsubu" plot third.log third.log --columns KinEng -o units.html >/dev/null
grep -q 'KinEng \[J\]' units.html && grep -q 'Time \[s\]' units.html || fail "units on the axes"
grep -q 'KinEng \[J\]' all.html && fail "a unit of a log that says none"
[ "$("$tsubu" plot third.log order.log)" = third.log.compared.html ] || fail "the name of the page of several logs"
"$tsubu" plot order.log other.log --columns nonsense >said 2>&1 && fail "a column that no log has"
grep -q "none of the 2 logs has a column 'nonsense'" said || fail "it must say so: $(cat said)"
"$tsubu" plot tsubu.log --columns kineng -o si.html >/dev/null
grep -q 'KinEng \[J\]' si.html || fail "units of one log"
"$tsubu" plot nothing.log >said 2>&1 && fail "no file"
"$tsubu" plot >said 2>&1 && fail "no log"
grep -q "needs a log" said || fail "it must ask for a log: $(cat said)"
echo "plot: ok"
