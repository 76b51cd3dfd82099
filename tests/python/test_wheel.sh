# SPDX-License-Identifier: Apache-2.0
# `pip install .` from the tree, without a network, into a fresh environment: one wheel for CPython 3.9 and later that holds the engine, with the
# bits of the program.
# usage: test_wheel.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(cd "$(dirname "$tsubu")" && pwd)
python=/usr/bin/python3
if [ ! -f "$build/python/tsubu/_tsubu.abi3.so" ] || grep -q '^TSU_SANITIZE:STRING=.' "$build/CMakeCache.txt" ||
    ! "$python" -c 'import numpy, cffi, ensurepip' 2>/dev/null; then
    echo "skipped: no Python package in this build, or no python3-venv"
    exit 0
fi
"$python" -m venv --system-site-packages venv >log 2>&1 || { cat log; fail "venv"; exit 1; }
# No network: a proxy that nobody answers, and no index.
export http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9 PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 JOBS=2 TSU_WHEEL_FOLDER=$build/wheel
export TSU_WHEEL_BUILD_TYPE=Debug # the bits are the same, and it compiles in half the time
venv/bin/pip wheel --no-deps -w wheels "$source" >log 2>&1 || { tail -n 30 log; fail "pip wheel"; exit 1; }
case $(ls wheels) in tsubu-*-cp39-abi3-linux_*.whl) ;; *) fail "the wheel is called $(ls wheels)" ;; esac
venv/bin/pip install wheels/*.whl >log 2>&1 || { tail -n 30 log; fail "pip install"; exit 1; }
cat >use.py <<'END'
import subprocess
import sys
import numpy
import tsubu
deck = tsubu.Deck("in.pile", var={"n": 50})
deck.run(steps=10)
print(deck.hash)
END
sed 's/^run .*/run 100/' "$source/examples/starters/in.pile" >in.pile
venv/bin/python -c 'import tsubu, sys; assert tsubu.__file__.startswith(sys.prefix), tsubu.__file__; assert tsubu.__version__ == sys.argv[1].split()[-1], tsubu.__version__' \
    "$("$tsubu" --version | head -n 1)" || fail "the version"
venv/bin/python use.py >in_wheel || fail "a deck"
PYTHONPATH=$build/python "$python" use.py >in_tree || fail "the same deck in the tree"
cmp in_wheel in_tree || fail "other bits: $(cat in_wheel in_tree)"
if ldd venv/lib/python3*/site-packages/tsubu/_tsubu.abi3.so | grep libtsubu; then fail "the wheel needs the shared library"; fi
# one module for all versions: what it takes from Python belongs to the stable interface of 3.9
for symbol in $(nm -D --undefined-only venv/lib/python3*/site-packages/tsubu/_tsubu.abi3.so | awk '$2 ~ /^_?Py/ { print $2 }'); do
    case $symbol in
    PyArg_UnpackTuple | PyBool_FromLong | PyErr_Occurred | PyEval_RestoreThread | PyEval_SaveThread | PyFloat_AsDouble | PyFloat_FromDouble | PyImport_ImportModule | PyLong_FromLong | PyLong_FromUnsignedLong | PyLong_FromVoidPtr | PyObject_CallMethod | PyObject_Free | PyObject_Malloc | _Py_Dealloc | _Py_NoneStruct) ;;
    *) fail "the module takes $symbol from Python, which is not known to be in the stable interface" ;;
    esac
done
# types of the package for those who use it
if "$python" -m mypy --version >/dev/null 2>&1; then
    printf 'import tsubu\nsim = tsubu.Simulation()\nreveal_type(sim.energy.kinetic)\nreveal_type(sim.x.copy())\nsim.run(steps="many")\n' >typed.py
    "$python" -m mypy --strict --cache-dir mypy --python-executable venv/bin/python typed.py >said 2>&1
    grep -q 'Revealed type is "builtins.float"' said && grep -q 'arg-type' said || { cat said; fail "types are not seen"; }
fi
exit $failed
