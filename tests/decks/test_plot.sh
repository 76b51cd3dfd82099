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
"$tsubu" plot tsubu.log --columns roteng -o one.html >/dev/null
grep -q RotEng one.html || fail "the column that was asked for"
grep -q '"Atoms"' one.html && fail "a column that was not asked for"
"$tsubu" plot tsubu.log --columns KinEn -o two.html >said 2>&1 && fail "an unknown column"
grep -q "did you mean 'KinEng'" said || fail "the nearest column: $(cat said)"
"$tsubu" plot "$logs/in.grains" >said 2>&1 && fail "a deck is no log"
grep -q "no table of thermo output" said || fail "it must say so: $(cat said)"
"$tsubu" plot nothing.log >said 2>&1 && fail "no file"
"$tsubu" plot >said 2>&1 && fail "no log"
grep -q "needs a log" said || fail "it must ask for a log: $(cat said)"
echo "plot: ok"
