# SPDX-License-Identifier: Apache-2.0
# `tsubu calibrate` and tsubu.calibrate: tests/python/calibration.py, and what the program says where Python or its package is missing.
# usage: test_calibrate.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(dirname "$tsubu")
python=$(sed -n 's/^TSU_PYTHON:FILEPATH=//p' "$build/CMakeCache.txt")
export TSUBU_PYTHON=/nowhere/python3 PYTHONDONTWRITEBYTECODE=1
says 'a study, as in `tsubu calibrate glass.toml`' -- "$tsubu" calibrate
says "a whole number from 1 to 4096, not 'many'" -- "$tsubu" calibrate a.toml --cores many
says 'needs Python, and /nowhere/python3 cannot be started' -- "$tsubu" calibrate a.toml
if [ ! -f "$build/python/tsubu/_tsubu.abi3.so" ] || ! "${python:-python3}" -c 'import sklearn, numpy, _cffi_backend' 2>/dev/null; then
    echo "skipped: no Python package in this build, or no scikit-learn (Debian: python3-sklearn)"
    exit $failed
fi
export TSUBU_PYTHON=$python
# A program that has no package beside it, and a Python that finds none.
mkdir -p alone/lib && cp "$tsubu" alone/tsubu
PYTHONPATH=/nowhere says 'needs the Python package of tsubu, which' -- alone/tsubu calibrate a.toml
case $(sed -n 's/^TSU_SANITIZE:STRING=//p' "$build/CMakeCache.txt") in
*address*) export LD_PRELOAD=$("${CC:-cc}" -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 ;;
*thread*) echo "skipped: Python itself is not made for ThreadSanitizer"; exit $failed ;;
esac
export PYTHONPATH=$build/python TSUBU_PROGRAM=$tsubu TSUBU_SOURCE=$source
mkdir -p none/mpi4py && echo 'raise ImportError("none here")' >none/mpi4py/__init__.py
OMPI_COMM_WORLD_SIZE=2 PYTHONPATH=$work/none:$PYTHONPATH says 'they need mpi4py, which is not there (none here)' -- "$tsubu" calibrate a.toml
"$python" "$source/tests/python/calibration.py" >log 2>&1 || { cat log; fail "calibration.py"; }
grep -q '^Ran [1-9]' log || { cat log; fail "calibration.py has run nothing"; }
"$python" "$source/python/tsubu/calibrate/bulk/meshes.py" . && for mesh in hopper tube plate; do
    cmp "$mesh.stl" "$build/python/tsubu/calibrate/bulk/$mesh.stl" || fail "meshes.py makes another $mesh.stl"
done
exit $failed
