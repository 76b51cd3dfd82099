# SPDX-License-Identifier: Apache-2.0
# tools/first_state.py turns a published first state into a data file, from which examples 11 and 12 start without packing grains.
# usage: test_first_state.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
cd "$work" || exit 1
{
    printf 'Radius[m]\tPosX[m] PosY[m] PosZ[m]\n 0.001 0 0 -0.089243\n 0.001 0.0025 0 -0.089243\n'
    printf ' 0.001 0 0.0025 -0.089243\n 0.01 0 0 0.06\n 5 0.01 0.01 0 0 0.06\n\n'
} >bed.txt
python3 "$source/tools/first_state.py" bed.txt >bed.data || fail "no data file"
grep -q '^3 atoms$' bed.data && grep -q '^2 atom types$' bed.data || fail "three grains without the ball: $(cat bed.data)"
cp "$source/examples/12_penetration_round_robin/in.penetration" .
"$tsubu" in.penetration -log none -threads 1 -var first bed.data -var time 0.001 -var dt 1e-6 >said || fail "the penetration: $(tail -n 3 said)"
grep -q '^  *0  *0  *4 ' said || fail "three grains and the ball: $(cat said)"
grep -q '^Insertion' said && fail "grains were packed as well"
awk -F, 'END { if (NR != 3 || $2 > 0.055 || $2 < 0.0549) exit 1 }' ball.csv || fail "the ball has not fallen for 1 ms: $(cat ball.csv)"

printf 'Radius[m] PosX[m] PosY[m] PosZ[m]\n 0.002 0 0 -0.097\n 0.001 0.02 0 -0.09\n' >drum.txt
python3 "$source/tools/first_state.py" drum.txt >drum.data || fail "no data file of the drum"
cp "$source/examples/11_drum_round_robin/in.drum" "$source/examples/11_drum_round_robin/disc.stl" .
"$tsubu" in.drum -log none -threads 1 -var first drum.data -var soft 400 -var dt 1.6e-5 -var time 0.2 >said || fail "the drum: $(tail -n 3 said)"
[ "$(wc -l <zones.csv)" = 3 ] || fail "rows at 0.1 and 0.2 s: $(cat zones.csv)"
printf 'Radius[m] PosX[m] PosY[m] PosZ[m]\n 0.003 0 0 0\n' >odd.txt
says 'odd.txt has no grains' -- python3 "$source/tools/first_state.py" odd.txt
exit $failed
