# SPDX-License-Identifier: Apache-2.0
# What the page on limits calls refused is refused, and the README leads there. usage: test_limits.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
count=0
while read -r word; do
    count=$((count + 1))
    grep -qF "{\"$word\"," "$source/src/command/unsupported.c" "$source/src/command/forks.c" || fail "docs/limits.md says that '$word' is refused, but it is on no list of what is"
done < <(sed -n '/^## Not supported/,/^## Machines/p' "$source/docs/limits.md" | awk -F'|' 'NF > 4 { print $4 }' | grep -oE '`[^`]+`' | tr -d '`')
[ "$count" -ge 15 ] || fail "only $count refused commands were found in docs/limits.md"
grep -q 'docs/limits.md' "$source/README.md" && grep -q 'docs/limits.ja.md' "$source/README.ja.md" || fail "a README does not lead to the page on limits"
exit $failed
