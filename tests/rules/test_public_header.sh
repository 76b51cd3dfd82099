# SPDX-License-Identifier: Apache-2.0
# The public header stands alone and is good C17 and C++17 to the letter. usage: test_public_header.sh PROGRAM SOURCE_TREE
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
header=$2/include/tsubu/tsubu.h
echo '#include "tsubu/tsubu.h"' >"$work/use.c"
cp "$work/use.c" "$work/use.cpp"
tried=0
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" -std=c17 -pedantic -Wall -Wextra -Werror -I"$2/include" -fsyntax-only "$work/use.c"
    tried=$((tried + 1))
done
for compiler in g++ clang++; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" -std=c++17 -pedantic -Wall -Wextra -Werror -I"$2/include" -fsyntax-only "$work/use.cpp"
    tried=$((tried + 1))
done
test -f "$header" && test "$tried" -ge 2
echo "public header: $tried compilers agree"
