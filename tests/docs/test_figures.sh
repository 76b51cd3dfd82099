# SPDX-License-Identifier: Apache-2.0
# Figures in the documentation are what the program draws today: a few of them are made anew and compared.
# usage: test_figures.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
figures=$source/docs/theory/figures
PYTHONDONTWRITEBYTECODE=1 python3 "$figures/normal_laws.py" "$tsubu" "$work" hysteresis jkr cohesion || failed=1
PYTHONDONTWRITEBYTECODE=1 python3 "$figures/tangential_laws.py" "$tsubu" "$work" jkr_tan cdt || failed=1
PYTHONDONTWRITEBYTECODE=1 python3 "$source/docs/figures/validation.py" "$tsubu" "$work" || failed=1
for made in "$work"/*.svg; do
    case $made in */validation_*) figures=$source/docs/figures ;; *) figures=$source/docs/theory/figures ;; esac
    cmp "$made" "$figures/${made##*/}" || { echo "FAILED: ${made##*/} is not what the program draws; run make figures"; failed=1; }
done
[ "$(ls "$work" | wc -l)" = 9 ] || { echo "FAILED: $(ls "$work" | wc -l) figures instead of 9"; failed=1; }
exit $failed
