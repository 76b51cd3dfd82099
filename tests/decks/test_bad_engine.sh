# SPDX-License-Identifier: Apache-2.0
# test_bad_engine.sh TSUBU SOURCE - every tests/decks/bad/*.in but those of the language alone (lang_) fails where and as its first line says
# (`# expect LINE: part of the sentence`), with exit code 1, and overwrites nothing.
. "$2/tests/lib.sh"
wrong=0
count=0
for deck in "$source"/tests/decks/bad/{engine,restart,fix,check}_*.in; do
    name=$(basename "$deck")
    expected=$(head -n 1 "$deck")
    line=$(sed -n '1s/^# expect \([0-9]*\):.*/\1/p' "$deck")
    fragment=${expected#*: }
    cp "$deck" "$name"
    echo old >kept.data
    "$tsubu" "$name" >out.txt 2>err.txt </dev/null
    code=$?
    count=$((count + 1))
    if [ "$code" -ne 1 ] || ! grep -qF "$name:$line: " err.txt || ! grep -qF -- "$fragment" err.txt; then
        echo "$name: exit code $code, expected line $line: $fragment"
        cat err.txt
        wrong=$((wrong + 1))
    fi
    if [ "$(cat kept.data)" != old ]; then
        echo "$name: a file was overwritten"
        wrong=$((wrong + 1))
    fi
done
echo "$count wrong decks, $wrong not refused as they should"
[ "$count" -ge 30 ] && [ "$wrong" -eq 0 ]
