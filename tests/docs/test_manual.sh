# SPDX-License-Identifier: Apache-2.0
# Every command, style and contact model has its entry in the reference, whole and in both languages; each example runs; the pages are written
# with links that lead somewhere, and the screen shows the same. usage: test_manual.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
check() { python3 "$source/tests/docs/manual.py" "$tsubu" "$@"; }
check "$source" >said || { cat said; fail "the entries of the reference"; }
check "$source" run >said || { cat said; fail "an example of the reference"; }

# The test sees what is missing.
mkdir -p tree/cli tree/examples && cp -r "$source/cli/reference" tree/cli/ && ln -s "$source/docs" tree/docs && ln -s "$source/examples/starters" tree/examples/starters
bites() { # FILE SED-SCRIPT WORDS
    cp "$source/cli/reference/$1" tree/cli/reference/
    sed -i "$2" "tree/cli/reference/$1"
    QUICK=1 check tree >said && fail "not noticed: $2"
    grep -q "$3" said || fail "$2: $(cat said)"
    cp "$source/cli/reference/$1" tree/cli/reference/
}
bites 71_fixes_forces.txt 's/^entry fix viscous/entry fix vicious/' 'fix viscous: no entry'
bites 73_fixes_insertion.txt '/^arg volumefraction_region/d' "has 'volumefraction_region', none"
bites 10_commands_setup.txt 's/^ja 時間刻み.*/ja the time step/' 'timestep: no summary in Japanese'
bites 50_regions.txt 's/^see region, region prism/see region prisma/' "'region prisma', which is not there"
bites 00_shared.txt '/^word a group /d' "no Japanese of 'a group'"
bites 73_fixes_insertion.txt '0,/^differ-ja/{/^differ-ja/d}' 'differ in one language only'
sed -i 's/^fix slow all viscous 1e-4.*/fix slow all viscous/' tree/cli/reference/71_fixes_forces.txt
check tree run "fix viscous" >said && fail "an example that fails is not noticed"

for wrong in 's/^gpu yes/gpu no/' 's/^gpu no/gpu yes/'; do
    for file in 70_fixes_setup 71_fixes_forces; do
        sed "/^entry fix \(gravity\|viscous\)/,/^ja/{$wrong}" "$source/cli/reference/$file.txt" >tree/cli/reference/$file.txt
    done
    [ "$wrong" != 's/^gpu no/gpu yes/' ] || sed -i 's/^entry fix viscous/&\ngpu yes/' tree/cli/reference/71_fixes_forces.txt
    check tree run "fix gravity" "fix viscous" >said && fail "not noticed: $wrong"
    grep -q "its entry says 'gpu" said || fail "$wrong: $(cat said)"
done

# Pages: two for each entry; what they link to is there.
mkdir pages && "$tsubu" reference --pages pages || fail "no pages"
[ "$(ls pages | wc -l)" -ge 420 ] || fail "only $(ls pages | wc -l) pages"
for page in pages/*.md; do
    for link in $(grep -oE '\]\([a-zA-Z0-9_./]+\.md' "$page" | sed 's/](//'); do
        [ -e "pages/$link" ] || [ -e "$source/docs/${link#../}" ] || fail "$page links to $link"
    done
done
for title in Syntax Example Restrictions "Energy audit" Restart "Differences from LIGGGHTS" "See also"; do
    grep -L "^## $title\$" $(ls pages/*.md | grep -v '\.ja\.md\|index') >without
    [ -s without ] && fail "no '$title': $(cat without)"
done
for title in 書式 例 制限 エネルギー内訳 リスタート "LIGGGHTS との違い" 関連項目; do
    grep -L "^## $title\$" $(ls pages/*.ja.md | grep -v index) >without
    [ -s without ] && fail "no '$title': $(cat without)"
done
# The tables of contact models are in the language of their page.
grep -E '^\| `' pages/{model,cohesion,tangential,rolling_friction,surface}_*.ja.md | grep -vP '[\x{3040}-\x{30ff}\x{4e00}-\x{9fff}]' >english
[ -s english ] && fail "rows of contact models without Japanese: $(cat english)"
grep -qP '[\x{3040}-\x{30ff}]' pages/model_hertz.md && [ "$(grep -cP '[\x{3040}-\x{30ff}\x{4e00}-\x{9fff}]' pages/model_hertz.md)" -gt 1 ] && fail "Japanese on an English page"
grep -q '^領域を粒子で満たします' pages/fix_insert_pack.ja.md || fail "no Japanese page"
says "could not be written" -- "$tsubu" reference --pages nowhere/there

# The page in the tree is what the program says today.
LC_ALL=C "$tsubu" reference --summary | cmp - "$source/docs/reference.md" || fail "docs/reference.md: write it anew by tsubu reference --summary"
LC_ALL=ja_JP.UTF-8 "$tsubu" reference --summary | cmp - "$source/docs/reference.ja.md" || fail "docs/reference.ja.md: write it anew by LC_ALL=ja_JP.UTF-8 tsubu reference --summary"

# The screen: the same facts, no line wider than it, in the language of the user.
"$tsubu" reference insert/pack >screen
for words in 'volumefraction_region F' 'random close packing' 'fix fill all insert/pack seed 7' 'recorded as' 'several ranks'; do
    grep -q "$words" screen || fail "reference insert/pack does not say '$words'"
done
grep -q '^        yes all_in yes' screen || fail "the example is not wrapped"
awk 'length($0) > 100 { print; bad = 1 } END { exit bad }' screen || fail "lines are too wide"
LC_ALL=ja_JP.UTF-8 "$tsubu" reference insert/pack | grep -q '領域を粒子で満たします' || fail "not in Japanese"
LC_ALL=C.UTF-8 LANGUAGE=ja "$tsubu" reference timestep | grep -q '時間刻みを決めます' || fail "LANGUAGE is not looked at"
LC_ALL=C LANGUAGE=ja "$tsubu" reference timestep | grep -q '時間刻みを決めます' && fail "the locale C is English"
exit $failed
