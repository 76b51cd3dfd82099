# SPDX-License-Identifier: Apache-2.0
# Every equation of the sources has its code and its test; a row that names what is not there is found. usage: test_traceability.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
python3 "$source/tests/docs/traceability.py" "$source" || fail "the table from equations to code"
mkdir -p tree/docs/theory
for part in src include tests; do ln -s "$source/$part" "tree/$part"; done
bites() { # what is changed in the English page, what must be said
    cp "$source"/docs/theory/traceability*.md tree/docs/theory/
    sed -i "$1" tree/docs/theory/traceability.md
    python3 "$source/tests/docs/traceability.py" tree >said && fail "not noticed: $1"
    grep -q "$2" said || fail "$1: $(cat said)"
}
bites 's/tsu_eepa_adhesion/tsu_eepa_nothing/' 'has no function tsu_eepa_nothing'
bites 's/`test_reloading`/`test_nothing`/' 'has no function test_nothing'
bites '0,/^| (7)/{/^| (7)/d}' 'not 1 to 10'
exit $failed
