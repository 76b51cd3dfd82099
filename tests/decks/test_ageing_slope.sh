#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/45_ageing_slope: a bed that has rested longer holds a steeper slope, and the audit closes.
. "$2/tests/lib.sh"

slide() { # seconds of rest -> angle
    "$tsubu" "$source/examples/45_ageing_slope/in.slope" -var rest "$1" -log none >"said_$1" || exit 1
    sed -n 's/.*slides at \([0-9.]*\) degrees.*/\1/p' "said_$1"
}

fresh=$(slide 0)
aged=$(slide 1)
echo "slides at $fresh degrees at once, at $aged degrees after a second of rest"
# weakest and strongest contact give the angles whose tangents are 0.15 and 0.7 on a plane; interlocking adds to them
awk -v a="$fresh" -v b="$aged" 'BEGIN { exit !(a > 8.5 && b > a + 5 && b < 50) }' || exit 1
sed -n 's/^ *residual .*(\(.*\))$/\1/p' said_1 | awk '{ if ($1 > 1e-5 || $1 < -1e-5) exit 1; seen = 1 } END { exit !seen }'
