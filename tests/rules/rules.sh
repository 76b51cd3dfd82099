# SPDX-License-Identifier: Apache-2.0
# rules.sh LIBRARY SOURCE_TREE - the house rules a machine can check. One line per offence, exit 1 if there is any.
# The offences it must find are in test_rules_bite.sh.
set -uo pipefail
library=$1
cd "$2" || exit 1
offences=0

offence() {
    echo "$*"
    offences=$((offences + 1))
}

# All files of the tree, also those not committed yet, but none that are ignored.
if git rev-parse --git-dir >/dev/null 2>&1; then
    mapfile -t files < <(git ls-files -co --exclude-standard | sort -u | while read -r f; do [ -f "$f" ] && echo "$f"; done)
else
    mapfile -t files < <(find . -type f -not -path './build*' -not -path './out/*' -not -path './.git/*' | sed 's|^\./||' | sort)
fi

matching() { # the files whose name matches the pattern
    printf '%s\n' "${files[@]}" | grep -E "$1"
}

# A folder of src/ may include only folders before it and itself.
check_layers() {
    local layers=(base state shape law search step io format model deck session insertion average fix compute dump run command slider view picture api ranks cuda) file line
    declare -A rank
    for i in "${!layers[@]}"; do rank[${layers[$i]}]=$i; done
    while read -r file; do
        local own=${file#src/}
        own=${own%%/*}
        if [ -z "${rank[$own]+x}" ]; then
            offence "$file: the folder '$own' is not a layer; layers are: ${layers[*]}"
            continue
        fi
        while IFS=: read -r line other; do
            if [ -z "${rank[$other]+x}" ]; then
                [ "$other" = tsubu ] || offence "$file:$line: includes '$other/', which is not a layer"
            elif [ "${rank[$other]}" -gt "${rank[$own]}" ]; then
                offence "$file:$line: layer '$own' includes the later layer '$other'"
            fi
        done < <(sed -nE 's|^[[:space:]]*#[[:space:]]*include[[:space:]]+"([^"/]+)/.*|\1|; t p; b; :p; =; p' "$file" | paste -d: - -)
    done < <(matching '^src/.*\.[ch]$')
}

# The deck language knows no world: it sees one through the table of functions in deck/script.h.
check_deck() {
    local hit
    while read -r hit; do
        offence "$hit   <- the deck language may include base/, io/ and deck/ only"
    done < <(matching '^src/deck/.*\.[ch]$' | xargs -r grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"' | grep -vE '"(base|io|deck)/|"tsubu/tsubu\.h"')
}

# Styles and commands of decks see the world, and of the rest of the step the interfaces named here; how lists, blocks and forces are made
# is none of their business. Of the search they use two things that have nothing to do with a step.
check_deck_layer() {
    local hit step='world|hooks|liquid|resume/resume|wall/(wall|shape)|mesh/(body|freedom|servo)|ledger/(energy|heating|losses)|clump/clumps'
    while read -r hit; do
        offence "$hit   <- styles and commands see the step through its interfaces (check_deck_layer in tests/rules/rules.sh lists them)"
    done < <(matching '^src/(insertion|average|fix|compute|dump|command)/.*\.[ch]$' | xargs -r grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"(step|search|shape|picture|view)/' |
        grep -vE "\"(step/($step)|search/(pairs|tets))\.h\"")
}

# Only the step writes the ledger; others hand it energy (tsu_ledger_give and the like). A restart file puts it back.
check_ledger() {
    local hit
    while read -r hit; do
        offence "$hit   <- only src/step/ writes the ledger: use tsu_ledger_give, tsu_ledger_work or tsu_ledger_kick"
    done < <(matching '^(src|cli)/.*\.[ch]$' | grep -vE '^src/step/|^src/format/restart_' |
        xargs -r grep -HnE 'tsu_exact_(add|init|merge)\(&[^,)]*ledger|ledger\.[a-z_]+(\[[^]]*\])? *([-+*/]?=[^=]|\+\+|--)|tsu_ledger \*|= &[^;]*ledger;' | grep -vE 'const tsu_ledger \*')
}

# The engine names what it lacks in its own words (tsu_lack); src/session/remedy.c adds the command of a deck.
check_engine_words() {
    local hit
    while read -r hit; do
        offence "$hit   <- the engine knows no commands: say what is missing (tsu_error_lacks_named), and the command in src/session/remedy.c"
    done < <(matching '^src/(base|state|shape|search|step|model|ranks|cuda)/.*\.[ch]$' | grep -v '^src/state/field_rows\.c$' |
        xargs -r grep -HnE '"[^"]*`(un)?(fix|compute|dump|pair_style|create_box|region|run|set) [^"]*"')
}

# Keywords have names: what tsu_words_choice found is compared with those of an enum (or leads to a table), never with a number, and no case is one.
check_ordinals() {
    local hit
    while read -r hit; do
        offence "$hit   <- name the keyword: an enum for the places in its list, or a table (src/deck/arguments.h)"
    done < <(matching '^src/(deck|session|insertion|average|fix|compute|dump|run|command|slider)/.*\.[ch]$' |
        xargs -r awk '/^}/ || FNR == 1 { delete found }
            /tsu_words_choice *\(/ { call = 1 }
            call { # the variable that the choice goes to: &key, &options->key
                n = split($0, part, "&")
                for (k = 2; k <= n; k++) if (match(part[k], /^[A-Za-z_0-9>.-]+/)) { name = substr(part[k], 1, RLENGTH); sub(/.*(->|\.)/, "", name); found[name] = 1 }
                if (/;/) call = 0
            }
            /(^|[^A-Za-z0-9_])case +-?[0-9]+ *:/ { printf "%s:%d: %s\n", FILENAME, FNR, $0; next }
            !/for \(/ { for (name in found) if ($0 ~ "(^|[^A-Za-z0-9_])" name " *(==|!=|<=|>=|<|>) *[0-9]") { printf "%s:%d: %s\n", FILENAME, FNR, $0; break } }')
}

check_licence_lines() {
    local file
    while read -r file; do
        offence "$file: the first line must be 'SPDX-License-Identifier: Apache-2.0' in a comment"
    done < <(matching '\.(c|h|cpp|cu|sh|cmake|js|css|py|ts)$|(^|/)(CMakeLists\.txt|Makefile)$|^\.ci/run$' | grep -vE '(^|/)(node_modules|vendor)/' |
        xargs -r awk 'FNR == 1 { if (file && !good) print file; file = FILENAME; good = 0 }
            FNR <= 2 && /SPDX-License-Identifier: Apache-2\.0/ { good = 1 }
            END { if (file && !good) print file }')
}

# Functions open and close with a brace at the start of a line.
check_sizes() {
    local line
    while read -r line; do offence "$line"; done < <(matching '\.[ch]$' |
        xargs -r awk 'function check() { if (lines > (file == "include/tsubu/tsubu.h" ? 600 : 500)) printf "%s: %d lines; split files above 500 (the public header: 600)\n", file, lines }
            FNR == 1 { check(); file = FILENAME; start = 0 }
            { lines = FNR }
            /^\{/ { start = FNR }
            /^\}/ { if (start && FNR - start - 1 > 80) printf "%s:%d: function of %d lines; 80 at most\n", file, start, FNR - start - 1; start = 0 }
            END { check() }')
}

# A folder holds up to 40 sources, what it is for can then be seen at once; contact models are one file each and may be more.
check_folders() {
    local count folder
    while read -r count folder; do
        [ "$count" -le 40 ] || [ "$folder" = src/law ] || offence "$folder: $count files; split folders above 40"
    done < <(matching '^(src|cli|include|tests)/.*\.([ch]|sh)$' | sed 's|/[^/]*$||' | sort | uniq -c)
}

# Headers are guarded by their path: src/base/vec.h by TSU_BASE_VEC_H.
check_guards() {
    local file found guard
    while read -r file found; do
        guard=${file#src/}
        guard=${guard%.h}
        guard=TSU_${guard//\//_}_H
        guard=${guard^^}
        [ "$found" = "$guard" ] || offence "$file: the include guard must be $guard"
    done < <(matching '^src/.*\.h$' | xargs -r awk 'FNR == 1 { if (file) print file, guard; file = FILENAME; guard = "" }
        /^#ifndef / && !guard { guard = $2 }
        END { if (file) print file, guard }')
}

# The library hands errors back; it does not print and does not end the program.
check_manners() {
    local hit
    while read -r hit; do
        offence "$hit   <- the library must not print or exit"
    done < <(matching '^src/.*\.[ch]$' | xargs -r grep -nE '(^|[^a-zA-Z0-9_])(printf|puts|putchar|perror|exit|_exit|abort)[[:space:]]*\(|(^|[^a-zA-Z0-9_])(stdout|stderr)([^a-zA-Z0-9_]|$)' |
        grep -vE ':[0-9]+:[[:space:]]*(/?\*|//)')
}

# exp, log, pow and the like of libm differ from version to version: base/power.h, trig.h and elementary.h have them. What decks say
# places and pushes particles, and is printed; pictures may use libm.
check_libm() {
    local hit names='exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh'
    while read -r hit; do
        offence "$hit   <- take this from base/power.h, base/trig.h or base/elementary.h"
    done < <(matching '^src/(state|shape|law|search|step|model|deck|session|insertion|average|fix|compute|dump|run|command|slider)/.*\.[ch]$' |
        xargs -r awk -v names="(^|[^a-zA-Z0-9_>.])($names)[[:space:]]*[(]" '
            FNR == 1 { comment = 0 }
            { line = $0; gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line) }
            comment && /\*\// { sub(/.*\*\//, "", line); comment = 0 }
            comment { next }
            line ~ /\/\*/ { sub(/\/\*.*/, "", line); comment = 1 }
            line ~ names { printf "%s:%d: %s\n", FILENAME, FNR, line }')
}

# Work left undone and paths of somebody's own machine do not belong into the tree.
check_words() {
    local hit marks='TO''DO|FIX''ME|HA''CK' places='/wo''rk/|/ho''me/[a-z]|/ro''ot/|C:\\\\Users'
    while read -r hit; do offence "$hit"; done < <(printf '%s\n' "${files[@]}" |
        grep -vE '\.(png|jpg|gz|zip|pdf|stl|vtk|h5|ico|woff2?)$|^LICENSE$|(^|/)(node_modules|vendor)/|package-lock\.json$' |
        xargs -r grep -nIE "(^|[^A-Za-z])($marks)([^A-Za-z]|\$)|$places" | cut -c 1-160)
}

# What users read says "contact model", not "law" (docs/glossary.md); laws with a name in physics may stay. Code in `...` and in blocks is left alone, and so are
# the pages for who works on the code. Japanese pages have words of their own to keep to.
check_glossary() {
    local hit named="(Beverloo's|Janssen's|Hertz'|Hooke's|Coulomb's|Newton's|[Ss]caling|[Pp]ower|[Cc]onservation) laws?|law for low columns|[Aa] constitutive law"
    while read -r hit; do
        offence "$hit   <- users read of contact models (docs/glossary.md)"
    done < <(matching '^(README.*|docs/.*|examples/.*)\.md$' | grep -v '^docs/architecture\.md$' | xargs -r awk -v named="$named" '
            FNR == 1 { block = 0 }
            /^```/ { block = !block; next }
            block || /^    / { next }
            { line = $0; gsub(/`[^`]*`|\]\([^)]*\)/, "", line); gsub(named, "", line); gsub(/(法|規|原|発展|流れ|弾性)則/, "", line) }
            line ~ /(^|[^A-Za-z_\/.-])[Ll]aws?([^A-Za-z_\/-]|$)/ || line ~ /則|勘定|デッキ/ { printf "%s:%d: %s\n", FILENAME, FNR, substr($0, 1, 100) }'
        matching '^(src|cli|include)/.*\.[ch]$' | xargs -r grep -HnE '"([^"\\]|\\.)* ?\b[Ll]aws?\b([^"\\]|\\.)*"' | grep -vE ':[0-9]+: *(/?\*|#include)' |
            sed -E 's/`tsubu laws[^`]*`|"laws"|"laws \[|tsubu(-|_|\/)law|src\/law|\.B tsubu laws//g' | grep -E '"([^"\\]|\\.)*\b[Ll]aws?\b([^"\\._]|\\.)*"' | grep -vE '"[a-z_]*"[,)} ]*[^"]*$' | cut -c 1-140)
}

# What the library exports starts with tsu_. The sanitizers add names of their own.
check_symbols() {
    local name
    if [ ! -f "$library" ]; then
        offence "the library '$library' is not there"
        return
    fi
    while read -r name; do
        offence "$library: exports '$name', which has no prefix tsu_"
    done < <(nm -g --defined-only "$library" 2>/dev/null | awk 'NF == 3 { print $3 }' | grep -vE '^tsu_|^__(odr_)?asan|^__(start|stop)___|^asan\.|^__llvm|^__sanc|^__TMC|^_?_?gcov' | sort -u)
}

# Only the version the form was made with judges it: others differ in details.
check_form() {
    local version file
    version=$(clang-format --version 2>/dev/null | grep -oE 'version [0-9]+' | grep -oE '[0-9]+')
    if [ "${version:-}" != 14 ]; then
        echo "skipped: the form of the C files is judged by clang-format 14 (here: ${version:-none})"
        return
    fi
    while read -r file; do
        offence "$file: not in the house's form; run make format"
    done < <(matching '\.[ch]$' | xargs -r clang-format --dry-run 2>&1 | sed -nE 's/^([^ :]+):[0-9]+:[0-9]+: warning:.*/\1/p' | sort -u)
}

# What a GPU compiler must read is C++20 as well as C17.
check_cxx() {
    local line
    if ! command -v g++ >/dev/null; then
        echo "skipped: whether headers are C++20 too is judged by g++"
        return
    fi
    while read -r line; do offence "$line"; done < <(matching '^src/(base|shape|law)/.*\.h$|^src/step/(kick|sum)\.h$' | sed 's|^src/\(.*\)|#include "\1"|' |
        g++ -std=c++20 -pedantic-errors -fsyntax-only -Isrc -Iinclude -x c++ - 2>&1 | grep 'error:' | sed 's/$/   <- must be C++20 too/' | head -n 20)
}

check_scripts() {
    local file
    while read -r file; do
        [ -z "$(bash -n "$file" 2>&1)" ] || offence "$file: bash cannot read it, or warns" # a here-document without an end is only a warning
    done < <(matching '\.sh$|^\.ci/run$')
}

check_layers
check_deck
check_deck_layer
check_ledger
check_engine_words
check_ordinals
check_licence_lines
check_sizes
check_folders
check_guards
check_manners
check_libm
check_words
check_glossary
check_symbols
check_cxx
check_form
check_scripts
echo "house rules: ${#files[@]} files, $offences offences"
[ "$offences" -eq 0 ]
