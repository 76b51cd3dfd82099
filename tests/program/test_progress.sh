# SPDX-License-Identifier: Apache-2.0
# The progress line on a terminal: how much of a whole deck with several runs is done and how long the rest takes. usage: test_progress.sh PROGRAM SOURCE_TREE
set -euo pipefail
. "$2/tests/lib.sh"
command -v script >/dev/null || { echo "skipped: script (bsdutils) is not installed"; exit 0; }
line_of() { # STEPS-OF-THE-SECOND-RUN DECK: lines of the terminal with percents
    script -qefc "'$tsubu' $2 -var folder '$source/tests/browser' -log none" said </dev/null >/dev/null 2>&1 || fail "the run: $(cat said)"
    tr '\r' '\n' < said | grep ' left ' > lines || fail "no progress line: $(cat said)"
}
sed 's/^run .*/run 3000\nrun 0\nrun 30000/' "$source/tests/browser/in.grains" > in.three
line_of 30000 in.three
grep -qE '^.\[K +[0-9]+ %  left [0-9:]+ (s|min|h)  run 3 of 3  step [0-9]+  t [0-9.e-]+ s ' lines || fail "the third of three runs: $(cat -v lines)"
# Percent of the deck: 3000 and 30000 steps with as many grains, so the step tells it; it never falls.
sed -E 's/.*K +([0-9]+) %.* step ([0-9]+) .*/\1 \2/' lines | awk '
    $1 < last { print "FAILED: from " last " % to " $1 " %"; exit 1 }
    NR > 1 { d = $1 - 100 * $2 / 33000; if (d > 1 || d < -1) { print "FAILED: step " $2 " of 33000 is not " $1 " %"; exit 1 } }
    { last = $1 }'
# Where a terminal is narrow the line ends with a whole piece: every number has its unit.
if sed 's/\r*$//' lines | grep -vE ' (s|min|h|run 3 of 3|step [0-9]+|[0-9]+ particles|[0-9]+ contacts|M particle-steps/s|audit [0-9.e+-]+)$'; then fail "a piece is cut"; fi
# A loop that a condition ends early: the runs are not those that were foreseen, and the line tells of the present run.
sed 's/^run .*/variable n loop 3\nlabel again\nrun 12000\nvariable s equal step\nif "${s} > 11000" then "jump SELF out"\nnext n\njump SELF again\nlabel out/' "$source/tests/browser/in.grains" > in.loop
line_of 0 in.loop
grep -qE ' %  left [0-9:]+ (s|min|h)' lines || fail "a deck with a loop: $(cat -v lines)"
# From a pipe nothing is known beforehand.
script -qefc "cat in.three | sed 's/^run 30000/run 15000/' | '$tsubu' -var folder '$source/tests/browser' -log none" said </dev/null >/dev/null 2>&1 || fail "a deck from a pipe: $(cat said)"
tr '\r' '\n' < said | grep -qE ' %  left ' || fail "no progress line of a deck from a pipe: $(cat said)"
if tr '\r' '\n' < said | grep -q ' of 3 '; then fail "nothing is known of a deck from a pipe"; fi
