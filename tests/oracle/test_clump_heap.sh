# SPDX-License-Identifier: Apache-2.0
# A heap of 500 clumps (clump/in.heap): mean height, mean distance from the axis and how clumps lie must be those of LIGGGHTS (clump/heap.csv) within the
# scatter over seeds: three times the error of the difference of the means.
# usage: test_clump_heap.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
heap() {
    "$tsubu" "$source/tests/oracle/clump/in.heap" -var seed "$1" -var out "$1.dump" -threads 1 -log none >"$1.log" 2>&1 ||
        cat "$1.log"
}
(heap 11; heap 13; heap 15) &
heap 12
heap 14
wait
python3 - "$source/tests/oracle/clump/heap.csv" 11 12 13 14 15 <<'END' || fail "the heap is another than that of LIGGGHTS"
import math, sys

def numbers(path):
    at = {}
    for line in open(path).read().split("ITEM: ATOMS id x y z")[-1].split("\n")[1:]:
        w = line.split()
        if len(w) >= 4:
            at[int(w[0])] = [float(x) for x in w[1:4]]
    n = len(at) // 2
    pairs = [(at[2 * k + 1], at[2 * k + 2]) for k in range(n)]
    middle = [[0.5 * (p[q] + s[q]) for q in range(3)] for p, s in pairs]
    height = 1e3 * sum(m[2] for m in middle) / n
    reach = 1e3 * math.sqrt(sum(m[0] ** 2 + m[1] ** 2 for m in middle) / n)
    return n, height, reach, sum(((s[2] - p[2]) / 0.006) ** 2 for p, s in pairs) / n

def moments(values):
    mean = sum(values) / len(values)
    return mean, sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)

theirs = [[float(x) for x in l.split(",")[1:]] for l in open(sys.argv[1]) if l[0] != "#"]
ours = [numbers(s + ".dump") for s in sys.argv[2:]]
ok = len(theirs) > 5 and all(o[0] == 500 for o in ours)
for k, what in enumerate(("height", "reach", "uprightness")):
    (a, ea), (b, eb) = moments([t[k] for t in theirs]), moments([o[k + 1] for o in ours])
    off = abs(a - b) / math.sqrt(ea + eb)
    print(what, "LIGGGHTS", a, "tsubu", b, "off by", off, "errors of the difference")
    ok = ok and off < 3.0 and math.sqrt(eb) < 0.05 * b
sys.exit(0 if ok else 1)
END
exit $failed
