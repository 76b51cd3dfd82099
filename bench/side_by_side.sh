#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# side_by_side.sh [PROGRAM] - measures the cases of docs/performance.md beside LIGGGHTS and LAMMPS (`make bench-peers`), taking turns, on one thread, and
# prints rows of bench/results/processors.csv. On an idle machine it takes some ten minutes.
#   REPEAT=5                    turns (3)
#   CASES="hertz_100k flow"     cases of `tsubu bench --list`
#   TUTORIALS=FOLDER            examples/LIGGGHTS/Tutorials_public of LIGGGHTS-PUBLIC 3.8.0: its decks too, from beginning to end; CPU seconds
#   DECKS="packing/in.packing"  some of them
#   FOLDER=DIR                  where settled beds are kept (build/bench)
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
program=$(realpath "${1:-$source/build/tsubu}")
repeat=${REPEAT:-3}
cases=${CASES-"hertz_1k hertz_100k hooke_100k edinburgh_100k wide_100k flow mesh"}
folder=${FOLDER:-$source/build/bench}
mkdir -p "$folder"
table=$(mktemp)
trap 'rm -f "$table"' EXIT
model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1 | tr ',' ' ')
family=$(sed -n 's/^cpu family[^:]*: *//p' /proc/cpuinfo | head -n 1)
number=$(sed -n 's/^model[[:space:]]*: *//p' /proc/cpuinfo | head -n 1)
version=$(git -C "$source" describe --always --dirty 2>/dev/null || echo unknown)
machine="$model (family $family model $number),$version"
echo "processor,version,case,program,median,lowest,highest,tsubu_times_as_fast"
for case in $cases; do
    "$program" bench "$case" --repeat "$repeat" --folder "$folder" --csv "$table" >&2
    grep -v '^#' "$table" | awk -F, -v machine="$machine" 'NR > 1 { print machine "," $1 "," $2 "," $6 "," $7 "," $8 "," $9 }'
done
[ -n "${TUTORIALS:-}" ] || exit 0
all="chute_wear/in.chute_wear movingMeshGran/in.movingMeshGran cohesion/in.cohesion conveyor/in.conveyor insert_stream/in.insert_stream
contactModels/in.newModels hydrogel_multicontact/in.hydrogel_default meshGran/in.meshGran heatTransfer_1/in.heatGran
heatTransfer_2/in.heatGran packing/in.packing mesh_tet/in.mesh_tet hysteresis/in.hysteresis"
for deck in ${DECKS:-$all}; do
    "$program" bench "$TUTORIALS/$deck" --repeat "$repeat" --folder "$folder" | tee /dev/stderr | awk -v machine="$machine" -v deck="$deck" '
        $1 == "tsubu" || $1 == "LIGGGHTS" {
            lowest = $7; highest = $9; sub(/\(/, "", lowest); sub(/\),?/, "", highest)
            if ($1 == "tsubu") own = $2
            printf "%s,%s,%s,%s,%s,%s,%.3g\n", machine, deck, $1, $2, lowest, highest, $2 / own
        }'
done
