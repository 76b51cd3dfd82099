# SPDX-License-Identifier: Apache-2.0
# What a newcomer asks first is a click from the README, two from the first page of the manual, in both languages; a page that leads nowhere is
# noticed. usage: test_questions.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
python3 "$source/tests/docs/questions.py" "$source" >said || { cat said; fail "the first questions"; }
grep -q 'make a film: README.md 1, README.ja.md 1' said || fail "no count: $(cat said)"
mkdir tree && cp -r "$source/docs" "$source/README.md" "$source/README.ja.md" tree/ && ln -s "$source/examples" "$source/CONTRIBUTING.md" "$source/CHANGELOG.md" tree/
for link in 'docs/howto_film.md' 'docs/calibration.md' 'reference.md#fix-insertstream'; do
    sed "s|($link)|(docs/limits.md)|; s|(docs/$link)|(docs/limits.md)|" "$source/README.md" >tree/README.md
    python3 "$source/tests/docs/questions.py" tree >said && fail "not noticed: $link is not linked"
    grep -q '^README.md: ' said || fail "$link: $(cat said)"
done
exit $failed
