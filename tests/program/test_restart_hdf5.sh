# SPDX-License-Identifier: Apache-2.0
# A restart file is HDF5: h5dump finds the numbers of a text dump in it, with units, and notices a changed byte by itself.
# usage: test_restart_hdf5.sh PROGRAM SOURCE_TREE
set -eu
tsubu=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
deck() {
    cat <<END
units $1
boundary f f f
region box block -1 1 -1 1 -1 1
create_box 2 box
lattice sc 0.2
region in block -0.9 0.9 -0.9 0.9 -0.9 0.3
create_atoms 2 region in
set group all diameter 0.202 density 2000
velocity all set 0.1 0.2 -0.3
fix m1 all property/global youngsModulus peratomtype 1e7 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5
fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5
pair_style gran model hertz tangential history
timestep 1e-5
fix floor all wall/gran model hertz tangential history primitive type 1 zplane -0.81
fix n all nve/sphere
compute local all pair/gran/local id force
dump d all custom 10 text.txt id x y z vx vy vz radius
dump_modify d sort id format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g"
run 10
write_restart a.restart
END
}
fail() {
    echo "FAILED: $*"
    exit 1
}
deck si > in.si
"$tsubu" in.si -log none > screen 2>&1 || {
    grep -q "write_restart needs HDF5, which this build does not have: install libhdf5-dev" screen || { cat screen; exit 1; }
    echo "this build has no HDF5 and says so"
    exit 0
}
command -v h5dump > /dev/null || fail "h5dump is missing (Debian: hdf5-tools)"

# rows of an array of doubles: one particle a line
rows() { h5dump -m "%.17g" -w 0 -y -d "$2" "$1" | sed -n '/DATA {/,/}/p' | grep -E '^ *[-0-9]' | tr -s ' ,' ' ' | sed 's/^ //'; }
rows a.restart /particles/id > ids
rows a.restart /particles/position > places
rows a.restart /particles/velocity > speeds
tr ' ' '\n' < ids | grep . > id
tr ' ' '\n' < places | grep . | paste -d ' ' - - - - > place
tr ' ' '\n' < speeds | grep . | paste -d ' ' - - - - > speed
paste -d ' ' id place speed | sort -n | awk '{ print $1, $2, $3, $4, $6, $7, $8, $5 }' > from_hdf5
awk '/ITEM: TIMESTEP/ { getline step } /ITEM: ATOMS/ { on = 1; next } /^ITEM/ { on = 0 } on && step == 10' text.txt |
    sed 's/ *$//' > from_dump
test "$(wc -l < from_dump)" -gt 400 || fail "only $(wc -l < from_dump) particles"
awk 'NR == FNR { line[FNR] = $0; next }
     { split(line[FNR], a); for (k = 1; k <= 8; k++) if (a[k] + 0 != $k + 0) { print a[k], $k; bad = 1 } }
     END { exit bad || FNR != NR / 2 }' from_dump from_hdf5 || fail "the file has other numbers than the dump"
h5dump -d /world/step a.restart | grep -q "(0): 10" || fail "step"
h5dump -d /deck/journal a.restart | grep -q '"timestep 1e-5"' || fail "the deck is not in it"
h5dump -a /format a.restart | grep -q '"tsubu restart"' || fail "format"
h5dump -a /version a.restart | grep -q '(0): 2' || fail "version"
test "$(h5dump -H -p -d /contacts/record a.restart | grep -c FLETCHER32)" = 1 || fail "contacts have no checksum"

# Units are those of the deck.
unit() { h5dump -a "$2/unit" "$1" | sed -n 's/.*(0): "\(.*\)".*/\1/p'; }
test "$(unit a.restart /particles/velocity)" = "m/s, 1/kg" || fail "unit of velocity: $(unit a.restart /particles/velocity)"
cp a.restart si.restart
deck cgs > in.cgs
"$tsubu" in.cgs -log none > screen 2>&1 || { cat screen; exit 1; }
test "$(unit a.restart /particles/position)" = cm || fail "unit of position: $(unit a.restart /particles/position)"
h5dump -a /units a.restart | grep -q '"cgs"' || fail "units"

# One changed byte in the middle of the positions: tsubu refuses the file before anything else, and h5dump does not read it.
at=$(python3 - si.restart <<'END'
import struct, sys
data = open(sys.argv[1], "rb").read()
place = [float(x) for x in open("place").readline().split()]
print(data.index(struct.pack("<4d", *place)) + 17)
END
)
cp si.restart bad.restart
printf '\377' | dd of=bad.restart bs=1 seek="$at" conv=notrunc 2> /dev/null
echo "read_restart bad.restart" > in.bad
if "$tsubu" in.bad -log none > screen 2>&1; then fail "a changed file is read"; fi
grep -q "bad.restart is damaged: its contents do not match their checksum" screen || { cat screen; exit 1; }
if h5dump -d /particles/position bad.restart > screen 2>&1; then fail "h5dump reads a changed array"; fi
h5dump -d /particles/mass bad.restart > screen 2>&1 || fail "other arrays should be readable by h5dump"
