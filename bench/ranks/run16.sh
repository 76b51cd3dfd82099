#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run16.sh PROGRAM FOLDER - ranks beside threads on one machine with many cores, in some three minutes; PROGRAM is built with MPI (build-mpi/tsubu).
# Each case runs on all cores in three ways: threads alone, ranks alone, groups of threads in ranks; and the bed of 100,000 as so many independent copies at
# once, a core each, which is what weak scaling is compared with. FOLDER/ranks.csv has, of the faster one of REPEAT runs:
#   first, seconds     of the first `run`, in which parts are handed out, and of the second one, whose speed is said
#   to_threads         speed by that of threads alone
#   to_copies          speed per core by that of the copies
#   worst, messages    the costliest part by the mean; the share of the time of ranks that went into messages
#   hash               of the state at the end: the same in each row of a case
# The exit code is 1 if one of these differs or a run fails. Ranks and copies are bound to cores, one after the other as the system numbers them.
#   CORES=16 GROUP=4 REPEAT=2 STEPS=300 TILES=4   (4 x 4 beds of 100,000 make the large one)
#   LIMIT=200   [s]; runs are not repeated in its second half
set -uo pipefail
[ $# -eq 2 ] || { sed -n '3,13s/^# //p' "$0" >&2 && exit 2; }
source=$(cd "$(dirname "$0")/../.." && pwd) program=$(realpath "$1")
out=$(mkdir -p "$2" && cd "$2" && pwd)
cores=${CORES:-$(nproc)} group=${GROUP:-4} repeat=${REPEAT:-2} steps=${STEPS:-300} limit=${LIMIT:-200} tiles=${TILES:-4} failed=0
cp "$source"/bench/cases/in.* "$source"/bench/gpu/in.{hopper,moved} "$source"/bench/gpu/drum.stl "$out/" && cp "$source/bench/ranks/in.end" "$out/in.hash" && cd "$out" || exit 1
export OMPI_MCA_mpi_yield_when_idle=0
start=(mpirun --oversubscribe --bind-to none)
[ "$(id -u)" -ne 0 ] || start+=(--allow-run-as-root)
mapfile -t cpu < <(sed -n 's/^Cpus_allowed_list:\t//p' /proc/self/status | tr ',' '\n' | awk -F- '{ for (k = $1; k <= (NF > 1 ? $2 : $1); k++) print k }')

cat >bind.sh <<EOF
#!/usr/bin/env bash
# bind.sh CORES PROGRAM ...: this rank gets so many cores of its own
cpu=(${cpu[*]}) n=\$1 at=\$((OMPI_COMM_WORLD_LOCAL_RANK * \$1))
shift
exec taskset -c "\$(echo "\${cpu[@]:at:n}" | tr ' ' ,)" "\$@"
EOF
chmod +x bind.sh

# ---- one run, and what it says -------------------------------------------------------------------------------------------------------
declare -A hash threads_speed copy_speed
table=$out/ranks.csv
{
    echo "# $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1), $cores cores; $(mpirun --version | head -n 1); $(git -C "$source" describe --always --dirty 2>/dev/null)"
    echo "case,particles,steps,how,first,seconds,million_particle_steps_per_s,to_threads,to_copies,worst,messages,hash"
} >"$table"

# Prints: atoms steps first second; of the last two `run` commands that took steps.
loops() { tr '\r' '\n' <"$1" | sed -nE 's/^.*Loop time of ([0-9.e+-]+) on .* for ([1-9][0-9]*) steps with ([0-9]+) atoms.*/\3 \2 \1/p' | tail -n 2 | awk '{ first = t; t = $3; n = $1; s = $2 } END { print n, s, first, t }'; }

once() { # RANKS THREADS WORD... > text
    local ranks=$1 threads=$2
    shift 2
    if [ "$ranks" -eq 1 ]; then timeout 100 "$program" "$@" -threads "$threads" -log none; else
        timeout 100 "${start[@]}" -n "$ranks" ./bind.sh "$threads" "$program" "$@" -threads "$threads" -log none
    fi
}

row() { # CASE HOW FIRST SECOND ATOMS STEPS TEXT
    local speed state worst messages by_threads by_copies
    speed=$(awk -v n="$5" -v s="$6" -v t="$4" 'BEGIN { printf "%.2f", n * s / t / 1e6 }')
    state=$(tr '\r' '\n' <"$7" | awk '$1 ~ /^[0-9]+$/ && NF == 3 { h = $3 } END { print h }')
    worst=$(sed -nE 's/.*the costliest took ([0-9.]+) of the mean.*/\1/p' "$7" | tail -n 1)
    messages=$(sed -nE 's/.*messages took ([0-9]+) %.*/\1/p' "$7" | tail -n 1)
    [ "$2" = "1 x $cores" ] && threads_speed[$1]=$speed && hash[$1]=$state
    by_threads=$(awk -v a="$speed" -v b="${threads_speed[$1]:-0}" 'BEGIN { if (b > 0) printf "%.3f", a / b }')
    by_copies=$(awk -v a="$speed" -v b="${copy_speed[$1]:-0}" 'BEGIN { if (b > 0) printf "%.3f", a / b }')
    if [ -z "$state" ] || [ "$state" != "${hash[$1]}" ]; then echo "FAILED: $1, $2: state '$state', on threads '${hash[$1]}'" && failed=1; fi
    echo "$1,$5,$6,$2,$3,$4,$speed,$by_threads,$by_copies,$worst,$messages,$state" | tee -a "$table"
}

measure() { # CASE RANKS THREADS WORD...
    local name=$1 ranks=$2 threads=$3 best="" k n s first t
    shift 3
    for k in $(seq "$repeat"); do
        [ "$k" -eq 1 ] || [ "$SECONDS" -lt $((limit / 2)) ] || break
        once "$ranks" "$threads" "$@" >"$name.$ranks.$k" 2>&1 || { echo "FAILED: $name on $ranks x $threads: $(tail -n 3 "$name.$ranks.$k")" && failed=1; }
        read -r n s first t < <(loops "$name.$ranks.$k")
        [ -n "$t" ] || return
        if [ -z "$best" ] || awk -v a="$t" -v b="${best##* }" 'BEGIN { exit !(a < b) }'; then best="$n $s $first $t" && cp "$name.$ranks.$k" "$name.$ranks"; fi
    done
    read -r n s first t <<<"$best"
    row "$name" "$ranks x $threads" "$first" "$t" "$n" "$s" "$name.$ranks"
}

all_ways() { # CASE WORD...
    local name=$1
    shift
    measure "$name" 1 "$cores" "$@"
    measure "$name" "$cores" 1 "$@"
    measure "$name" $((cores / group)) "$group" "$@"
}

# So many runs at once, a core each; their speed together is that of steps that all of them are in.
copies() { # CASE WORD...
    local name=$1 k sum
    shift
    for k in $(seq 0 $((cores - 1))); do
        mkdir -p "copy.$k"
        (cd "copy.$k" && exec taskset -c "${cpu[$k]}" "$program" "$@" -threads 1 -log none >text 2>&1) &
    done
    wait
    sum=$(for k in $(seq 0 $((cores - 1))); do loops "copy.$k/text"; done | awk '{ sum += $1 * $2 / $4 } END { printf "%.2f", sum / 1e6 }')
    for k in "bed_$((cores * 100000))" "$name"; do copy_speed[$k]=$sum; done
    echo "$name,100000,$steps,$cores copies,,,$sum,,1.000,,," | tee -a "$table"
}

# ---- the cases -----------------------------------------------------------------------------------------------------------------------
# A settled bed as `tsubu bench` makes it, and so many beside each other.
small=mono_5x2.dat large=mono_$tiles.dat
[ -r $small ] || "$program" bench hertz_100k --alone --repeat 1 --steps 10 --folder "$out" >bed.txt 2>&1 || { cat bed.txt && exit 1; }
[ -r $large ] || awk -v n="$tiles" '
    / atoms$/ { print n * n * $1 " atoms"; next }
    / [xy]lo / { side[$3] = $2; print 0, n * $2, $3, $4; next }
    started && NF { for (k = 0; k < n * n; k++) print ++id, $2, $3, $4, $5 + k % n * side["xlo"], $6 + int(k / n) * side["ylo"], $7; next }
    /^Atoms/ { started = 1 }
    { print }' $small >$large
bed=(-in in.elastic -var model hertz -var skin 0.001 -var warm 100 -var steps "$steps" -var end in.hash)
copies bed_100000 "${bed[@]/#in./../in.}" -var dat "../$small"
all_ways bed_100000 "${bed[@]}" -var dat $small
all_ways "bed_$((tiles * tiles * 100000))" "${bed[@]}" -var dat $large
all_ways flow -in in.flow -var skin 0.001 -var warm 600 -var steps 3000 -var end in.hash
sed 's/^write_restart.*//; $a include in.hash' in.moved >in.drum
sed -E 's/^run .*/run $(round(v_steps\/2))\nrun $(round(v_steps\/2))/; s/^write_restart.*//; $a include in.hash' in.hopper >in.pour
repeat=1 # these two for their balance
all_ways drum -in in.drum -var case drum -var mesh drum.stl -var nx 100 -var ny 20 -var nz 1 -var steps 2000
all_ways hopper -in in.pour -var rate 100000 -var steps 12000
exit $failed
