# SPDX-License-Identifier: Apache-2.0
# A clump with given mass and inertia that flies, turns and hits a plane, against LIGGGHTS (clump/liggghts.csv). Its rotation is another scheme of second order: in free flight
# both differ by dt^2; behind the impacts, where velocities of contacts are seen half a step apart, by dt, and go to the same limit.
# usage: test_clump_impact.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
data=$source/tests/oracle/clump
for dt in 1e-5 5e-6 2.5e-6; do
    zw=$(grep "^$dt," "$data/liggghts.csv" | head -1 | cut -d, -f2)
    n=$(grep "^$dt," "$data/liggghts.csv" | tail -1 | cut -d, -f3)
    "$tsubu" "$data/in.impact" -var dt "$dt" -var n "$n" -var every $((n / 30)) -var zw "$zw" -var out "$work/$dt.dump" >"$work/log" 2>&1 ||
        { cat "$work/log" && fail "the deck with dt $dt"; }
done
python3 - "$work" "$data/liggghts.csv" <<'END' || fail "the clump moves otherwise than in LIGGGHTS"
import sys

work, csv = sys.argv[1:]
rows = [line.split(",") for line in open(csv) if line[0] in "0123456789"]
flight, impact = {}, {}
for dt in ("1e-5", "5e-6", "2.5e-6"):
    at, step = {}, None
    lines = open(f"{work}/{dt}.dump").read().split("\n")
    for k, line in enumerate(lines):
        if line == "ITEM: TIMESTEP":
            step = int(lines[k + 1])
        if line.startswith("1 ") and len(line.split()) == 10:
            at[step] = [float(x) for x in line.split()[4:]]
    mine = [r for r in rows if r[0] == dt]
    off = [max(abs(float(x) - y) for x, y in zip(r[3:6], at[int(r[2])][:3])) for r in mine]
    flight[dt], impact[dt] = off[:2], off[2:]
    print(dt, off)
    if not max(float(r[5]) for r in mine[2:]) > 0.3:
        sys.exit("it has not bounced")
ok = flight["1e-5"][1] < 5e-9 and impact["2.5e-6"][1] < 1e-4
for k in range(2):
    for a, b in (("1e-5", "5e-6"), ("5e-6", "2.5e-6")):
        ok = ok and 3.8 < flight[a][k] / flight[b][k] < 4.2 and 1.7 < impact[a][k] / impact[b][k] < 2.3
sys.exit(0 if ok else 1)
END
exit $failed
