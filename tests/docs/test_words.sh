# SPDX-License-Identifier: Apache-2.0
# What users read keeps clear of words that are on the list of CONTRIBUTING.md; one that comes back is noticed. usage: test_words.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
python3 "$source/tests/docs/words.py" "$source" || fail "words of the list"
for words in 'the run goes on' 'with the same bits' 'a deck of your own' '接触則' 'エネルギーを記帳します' 'フォルダーを作ります'; do
    echo "Here $words." >page.md
    python3 "$source/tests/docs/words.py" "$source" page.md >said && fail "not noticed: $words"
done
echo 'The run continues with bitwise identical results.' >page.md
python3 "$source/tests/docs/words.py" "$source" page.md >said || fail "noticed without cause: $(cat said)"
exit $failed
