# SPDX-License-Identifier: Apache-2.0
# Contact models from shared libraries, compiled outside the tree with the public header alone: closed form, the bits of the
# law that one of them copies, every combination, walls and meshes, threads, restart files, and what is refused.
# usage: test_plugin.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
flags=$(sed -n 's/^Cflags: -I[^ ]* //p' "$source/cmake/tsubu-law.pc.in")
mkdir include && cp -r "$source/include/tsubu" include/
cp "$source"/tests/program/plugins/*.c "$source"/examples/plugin/* .
build() { # SOURCE LIBRARY [flags]
    local from=$1 to=$2
    shift 2
    "${CC:-cc}" -shared -fPIC -O2 -Wall -Wextra -Werror -Iinclude $flags "$@" "$from" -o "$to" -lm || fail "$from does not compile"
}

# Builds without dlopen say so.
build walton_braun.c walton_braun.so
if "$tsubu" laws --plugin ./walton_braun.so 2>&1 | grep -q 'loads no'; then
    echo "skipped: this build loads no shared libraries"
    exit 0
fi
build kinds.c kinds.so
build hertz_copy.c hertz_copy.so

closes() { # FILE: what the energy audit cannot explain is rounding
    awk '/^audit/ { r = $2 < 0 ? -$2 : $2; seen = $4 > 0 && r < 1e-10 * $4 } END { exit !seen }' "$1" || fail "$1: $(grep ^audit "$1")"
}

# ---- closed form: an impact on a wall gets v sqrt(m/k1) deep and rebounds with e v -----------------------------------
cat >in.impact <<'END'
plugin load ./walton_braun.so
plugin list
units si
atom_style granular
boundary f f f
region box block 0 0.1 0 0.1 0 0.1
create_box 1 box
fix m1 all property/global wbLoadingStiffness peratomtypepair 1 2e4
fix m2 all property/global coefficientRestitution peratomtypepair 1 0.7
pair_style gran model walton_braun
pair_coeff * *
fix floor all wall/gran model walton_braun primitive type 1 zplane 0.0
fix move all nve/sphere
create_atoms 1 single 0.05 0.05 0.0051
set group all diameter 0.01 density 2500
velocity all set 0 0 -0.5
timestep 1e-7
variable z equal bound(all,zmin)
variable v equal vcm(all,z)
variable depth equal 0.005-v_z
fix deepest all ave/time 1 1 1 v_depth mode scalar file depth.txt
fix audit all energy/audit warn 1
thermo_style custom step v_v
run 20000
print "rebound $v"
print "audit $(f_audit) of $(f_audit[15])"
END
"$tsubu" in.impact -log none >impact.txt 2>&1 || fail "impact: $(cat impact.txt)"
grep -q '^Plugin walton_braun 1.0 (./walton_braun.so): model walton_braun$' impact.txt || fail "plugin list: $(cat impact.txt)"
closes impact.txt
awk '/^rebound/ { v = $2 } END { exit !(v > 0.35 * (1 - 1e-5) && v < 0.35 * (1 + 1e-5)) }' impact.txt || fail "rebound: $(grep ^rebound impact.txt)"
awk '!/^#/ && $2 > d { d = $2 }
    END { m = 2500 * 4 / 3 * 3.14159265358979 * 0.005 ^ 3; want = 0.5 * sqrt(m / 2e4); exit !(d > want * (1 - 1e-5) && d < want * (1 + 1e-5)) }' depth.txt || fail "depth"

# `tsubu contact` and `tsubu check` know it from the deck.
printf 'overlap\n0\n1e-5\n2e-5\n1e-5\n' >path.csv
"$tsubu" contact in.impact --path path.csv --out out.csv >said 2>&1 || fail "contact: $(cat said)"
awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) c[$k] = k; next } NR == 4 { exit !($c["fn"] - 0.4 < 1e-12 && 0.4 - $c["fn"] < 1e-12 && $c["wbDeepest"] == 2e-5) }' out.csv || fail "contact: $(cat out.csv)"
"$tsubu" check in.impact >said 2>&1 || fail "check: $(cat said)"
"$tsubu" laws walton_braun --plugin ./walton_braun.so >said && grep -q 'wbLoadingStiffness' said && grep -q '(plugin' said || fail "laws: $(cat said)"

# ---- every combination, each with an audit to rounding -----------------------------------------------------------------
"$tsubu" verify audit --plugin ./walton_braun.so --plugin ./kinds.so >said 2>&1 || fail "combinations: $(grep FAIL said)"
grep -q 'walton_braun, 504 combinations' said || fail "not every combination: $(grep walton said)"

# ---- a bed of grains: the bits of hertz, threads, mesh, restart --------------------------------------------------------
cat >plate.stl <<'END'
solid plate
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 0.02 0 0
vertex 0.02 0.02 0
endloop
endfacet
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 0.02 0.02 0
vertex 0 0.02 0
endloop
endfacet
endsolid plate
END
cat >in.head <<'END'
units si
atom_style granular
boundary p p f
region box block 0 0.02 0 0.02 -0.002 0.04
create_box 1 box
region pour block 0.002 0.018 0.002 0.018 0.003 0.018
fix t all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.0011
fix d all particledistribution/discrete 32452843 1 t 1.0
fix pour all insert/pack seed 32452867 distributiontemplate d vel constant 0 0 -0.3 insert_every once overlapcheck yes all_in yes particles_in_region 220 region pour
run 1
unfix pour
END
cat >in.rest <<'END'
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.6
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.1
fix m6 all property/global coefficientRollingViscousDamping peratomtypepair 1 0.1
fix w1 all property/global wbLoadingStiffness peratomtypepair 1 2e3
fix w2 all property/global pullForce scalar 1e-4
fix w3 all property/global viscousLimit scalar 0.3
fix w4 all property/global viscousGamma scalar 0.01
fix w5 all property/global torqueRatio scalar 0.02
fix w6 all property/global roughness scalar 1e-6
pair_style gran ${laws}
pair_coeff * *
timestep 1e-5
fix plate all mesh/surface file plate.stl type 1
fix floor all wall/gran ${laws} mesh n_meshes 1 meshes plate
fix lid all wall/gran ${laws} primitive type 1 zplane 0.04
fix down all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
fix audit all energy/audit warn 1
END
cat >in.bed <<'END'
include in.plugins
include in.box
include in.rest
include in.pour
run ${first}
write_restart half.${out}
run ${second}
print "audit $(f_audit) of $(f_audit[15])"
write_dump all custom ${out} id x y z vx vy vz omegax omegay omegaz modify format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g" sort id
END
sed -n '1,5p' in.head >in.box
sed -n '6,$p' in.head >in.pour
cat >in.again <<'END'
include in.plugins
read_restart half.${from}
include in.rest
run ${second}
print "audit $(f_audit) of $(f_audit[15])"
write_dump all custom ${out} id x y z vx vy vz omegax omegay omegaz modify format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g" sort id
END
printf 'plugin load ./walton_braun.so\nplugin load ./kinds.so\nplugin load ./hertz_copy.so\nplugin load ./kinds.so\n' >in.plugins
bed() { # OUT THREADS LAWS: a run of the bed
    "$tsubu" in.bed -log none -threads "$2" -var out "$1" -var laws "$3" -var first 1500 -var second 1500 >"said.$1" 2>&1 || fail "$1: $(tail -n 3 "said.$1")"
    closes "said.$1"
}
bed hertz 1 "model hertz tangential history rolling_friction epsd2"
bed copy 1 "model hertz_copy tangential history rolling_friction epsd2"
cmp hertz copy || fail "the copy of hertz gives other bits"
own="model walton_braun cohesion constant_pull tangential viscous rolling_friction torque surface rough"
bed own1 1 "$own"
bed own3 3 "$own"
cmp own1 own3 || fail "three threads give other bits"
! cmp -s own1 hertz || fail "the laws of the plugins do nothing"

if ! grep -q 'no HDF5 in this build' "said.own1"; then
    "$tsubu" in.again -log none -threads 2 -var out again -var from own1 -var laws "$own" -var second 1500 >said 2>&1 || fail "restart: $(tail -n 3 said)"
    cmp own1 again || fail "a run that goes on gives other bits"
    ! grep WARNING said | grep -qv 'used by no contact model' || fail "restart: $(grep WARNING said)"
    # Without the plugin: the law is not known; with other laws the states are dropped, and it says why.
    : >in.plugins
    says "those of plugins, after \`plugin load FILE\`" -- "$tsubu" in.again -log none -var out none -var from own1 -var laws "$own" -var second 1
    sed -i '/^fix w/d' in.rest
    "$tsubu" in.again -log none -var out none -var from own1 -var laws "model hertz" -var second 1 >said 2>&1 || fail "other laws: $(tail -n 3 said)"
    grep -q 'which is not known here; if it comes from a plugin, use `plugin load FILE` first' said || fail "other laws: $(cat said)"
    # The same law with another history of the same width.
    printf 'plugin load ./walton_braun.so\n' >in.plugins
    printf 'fix w1 all property/global wbLoadingStiffness peratomtypepair 1 2e3\n' >>in.rest
    bed wb 1 "model walton_braun"
    sed 's/"wbDeepest"/"wbReached"/' walton_braun.c >other.c
    build other.c walton_braun.so
    "$tsubu" in.again -log none -var out none -var from wb -var laws "model walton_braun" -var second 1 >said 2>&1 || fail "other history: $(tail -n 3 said)"
    grep -q 'keep another history now than when they were saved' said || fail "other history: $(cat said)"
fi

# ---- from C --------------------------------------------------------------------------------------------------------------
cat >use.c <<'END'
#include <stdio.h>
#include <string.h>
#include <tsubu/tsubu.h>
int main(void)
{
    tsu_error err = {0};
    tsu_world_def def = tsu_world_def_default();
    def.timestep = 1e-6;
    if (tsu_plugin_load("./none.so", &err) == TSU_OK || !strstr(err.message, "there is no plugin './none.so'")) return 1;
    if (tsu_plugin_load("./walton_braun.so", &err) != TSU_OK) return printf("%s\n", err.message), 2;
    if (tsu_plugin_load("./walton_braun.so", &err) != TSU_OK) return printf("%s\n", err.message), 3;
    tsu_world *w = tsu_world_create(&def, &err);
    const double k = 2e4, e = 0.7;
    if (!w || tsu_property_set_pair(w, "wbLoadingStiffness", &k, &err) != TSU_OK ||
        tsu_property_set_pair(w, "coefficientRestitution", &e, &err) != TSU_OK ||
        tsu_laws_choose(w, "model walton_braun", &err) != TSU_OK)
        return printf("%s\n", err.message), 4;
    tsu_world_destroy(w);
    return 0;
}
END
folder=$(dirname "$tsubu")
libraries=$(sed -n 's/^Libs[^:]*: *//p' "$folder/generated/tsubu.pc" | tr ' ' '\n' | grep -vE '^-L|^-ltsubu$')
case $(sed -n 's/^TSU_SANITIZE:STRING=//p' "$folder/CMakeCache.txt") in '') sanitize= ;; *) sanitize=-fsanitize=$(sed -n 's/^TSU_SANITIZE:STRING=//p' "$folder/CMakeCache.txt") ;; esac
"${CC:-cc}" $sanitize -Iinclude use.c "$folder/libtsubu_core.a" $libraries -ldl -o use && ./use || fail "from C: exit code $?"

# ---- what is refused -------------------------------------------------------------------------------------------------------
k=0
while read -r sentence; do
    k=$((k + 1))
    build bad.c "bad$k.so" -DWRONG=$k
    says "$sentence" -- "$tsubu" laws --plugin "./bad$k.so"
done <<'END'
it has no symbol tsubu_plugin
it was compiled for version 2 of tsubu_law.h, and this tsubu has version 1
compile it again with the header of this tsubu
there is a contact model `model hertz` already, one of tsubu's own
it has no prepare or no stage
has a property youngsModulus with another shape or unit
it names accounts of another kind of model
`heating` names none of its keywords
a row of its history has a width other than 1 and 3
it has two models `model bad`
`model off` means that there is no model
compile it with -ffp-contract=off
END
[ $k -eq 12 ] || fail "only $k plugins were refused"
says "there is no plugin './none.so'" -- "$tsubu" laws --plugin ./none.so
says "cannot load the plugin './use.c'" -- "$tsubu" laws --plugin ./use.c
build walton_braun.c first.so
sed 's/"walton_braun", "1.0"/"second", "1.0"/' walton_braun.c >second.c
build second.c second.so
says "there is a contact model \`model walton_braun\` already, of the plugin walton_braun" -- "$tsubu" laws --plugin ./first.so --plugin ./second.so
printf 'plugin load\n' >in.bad
says "the file" -- "$tsubu" in.bad -log none
printf 'plugin unload x\n' >in.bad
says "load" -- "$tsubu" in.bad -log none
if "${CC:-cc}" -shared -fPIC -O2 -Iinclude -ffast-math walton_braun.c -o fast.so 2>said; then fail "-ffast-math is taken"; fi
grep -q 'without -ffast-math' said || fail "-ffast-math: $(cat said)"
exit $failed
