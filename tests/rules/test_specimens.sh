# SPDX-License-Identifier: Apache-2.0
# What CONTRIBUTING says of adding things is complete: in a copy of the tree one specimen of each kind (tests/rules/specimens) is added by
# its steps and by nothing else; the copy builds without a warning, passes the checks of rules and documentation, and a deck uses them all.
# usage: test_specimens.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
mkdir tree
tar -C "$source" --exclude=./.git --exclude='./build*' --exclude=./out --exclude=node_modules -cf - . | tar -C tree -xf -
cd tree || exit 1
cp -r tests/rules/specimens/. .
rm -r tests/rules/specimens

line() { # FILE WORDS TEXT: puts TEXT before the first line of FILE that holds WORDS
    grep -qF -- "$2" "$1" || fail "$1 has no '$2' any more: write the step of CONTRIBUTING anew"
    awk -v words="$2" -v text="$3" '!done && index($0, words) { print text; done = 1 } { print }' "$1" >new && cat new >"$1" && rm new
}
row() { # TABLE WHAT: a table of commands or styles, named in tables.h and listed in commands.c
    line src/command/tables.h '#endif' "extern const tsu_command $1[];"
    line src/command/commands.c '/* the last: what is known but not done */' "    {\"$2\", $1},"
}
# a contact model
line src/law/registry_rolling.c 'const tsu_law *const' '#include "law/rolling_specimen.h"
'
sed -i 's/&tsu_law_rolling_luding, NULL,/\&tsu_law_rolling_luding, \&tsu_law_rolling_specimen, NULL,/' src/law/registry_rolling.c
line src/law/samples.h '{NULL, 0.0, 0.0},' '    {"specimenRatio", 0.05, 0.0},'
cp docs/theory/figures/rolling_cdt.svg docs/theory/figures/rolling_specimen.svg 2>/dev/null || cp "$(ls docs/theory/figures/*.svg | head -n 1)" docs/theory/figures/rolling_specimen.svg
sed -i 's/\[luding\](rolling_luding.md)/&, [specimen](rolling_specimen.md)/' docs/theory/index.md
sed -i 's/\[luding\](rolling_luding.ja.md)/&、[specimen](rolling_specimen.ja.md)/' docs/theory/index.ja.md
line mkdocs.yml 'theory/mesh_contacts.md' '      - "rolling specimen": theory/rolling_specimen.md'
line mkdocs.yml 'theory/mesh_contacts.ja.md' '      - "rolling specimen": theory/rolling_specimen.ja.md'
# a compute, a dump, a fix
row tsu_computes_specimen compute
row tsu_dumps_specimen dump
row tsu_fixes_specimen fix
# a model
line src/model/models.c '#include <string.h>' '#include "model/force/specimen.h"'
line src/model/models.c '&tsu_model_spring,' '    &tsu_model_specimen,'
line tests/unit/model_scenes.h '{"spring_self"' '    {"specimen", {{"force", .number = {0.25}}}, NVE "fix s all specimen 0.25\\n", NULL, NULL},'
# a wall shape
line src/step/wall/shapes.c 'const tsu_wall_shape *const' 'extern const tsu_wall_shape tsu_shape_specimen;'
line src/step/wall/shapes.c '&tsu_shape_sphere, ' '    &tsu_shape_specimen,'
# a field
line src/state/field_rows.c '{"element", {"element"}' '    {"specimen", {"specimen"}, NULL, NULL, NULL, "kg/m", "mass over diameter",
     .width = 1, .read = specimen_of},'
line src/state/field_rows.c 'static double row_of' 'static double specimen_of(const tsu_particles *p, const tsu_box *box, int32_t i, int q)
{
    (void)box;
    (void)q;
    return p->mass[i] / (2.0 * p->xr[i][3]);
}
'
line docs/fields.md '| `element` |' '| `specimen` | `specimen` | 1 | kg/m |  | mass over diameter |'
line docs/fields.ja.md '| `element` |' '| `specimen` | `specimen` | 1 | kg/m |  | 質量と直径の比 |'
if command -v clang-format >/dev/null; then clang-format -i src/law/registry_rolling.c src/command/tables.h src/model/models.c src/step/wall/shapes.c; fi

# Where ccache is there and knows the tree, only what has changed is compiled. The page in the browser is left out.
if command -v ccache >/dev/null; then
    export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
    launcher=-DCMAKE_C_COMPILER_LAUNCHER=ccache
fi
tests=
[ ! -f /usr/include/cmocka.h ] || tests="test_unit_models test_unit_model_fields test_api_models test_oracle_wall_rows test_unit_command_tables test_law_samples"
cmake -B build -DTSU_NODE=OFF -DTSU_WERROR=ON  ${launcher:-} >log 2>&1 && cmake --build build -j 2 --target tsubu $tests >log 2>&1 ||
    { tail -n 40 log; fail "the copy with the specimens does not build"; exit 1; }
rm log
made=$PWD/build/tsubu

bash tests/rules/rules.sh build/libtsubu_core.a . >log || fail "rules: $(cat log)"
rm log
"$made" reference --summary >docs/reference.md && LC_ALL=ja_JP.UTF-8 "$made" reference --summary >docs/reference.ja.md || fail "no summary of the reference"
python3 tests/docs/manual.py "$made" . >log || fail "entries of the reference: $(cat log)"
python3 tests/docs/manual.py "$made" . run "rolling_friction specimen" "compute specimen" "dump specimen" "fix specimen" >log || fail "examples of the reference: $(cat log)"
rm log
python3 tests/docs/theory.py "$made" . || fail "a page of theory"
python3 tests/docs/languages.py . || fail "pages in two languages"
python3 tests/docs/links.py . || fail "links"
bash tests/docs/test_site.sh "$made" . contents || fail "table of contents"
python3 tests/docs/reference.py "$made" . || fail "the reference"
bash tests/docs/test_reference.sh "$made" . || fail "the reference"
python3 tests/docs/fields.py "$made" . || fail "the page of fields"
for test in $tests; do
    build/tests/$test >log 2>&1 || fail "$test: $(cat log)"
done
"$made" verify audit >log || fail "combinations: $(grep FAIL log)"
grep -q 'hertz, 175 combinations' log || fail "the specimen is in no combination: $(grep 'hertz,' log)"
for name in "compute specimen" "dump specimen" "fix specimen"; do
    "$made" reference specimen | grep -q "$name" || fail "$name is not in the reference"
done

cat >in.specimens <<'END'
units si
atom_style granular
boundary f f f
region box block 0 1 0 1 0 1
create_box 1 box
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global specimenRatio peratomtypepair 1 0.1
pair_style gran model hertz rolling_friction specimen
pair_coeff * *
timestep 1e-5
create_atoms 1 single 0.5 0.5 0.5
set group all diameter 0.01 density 2000
fix floor all wall/gran model hertz rolling_friction specimen primitive type 1 specimen 0.4951
fix push all specimen 0.25
fix move all nve/sphere
compute mass all specimen
variable each atom specimen
compute each all reduce sum v_each
dump d all specimen 100 out.txt
thermo_style custom step c_mass c_each fmax
variable vx equal vcm(all,x)
run 100
variable expected equal 0.25*100*1e-5/c_mass
print "mass $(c_mass) each $(c_each) velocity ${vx} of ${expected}"
END
"$made" in.specimens -log none >said 2>&1 || fail "deck: $(cat said)"
awk '/^mass/ { m = 2000 * 3.14159265358979 / 6 * 1e-6; seen = near($2, m) && near($4, m / 0.01) && near($6, $8) } END { exit !seen }
    function near(a, b) { return a > b * (1 - 1e-5) && a < b * (1 + 1e-5) }' said || fail "values: $(grep ^mass said)"
[ "$(tail -n 1 out.txt)" = "100 0.001 1" ] || fail "dump: $(cat out.txt)"
exit $failed
