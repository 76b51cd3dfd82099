# SPDX-License-Identifier: Apache-2.0
# `tsubu contact`: the table it writes, against closed forms, and what it says when something is wrong.
# usage: test_contact.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

# near NAME ROW EXPECTED TOLERANCE: the number in column NAME of ROW (from 0) of out.csv
near() {
    awk -F, -v name="$1" -v row="$2" -v want="$3" -v tolerance="$4" '
        NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k }
        NR == row + 2 { got = $c; found = c > 0 }
        END {
            d = got - want; if (d < 0) d = -d; scale = want < 0 ? -want : want; if (scale == 0) scale = 1
            if (!found || !(d <= tolerance * scale)) { print name " in row " row " is " got ", not " want; exit 1 }
        }' out.csv || failed=1
}

# The deck of a whole simulation: only its laws, properties and time step may count.
cat >in.edinburgh <<'DECK'
units si
atom_style granular
boundary f f f
log should_not_be_written
variable k1 index 1e5
timestep 1e-6
region box block 0 1 0 1 0 1 units box
create_box 2 box
fix m1 all property/global LoadingStiffness peratomtypepair 2 ${k1} 2e5 2e5 3e5
fix m2 all property/global UnloadingStiffness peratomtypepair 2 5 5 5 5
fix m3 all property/global coefficientRestitution peratomtypepair 2 1 1 1 1
fix m4 all property/global overlapExponent scalar 1
fix m5 all property/global adhesionExponent scalar 1
fix m6 all property/global surfaceEnergy peratomtypepair 2 0 0 0 0
fix m7 all property/global pullOffForce peratomtypepair 2 0 0 0 0
fix m8 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5
fix m9 all property/global workOfAdhesion peratomtypepair 2 0.05 0.05 0.05 0.05
fix m10 all property/global coefficientRollingFriction peratomtypepair 2 0.1 0.1 0.1 0.1
fix m11 all property/global coefficientRollingViscousDamping peratomtypepair 2 0 0 0 0
fix m12 all property/global rollingStiffness scalar 2.0
pair_style gran model edinburgh/stiffness tangential jkr_tan rolling_friction epsd3
pair_coeff * *
fix gravi all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
fix floor all wall/gran model edinburgh/stiffness tangential off primitive type 2 zplane 0.0
dump d all custom 10 should_not_be_written_either id x
print "nothing" file nor_this
shell touch nor_that
run 1000000000
DECK
cp in.edinburgh before

# Load to 20 um, unload to 18 um, slide, turn; d_p = 0.8 d_max, unloading along k2 = 5 k1.
cat >path.csv <<'PATH_CSV'
# overlap and motion of i relative to j
overlap,sx,ry
0,0,0
1e-5,0,0

2e-5,0,0   # the turning point
1.8e-5,0,0
1.8e-5,1e-6,1e-3
1.8e-5,1,5
-1e-6,1,5
PATH_CSV
sed -i 's/$/\r/' path.csv
"$tsubu" contact in.edinburgh --path path.csv --out out.csv --radius 0.002 0.003 --plot plot.html || fail "contact"
head -n 1 out.csv | grep -q '^step,t,overlap,fn,fn_elastic,ftx,fty,mrx,mry,mrz,energy_elastic,energy_dissipated,dp,' ||
    fail "header: $(head -n 1 out.csv)"
head -n 1 out.csv | grep -q ',shear_x,shear_y,shear_z,.*,r_torque_x,r_torque_y,r_torque_z,' || fail "history"
[ "$(wc -l <out.csv)" -eq 8 ] || fail "$(wc -l <out.csv) lines"
near step 6 6 0
near t 3 3e-6 1e-15
near fn 0 0 0
near fn 1 1 1e-12
near fn 2 2 1e-12
near fn 3 1 1e-12               # k2 (d - dp) = 5e5 (18 - 16) um
near dp 3 1.6e-5 1e-12
near energy_elastic 3 1e-6 1e-9 # F^2/(2 k2)
near ftx 4 -0.1 1e-12           # -k1 s
near mry 4 2.88e-6 1e-9         # kappa k1 mu_r^2 R*^2 r
near ftx 5 -0.50028274 1e-7     # mu (F_n + 2 F_c), F_c = 1.5 pi 0.05 R*
near mry 5 1.2e-4 1e-9          # mu_r F_n R*
near fn 6 0 0
near shear_x 6 0 0
near energy_elastic 6 0 0
grep -q 'Rolling torque' plot.html || fail "plot"
[ "$(ls | tr '\n' ' ')" = 'before in.edinburgh out.csv path.csv plot.html ' ] || fail "files: $(ls | tr '\n' ' ')"

# 17 digits: what is read back is what was computed.
grep -q ',1.0000000000000001e-05,' out.csv || fail "digits"

# Variables, materials, the wall of the deck and its laws.
"$tsubu" contact in.edinburgh --path path.csv --out out.csv --var k1 4e5 || fail "variable"
near fn 1 4 1e-12
"$tsubu" contact in.edinburgh --path path.csv --out out.csv --types 2 2 || fail "types"
near fn 1 3 1e-12
"$tsubu" contact in.edinburgh --path path.csv --out out.csv --wall 0.002 --density 7800 || fail "wall"
near fn 1 2 1e-12 # material 1 on the wall's material 2
near ftx 5 0 0    # its tangential law is off
head -n 1 out.csv | grep -q shear && fail "a wall without tangential law has shear"

# The dashpot: 2 beta sqrt(m* k1) v, e = 0.5, m* of one sphere of 2 mm and 7800 kg/m3.
sed 's/coefficientRestitution peratomtypepair 2 1 1 1 1/coefficientRestitution peratomtypepair 2 .5 .5 .5 .5/' in.edinburgh >in.damped
"$tsubu" contact in.damped --path path.csv --out out.csv --wall 0.002 --density 7800 || fail "damped"
near fn_elastic 1 2 1e-12
near fn 1 "$(awk 'BEGIN { pi = 3.141592653589793; m = 4/3*pi*8e-9*7800; l = log(.5); b = -l/sqrt(l*l + pi*pi)
    printf "%.15g", 2 + 2*b*sqrt(m*2e5)*10 }')" 1e-10

# Wrong requests: a sentence, exit code 1, and the table that was there stays as it was.
cp out.csv kept.csv
says 'needs a deck' -- "$tsubu" contact --path path.csv --out out.csv
says 'needs --path' -- "$tsubu" contact in.edinburgh --out out.csv
says 'needs --out' -- "$tsubu" contact in.edinburgh --path path.csv
says "did you mean '--radius'" -- "$tsubu" contact in.edinburgh --path path.csv --out out.csv --radios 1 2
says 'must be followed by RI RJ' -- "$tsubu" contact in.edinburgh --path path.csv --out out.csv --radius 0.002
says 'not both' -- "$tsubu" contact in.edinburgh --path path.csv --out out.csv --radius 1 2 --wall 3
says "a number, not 'big'" -- "$tsubu" contact in.edinburgh --path path.csv --out out.csv --wall big
says 'must be positive' -- "$tsubu" contact in.edinburgh --path path.csv --out out.csv --wall -0.001
says 'no material 3' -- "$tsubu" contact in.edinburgh --path path.csv --out out.csv --types 1 3
says 'cannot open missing.csv' -- "$tsubu" contact in.edinburgh --path missing.csv --out out.csv
says 'more than 1 time' -- "$tsubu" contact in.edinburgh --path path.csv --path path.csv --out out.csv
says "has no use for 'in.damped'" -- "$tsubu" contact in.edinburgh in.damped --path path.csv --out out.csv
says 'missing/out.csv' -- "$tsubu" contact in.edinburgh --path path.csv --out missing/out.csv
printf 'overlap,sx\n1e-5,0\n1e-5,zero\n' >bad.csv
says "bad.csv:3: 'zero' in column 2 (sx)" -- "$tsubu" contact in.edinburgh --path bad.csv --out out.csv
printf 'overlapp\n1e-5\n' >bad.csv
says "did you mean 'overlap'" -- "$tsubu" contact in.edinburgh --path bad.csv --out out.csv
printf 'overlap\n' >bad.csv
says 'no rows' -- "$tsubu" contact in.edinburgh --path bad.csv --out out.csv
printf 'overlap\n1e-5\n1e300\n' >bad.csv
says 'not finite' -- "$tsubu" contact in.edinburgh --path bad.csv --out out.csv
grep -v workOfAdhesion in.edinburgh >in.bad
says 'needs the property workOfAdhesion' -- "$tsubu" contact in.bad --path path.csv --out out.csv
grep -v timestep in.edinburgh >in.bad
says 'no time step' -- "$tsubu" contact in.bad --path path.csv --out out.csv
grep -v pair_style in.edinburgh >in.bad
says 'pair_style gran' -- "$tsubu" contact in.bad --path path.csv --out out.csv
sed 's/jkr_tan/jkr_tam/' in.edinburgh >in.bad
says "in.bad:21: unknown tangential model 'jkr_tam'; did you mean 'jkr_tan'" -- "$tsubu" contact in.bad --path path.csv --out out.csv
sed 's/^timestep/timestp/' in.edinburgh >in.bad
says 'in.bad:6: there is no command `timestp`; did you mean `timestep`' -- "$tsubu" contact in.bad --path path.csv --out out.csv
sed 's/^units si/units cgs/' in.edinburgh >in.bad
says 'give --density and --radius or --wall' -- "$tsubu" contact in.bad --path path.csv --out out.csv --radius 0.2 0.3
cmp -s out.csv kept.csv || fail "a failed request changed the table"
cmp -s in.edinburgh before || fail "the deck changed"
exit $failed
