# SPDX-License-Identifier: Apache-2.0
# The public headers stand alone and are good C17 to the letter, and C++: tsubu.h and tsubu_contact.h of 2017, those of laws of 2020.
# usage: test_public_header.sh PROGRAM SOURCE_TREE
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tried=0
for header in "$2"/include/tsubu/*.h "$2"/include/tsubu/law/*.h; do
    name=${header#"$2"/include/}
    dialect=c++20
    case $name in tsubu/tsubu.h | tsubu/tsubu_contact.h) dialect=c++17 ;; esac
    printf '#include <%s>\ntypedef int used;\n' "$name" >"$work/use.c"
    cp "$work/use.c" "$work/use.cpp"
    for compiler in gcc clang; do
        command -v "$compiler" >/dev/null || continue
        "$compiler" -std=c17 -pedantic -Wall -Wextra -Werror -I"$2/include" -fsyntax-only "$work/use.c"
        tried=$((tried + 1))
    done
    for compiler in g++ clang++; do
        command -v "$compiler" >/dev/null || continue
        "$compiler" -std=$dialect -pedantic -Wall -Wextra -Wno-missing-field-initializers -Werror -I"$2/include" -fsyntax-only "$work/use.cpp"
        tried=$((tried + 1))
    done
done
[ "$tried" -ge 12 ]
echo "public headers: $tried times a compiler agrees"
