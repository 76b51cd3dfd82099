# SPDX-License-Identifier: Apache-2.0
# Heaps of 500 bodies of the same volume (clump/in.repose): the longer the bodies, the steeper. The slope is that of a cone with the same mean height
# above the lowest centre and the same mean square distance from the axis.
# usage: test_clump_repose.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
heap() {
    "$tsubu" "$source/tests/oracle/clump/in.repose" -var shape "$1" -var seed 21 -var out "$1.dump" -threads 1 -log none >"$1.log" 2>&1 ||
        cat "$1.log"
}
heap 3 &
heap 2
heap 1
wait
python3 - <<'END' || fail "longer bodies do not make steeper heaps"
import math, sys

def slope(path):
    rows = [l.split() for l in open(path).read().split("ITEM: ENTRIES")[-1].split("\n")[1:]]
    at = [[float(x) for x in r] for r in rows if len(r) == 3]
    low = min(a[2] for a in at)
    high = 4 * sum(a[2] - low for a in at) / len(at)
    wide = math.sqrt(10 / 3 * sum(a[0] ** 2 + a[1] ** 2 for a in at) / len(at))
    return len(at), math.degrees(math.atan(high / wide))

found = [slope(f"{k}.dump") for k in (1, 2, 3)]
print(found)
(n1, one), (n2, two), (n3, three) = found
sys.exit(0 if n1 > 450 and n2 == n3 == 500 and two > one + 5 and three > two + 1 else 1)
END
exit $failed
