# SPDX-License-Identifier: Apache-2.0
# Where LIGGGHTS does something else (class `differs` in liggghts/cases.txt) the right answer comes from the equations of
# docs/theory, evaluated once more by liggghts/contact_reference.py: our dumps agree with it to 1e-11, those of LIGGGHTS do not. That
# path itself agrees with LIGGGHTS where we do (class `same`). usage: test_contact_reference.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
data=$source/tests/oracle/liggghts

ours=() theirs=()
for name in $(awk '$2 == "differs" { print $1 }' "$data/cases.txt"); do
    "$tsubu" "$data/in.$name" >report 2>&1 </dev/null || { fail "$name" && cat report; }
    ours+=("$name=$name.dump,0,1e-11")
    theirs+=("$name=$data/$name.ref,1e-9,inf")
done
[ "${#ours[@]}" -ge 25 ] || fail "${#ours[@]} cases"
same=()
for name in hertz_pair_oblique hertz_wall_oblique hertz_wall_cylinder edinstiff_pair_adhesive_oblique edinstiff_pair_reload_once \
    edinstiff_dex15_cex15_pair_adhesive luding_pair_oblique easo_pair_headon easo_pair_viscous washino_pair_headon epsd_pair_pressed epsd2_pair_pressed \
    epsd3_pair_pressed rluding_pair_pressed; do
    if [ -f "$data/in.$name" ]; then same+=("$name=$data/$name.ref,0,1e-9"); else fail "no case $name"; fi
done
python3 "$data/contact_reference.py" "$data" "${ours[@]}" "${theirs[@]}" "${same[@]}" || failed=1
exit $failed
