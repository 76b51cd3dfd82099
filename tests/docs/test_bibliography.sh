# SPDX-License-Identifier: Apache-2.0
# Every source that is named has its line in the bibliography; one that has none is found. usage: test_bibliography.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
python3 "$source/tests/docs/bibliography.py" "$source" || fail "the bibliography"
mkdir tree && for part in src cli include examples bench tests CMakeLists.txt CITATION.cff; do ln -s "$source/$part" "tree/$part"; done
cp -r "$source/docs" tree/docs
for name in 'Nobody (1999)' 'Nobody and Somebody 1999' 'Nobody et al. (1999)' 'Thornton (1998a) and Nobody (1997)'; do
    echo "as in $name" >tree/docs/new.md
    python3 "$source/tests/docs/bibliography.py" tree >said && fail "not noticed: $name"
    grep -q "docs/new.md:1: 'Nobody" said || fail "$name: $(cat said)"
done
exit $failed
