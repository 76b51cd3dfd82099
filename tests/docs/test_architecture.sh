# SPDX-License-Identifier: Apache-2.0
# The page on the architecture knows every file of the step, and none that is not there; step.c names the stages of its table. Functions and
# files that pages name are there.
# usage: test_architecture.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
table() { sed -n '/^## The course of a step/,/^## Layers/p' "$source/docs/architecture.md"; }
table | sed -nE 's/^\| [^|]* \| `([^`]+)` \| [^|]+ \|$/\1/p' | sort >said
(cd "$source/src/step" && find . -name '*.c' | sed 's|^\./||') | sort >there
[ "$(wc -l <there)" -gt 30 ] || fail "no files of the step"
sort said | uniq -d | grep . && fail "files that the table has twice"
comm -13 said there | grep . && fail "files of src/step that the table does not have"
while read -r file; do
    [ -f "$source/src/step/$file" ] || fail "the table has $file, which is not there"
done <said
for stage in 1 2 3 4 5 6 7; do
    grep -qE "^ \* .*  $stage [a-z]|take_step +$stage " "$source/src/step/step.c" || fail "step.c does not name stage $stage"
done
table | sed -nE 's/^\| ([0-9]) .*/\1/p' | sort -u >stages
for stage in $(cat stages); do
    grep -q "\"$stage " "$source/docs/figures/architecture.py" || [ "$stage" = 0 ] || fail "the figure does not have stage $stage"
done
cd "$source" || exit 1
pages=(README*.md CONTRIBUTING.md docs/*.md docs/theory/*.md)
# in code words, without what ends in a place holder (tsu_computes_NAME) and the example of a type
grep -ohE '`[^`]*`' "${pages[@]}" | grep -oE '\btsu_[a-z0-9_]*[a-z0-9]\b' | sort -u | grep -vx 'tsu_noun' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 100 ] || fail "pages name hardly a function"
grep -rohE '\btsu_[a-z0-9_]+' include src cli python tests/lib.sh | sort -u | comm -13 - "$work/named" | grep . && fail "names that pages have and the code has not"
for file in $(grep -ohE '`(src|include|tests|cli|tools)/[A-Za-z0-9_/.]+\.(c|h|sh|py|cmake)`' "${pages[@]}" | tr -d '\`' | grep -vE 'NAME|KIND' | sort -u); do
    [ -f "$file" ] || fail "pages name $file, which is not there"
done
cd "$work" || exit 1
PYTHONDONTWRITEBYTECODE=1 python3 "$source/docs/figures/architecture.py" "$tsubu" "$work" || fail "the figure"
cmp "$work/architecture.svg" "$source/docs/figures/architecture.svg" || fail "architecture.svg is not what its script draws; run make figures"
exit $failed
