#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Speed of the ageing friction: return maps per second, and the cost of a bed's step relative to `tangential history`.
#   bench/friction/run.sh BUILD_FOLDER      prints Markdown
set -eu
build=$(cd "${1:-build}" && pwd)
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cc=${CC:-cc}
$cc -std=gnu17 -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -I"$source/src" -I"$source/include" \
    "$source/bench/friction/return_map.c" "$build/libtsubu_core.a" -lm -fopenmp -o return_map
echo "$(grep -m1 'model name' /proc/cpuinfo | cut -d: -f2 | sed 's/^ //'), $($cc --version | head -1), one core"
echo
./return_map

# CPU time, and the laws take turns, so that a busy machine treats them alike
TIMEFORMAT=%U
for turn in 1 2 3 4 5; do
    for law in history elastoplastic; do
        { time "$build/tsubu" "$source/bench/friction/in.bed" -var law $law -threads 1 -log none >/dev/null; } 2>>"$law"
    done
done
median() { sort -g "$1" | sed -n 3p; }
echo
awk -v h="$(median history)" -v e="$(median elastoplastic)" 'BEGIN {
    printf "Bed of 4608 grains, 7000 steps while it settles and rests: history %.2f s, elastoplastic %.2f s, ratio %.2f ", h, e, e/h
    printf "(%.1f and %.1f million particle-steps/s of CPU time; medians of five runs, taking turns)\n", 4608*7e-3/h, 4608*7e-3/e }'
