#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tsubu bench: its list, its errors, and one case to the end with its table and its page.
set -u
tsubu=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
bad=0
fail() { echo "FAILED: $*"; bad=1; }

"$tsubu" bench --list | grep -q '^  hertz_100k ' || fail "--list does not show hertz_100k"
"$tsubu" bench nosuchcase 2>said && fail "an unknown case was taken"
grep -q "there is no case 'nosuchcase'" said || fail "the unknown case is not named"
"$tsubu" bench 2>said && fail "no case was taken"
"$tsubu" bench insert --repeat 0 2>said && fail "--repeat 0 was taken"
"$tsubu" bench insert --folder /proc/nowhere 2>said && fail "a folder that cannot be made was taken"
grep -q '/proc/nowhere' said || fail "the folder is not named"

"$tsubu" bench insert --alone --repeat 1 --csv table.csv --plot page.html >said || fail "the case insert"
# the deck packs 100,000 spheres
awk -F, '$1 == "insert" && $2 == "tsubu" && $4 == 100000 && $5 > 0 { seen = 1 } END { exit !seen }' table.csv ||
    fail "table.csv has no row of the case: $(cat table.csv)"
grep -q 'tsubu bench' page.html || fail "the page has no title"
exit $bad
