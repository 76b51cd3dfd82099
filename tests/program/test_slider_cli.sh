#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `tsubu slider`: runs a deck, writes table and page, prints stability; bad input ends with exit 1 and names the value.
. "$2/tests/lib.sh"

"$tsubu" slider "$source/examples/42_velocity_step/in.slider" --out "$work/a.csv" --plot "$work/a.html" >"$work/said" ||
    fail "velocity_step does not run"
head -1 "$work/a.csv" | grep -q '^case,time,drive,.*,mu,R,' || fail "the table's head"
grep -q 'Phase plane' "$work/a.html" || fail "the page has no phase plane"
grep -q 'mu = 0.35' "$work/said" || fail "mu at 0.5 m/s is not 0.35"

"$tsubu" slider "$source/examples/40_stick_slip/in.slider" --stability --out "$work/map.csv" >"$work/said" ||
    fail "--stability"
grep -q 'critical velocity' "$work/said" || fail "no critical velocity"
[ "$(wc -l <"$work/map.csv")" -eq 862 ] || fail "the map has not 41 x 21 points"

printf 'mass 1\nspring ${K}\nnormal 1\ndrive 0 0.1\nrun 0.1\nprint "K is ${K}"\n' >"$work/var.in"
"$tsubu" slider "$work/var.in" -var K 25 | grep -q 'K is 25' || fail "-var"

printf 'mass 1\nspring 2\nnormal 1\ndrive 0 0.1\nrecord 0.01\ncase only\nrun 0.1\n' >"$work/silent.in"
"$tsubu" slider "$work/silent.in" | grep -q 'case only: 11 rows up to 0.1 s, spring force from 0 to 0.0199' || fail "a silent deck"
"$tsubu" slider --help | grep -q 'damper C' || fail "the commands are not listed"

# a bad deck, the line and what the sentence must name
refuse() {
    printf '%b' "$1" >"$work/bad.in"
    "$tsubu" slider "$work/bad.in" >/dev/null 2>"$work/error"
    [ $? -eq 1 ] || fail "exit status of: $1"
    grep -q "bad.in:$2: .*$3" "$work/error" || fail "$1: $(cat "$work/error")"
}
refuse 'friction mu_s 0.3 mu_k 0.5\n' 1 '0.5'
refuse 'friction xi -3\n' 1 '-3'
refuse 'mass 0\nnormal 1\nrun 1\n' 3 'mass 0 and damper 0'
refuse 'drive 2 0.1\ndrive 1 0.2\n' 2 'out of order'
refuse 'mass 0.01\nspring 5\nnormal 1\ndrive 0 1\ntimestep 0.1\nnewton iterations 1 cuts 0\nrun 1\n' 7 'did not converge'
"$tsubu" slider 2>/dev/null && fail "no deck is accepted"
exit $failed
