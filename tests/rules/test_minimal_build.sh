# SPDX-License-Identifier: Apache-2.0
# The core builds with nothing but a C compiler and CMake, and what comes out needs only libc and libm. usage: test_minimal_build.sh PROGRAM SOURCE_TREE
set -euo pipefail
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake -S "$2" -B "$build" -DTSU_MINIMAL=ON -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Debug >"$build/said" 2>&1 || {
    cat "$build/said"
    exit 1
}
grep '^-- tsubu' "$build/said" || true
cmake --build "$build" -j 2 >"$build/said" 2>&1 || {
    tail -n 30 "$build/said"
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
echo "minimal build: ok"
