# SPDX-License-Identifier: Apache-2.0
# What a newcomer meets first is in Japanese where the environment says so, with the numbers and names of the English text; logs and files stay
# English, and so does what nobody has translated. usage: test_japanese.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
ja() { LC_ALL=ja_JP.UTF-8 LANGUAGE="" "$@"; }
en() { LC_ALL=C "$@"; }
python3 "$source/tests/docs/japanese.py" "$source" || fail "cli/messages/ja.po"
# The list bites: a number that is lost, a sentence that is not in the sources.
mkdir -p tree/cli/messages && ln -s "$source/src" tree/src && cp "$source"/cli/*.[ch] tree/cli/
sed '0,/%1\$s/s/%1\$s//' "$source/cli/messages/ja.po" >tree/cli/messages/ja.po
sed -i 's/^msgid "the time step is %g; it must be positive"/msgid "the time step is %g; it must be negative"/' tree/cli/messages/ja.po
python3 "$source/tests/docs/japanese.py" tree >said && fail "a wrong list is taken"
grep -q "it must be negative" said || fail "a sentence that nobody says: $(cat said)"

# Names, numbers and words in quotes of both languages are the same.
same() { # WORDS COMMAND...: the Japanese text has the words
    local words=$1
    shift
    ja "$@" >ja.txt 2>&1
    en "$@" >en.txt 2>&1
    grep -q "$words" ja.txt || fail "no '$words' of $*: $(cat ja.txt)"
    for pattern in '[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?' '`[^`]*`'; do
        diff <(tr -d '\n' <en.txt | sed 's/  */ /g' | grep -oE "$pattern" | sort) <(tr -d '\n' <ja.txt | sed 's/  */ /g' | grep -oE "$pattern" | sort) >differ ||
            fail "$* has other numbers or names in Japanese: $(cat differ)"
    done
}
same '離散要素法' "$tsubu" --help
ja "$tsubu" new barrel --kind drum | grep -q '計算するには： cd barrel && tsubu in.barrel' || fail "tsubu new is not Japanese"
en "$tsubu" new silo >/dev/null && cd silo || fail "no deck"
cat >../broken.awk <<'AWK'
/^timestep/ { print "timestep abc"; next }
/^fix  *gravity/ { print "fix gravity all gravty 9.81 vector 0 0 -1"; next }
{ print }
AWK
awk -f ../broken.awk in.silo >in.broken
same 'エラー' "$tsubu" check in.broken
ja "$tsubu" in.silo -var n 30 -threads 1 >ja.txt 2>&1 || fail "the run fails: $(cat ja.txt)"
mv log.tsubu log.ja
en "$tsubu" in.silo -var n 30 -threads 1 >en.txt 2>&1
for words in 'エネルギー内訳' '残差' '計算時間' '時間の内訳'; do grep -q "$words" ja.txt || fail "the run does not say '$words'"; done
grep -q "Energy audit" log.ja && ! grep -q '残差' log.ja || fail "the log is not English"
diff <(grep -A12 'エネルギー内訳' ja.txt | grep -oE '[0-9.]+e[-+][0-9]+') <(grep -A12 'Energy audit' en.txt | grep -oE '[0-9.]+e[-+][0-9]+') || fail "other energies"

# The likely slips: a sentence each.
slip() { # DECK-LINE WORDS
    printf 'units si\n%s\n' "$1" >in.slip
    ja "$tsubu" in.slip >said 2>&1 && fail "no error: $1"
    grep -q "$2" said || fail "$1: $(cat said)"
    grep -q '^tsubu: in.slip:2: ' said || fail "no place: $(cat said)"
}
slip 'timestep -1' '正でなければなりません'
slip 'run 10' '計算領域が必要です'
slip 'fix a all nve/spher' 'ではありませんか'
slip 'variable x equal ${y}' '変数 `y` はありません'
slip 'include nowhere' '開けません'
slip 'region b block 0 1 0 1 0' 'zhi がありません'
slip 'boundary f f q' "'q' という境界はありません"
# Every deck with an error (tests/decks/bad) is answered in Japanese: but for names, usages and what is in quotes no row of English words is left.
left=0 all=0
for deck in "$source"/tests/decks/bad/*.in; do
    ja "$tsubu" "$deck" -log none 2>said >/dev/null
    grep '^tsubu: ' said | sed 's/`[^`]*`//g; s/（書式：.*//' >line
    all=$((all + 1))
    if ! grep -qP '[\x{3040}-\x{30ff}\x{4e00}-\x{9fff}]' line || grep -qP '(?<![\w/])[a-z]{2,} [a-z]{2,} [a-z]{2,}' line; then
        left=$((left + 1))
        cat said >>english
    fi
done
[ "$all" -ge 120 ] && [ "$left" -le 2 ] || fail "$left of $all errors are not in Japanese: $(cat english)"
ja "$tsubu" in.nowhere >said 2>&1 && fail "no deck"
grep -q "'in.nowhere' という入力ファイルもツールもありません" said || fail "$(cat said)"
# LANGUAGE goes before the locale, but not before C; what is not in the list stays English.
LC_ALL=C.UTF-8 LANGUAGE=ja "$tsubu" --help | grep -q 'ツール:' || fail "LANGUAGE"
LC_ALL=C LANGUAGE=ja "$tsubu" --help | grep -q 'tools:' || fail "the locale C"
printf 'units si\nregion b mesh/tet file x.vtk rotate 1\n' >in.slip
ja "$tsubu" in.slip 2>&1 | grep -q 'in.slip:2' || fail "a sentence without translation"
exit $failed
