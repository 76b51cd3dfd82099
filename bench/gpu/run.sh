#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All that is to be shown of steps on a GPU, in one call on a machine that has one:
#   bench/gpu/run.sh [FOLDER]          (out/gpu)
# builds with CUDA and without, compares restart files of both machines byte by byte, lets compute-sanitizer look at the kernels, and
# measures sustained speed. Table: FOLDER/gpu.csv; what failed: exit code 1. THREADS (all cores) of the processor are compared with.
set -uo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mkdir -p "${1:-$source/out/gpu}" && cd "${1:-$source/out/gpu}" && pwd)
threads=${THREADS:-$(nproc)} failed=0
say() { echo "$*" | tee -a "$out/report.txt"; }
fail() { say "FAILED: $*" && failed=1; }
: >"$out/report.txt"

# ---- the programs ------------------------------------------------------------------------------------------------------------------
arch=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
for kind in cpu gpu; do
    cmake -S "$source" -B "$out/build_$kind" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DTSUBU_CUDA=$([ $kind = gpu ] && echo ON || echo OFF) \
        -DTSUBU_CUDA_ARCH="${arch:-90}" >"$out/build_$kind.log" 2>&1 &&
        cmake --build "$out/build_$kind" -j --target tsubu >>"$out/build_$kind.log" 2>&1 || { fail "the build, see $out/build_$kind.log" && exit 1; }
done
cpu=$out/build_cpu/tsubu gpu=$out/build_gpu/tsubu
say "machine: $(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader | head -n 1); $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $threads threads"
say "nvcc: $(nvcc --version 2>/dev/null | grep -o 'release [0-9.]*'); program $(stat -c %s "$gpu") bytes, without CUDA $(stat -c %s "$cpu")"

run() { # FOLDER PROGRAM WORD...
    local folder=$out/$1 program=$2
    shift 2
    mkdir -p "$folder"
    (cd "$folder" && "$program" "$@" -log log -screen none 2>errors) || fail "$folder: $(head -n 3 "$folder/errors")"
}

same() { # NAME FOLDER FOLDER
    if cmp -s "$out/$2/end.restart" "$out/$3/end.restart"; then say "$1: same state"; else fail "$1: other states in $2 and $3"; fi
}

# ---- the same bits -----------------------------------------------------------------------------------------------------------------
# A million spheres, 1000 steps; half as many contact models as matter, mixed sizes, a hopper, and restarts across machines.
for laws in hertz edinburgh elastoplastic cohesion wide; do
    words=(-in "$source/bench/gpu/in.case" -var case $laws -var nx 100 -var ny 100 -var nz 100 -var steps 1000)
    run "cpu_$laws" "$cpu" "${words[@]}" -threads "$threads"
    run "gpu_$laws" "$gpu" "${words[@]}" -threads "$threads" -gpu
    same "$laws, 1M, 1000 steps" "cpu_$laws" "gpu_$laws"
    grep 'Steps on the GPU' "$out/gpu_$laws/log" | tee -a "$out/report.txt"
done
for moved in blade drum; do
    [ $moved = drum ] && size=(-var nx 200 -var ny 40 -var nz 1) || size=(-var nx 100 -var ny 100 -var nz 50)
    words=(-in "$source/bench/gpu/in.moved" -var case $moved -var mesh "$source/bench/gpu/$moved.stl" "${size[@]}" -var steps 4000)
    run "cpu_$moved" "$cpu" "${words[@]}" -threads "$threads"
    run "gpu_$moved" "$gpu" "${words[@]}" -threads "$threads" -gpu
    same "$moved, 4000 steps" "cpu_$moved" "gpu_$moved"
    grep -h 'Steps on the GPU\|^Loop time' "$out/gpu_$moved/log" "$out/cpu_$moved/log" | tee -a "$out/report.txt"
done
words=(-in "$source/bench/gpu/in.hopper" -var rate 100000 -var steps 40000)
run cpu_hopper "$cpu" "${words[@]}" -threads "$threads"
run gpu_hopper "$gpu" "${words[@]}" -threads "$threads" -gpu
same "hopper, insertion and outflow" cpu_hopper gpu_hopper
mkdir -p "$out/across" "$out/back"
cp "$out/cpu_hertz/half.restart" "$out/across/"
cp "$out/gpu_hertz/half.restart" "$out/back/"
run across "$gpu" -continue half.restart -gpu
run back "$cpu" -continue half.restart
same "processor, then GPU" across cpu_hertz
same "GPU, then processor" back cpu_hertz

# ---- compute-sanitizer ---------------------------------------------------------------------------------------------------------------
for tool in memcheck racecheck initcheck synccheck; do
    for laws in hertz edinburgh elastoplastic; do
        mkdir -p "$out/sanitizer"
        (cd "$out/sanitizer" && compute-sanitizer --tool $tool --error-exitcode 9 "$gpu" -gpu -in "$source/bench/gpu/in.case" -var case $laws -var nx 8 -var ny 8 -var nz 8 \
            -var steps 200 -log none -screen none) >"$out/sanitizer_$tool.$laws.txt" 2>&1 && say "$tool, $laws: clean" || fail "$tool, $laws: see $out/sanitizer_$tool.$laws.txt"
    done
    (cd "$out/sanitizer" && compute-sanitizer --tool $tool --error-exitcode 9 "$gpu" -gpu -in "$source/bench/gpu/in.moved" -var case blade -var mesh "$source/bench/gpu/blade.stl" \
        -var nx 10 -var ny 10 -var nz 6 -var steps 200 -log none -screen none) >"$out/sanitizer_$tool.blade.txt" 2>&1 && say "$tool, blade: clean" || fail "$tool, blade: see $out/sanitizer_$tool.blade.txt"
done

# ---- speed ---------------------------------------------------------------------------------------------------------------------------
# Sustained: the second half of a run that takes 10 s or more on the GPU, with accounts and lists.
echo "case,particles,steps,gpu_million_particle_steps_per_s,cpu_million_particle_steps_per_s,cpu_threads" >"$out/gpu.csv"
speed() { sed -nE 's/^Loop time of ([0-9.e+-]+) on .* for ([0-9]+) steps with ([0-9]+) atoms.*/\1 \2 \3/p' "$1/log" | tail -n 1 | awk '{ printf "%.1f", $2 * $3 / $1 / 1e6 }'; }
for size in 100 160; do
    for laws in hertz edinburgh; do
        steps=20000 words=(-in "$source/bench/gpu/in.case" -var case $laws -var nx $size -var ny $size -var nz $size -var floor -0.0025)
        run "speed_gpu_$laws.$size" "$gpu" "${words[@]}" -var steps $steps -threads "$threads" -gpu
        run "speed_cpu_$laws.$size" "$cpu" "${words[@]}" -var steps 400 -threads "$threads"
        echo "$laws,$((size * size * size)),$((steps / 2)),$(speed "$out/speed_gpu_$laws.$size"),$(speed "$out/speed_cpu_$laws.$size"),$threads" | tee -a "$out/gpu.csv"
    done
done
run memory "$gpu" -in "$source/bench/gpu/in.case" -var case hertz -var nx 464 -var ny 464 -var nz 464 -var floor -0.0025 -var steps 20 -threads "$threads" -gpu
grep -E '^GPU |Steps on the GPU' "$out/memory/log" | tee -a "$out/report.txt"
say "table: $out/gpu.csv"
exit $failed
