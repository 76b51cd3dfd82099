# SPDX-License-Identifier: Apache-2.0
# The functions of power.h give the same bits with every compiler and at every optimisation level.
# usage: test_power_bits.sh PROGRAM SOURCE_TREE (the program is not needed)
set -euo pipefail
source_tree=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

common="-std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math -I$source_tree/src -I$source_tree/include"
wide=()
if grep -qw avx2 /proc/cpuinfo 2>/dev/null; then wide+=("-O3 -mavx2" "-O3 -mavx2 -mfma"); fi
if grep -qw avx512f /proc/cpuinfo 2>/dev/null; then wide+=("-O3 -mavx512f"); fi

expected=
count=0
for compiler in "${CC:-gcc}" clang; do
    command -v "$compiler" >/dev/null || continue
    for flags in "-O0" "-O2" "-O3" "${wide[@]}"; do
        # shellcheck disable=SC2086
        "$compiler" $common $flags "$source_tree/tests/unit/power_bits.c" -o "$work/bits" -lm
        got=$("$work/bits")
        echo "$got  $compiler $flags"
        expected=${expected:-$got}
        count=$((count + 1))
        if [ "$got" != "$expected" ]; then
            echo "FAILED: $compiler $flags gives $got instead of $expected"
            exit 1
        fi
    done
done
test "$count" -ge 3
