# SPDX-License-Identifier: Apache-2.0
# The command line: help, version, unknown words, the list of laws. usage: test_command_line.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"

# holds WORDS -- COMMAND...: exit code 0 and the output holds the words.
holds() {
    local words=$1 output
    shift 2
    output=$("$@" </dev/null 2>/dev/null) || fail "exit code of: $*"
    output=$(tr -s ' \n' ' ' <<<"$output") # lines are broken anywhere
    case $output in *"$words"*) ;; *) fail "no '$words' in the output of: $*" ;; esac
}

for word in -h -help --help help; do holds 'tsubu DECK' -- "$tsubu" $word; done
holds 'tsubu DECK' -- "$tsubu" in.deck --help
for word in -version --version version; do holds 'tsubu 0.' -- "$tsubu" $word; done
for tool in contact laws verify; do
    holds " $tool " -- "$tsubu" --help
    holds "usage: tsubu $tool" -- "$tsubu" $tool --help
done

says "did you mean \`tsubu verify\`" -- "$tsubu" verfy
says "no deck and no tool named 'in.nowhere'" -- "$tsubu" in.nowhere
says "did you mean '-threads'" -- "$tsubu" -thread 2
says "did you mean '-screen'" -- "$tsubu" --scren none
says "there is no option '--foo' (" -- "$tsubu" --foo
says "there is no starter 'silo'; kinds are" -- "$tsubu" new x --kind silo # half of pile is something else
says '-threads needs a whole number' -- "$tsubu" -threads 0 -in x
says '-threads needs a whole number' -- "$tsubu" -threads two -in x
says 'must be followed by' -- "$tsubu" -in
says 'must be followed by' -- "$tsubu" -in x -log
says 'variable n has no value' -- "$tsubu" -in x -var n -log none
says "not 'loud'" -- "$tsubu" -echo loud -in x
says 'two decks' -- "$tsubu" -in x y
says "'--markdwn'; did you mean '--markdown'" -- "$tsubu" laws --markdwn
says "no group of checks 'herz'; did you mean 'hertz'? there are: hertz, oblique" -- "$tsubu" verify herz
says "no contact model named 'epsd4'; did you mean 'epsd" -- "$tsubu" laws epsd4
says "has no use for 'hooke'" -- "$tsubu" laws hertz hooke

# Files are looked for where the program was started; one that is beside the deck is found out.
mkdir -p apart
echo 'include part' >apart/in.whole
echo 'print ok' >apart/part
says 'it is in the folder of the deck: start tsubu in apart' -- "$tsubu" apart/in.whole -log none
(cd apart && "$tsubu" ./in.whole -log none >/dev/null) || fail 'a deck in its own folder'

# Every law the issue names, with a property, its unit and its range, history and keywords.
overview=$("$tsubu" laws)
for law in edinburgh/stiffness edinburgh hooke hooke/stiffness hertz hertz/stiffness hooke/hysteresis luding thornton_ning jkr \
    jkr_tan history no_history off epsd3 cdt epsd epsd2 sjkr sjkr2 default; do
    grep -qE "^  $law( |$)" <<<"$overview" || fail "laws does not list $law"
    "$tsubu" laws $law >/dev/null || fail "laws $law"
done
holds 'LoadingStiffness ' -- "$tsubu" laws edinburgh/stiffness
holds 'loading stiffness k1 [N/m^n], peratomtypepair, in (0, inf), required' -- "$tsubu" laws edinburgh/stiffness
holds 'coefficient of restitution e, peratomtypepair, in (0, 1], required' -- "$tsubu" laws hertz
holds 'limitForce on|off' -- "$tsubu" laws edinburgh/stiffness
holds 'rolling spring torque M [N m], vector' -- "$tsubu" laws epsd3
holds '### `rolling_friction epsd3`' -- "$tsubu" laws --markdown
holds '| `rollingStiffness` | stiffness factor kappa | - | scalar | (0, inf) | required |' -- "$tsubu" laws epsd3 --markdown

# Files that are something else are said to be so, and are not overwritten.
printf '\xef\xbb\xbfprint "after the mark"\n' >in.mark
holds 'after the mark' -- "$tsubu" in.mark -log none # as editors of Windows write it
cp in.mark kept
says "could not be written to the end" -- "$tsubu" in.mark -log /dev/full
says "the log file in.mark/l.log cannot be written: Not a directory" -- "$tsubu" in.mark -log in.mark/l.log
says 'cannot open nowhere' -- "$tsubu" view nowhere
says 'in.mark is neither a recorded run nor a text dump, VTK or HDF5 file of particles; as a restart file: ' -- "$tsubu" view in.mark
says 'cannot open nowhere' -- "$tsubu" snapshot nowhere --png a.png
says 'in.mark is neither a recorded run nor a text dump, VTK or HDF5 file of particles; as a restart file: ' -- "$tsubu" snapshot in.mark --png a.png
says 'in.mark exists and is not a recorded run, so it is not overwritten' -- "$tsubu" in.mark -log none --record in.mark
cmp -s in.mark kept || fail "a deck was overwritten by a recording"

long=$("$tsubu" laws all | awk 'length($0) > 100')
[ -z "$long" ] || fail "lines over 100 columns: $long"
exit $failed
