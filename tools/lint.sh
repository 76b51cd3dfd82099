#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [FILE...] - clang-tidy with the checks of .clang-tidy and cppcheck over the tree, or over some files. Needs build/generated (make build).
# Of cppcheck: warnings and portability. Left out: uninitvar, memleak, resourceLeak, returnDanglingLifetime (it follows neither a value that is given back only with
# TSU_OK nor an object that is taken over; the compilers and the sanitizers look after these), unknownEvaluationOrder and internalAstError (it trips over compound
# literals and some macros), invalidPointerCast (records are read by byte offsets).
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
for tool in clang-tidy cppcheck; do
    command -v $tool >/dev/null || { echo "lint: skipped, $tool is not installed"; exit 0; }
done
[ -d build/generated ] || { echo "lint: run make build first"; exit 1; }
if [ $# -gt 0 ]; then files=("$@"); else mapfile -t files < <(git ls-files -co --exclude-standard 'src/*.c' 'cli/*.c'); fi
defines=(-D_GNU_SOURCE '-DTSU_VERSION="0"' '-DTSU_EXAMPLES_DIR="examples"' -DTSU_HAVE_DLOPEN)
paths=(-Isrc -Iinclude -Icli -Ibuild/generated)
left_out=(uninitvar memleak resourceLeak returnDanglingLifetime unknownEvaluationOrder internalAstError invalidPointerCast missingInclude unknownMacro)
failed=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT
export LINT_FLAGS="${defines[*]} ${paths[*]}"
printf '%s\n' "${files[@]}" | grep -v '_windows\.c$\|cli/windows\.c$' |
    xargs -P "$(nproc)" -n 12 bash -c 'eval "set -- \"\$@\" -- -std=c17 $(printf "%s " $LINT_FLAGS | sed "s/\"/\\\\\"/g")"; clang-tidy --quiet "$@" 2>/dev/null' tidy >"$out" || failed=1
grep -E '(warning|error):' "$out" | sort -u
cppcheck --quiet -j "$(nproc)" --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 --template='{file}:{line}: {message} [{id}]' \
    "${left_out[@]/#/--suppress=}" "${defines[@]}" "${paths[@]:0:3}" "${files[@]}" 2>&1 || failed=1
echo "lint: ${#files[@]} files, $([ $failed -eq 0 ] && echo clean || echo 'not clean')"
exit $failed
