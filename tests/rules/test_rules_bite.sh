# SPDX-License-Identifier: Apache-2.0
# Every house rule finds its offence, and a clean tree has none. usage: test_rules_bite.sh PROGRAM SOURCE_TREE
set -euo pipefail
rules=$2/tests/rules/rules.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir -p "$tree/src/base" "$tree/src/io"
cp "$2/.clang-format" "$tree/"
licence='/* SPDX-License-Identifier: Apache-2.0 */'

compile() { # makes the library from the sources of the tree
    rm -f "$tree/build.a"
    for source in "$tree"/src/*/*.c; do
        "${CC:-gcc}" -w -I"$tree/src" -c "$source" -o "$source.o"
        ar -rc "$tree/build.a" "$source.o"
        rm "$source.o"
    done
}

clean_tree() {
    printf '%s\n' "$licence" '#ifndef TSU_BASE_GOOD_H' '#define TSU_BASE_GOOD_H' '' 'int tsu_good(void);' '' '#endif' >"$tree/src/base/good.h"
    printf '%s\n' "$licence" '#include "base/good.h"' '' 'int tsu_good(void)' '{' '    return 1;' '}' >"$tree/src/base/good.c"
    rm -f "$tree"/src/*/bad.*
}

must_find() { # name of the rule, the text its message must have
    compile
    if bash "$rules" "$tree/build.a" "$tree" >"$tree/said"; then
        echo "FAILED: the rule '$1' did not bite"
        exit 1
    fi
    if ! grep -q -- "$2" "$tree/said"; then
        echo "FAILED: the rule '$1' said something else:"
        cat "$tree/said"
        exit 1
    fi
    rm "$tree/said"
    echo "bites: $1"
    clean_tree
}

clean_tree
compile
bash "$rules" "$tree/build.a" "$tree"

printf '%s\n' "$licence" '#ifndef TSU_BASE_BAD_H' '#define TSU_BASE_BAD_H' '#include "io/file.h"' '#endif' >"$tree/src/base/bad.h"
must_find layers "src/base/bad.h:4: layer 'base' includes the later layer 'io'"

mkdir -p "$tree/src/deck"
printf '%s\n' "$licence" '#ifndef TSU_DECK_BAD_H' '#define TSU_DECK_BAD_H' '#include "step/world.h"' '#endif' >"$tree/src/deck/bad.h"
must_find 'the deck language' 'src/deck/bad.h:4:.*may include base/'

mkdir -p "$tree/src/fix" "$tree/src/step/list"
printf '%s\n' "$licence" '#ifndef TSU_FIX_BAD_H' '#define TSU_FIX_BAD_H' '#include "step/list/lists.h"' '#endif' >"$tree/src/fix/bad.h"
must_find 'what styles see' 'src/fix/bad.h:4:.*see the step through its interfaces'

printf '%s\n' "$licence" 'typedef struct tsu_bad {' '    struct {' '        double given;' '    } ledger;' '} tsu_bad;' 'void tsu_bad_give(tsu_bad *w);' 'void tsu_bad_give(tsu_bad *w)' '{' \
    '    w->ledger.given += 1.0;' '}' >"$tree/src/fix/bad.c"
must_find 'the ledger' 'src/fix/bad.c:10:.*only src/step/ writes the ledger'

printf '%s\n' "$licence" 'const char *tsu_bad(void);' 'const char *tsu_bad(void)' '{' '    return "heat needs a temperature; add `fix ID all heat/gran`";' '}' >"$tree/src/base/bad.c"
must_find 'the words of the engine' 'src/base/bad.c:5:.*the engine knows no commands'

choice='int tsu_words_choice(const char *const *list, int *out);'
printf '%s\n' "$licence" "$choice" 'int tsu_bad(void);' 'int tsu_bad(void)' '{' '    int key = 0;' '    if (tsu_words_choice(0,' '                         &key))' '        return 0;' \
    '    return key == 2;' '}' >"$tree/src/fix/bad.c"
must_find 'keywords by number' 'src/fix/bad.c:10:.*name the keyword'

printf '%s\n' "$licence" 'int tsu_bad(int key);' 'int tsu_bad(int key)' '{' '    switch (key) {' '    case 3:' '        return 1;' '    default:' '        return 0;' '    }' '}' >"$tree/src/fix/bad.c"
must_find 'cases by number' 'src/fix/bad.c:6:.*name the keyword'

printf '%s\n' 'int tsu_bad(void);' >"$tree/src/base/bad.c"
must_find licence 'src/base/bad.c: the first line'

{ echo "$licence"; for _ in $(seq 500); do echo 'int tsu_bad(void);'; done; } >"$tree/src/base/bad.c"
must_find 'length of files' '501 lines'

{ printf '%s\n' "$licence" 'int tsu_bad(int x)' '{'; for _ in $(seq 81); do echo '    x++;'; done; printf '%s\n' '    return x;' '}'; } >"$tree/src/base/bad.c"
must_find 'length of functions' 'function of 82 lines'

mkdir -p "$tree/src/step/crowd"
for k in {1..41}; do
    printf '%s\n' "$licence" >"$tree/src/step/crowd/many$k.h"
done
must_find 'files of a folder' 'src/step/crowd: 41 files; split folders above 40'
rm -r "$tree/src/step/crowd"

printf '%s\n' "$licence" '#ifndef WRONG_H' '#define WRONG_H' '#endif' >"$tree/src/io/bad.h"
must_find guards 'must be TSU_IO_BAD_H'

printf '%s\n' "$licence" '#include <stdio.h>' 'void tsu_bad(void)' '{' '    printf("hello");' '}' >"$tree/src/base/bad.c"
must_find manners 'must not print or exit'

mkdir -p "$tree/src/step"
printf '%s\n' "$licence" '#include <math.h>' '/* exp(x) in a' '   comment: log(x) */' 'double tsu_bad(double x); /* sin(x) */' 'double tsu_bad(double x)' '{' '    return pow(x, 0.3);' '}' >"$tree/src/step/bad.c"
must_find libm 'src/step/bad.c:8: .*base/power.h'
printf '%s\n' "$licence" '#include <math.h>' 'double tsu_bad(double x);' 'double tsu_bad(double x)' '{' '    return sin(x);' '}' >"$tree/src/fix/bad.c"
must_find 'libm in fixes' 'src/fix/bad.c:6: .*base/power.h'

printf '%s\n' "$licence" '/* TO''DO: later */' 'int tsu_bad;' >"$tree/src/base/bad.c"
must_find words 'later'

printf '%s\n' "$licence" 'const char *tsu_bad(void);' 'const char *tsu_bad(void)' '{' '    return "no normal law is named";' '}' >"$tree/src/base/bad.c"
must_find 'words of messages' 'src/base/bad.c:5:.*users read of contact models'

mkdir -p "$tree/docs"
printf '%s\n' "Janssen's law and \`tsubu laws\` may stay." 'A contact law may not.' >"$tree/docs/page.md"
must_find 'words of pages' 'docs/page.md:2:.*users read of contact models'
printf '%s\n' '規則と Janssen の法則' '接触則' >"$tree/docs/page.md"
must_find 'words of Japanese pages' 'docs/page.md:2:.*users read of contact models'
rm "$tree/docs/page.md"

printf '%s\n' "$licence" 'int bad(void);' 'int bad(void)' '{' '    return 1;' '}' >"$tree/src/base/bad.c"
must_find symbols "exports 'bad'"

if command -v g++ >/dev/null; then
    printf '%s\n' "$licence" '#ifndef TSU_BASE_BAD_H' '#define TSU_BASE_BAD_H' 'typedef struct tsu_bad {' '    int x;' '} tsu_bad;' \
        'static inline tsu_bad tsu_bad_make(int x)' '{' '    return (tsu_bad){x};' '}' '#endif' >"$tree/src/base/bad.h"
    must_find 'C++20' 'src/base/bad.h:9:.*must be C++20 too'
fi

if clang-format --version 2>/dev/null | grep -q 'version 14'; then
    printf '%s\n' "$licence" 'int   tsu_bad;' >"$tree/src/base/bad.c"
    must_find form 'run make format'
fi

printf '%s\n' '# SPDX-License-Identifier: Apache-2.0' 'if then' >"$tree/bad.sh"
must_find scripts 'bash cannot read it'
