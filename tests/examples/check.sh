#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Runs an example and compares the figures that its deck prints (`figure NAME = VALUE`) with its file expected.txt:
#   run ARGUMENTS OF TSUBU     one run, in a copy of the example's folder
#   figure NAME LOW HIGH ...   the figure must have been printed and lie between the two; the rest of the line says why
#   order NAME NAME ...        each figure is smaller than the next
# Usage: check.sh TSUBU EXAMPLE_FOLDER
set -u
tsubu=$(realpath "$1")
example=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$example"/. "$work" && cd "$work" || exit 1

bad=0
declare -A value
run_case() {
    echo "tsubu $*"
    "$tsubu" "$@" -log none >said 2>&1 || { tail -5 said; echo "FAILED: tsubu $*"; bad=1; return; }
    local word name equals number
    while read -r word name equals number; do value[$name]=$number; done < <(grep '^figure ' said)
}
check_range() { # name, low, high
    local v=${value[$1]:-nothing}
    if awk -v v="$v" -v a="$2" -v b="$3" 'BEGIN { exit !(v == v + 0 && v >= a && v <= b) }'; then
        echo "  $1 = $v, between $2 and $3"
    else
        echo "  FAILED: $1 = $v is not between $2 and $3"
        bad=1
    fi
}
check_order() {
    while [ $# -gt 1 ]; do
        local a=${value[$1]:-nothing} b=${value[$2]:-nothing}
        if awk -v a="$a" -v b="$b" 'BEGIN { exit !(a == a + 0 && b == b + 0 && a < b) }'; then
            echo "  $1 = $a < $2 = $b"
        else
            echo "  FAILED: $1 = $a is not less than $2 = $b"
            bad=1
        fi
        shift
    done
}
checks=0
while read -r word rest; do
    read -r -a rest <<<"$rest"
    case $word in
    run) run_case "${rest[@]}" ;;
    figure) check_range "${rest[@]:0:3}"; checks=$((checks + 1)) ;;
    order) check_order "${rest[@]}"; checks=$((checks + 1)) ;;
    '' | '#'*) ;;
    *) echo "expected.txt: unknown word $word"; bad=1 ;;
    esac
done <expected.txt
[ $checks -gt 0 ] || { echo "expected.txt checks nothing"; bad=1; }
exit $bad
