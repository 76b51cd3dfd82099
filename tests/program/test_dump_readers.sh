#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# VTK's own readers open what dumps write and find the numbers in it; a run that is killed leaves no half file.
set -e
. "$2/tests/lib.sh"
cat > square.stl <<'STL'
solid s
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 0.5 0 0
vertex 0.5 0.5 0
endloop
endfacet
endsolid s
STL
{
    printf 'variable reach index 0.91\nvariable kind index 1\n'
    cat "$source/tests/decks/in.lattice"
} > in.begin

# Killed at several moments: every file with its final name is whole.
(cat in.begin; echo 'dump a all custom/vtk 1 a_*.vtk id vx vy vz
dump b all custom 1 b_*.txt id x y z
run 100000') > in.killed
for tenths in 3 4 5 6 7 8; do
    "$tsubu" in.killed > log 2>&1 &
    run=$!
    sleep 0.$tenths
    kill -9 $run 2> /dev/null || true
    wait $run 2> /dev/null || true
    rm -f a_boundingBox_*
    [ -e a_0.vtk ] || continue
    for file in a_*.vtk; do
        case $file in *.vtk) ;; *) continue ;; esac
        [ "$(wc -l < "$file")" = "$(wc -l < a_0.vtk)" ] || { echo "$file is not whole"; exit 1; }
    done
    rm -f a_* b_*
done

for python in /usr/bin/python3 python3 none; do
    [ $python = none ] && { echo "skipped the readers of VTK: python3-vtk9 is not installed"; exit 0; }
    $python -c 'import vtk' 2> /dev/null && break
done
(cat in.begin; echo 'fix cad all mesh/surface/stress file square.stl type 1
variable twice atom 2*x
dump a all custom/vtk 10 text_*.vtk id vx vy vz v_twice element
dump b all custom/vtk 10 binary_*.vtk id vx vy vz v_twice
dump_modify b binary yes
dump c all custom/vtk 10 text_*.vtu id vx vy vz v_twice element
dump d all custom/vtk 10 binary_*.vtp id vx vy vz v_twice
dump_modify d binary yes
dump e all custom/vtk 10 parallel_*.pvtu id vx vy vz v_twice
dump f all custom/vtk 10 parallel_*.pvtp id vx vy vz v_twice
dump g all mesh/vtk 10 mesh_*.vtk id area
dump h all mesh/vtk 10 mesh_*.vtp id area
dump i all atom/vtk 10 atoms_*.vtu
run 10
dump j all custom/vtp 10 packed_*.vtp id vx vy vz v_twice
run 10') > in.read
"$tsubu" in.read > log 2>&1 || { cat log; exit 1; }
$python - <<'PYTHON'
import glob
import vtk

readers = {
    "vtk": vtk.vtkDataSetReader,
    "vtu": vtk.vtkXMLUnstructuredGridReader,
    "vtp": vtk.vtkXMLPolyDataReader,
    "vtr": vtk.vtkXMLRectilinearGridReader,
    "pvtu": vtk.vtkXMLPUnstructuredGridReader,
    "pvtp": vtk.vtkXMLPPolyDataReader,
}

def read(name):
    reader = readers[name.rsplit(".", 1)[1]]()
    reader.SetFileName(name)
    if name.endswith(".vtk"):
        reader.ReadAllFieldsOn()
    failed = []
    reader.AddObserver("ErrorEvent", lambda *_: failed.append(name))
    reader.Update()
    assert not failed, name
    return reader.GetOutput()

def check_particles(name):
    data = read(name)
    points = data.GetPointData()
    n = data.GetNumberOfPoints()
    assert n > 5000 and data.GetNumberOfCells() == n, name
    v = points.GetArray("v") or points.GetArray("velocity_lin")
    for k in range(0, n, 97):
        assert points.GetArray("id").GetValue(k) == k + 1, name
        assert v.GetTuple(k) == (1.0, 2.0, -4.0), (name, v.GetTuple(k))
        if points.GetArray("twice"):
            assert abs(points.GetArray("twice").GetValue(k) - 2 * data.GetPoint(k)[0]) < 1e-6, name
    element = points.GetAbstractArray("element")
    assert element is None or element.GetValue(n - 1) == "C", name

for name in ["text_10.vtk", "binary_10.vtk", "text_10.vtu", "binary_10.vtp", "parallel_10.pvtu", "parallel_10.pvtp",
             "packed_20.vtp", "atoms_10.vtu"]:
    check_particles(name)
for name in ["mesh_10.vtk", "mesh_10.vtp"]:
    data = read(name)
    assert data.GetNumberOfPoints() == 3 and data.GetNumberOfCells() == 1
    assert abs(data.GetCellData().GetArray("area").GetValue(0) - 0.125) < 1e-15
boxes = glob.glob("*boundingBox*")
assert len(boxes) >= 12
for name in boxes:
    assert read(name).GetBounds() == (-1.0, 1.0, -1.0, 1.0, -1.0, 1.0), name
print("VTK", vtk.vtkVersion().GetVTKVersion(), "reads all files")
PYTHON
