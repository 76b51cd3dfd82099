#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Settled beds: tsubu beside LIGGGHTS and LAMMPS, alternately, on one core. Times are CPU seconds of the stepping loop, found as
# the difference between a run of many and a run of few steps, so that reading the bed does not count.
# Usage: run.sh TSUBU BED.dat [REPEATS]   (BED.dat: a LAMMPS data file of spheres, periodic in x and y; decks beside this script)
# Peers that are not installed are left out. Prints a CSV: program, model, particles, million particle-steps per CPU second.
set -euo pipefail
tsubu=$1 bed=$(realpath "$2") repeats=${3:-3}
here=$(cd "$(dirname "$0")" && pwd)
atoms=$(awk '$2 == "atoms" { print $1; exit }' "$bed")
few=20 many=${STEPS:-120}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

seconds() { # CPU seconds of a command
    local t
    t=$( { TIMEFORMAT='%U'; time "$@" >/dev/null 2>&1; } 2>&1 )
    echo "$t"
}
measure() { # name, model, command with STEPS in place of the number of steps
    local name=$1 model=$2 a b
    shift 2
    a=$(seconds "${@//STEPS/$few}")
    b=$(seconds "${@//STEPS/$many}")
    awk -v a="$a" -v b="$b" -v n="$atoms" -v s="$((many - few))" -v name="$name" -v model="$model" \
        'BEGIN { printf "%s,%s,%d,%.3f\n", name, model, n, 1e-6 * n * s / (b - a) }'
}
echo "program,model,particles,million_particle_steps_per_cpu_second"
for ((k = 0; k < repeats; k++)); do
    common=(-var dat "$bed" -var skin 0.001 -var warm 1 -var steps STEPS)
    measure tsubu hertz "$tsubu" -in "$here/in.hertz" "${common[@]}" -var model hertz -log none -threads 1
    measure tsubu hooke "$tsubu" -in "$here/in.hertz" "${common[@]}" -var model hooke -log none -threads 1
    measure tsubu edinburgh+jkr_tan+epsd3 "$tsubu" -in "$here/in.edinburgh" "${common[@]}" -var tangential jkr_tan -log none -threads 1
    measure tsubu edinburgh+history+epsd3 "$tsubu" -in "$here/in.edinburgh" "${common[@]}" -var tangential history -log none -threads 1
    if command -v liggghts >/dev/null; then
        measure liggghts hertz liggghts -in "$here/in.hertz" "${common[@]}" -var model hertz -log none
        measure liggghts hooke liggghts -in "$here/in.hertz" "${common[@]}" -var model hooke -log none
        measure liggghts edinburgh+history+epsd3 liggghts -in "$here/in.edinburgh" "${common[@]}" -var tangential history -log none
    fi
    if command -v lmp >/dev/null; then
        measure lammps hertz/history env OMP_NUM_THREADS=1 lmp -in "$here/in.lammps" "${common[@]}" -var model hertz -log none
        measure lammps granular env OMP_NUM_THREADS=1 lmp -in "$here/in.lammps" "${common[@]}" -var model granular -log none
    fi
done
