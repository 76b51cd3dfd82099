#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The same bits at -O0 and -O3, with gcc and clang: builds the engine again with each and compares the hashes of the scenes of
# same_bits.h with those of the build under test. Usage: test_same_bits_compilers.sh TSUBU SOURCE
set -euo pipefail
build=$(dirname "$1") source=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
expected=$("$build/tests/test_oracle_same_bits" print)
flags=(-std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-psabi -D_GNU_SOURCE -DTSU_VERSION='"test"'
       "-I$source/include" "-I$source/src" "-I$source/tests")
files=("$source"/src/{base,state,law,search,step}/*.c "$source"/src/step/*/*.c "$source/tests/oracle/test_same_bits.c")
failed=0
check() { # name, compiler and its flags
    local name=$1 objects=()
    shift
    mkdir "$folder/$name"
    for file in "${files[@]}"; do # a name occurs in several folders
        printf '%s\0%s\0' "$file" "$(tr / _ <<<"${file#"$source"/}").o"
    done | (cd "$folder/$name" && xargs -0 -P 2 -n 2 bash -c '"${@:1:$#-2}" -c "${@:$#-1:1}" -o "${@:$#}"' sh "$@" "${flags[@]}")
    objects=("$folder/$name"/*.o)
    "$@" "${objects[@]}" -lcmocka -lm -o "$folder/$name/scenes"
    local got
    got=$("$folder/$name/scenes" print)
    if [ "$got" = "$expected" ]; then
        echo "$name: same bits"
    else
        printf '%s differs:\n%s\nexpected:\n%s\n' "$name" "$got" "$expected"
        failed=1
    fi
}
check gcc_O0 gcc -O0
check gcc_O3_baseline gcc -O3 -DTSU_NO_CLONES
if command -v clang >/dev/null; then
    check clang_O2 clang -O2
else
    echo "clang is not installed: its bits are not compared"
fi
exit $failed
