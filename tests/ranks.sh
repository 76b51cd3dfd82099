# SPDX-License-Identifier: Apache-2.0
# What the tests with several ranks have in common; called behind tests/lib.sh. Ends the test where there is no MPI.
#   $start      how several ranks are started: "${start[@]}" -n N "$tsubu" DECK
#   gist        what must not depend on ranks, of the run in this folder: the table of a run, its accounts, its dumps
#   on_one DECK [FILE...]           runs in.DECK in the folder DECK.1, beside copies of the files
#   compare DECK RANKS THREADS [FILE...]   runs it on so many ranks, and compares
#   decks_written [FILE...]         all decks in.* are there; ends the test if only these are wanted, and copies them with the files to the
#                                   folder in the variable DECKS (tools/ranks_matrix.py)
command -v mpirun >/dev/null || { echo "no mpirun here"; exit 0; }
[ ! -x "${tsubu}_ranks" ] || tsubu=${tsubu}_ranks
ldd "$tsubu" | grep -q libmpi || { echo "built without MPI"; exit 0; }
[ -z "${ASAN_OPTIONS:-}" ] || export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 # Open MPI keeps some memory to its end
start=(mpirun --oversubscribe --allow-run-as-root)
if ! "${start[@]}" -n 2 true >/dev/null 2>&1; then echo "mpirun does not work here"; exit 0; fi

gist() {
    grep -aE '^ +[0-9]+ |held|dissipated|put in|error  |residual' log.tsubu
    cat dump.*.txt
}

decks_written() {
    [ -z "${DECKS:-}" ] || { cp in.* "$@" "$DECKS" && exit 0; }
}

on_one() {
    mkdir "$1.1" && cd "$1.1" || exit 1
    [ $# -lt 2 ] || cp "${@:2}" .
    "$tsubu" "../in.$1" -threads 1 >out 2>&1 || fail "$1: $(tail -n 3 out)"
    gist >gist
    cd ..
}

compare() {
    mkdir "$1.$2" && cd "$1.$2" || exit 1
    [ $# -lt 4 ] || cp "${@:4}" .
    timeout 200 "${start[@]}" -n "$2" "$tsubu" "../in.$1" -threads "$3" >out 2>&1 || fail "$1 on $2 ranks: $(tail -n 3 out)"
    grep -aq "Steps divided among $2 ranks: [1-9][0-9][0-9]* in" out || fail "$1 on $2 ranks: $(grep -aE 'Steps divided|cannot' out)"
    gist | cmp - "../$1.1/gist" || fail "$1 on $2 ranks is not what it is on one"
    for saved in *.restart *.vtk; do
        [ ! -e "$saved" ] || cmp "$saved" "../$1.1/$saved" || fail "$1: $saved of $2 ranks is not that of one"
    done
    cd ..
}
