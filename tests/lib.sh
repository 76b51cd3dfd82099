# SPDX-License-Identifier: Apache-2.0
# What the shell tests have in common. A test is called with PROGRAM SOURCE_TREE and begins with: . "$2/tests/lib.sh"
#   $tsubu $source   both, from anywhere
#   $work            an empty folder, where the test stands; it goes when the test ends, with what still runs
#   fail WORDS       says what is wrong; the test goes on to `exit $failed`, or ends here under `set -e`
#   grains BLOCK TIMESTEP       the beginning of a deck: a box, and the material of grains with hertz and history
#   says WORDS -- COMMAND...    the command must end with exit code 1 and a message that holds the words
#   wait_for FILE WORDS         until a file that a running program writes has a line like these (a minute at most)
set -u
tsubu=$(realpath "$1")
source=$(realpath "$2")
failed=0
work=$(mktemp -d -p "${scratch:-${TMPDIR:-/tmp}}")
trap 'jobs -p | xargs -r kill -9 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    failed=1
    case $- in *e*) exit 1 ;; esac
}

says() {
    local words=$1 message rc=0
    shift 2
    message=$("$@" 2>&1 >/dev/null </dev/null) || rc=$?
    [ $rc -eq 1 ] || fail "exit code $rc of: $*"
    case $message in *"$words"*) ;; *) fail "no '$words' in: $message" ;; esac
}

wait_for() {
    for _ in $(seq 600); do
        grep -q -- "$2" "$1" 2>/dev/null && return
        sleep 0.1
    done
    fail "no '$2' in $1: $(cat "$1")"
}

grains() {
    cat <<END
units si
atom_style granular
boundary f f f
region box block $1
create_box 1 box
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
timestep $2
END
}
