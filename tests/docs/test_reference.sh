# SPDX-License-Identifier: Apache-2.0
# The deck reference is complete; one entry by name; a wrong name is answered.
# usage: test_reference.sh PROGRAM SOURCE_TREE
set -u
tsubu=$1
failed=0
python3 "$2/tests/docs/reference.py" "$tsubu" "$2" || failed=1
case $("$tsubu" reference wall/gran) in *"fix wall/gran"*"usage: fix ID GROUP wall/gran"*) ;; *) echo "FAILED: reference wall/gran"; failed=1 ;; esac
for row in 'mesh/surface:precision P +.*\[m\]' 'mesh/surface/stress/servo:ctrlPV force.torque' 'thermo_modify:lost .*error.*warn' 'neigh_modify:delay N +.*>= 0'; do
    "$tsubu" reference "${row%%:*}" | grep -qE "^    ${row#*:}" || { echo "FAILED: reference ${row%%:*} shows no keyword '${row#*:}'"; failed=1; }
done
message=$("$tsubu" reference wallgran 2>&1) && failed=1
case $message in *"did you mean 'wall/gran'?"*) ;; *) echo "FAILED: $message"; failed=1 ;; esac
# Every tool has its part of the man page and of the completion.
"$tsubu" reference --man >man.$$ && "$tsubu" reference --completion >completion.$$ && bash -n completion.$$ || failed=1
for tool in $("$tsubu" --help | sed -n '/^tools:/,$s/^  \([a-z]*\) .*/\1/p'); do
    grep -q "^\.SS $tool\$" man.$$ || { echo "FAILED: $tool is not in the man page"; failed=1; }
    grep -q "^    \*:$tool) words='--help" completion.$$ || { echo "FAILED: $tool is not completed"; failed=1; }
done
words=$(bash -c ". ./completion.$$; COMP_WORDS=(tsubu ver); COMP_CWORD=1; _tsubu; echo \${COMPREPLY[*]}")
[ "$words" = verify ] || { echo "FAILED: 'ver' is completed to '$words'"; failed=1; }
# Options of a run with one dash or two, before the deck and behind it; options of tools.
complete() { # WORD...: what the last word is completed to
    bash -c ". ./completion.$$; COMP_WORDS=(tsubu $*); COMP_CWORD=$#; _tsubu; echo \${COMPREPLY[*]}"
}
for case in "--view:--view --view-keep" "in.x --vi:--view --view-keep" "in.x -vi:-view -view-keep" "in.x --record-:--record-every" \
    "demo --view:--view --view-keep" "view --ex:--examples" "--he:--help"; do
    words=$(complete ${case%%:*})
    [ "$words" = "${case#*:}" ] || { echo "FAILED: '${case%%:*}' is completed to '$words'"; failed=1; }
done
# The man page is typeset without a complaint, and its synopsis shows all ways to call the program.
if command -v groff >/dev/null; then
    complaint=$(groff -man -Tascii -ww -z man.$$ 2>&1)
    [ -z "$complaint" ] || { echo "FAILED: the man page: $complaint"; failed=1; }
    synopsis=$(groff -man -Tascii -P -c man.$$ 2>/dev/null | sed 's/.\x08//g' | sed -n '/^SYNOPSIS/,/^DESCRIPTION/p' | tr -s ' ')
    for line in "tsubu DECK \[options\]" "tsubu TOOL \[options\]" "tsubu -continue FILE \[options\]"; do
        grep -q "^ $line" <<<"$synopsis" || { echo "FAILED: no '$line' in $synopsis"; failed=1; }
    done
fi
rm -f man.$$ completion.$$

# Columns: those of the tables in the sources.
columns=$("$tsubu" reference thermo_style && "$tsubu" reference custom && "$tsubu" reference variable)
for word in $(sed -n 's/^    {"\([a-z]*\)", "[A-Za-z\/]*", \(true\|false\), get_.*/\1/p' "$2/src/session/thermo.c") omegax tqz inertiax density swiggle bound rmask; do
    grep -qw "$word" <<<"$columns" || { echo "FAILED: no column $word in the reference"; failed=1; }
done
# Shapes of walls: those of the table in the sources.
shapes=$("$tsubu" reference wall/gran) text=$("$tsubu" reference --markdown)
for shape in $(sed -n 's/.*tsu_wall_shape tsu_shape_\([a-z]*\) = {.*/\1/p' "$2"/src/step/wall/shape_*.c); do
    grep -q "^    $shape " <<<"$shapes" && grep -q "^| \`$shape\` |" <<<"$text" || { echo "FAILED: no shape $shape in the reference"; failed=1; }
done
"$tsubu" reference audit | grep -q 'over the energy exchanged' || { echo "FAILED: a column by its name"; failed=1; }
exit $failed
