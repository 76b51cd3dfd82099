# SPDX-License-Identifier: Apache-2.0
# The core builds with nothing but a C compiler and CMake, and what comes out needs only libc and libm. usage: test_minimal_build.sh PROGRAM SOURCE_TREE
set -euo pipefail
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake -S "$2" -B "$build" -DTSU_MINIMAL=ON -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=None >"$build/said" 2>&1 || {
    cat "$build/said"
    exit 1
}
grep '^-- tsubu' "$build/said" || true
cmake --build "$build" -j 2 >"$build/said" 2>&1 || {
    tail -n 30 "$build/said"
    exit 1
}

# The folder of the build lies outside of the tree; the program finds the examples of the tree all the same, and gets as far as its output.
"$build/tsubu" demo --out "$build/said/no_folder" >"$build/demo" 2>&1 && exit 1
grep -q "no_folder cannot be created" "$build/demo" || {
    cat "$build/demo"
    exit 1
}

# A program that uses threads through the library runs.
cat >"$build/use.c" <<'C'
#include "base/parallel.h"
static void mark(void *context, int64_t block, int thread)
{
    ((int *)context)[block] += 1 + 0 * thread;
}
int main(void)
{
    int marks[100] = {0}, sum = 0;
    tsu_parallel_for(100, 4, mark, marks);
    for (int i = 0; i < 100; i++) {
        sum += marks[i] == 1;
    }
    return sum == 100 && tsu_parallel_available() ? 0 : 1;
}
C
"${CC:-cc}" -std=c17 -I"$2/src" -I"$2/include" "$build/use.c" "$build/libtsubu_core.a" -pthread -lm -o "$build/use"
"$build/use"
for program in "$build/use" "$build/tsubu"; do
    [ -x "$program" ] || continue
    others=$(ldd "$program" | grep -vE 'linux-vdso|libc\.so|libm\.so|ld-linux|statically' || true)
    if [ -n "$others" ]; then
        echo "FAILED: $(basename "$program") needs more than libc and libm:$others"
        exit 1
    fi
done
# What needs a library that is not there says so in one line, before anything runs.
printf 'region box block -1 1 -1 1 -1 1\ncreate_box 1 box\nrestart 10 a b\n' >"$build/in.restart"
printf 'read_restart a\n' >"$build/in.read"
: >"$build/a"
if [ -x "$build/tsubu" ]; then
    for deck in in.restart in.read; do
        if (cd "$build" && ./tsubu $deck -log none >said 2>&1); then
            echo "FAILED: $deck runs without HDF5"
            exit 1
        fi
        grep -q 'restart needs HDF5, which this build does not have: install libhdf5-dev and build again' "$build/said" || {
            cat "$build/said"
            exit 1
        }
    done
fi
echo "minimal build: ok"
