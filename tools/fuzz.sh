#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh BUILD SECONDS - runs every fuzz target of the build for that long, from the seeds in tests/fuzz/seeds/NAME.
set -euo pipefail
build=$1
seconds=$2
root=$(cd "$(dirname "$0")/.." && pwd)
found=0
for target in "$build"/tests/fuzz_*; do
    [ -x "$target" ] || continue
    found=$((found + 1))
    name=$(basename "$target")
    corpus=$build/corpus/$name
    mkdir -p "$corpus"
    seeds=()
    if [ -d "$root/tests/fuzz/seeds/$name" ]; then seeds=("$root/tests/fuzz/seeds/$name"); fi
    if [ "$name" = fuzz_deck ]; then seeds+=("$root/tests/decks/bad"); fi # small decks, nearly right
    echo "== $name for $seconds s"
    "$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/$name-" "$corpus" "${seeds[@]}" 2>&1 | grep -vE '^#[0-9]+.*(NEW|REDUCE|pulse|RELOAD)|# Uses: |recommended dictionary' || {
        echo "FAILED: $name; the input that does it lies in $build/"
        exit 1
    }
done
if [ "$found" -eq 0 ]; then
    echo "no fuzz targets in $build/tests"
    exit 1
fi
