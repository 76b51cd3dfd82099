#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All that is to be shown of steps on a GPU, in one call on a machine that has one:
#   bench/gpu/run.sh [FOLDER]          (out/gpu)
# builds with CUDA (or takes PROGRAM, built with it), compares restart files of both machines byte by byte, lets compute-sanitizer look at the
# kernels, and measures sustained speed. Table: FOLDER/gpu.csv; what failed: exit code 1. THREADS (all cores) of the processor are compared with.
set -uo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mkdir -p "${1:-$source/out/gpu}" && cd "${1:-$source/out/gpu}" && pwd)
threads=${THREADS:-$(nproc)} failed=0
say() { echo "$*" | tee -a "$out/report.txt"; }
fail() { say "FAILED: $*" && failed=1; }
: >"$out/report.txt"

# ---- the program: with -gpu and without ------------------------------------------------------------------------------------------------
if [ -z "${PROGRAM:-}" ]; then
    arch=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
    cmake -S "$source" -B "$out/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF -DTSUBU_CUDA=ON -DTSUBU_CUDA_ARCH="${arch:-90}" >"$out/build.log" 2>&1 &&
        cmake --build "$out/build" -j --target tsubu >>"$out/build.log" 2>&1 || { fail "the build, see $out/build.log" && exit 1; }
    PROGRAM=$out/build/tsubu
fi
program=$(realpath "$PROGRAM")
say "machine: $(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader | head -n 1); $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $threads threads"
say "program: $(stat -c %s "$program") bytes"

run() { # FOLDER WORD...
    local folder=$out/$1
    shift
    mkdir -p "$folder"
    (cd "$folder" && "$program" "$@" -threads "$threads" -log log -screen none 2>errors) || fail "$folder: $(head -n 3 "$folder/errors")"
}

same() { # NAME FOLDER FOLDER
    if cmp -s "$out/$2/end.restart" "$out/$3/end.restart"; then say "$1: same state"; else fail "$1: other states in $2 and $3"; fi
}

both() { # NAME WORD...: on either machine
    local name=$1
    shift
    run "cpu_$name" "$@"
    run "gpu_$name" "$@" -gpu
    same "$name" "cpu_$name" "gpu_$name"
    grep -h 'Steps on the GPU' "$out/gpu_$name/log" | tee -a "$out/report.txt"
    say "$name: $(seconds "gpu_$name") s, $(seconds "cpu_$name") s on $threads threads"
}

seconds() { sed -nE 's/^Loop time of ([0-9.e+-]+) on .* for ([0-9]+) steps .*/\1/p' "$out/$1/log" | tail -n 1; }

# ---- the same bits -----------------------------------------------------------------------------------------------------------------
# 1000 steps of a million spheres, half as many contact models as matter, sizes 1:10, meshes that move, a hopper, and restarts across machines.
case=(-in "$source/bench/gpu/in.case" -var steps 1000)
both hertz "${case[@]}" -var case hertz -var nx 100 -var ny 100 -var nz 100
for laws in edinburgh elastoplastic cohesion mix; do
    both "$laws" "${case[@]}" -var case "$laws" -var nx 60 -var ny 60 -var nz 60
done
moved=(-in "$source/bench/gpu/in.moved")
both blade "${moved[@]}" -var case blade -var mesh "$source/bench/gpu/blade.stl" -var nx 100 -var ny 100 -var nz 50 -var steps 2000
both drum "${moved[@]}" -var case drum -var mesh "$source/bench/gpu/drum.stl" -var nx 200 -var ny 40 -var nz 1 -var steps 2000
both hopper -in "$source/bench/gpu/in.hopper" -var rate 100000 -var steps 12000
mkdir -p "$out/across" "$out/back"
cp "$out/cpu_hertz/half.restart" "$out/across/"
cp "$out/gpu_hertz/half.restart" "$out/back/"
run across -continue half.restart -gpu
run back -continue half.restart
same "processor, then GPU" across cpu_hertz
same "GPU, then processor" back cpu_hertz

# ---- speed ---------------------------------------------------------------------------------------------------------------------------
# Sustained: the second half of a run that takes 2 s or more on the GPU, with accounts and lists.
echo "case,particles,steps,gpu_s,gpu_million_particle_steps_per_s,cpu_million_particle_steps_per_s,cpu_threads,lists_in_the_whole_run" >"$out/gpu.csv"
speed() { sed -nE 's/^Loop time of ([0-9.e+-]+) on .* for ([0-9]+) steps with ([0-9]+) atoms.*/\1 \2 \3/p' "$out/$1/log" | tail -n 1 | awk '{ printf "%.1f", $2 * $3 / $1 / 1e6 }'; }
lists() { sed -nE 's/.*lists made there ([0-9]+) times.*/\1/p' "$out/$1/log" | tail -n 1; }
atoms() { sed -nE 's/^Loop time of .* with ([0-9]+) atoms.*/\1/p' "$out/$1/log" | tail -n 1; }
measure() { # NAME SIZE STEPS STEPS-OF-THE-PROCESSOR WORD...
    local name=$1.$2 size=$2 steps=$3 few=$4
    shift 4
    words=(-in "$source/bench/gpu/in.case" -var nx "$size" -var ny "$size" -var nz "$size" -var floor -0.0025 -var save no "$@")
    run "speed_gpu_$name" "${words[@]}" -var steps "$steps" -gpu
    run "speed_cpu_$name" "${words[@]}" -var steps "$few"
    echo "${name%.*},$(atoms "speed_gpu_$name"),$((steps / 2)),$(seconds "speed_gpu_$name"),$(speed "speed_gpu_$name"),$(speed "speed_cpu_$name"),$threads,$(lists "speed_gpu_$name")" | tee -a "$out/gpu.csv"
}
measure hertz 100 16000 300 -var case hertz
measure edinburgh 100 10000 200 -var case edinburgh
measure flow 100 12000 300 -var case hertz -var tilt 1.0
measure hertz 160 4000 100 -var case hertz
measure edinburgh 160 2000 60 -var case edinburgh

# ---- compute-sanitizer ---------------------------------------------------------------------------------------------------------------
look() { # TOOL NAME WORD...
    local tool=$1 name=$2
    shift 2
    mkdir -p "$out/sanitizer"
    (cd "$out/sanitizer" && compute-sanitizer --tool "$tool" --error-exitcode 9 "$program" -gpu "$@" -var steps 100 -log none -screen none) >"$out/sanitizer_$tool.$name.txt" 2>&1 &&
        say "$tool, $name: clean" || fail "$tool, $name: see $out/sanitizer_$tool.$name.txt"
}
for tool in memcheck racecheck initcheck synccheck; do
    for laws in hertz edinburgh elastoplastic; do
        look "$tool" "$laws" "${case[@]}" -var case "$laws" -var nx 8 -var ny 8 -var nz 8
    done
    look "$tool" blade "${moved[@]}" -var case blade -var mesh "$source/bench/gpu/blade.stl" -var nx 10 -var ny 10 -var nz 6
done

# ---- memory: a hundred million spheres ----------------------------------------------------------------------------------------------------
run memory -in "$source/bench/gpu/in.case" -var case hertz -var nx 464 -var ny 464 -var nz 464 -var floor -0.0025 -var steps 20 -var save no -gpu
grep -hE '^GPU |Steps on the GPU|^Loop time' "$out/memory/log" | tee -a "$out/report.txt"
say "table: $out/gpu.csv"
exit $failed
