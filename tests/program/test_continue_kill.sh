# SPDX-License-Identifier: Apache-2.0
# kill -9 at any moment: a deck that goes on from the newest restart file, or from an older one, is killed again and goes on from a
# newer one, ends with files that are byte for byte those of a run that was never stopped.
# usage: test_continue_kill.sh PROGRAM SOURCE_TREE [SEEDS]
scratch=/tmp
[ -w /dev/shm ] && scratch=/dev/shm
. "$2/tests/lib.sh"
seeds=${3:-3}

cat >sheet.stl <<'END'
solid sheet
facet normal 0 0 1
outer loop
vertex -1 -1 -0.3
vertex 1 -1 -0.3
vertex 1 1 -0.3
endloop
endfacet
facet normal 0 0 1
outer loop
vertex -1 -1 -0.3
vertex 1 1 -0.3
vertex -1 1 -0.3
endloop
endfacet
endsolid sheet
END
sed 's/-0\.3/-0.9/' sheet.stl >floor.stl
{ grains "-1 1 -1 1 -1 1" 2e-5; cat <<'END'; } >in.deck
lattice sc 0.201
region fill block -0.9 0.9 -0.9 0.9 -0.85 0.9
create_atoms 1 region fill
set group all diameter 0.2 density 1000
velocity all set 0.5 0.3 -3
fix floor all mesh/surface/stress file floor.stl type 1
fix sheet all mesh/surface file sheet.stl type 1
fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes floor
fix side all wall/gran model hertz tangential history primitive type 1 xplane 0.95
fix g all gravity 9.81 vector 0.3 0.2 -1
fix integrate all nve/sphere
fix age all property/atom age scalar yes no no 7
compute pairs all pair/gran/local pos id force history E_diss
compute walls all wall/gran/local id force E_diss
compute ke all ke/atom
compute lost all dissipated/atom
variable ke equal ke
variable next equal step+70
fix flow all massflow/mesh mesh sheet vec_side 0 0 -1 count once file o/flow.txt writeTime
fix line all print 5 "$(step) $(ke)" file o/line.txt screen no
fix untitled all print 30 "$(step)" append o/more.txt screen no title none
fix mean all ave/time 5 4 20 v_ke file o/mean.txt
fix running all ave/time 5 4 20 v_ke c_pairs[1] c_pairs[2] mode vector off 1 file o/never.txt start 100000
fix newest all ave/time 5 4 100 v_ke file o/newest.txt overwrite
fix histo all ave/histo 10 10 100 0 1 10 c_ke mode vector file o/histo.txt
fix bins all ave/spatial 10 5 50 z lower 0.2 vz density/mass file o/bins.txt
fix lags all ave/correlate 10 5 200 v_ke file o/lags.txt ave running
thermo 20
thermo_style custom step atoms ke c_lost[1]
thermo_log o/thermo.txt
END
sed -i '/^fix running/d; s/ c_lost\[1\]//' in.deck
cat >>in.deck <<'END'
dump d all custom 20 o/d.txt id x y z vx f_age c_ke c_lost[1]
dump slow all custom 30 o/slow.txt id x
dump_modify slow flush no
dump p all xyz 30 o/p.xyz
dump z all custom 40 o/z.txt.gz id x
dump many all custom 50 o/many.*.txt id x
dump v all custom/vtp 50 o/v_*.vtp id x y z
dump vtk all custom/vtk 100 o/w_*.vtk id x y z
dump h all hdf5 50 o/h.h5 id x
dump l all local 20 o/contacts.txt c_pairs[7] c_pairs[8] c_pairs[10] c_pairs[11] c_pairs[13] c_pairs[16]
dump m all local 20 o/walls.txt c_walls[2] c_walls[3] c_walls[4] c_walls[7]
dump b all mesh/stl 100 o/m_*.stl floor
dump c all mesh/vtk 100 o/c_*.vtk stress floor
dump n all local/gran/vtk 100 o/n_*.vtk pairs
dump when all custom 1000 o/when.txt id x
dump_modify when every v_next
restart 100 o/at.*
run 500
print "half $(step)" append o/marks screen no
undump p
fix late all print 10 "late $(step) $(ke)" file o/late.txt screen no
run 300 every 100 "print 'piece $(step)' append o/marks screen no"
write_data o/end.data
write_restart o/end.restart
END
mkdir o
"$tsubu" in.deck -log none >said 2>errors || fail "the deck does not run: $(cat errors)"
grep -q WARNING said && fail "$(grep WARNING said)"
mv o reference

# Nothing more and nothing less than in the reference, and every byte the same; what `dump hdf5` writes has the time of writing in it.
same() {
    diff <(ls reference) <(ls o) >difference || fail "$1: other files: $(grep '^[<>]' difference | tr '\n' ' ')"
    for file in $(ls reference); do
        case $file in
            at.* | end.restart) continue ;; # the order of contacts in them is that of a list
            h.*) [ "$(cd o && h5dump "$file" 2>&1)" = "$(cd reference && h5dump "$file" 2>&1)" ] && continue ;;
        esac
        cmp -s "o/$file" "reference/$file" || fail "$1: $file differs: $(diff <(head -c 100000 "o/$file") <(head -c 100000 "reference/$file") | head -n 3 | cut -c 1-120 | tr '\n' ' ')"
    done
    [ $failed -eq 0 ] || exit 1
}

newest() { ls o/at.* 2>/dev/null | grep -E 'at\.[0-9]+$' | sort -t . -k 2 -n | tail -n 1; }

# killed MILLISECONDS COMMAND...: lets it run so long.
killed() {
    local time=$1
    shift
    "$@" >said 2>errors &
    local pid=$!
    sleep "$(printf '%d.%03d' $((time / 1000)) $((time % 1000)))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
}
begin=$(date +%s%N)
mkdir o && "$tsubu" in.deck -log none >said 2>errors
span=$((($(date +%s%N) - begin) / 1000000)) # of a run [ms]: kills are spread over it
same 'a second run'

kills=0
for seed in $(seq "$seeds"); do
    RANDOM=$seed
    rm -rf o && mkdir o
    killed $((RANDOM % span)) "$tsubu" in.deck -log none
    for turn in 1 2 3 4; do
        state=$(newest)
        [ -n "$state" ] || break
        older=$(ls o/at.* | grep -E 'at\.[0-9]+$' | sort -t . -k 2 -n | head -n $((1 + RANDOM % 4)) | tail -n 1)
        [ $((turn % 2)) -eq 1 ] && state=$older
        killed $((RANDOM % (span / 2 + 1))) "$tsubu" -continue "$state" -log none
        grep -q WARNING said && fail "seed $seed: from $state: $(grep WARNING said)"
        kills=$((kills + 1))
    done
    state=$(newest)
    if [ -n "$state" ]; then
        "$tsubu" -continue "$state" -log none >said 2>errors || fail "seed $seed: from $state: $(cat errors)"
    else
        rm -rf o && mkdir o
        "$tsubu" in.deck -log none >said 2>errors || fail "$(cat errors)"
    fi
    grep -q WARNING said && fail "seed $seed: from $state: $(grep WARNING said)"
    same "seed $seed, from $state"
done
echo "$kills runs were killed"

# An older file, then a newer one: steps in between are there.
for last in 700 800; do
    for state in 100 600 200; do
        killed $((span / 4)) "$tsubu" -continue o/at.$state -log none
    done
    "$tsubu" -continue o/at.$last -log none >said 2>errors || fail "from $last: $(cat errors)"
    same "from 100, 600, 200 and $last"
done
exit $failed
