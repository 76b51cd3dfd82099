# SPDX-License-Identifier: Apache-2.0
# `tsubu new`: every starter is written and runs; nothing is overwritten; mistakes are answered. `tsubu demo` finds its deck.
# usage: test_new.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
run() { # KIND WORDS OPTION...: a starter, made smaller, runs and says the words
    local kind=$1 words=$2 said
    shift 2
    "$tsubu" new "my_$kind" --kind "$kind" >said || fail "new $kind"
    grep -q "cd my_$kind && tsubu in.my_$kind" said || fail "new $kind does not say how to go on"
    grep -q "Run it with .tsubu in.my_$kind." "my_$kind/in.my_$kind" || fail "the deck of $kind does not know its name"
    grep -q "in\.$kind" "my_$kind/in.my_$kind" && fail "the deck of $kind speaks of another file"
    said=$(cd "my_$kind" && "$tsubu" "in.my_$kind" "$@" 2>&1) || fail "$kind: $said"
    case $said in *"$words"*) ;; *) fail "$kind does not say '$words': $said" ;; esac
    case $said in *WARNING*) fail "$kind warns: $(grep WARNING <<<"$said")" ;; esac
}
run hopper "of 100 grains are still in the hopper" -var n 100
run drum "Energy audit" -var n 40 -var turns 0.1
run pile "angle of repose" -var n 150
run compression "released: stress" -var n 150 -var steps 1000
grep -q "^angle of repose [0-9]" my_pile/angle.txt || fail "no angle.txt"
[ "$(wc -l <my_compression/stress.txt)" -ge 40 ] || fail "no stress.txt"
"$tsubu" new silo >said && [ -f silo/in.silo ] && [ -f silo/hopper.stl ] || fail "a hopper is the default"

echo mine >silo/in.silo
says "silo already exists" -- "$tsubu" new silo
[ "$(cat silo/in.silo)" = mine ] || fail "a deck was overwritten"
says "did you mean 'drum'?" -- "$tsubu" new other --kind drun
[ ! -e other ] || fail "a folder for an unknown kind"
says "cannot name a deck" -- "$tsubu" new a/b
says "needs a name" -- "$tsubu" new

cmp "$2/examples/starters/hopper.stl" silo/hopper.stl || fail "the mesh is another one"
python3 "$2/examples/starters/meshes.py" . && cmp hopper.stl silo/hopper.stl || fail "meshes.py makes another mesh"
exit $failed
