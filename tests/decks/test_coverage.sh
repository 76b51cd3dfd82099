#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every feature listed in coverage.txt names a test that is there; no feature stands there twice; and every row of
# test_options.c stands there, so that the list stays whole.
set -eu
tests=$(cd "$(dirname "$0")/.." && pwd)
list=$tests/decks/coverage.txt
failed=0
features=0
complain() {
    echo "coverage.txt: $1"
    failed=1
}
while IFS= read -r line; do
    case $line in '#'* | '') continue ;; esac
    feature=${line%% | *}
    rest=${line#* | }
    file=${rest%% | *}
    name=${rest#* | }
    features=$((features + 1))
    [ "$name" != "$rest" ] || complain "'$feature' has no test"
    [ -f "$tests/$file" ] || { complain "'$feature': there is no $file" && continue; }
    grep -qF -- "$name" "$tests/$file" || { complain "'$feature': $file has no $name" && continue; }
    # in a test in C it is a case: a function, or a row of a table by its first words
    case $file:$name in
    *.c:\"*) grep -qF -- "{$name" "$tests/$file" || complain "'$feature': $name is not a row in $file" ;;
    *.c:*) grep -q "^static void $name(void \*\*" "$tests/$file" || complain "'$feature': $name is not a case in $file" ;;
    esac
done <"$list"
[ "$features" -gt 150 ] || complain "only $features features"
twice=$(grep -v '^#' "$list" | sed 's/ | .*//' | sort | uniq -d)
[ -z "$twice" ] || complain "stands twice: $twice"
sed -n 's/^    {\("[^"]*"\).*/\1/p' "$tests/decks/test_options.c" >"${TMPDIR:-/tmp}/tsubu_rows_$$"
while IFS= read -r row; do
    grep -qF -- "| $row" "$list" || complain "the row $row of test_options.c is not listed"
done <"${TMPDIR:-/tmp}/tsubu_rows_$$"
rm -f "${TMPDIR:-/tmp}/tsubu_rows_$$"
exit $failed
