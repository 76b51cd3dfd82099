# SPDX-License-Identifier: Apache-2.0
# The Python package as it was built: tests/python/check*.py, and its annotations of types where mypy is.
# usage: test_python.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(dirname "$tsubu")
python=$(sed -n 's/^TSU_PYTHON:FILEPATH=//p' "$build/CMakeCache.txt")
if [ ! -f "$build/python/tsubu/_tsubu.abi3.so" ] || ! "${python:-python3}" -c 'import numpy, _cffi_backend' 2>/dev/null; then
    echo "skipped: no Python package in this build, or no numpy (Debian: python3-dev, python3-cffi, python3-numpy)"
    exit 0
fi
case $(sed -n 's/^TSU_SANITIZE:STRING=//p' "$build/CMakeCache.txt") in
*address*) export LD_PRELOAD=$("${CC:-cc}" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 ;;
*thread*) echo "skipped: Python itself is not made for ThreadSanitizer"; exit 0 ;;
esac
export PYTHONPATH=$build/python TSUBU_PROGRAM=$tsubu PYTHONDONTWRITEBYTECODE=1
for check in "$source"/tests/python/check*.py; do
    "$python" "$check" >log 2>&1 || { cat log; fail "$(basename "$check")"; }
    grep -q '^Ran [1-9]' log || { cat log; fail "$(basename "$check") has run nothing"; }
done
"$python" "$source/tools/python_reference.py" >reference.md 2>log || { cat log; fail "tools/python_reference.py"; }
cmp reference.md "$source/docs/python/reference.md" || fail "docs/python/reference.md is not what tools/python_reference.py writes: $(diff reference.md "$source/docs/python/reference.md" | head -n 6)"
unset LD_PRELOAD
if "$python" -m mypy --version >/dev/null 2>&1; then
    "$python" -m mypy --strict --cache-dir "$work/mypy" "$source/python/tsubu" >log 2>&1 || { cat log; fail "types"; }
fi
exit $failed
