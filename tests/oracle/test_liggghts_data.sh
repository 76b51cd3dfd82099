# SPDX-License-Identifier: Apache-2.0
# The reference data belong to their decks: every case has deck, data and a row in cases.txt; the data have the rows the deck asks for, start from the
# state it sets, hold only numbers, and conserve momentum and angular momentum where nothing acts from outside.
# usage: test_liggghts_data.sh PROGRAM SOURCE_TREE (the program is not needed)
set -euo pipefail
cd "$2/tests/oracle/liggghts"

listed=$(grep -v '^#' cases.txt | awk '{ print $1 }' | sort)
decks=$(printf '%s\n' in.* | sed 's/^in\.//' | sort)
data=$(printf '%s\n' *.ref | sed 's/\.ref$//' | sort)
test "$listed" = "$decks" || { echo "FAILED: cases.txt and the decks name different cases"; exit 1; }
test "$listed" = "$data" || { echo "FAILED: cases.txt and the data name different cases"; exit 1; }
wrong=$(grep -v '^#' cases.txt | awk '!($2 == "same" && NF == 2) && !($2 == "differs" && NF > 2) { print $1 }')
test -z "$wrong" || { echo "FAILED: no class, or no reason for its class: $wrong"; exit 1; }

# Reads the deck first, then the data.
# shellcheck disable=SC2016
check='
function fail(text) { print "FAILED: " name ": " text; bad = 1; exit 1 }
function number(s) { return s ~ /^-?[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/ }
function near(a, b, scale) { return a - b <= 1e-12 * scale && b - a <= 1e-12 * scale }
FNR == NR && $1 == "create_atoms" { bodies++; for (k = 0; k < 3; k++) start[bodies, k] = $(4 + k) }
FNR == NR && $1 == "set" {
    for (k = 4; k < NF; k += 2) {
        if ($k == "diameter") radius[$3] = 0.5 * $(k + 1)
        else if ($k == "density") mass[$3] = 4 / 3 * 3.14159265358979 * radius[$3] ^ 3 * $(k + 1)
        else start[$3, slot[$k]] = $(k + 1)
    }
}
FNR == NR && ($4 == "gravity" || $4 == "wall/gran" || ($1 == "boundary" && $2 == "p")) { outside = 1 }
FNR == NR && $1 == "dump" { every = $5 }
FNR == NR && $1 == "run" { steps = $2 }
FNR == NR { next }
/^#/ { if (FNR == 1 && $3 != "in." name) fail("its data name another deck"); next }
{
    if (NF != 11) fail("a row does not have 11 columns")
    for (k = 1; k <= 11; k++) if (!number($k)) fail("not a number: " $k)
    if ($1 != every * int(rows / bodies) || $2 != rows % bodies + 1) fail("row " rows " is of another step or body")
    if ($1 == 0) for (k = 0; k < 9; k++) if (!near($(3 + k), start[$2, k], 1)) fail("starts from another state")
    rows++
    if (outside) next
    m = mass[$2]; inertia = 0.4 * m * radius[$2] ^ 2
    if ($2 == 1) for (k = 0; k < 6; k++) sum[k] = 0
    for (k = 0; k < 3; k++) {
        a = 3 + (k + 1) % 3; b = 3 + (k + 2) % 3
        sum[k] += m * $(6 + k)
        sum[3 + k] += m * ($a * $(b + 3) - $b * $(a + 3)) + inertia * $(9 + k)
    }
    speed = sqrt($6 ^ 2 + $7 ^ 2 + $8 ^ 2) + radius[$2] * sqrt($9 ^ 2 + $10 ^ 2 + $11 ^ 2)
    if ($1 == 0) { scale[0] += m * speed; scale[1] += m * speed * (radius[$2] + sqrt($3 ^ 2 + $4 ^ 2 + $5 ^ 2)) }
    if ($2 == bodies) for (k = 0; k < 6; k++) {
        if ($1 == 0) first[k] = sum[k]
        if (!near(sum[k], first[k], scale[int(k / 3)])) fail("momentum " k " changes at step " $1)
    }
}
END { if (!bad && rows != bodies * (steps / every + 1)) { print "FAILED: " name ": " rows " rows"; exit 1 } }
BEGIN { split("vx vy vz omegax omegay omegaz", names, " "); for (k in names) slot[names[k]] = k + 2 }
'
count=0
for name in $listed; do
    awk -v name="$name" "$check" "in.$name" "$name.ref"
    count=$((count + 1))
done
echo "$count cases"
test "$count" -ge 150
