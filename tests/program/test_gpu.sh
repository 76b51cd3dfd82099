# SPDX-License-Identifier: Apache-2.0
# `tsubu DECK -gpu`, with the kernels called on the processor: restart files, thermo and energy tables are those of a run without it, also
# across a restart in either direction; what the GPU does not take is named once.
# usage: test_gpu.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
cd "$work" || exit 1
export TSUBU_GPU=host
case="$source/bench/gpu/in.case" hopper="$source/bench/gpu/in.hopper"

run() { # FOLDER WORD...: a run in a folder of its own
    local folder=$1
    shift
    mkdir -p "$folder"
    (cd "$folder" && "$tsubu" "$@" -log log >said 2>errors) || fail "$folder: $(cat "$folder/errors")"
}

# What runs say of their results: thermo lines and the energy tables.
results() { grep -E '^ +[0-9]+ +[0-9]+ |^  (held|dissipated|put in|error|residual) ' "$1/log"; }

same() { # FOLDER FOLDER: the same state at the end, and the same words
    cmp "$1/end.restart" "$2/end.restart" || fail "$1 and $2: other states"
    diff <(results "$1") <(results "$2") || fail "$1 and $2: other results"
    grep -q 'Steps on the GPU' "$2/said" || fail "$2: must say how many steps the GPU took"
}

for laws in hertz edinburgh elastoplastic wide; do
    words=(-in "$case" -var case $laws -var nx 5 -var ny 5 -var nz 6 -var steps 800 -threads 1)
    run cpu_$laws "${words[@]}"
    run gpu_$laws "${words[@]}" -gpu
    same cpu_$laws gpu_$laws
    grep -qE 'Steps on the GPU .*: (79[0-9]|800) of 800;' gpu_$laws/said || fail "$laws: $(grep 'Steps on the GPU' gpu_$laws/said)"
done
grep -q 'bytes a particle' gpu_hertz/said || fail "memory must be said before the run"

# Meshes that move: a blade that stirs a bed, a drum that turns.
for moved in blade drum; do
    words=(-in "$source/bench/gpu/in.moved" -var case $moved -var mesh "$source/bench/gpu/$moved.stl" -var nx 8 -var ny 8 -var nz 6 -var steps 1000 -var period 0.1 -threads 1)
    run cpu_$moved "${words[@]}"
    run gpu_$moved "${words[@]}" -gpu
    same cpu_$moved gpu_$moved
    grep -qE 'Steps on the GPU .*: 1000 of 1000;' gpu_$moved/said || fail "$moved: $(grep 'Steps on the GPU' gpu_$moved/said)"
done

# Insertion on the processor, the steps between on the GPU; particles leave the box.
words=(-in "$hopper" -var rate 20000 -var steps 6000 -threads 1)
run cpu_hopper "${words[@]}"
run gpu_hopper "${words[@]}" -gpu
same cpu_hopper gpu_hopper
taken=$(sed -nE 's/^Steps on the GPU .*: ([0-9]+) of 6000.*/\1/p' gpu_hopper/said)
[ "${taken:-0}" -gt 5500 ] || fail "the GPU took $taken of 6000 steps of the hopper"

# A run is continued on the other machine.
for way in "there -gpu" "back"; do
    read -r folder option <<<"$way"
    mkdir -p $folder
    cp "$([ $folder = there ] && echo cpu || echo gpu)_hertz/half.restart" $folder/
    run $folder -continue half.restart $option
    cmp $folder/end.restart cpu_hertz/end.restart || fail "continued $folder: another state"
done

# What acts in every step keeps the steps on the processor, and is named once.
sed 's/^fix  *motion .*/&\nfix slow all viscous 1e-4/' "$case" >in.slow
run slow -in ../in.slow -var case hertz -var nx 3 -var ny 3 -var nz 3 -var steps 100 -gpu
[ "$(grep -c 'the processor takes the steps of this run, since .*slow.* is not on the GPU yet' slow/said)" -ge 1 ] ||
    fail "must say what keeps the steps: $(cat slow/said)"
[ "$(grep 'WARNING' slow/said | grep -c 'is not on the GPU yet')" -eq 1 ] || fail "must say it once: $(grep 'is not on the GPU yet' slow/said)"
grep -q 'Steps on the GPU .*: 0 of 100;' slow/said || fail "no step can be taken there"

# Without a GPU, or without CUDA, a sentence.
unset TSUBU_GPU
if "$tsubu" -gpu -in "$case" -var case hertz -var nx 3 -var ny 3 -var nz 3 -var steps 10 -log none >said 2>errors; then
    grep -q 'Steps on the GPU' said || fail "there is a GPU, but it took no steps"
else
    grep -qE 'was built without CUDA|no GPU can be used' errors || fail "$(cat errors)"
    grep -q 'without -gpu' errors || fail "must say the remedy: $(cat errors)"
fi
exit $failed
