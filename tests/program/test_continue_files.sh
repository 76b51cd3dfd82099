# SPDX-License-Identifier: Apache-2.0
# A deck that goes on from an older restart file: files that grow are cut back to the step of that file and have every step once, to
# the byte, in the end; indices of dumps name the snapshots before it too. usage: test_continue_files.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
{ grains "-1 1 -1 1 -1 1" 1e-5; cat <<'END'; } >in.deck
lattice sc 0.4
region fill block -0.9 0.9 -0.9 0.9 -0.9 0.9
create_atoms 1 region fill
set group all diameter 0.2 density 1000
fix g all gravity 9.81 vector 0.3 0.2 -1
fix integrate all nve/sphere
dump early all xyz 5 early.xyz
thermo 20
thermo_style custom step ke
run 10
undump early
dump d all custom 20 d.txt id x y z
dump_modify d append no flush no
dump p all xyz 30 p.xyz
dump z all custom 20 z.txt.gz id x
dump late all xyz 300 late.xyz
dump v all custom/vtp 50 v_*.vtp id x y z
dump h all hdf5 50 h.h5 id x
fix print all print 25 "$(step) $(ke)" file print.txt screen no
variable ke equal ke
fix mean all ave/time 5 4 20 v_ke file mean.txt
fix newest all ave/time 5 4 20 v_ke file newest.txt overwrite
thermo_log thermo.txt
restart 100 at.*
run 390
END
files="early.xyz d.txt p.xyz z.txt.gz late.xyz v.pvd h.h5 print.txt mean.txt newest.txt thermo.txt"
"$tsubu" in.deck -log none >said 2>errors || fail "$(cat errors)"
mkdir reference
cp $files reference

same() {
    for file in $files; do
        cmp -s "$file" "reference/$file" || fail "$1: $file is not as it was"
    done
}
snapshot=$((5 * 5 * 5 + 9)) # lines
[ "$(wc -l <d.txt)" -eq $((20 * snapshot)) ] || fail "the dump of the whole run"
[ "$(wc -l <newest.txt)" -eq 3 ] || fail "the mean that is overwritten: $(cat newest.txt)"

echo "a program, say" >tsubu # files in memory have a name, too: it must not be that of a file which is here

# From each of them, and from those that the continued runs write in their turn.
for step in 300 100 200 400 100; do
    "$tsubu" -continue at.$step -log none >said 2>errors || fail "from $step: $(cat errors)"
    same "from step $step"
    grep -q WARNING said && fail "from $step: $(grep WARNING said)"
    [ $step -eq 400 ] || grep -q "d.txt: continues after step $step" said || fail "nothing is said of d.txt: $(cat said)"
done
grep -q 'early.xyz: goes on' said && fail "a file that had been ended goes on"

# A file that ends before is appended to; one that is another is left alone, with a warning.
head -n $((5 * snapshot)) reference/d.txt >d.txt
"$tsubu" -continue at.200 -log none >said 2>errors || fail "$(cat errors)"
head -n $((5 * snapshot)) d.txt | cmp -s - <(head -n $((5 * snapshot)) reference/d.txt) || fail "what was there is gone"
{ echo other; cat reference/d.txt; } >d.txt
"$tsubu" -continue at.200 -log none >said 2>errors || fail "$(cat errors)"
{ echo other; cat reference/d.txt; } | cmp -s - <(head -c $(($(stat -c %s reference/d.txt) + 6)) d.txt) || fail "a file of somebody else was cut"
grep -q 'WARNING.*d.txt has changed since at.200 was written' said || fail "no warning: $(cat said)"
exit $failed
