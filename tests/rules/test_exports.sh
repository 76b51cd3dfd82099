# SPDX-License-Identifier: Apache-2.0
# The shared library exports the functions of the public headers, all of them and nothing else, and has the name that programs ask for.
# usage: test_exports.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(dirname "$tsubu")
cmake --build "$build" --target tsubu_shared >log 2>&1 || { cat log; exit 1; }
library=$build/libtsubu.so

# What a header declares: a name before a bracket in what the compiler sees of it, inline functions left out.
for header in "$source"/include/tsubu/*.h; do
    "${CC:-cc}" -E -P -DTSU_COMPILING -I"$source/include" -I"$source/src" "$header"
done | python3 -c '
import re, sys
text = sys.stdin.read()
while re.search(r"\{[^{}]*\}", text):
    text = re.sub(r"\{[^{}]*\}", ";", text)
for statement in text.split(";"):
    if re.match(r"\s*(typedef|static|extern \"C\")", statement):
        continue
    found = re.match(r"[\s\w*]*?\b(tsu_\w+)\s*\(", statement)
    if found:
        print(found.group(1))
' | sort -u >declared
nm -D --defined-only "$library" | awk '{ print $3 }' | grep -vE '^__(odr_)?asan|^__(start|stop)___|^asan\.|^__(sanc|llvm)|^_?_?gcov|^_(init|fini|edata|end)$|^__bss_start$' |
    sort -u >exported
[ "$(wc -l <declared)" -gt 20 ] || fail "the headers declare only $(wc -l <declared) functions"
diff declared exported >difference || fail "declared (<) and exported (>) differ: $(cat difference)"
case $(objdump -p "$library" | awk '/SONAME/ { print $2 }') in libtsubu.so.0) ;; *) fail "SONAME: $(objdump -p "$library" | grep SONAME)" ;; esac
exit $failed
