# SPDX-License-Identifier: Apache-2.0
# The notebooks of examples/python run from top to bottom, by Debian's Jupyter; each draws its pictures, which are no blank ones, and the one on
# contact models leaves none out.
# usage: test_notebooks.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(cd "$(dirname "$tsubu")" && pwd)
python=/usr/bin/python3
if [ ! -f "$build/python/tsubu/_tsubu.abi3.so" ] || grep -q '^TSU_SANITIZE:STRING=.' "$build/CMakeCache.txt" ||
    ! "$python" -c 'import nbconvert, ipykernel, matplotlib, _cffi_backend' 2>/dev/null; then
    echo "skipped: no Python package, or no Jupyter (Debian: jupyter-nbconvert, python3-ipykernel, python3-matplotlib)"
    exit 0
fi
mkdir -p kernels/tsubu examples/python
cp -r "$source/examples/starters" examples/
cp "$source"/examples/python/*.ipynb examples/python/
echo "{\"argv\": [\"$python\", \"-m\", \"ipykernel_launcher\", \"-f\", \"{connection_file}\"], \"display_name\": \"tsubu\", \"language\": \"python\"}" >kernels/tsubu/kernel.json
mkdir -p share/jupyter
mv kernels share/jupyter/
export PYTHONPATH=$build/python JUPYTER_PATH=$work/share/jupyter HOME=$work PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 MPLBACKEND=
unset MPLBACKEND
for notebook in examples/python/*.ipynb; do
    name=$(basename "$notebook" .ipynb)
    "$python" -m nbconvert --to notebook --execute --ExecutePreprocessor.timeout=600 --ExecutePreprocessor.kernel_name=tsubu --output "done_$name" \
        "$notebook" >log 2>&1 || { tail -n 25 log; fail "$name"; continue; }
    "$python" - "examples/python/done_$name.ipynb" "$notebook" <<'PYTHON' || fail "$name: what it shows"
import base64, io, json, sys
import matplotlib.image
import numpy as np
shown, kept = (json.load(open(p, encoding="utf-8")) for p in sys.argv[1:])
if any(c.get("outputs") for c in kept["cells"]):
    sys.exit("the notebook is kept with its outputs")
pictures = 0
for cell in shown["cells"]:
    for output in cell.get("outputs", []):
        if output["output_type"] == "error" or output.get("name") == "stderr":
            sys.exit(f"it says: {output}")
        data = output.get("data", {})
        if "image/png" in data:
            image = matplotlib.image.imread(io.BytesIO(base64.b64decode(data["image/png"])))
            pictures += 1
            if len(np.unique(image.reshape(-1, image.shape[-1]), axis=0)) < 20:
                sys.exit(f"picture {pictures} is blank")
wanted = 4
if pictures != wanted:
    sys.exit(f"{pictures} pictures; there are to be {wanted}")
PYTHON
done
# every contact model of the program, but the surfaces and those that are switched off
"$tsubu" laws | sed -n '/^Surface/q; s/^  \([a-z][a-z0-9_/]*\)  *[^ ].*/\1/p' | grep -vxE "off|model" | sort -u >models
[ "$(wc -l <models)" -gt 20 ] || fail "only $(wc -l <models) models are listed"
while read -r model; do
    grep -q "\\\\\"$model\\\\\"" "$source/examples/python/contact_laws.ipynb" || fail "contact_laws.ipynb leaves $model out"
done <models
exit $failed
