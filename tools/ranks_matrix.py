#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs decks on many numbers of ranks and threads and compares all they write with a run on one rank: state hash and table of the run,
energy accounts, dumps, restart files, byte for byte.

usage: ranks_matrix.py PROGRAM --work DIR [--tutorials FOLDER] [--only NAME]... [--ranks 1,2,3,4,5,8] [--threads 1,2] [--cuts 2]
                       [--steps N] [--table FILE.csv]

PROGRAM is built with MPI (build-mpi/tsubu). Decks are those of tests/program/test_ranks*.sh, some of the examples, a mesh drum, a wet and a
settled bed, and with --tutorials the tutorials of LIGGGHTS-PUBLIC (examples/LIGGGHTS/Tutorials_public), which are read, not changed: of
these and the examples each `run` takes at most --steps steps, and output is the one that is compared. --cuts: how many runs with random cuts
(TSUBU_RANDOM_CUTS) follow. The table says of each deck how many runs agree, and how many of its steps were divided."""
import argparse
import csv
import glob
import hashlib
import math
import os
import re
import shutil
import subprocess
import sys
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe"]
TUTORIALS = ["chute_wear/in.chute_wear", "cohesion/in.cohesion", "cohesion/in.noCohesion", "contactModels/in.newModels",
             "conveyor/in.conveyor", "heatTransfer_1/in.heatGran", "heatTransfer_2/in.heatGran",
             "hydrogel_multicontact/in.hydrogel_default", "hydrogel_multicontact/in.hydrogel_multicontact",
             "hysteresis/in.hysteresis", "hysteresis/in.noHysteresis", "insert_stream/in.insert_stream",
             "meshGran/in.meshGran", "mesh_tet/in.mesh_tet", "movingMeshGran/in.movingMeshGran",
             "multisphere_stone_restitution/in.multisphere", "packing/in.packing"]
EXAMPLES = ["starters/in.hopper", "starters/in.drum", "04_conveyor/in.conveyor", "08_shear_cell/in.shear", "11_drum_round_robin/in.drum"]
COLUMNS = "id x y z vx vy vz fx fy fz omegax omegay omegaz"
OUTPUT = [
    "thermo_style custom step atoms ke erotate eexchanged hash",
    "thermo 100",
    "thermo_modify format float %.17g",
    f"dump matrix all custom 500 dump.*.txt {COLUMNS}",
    'dump_modify matrix format "%d' + 12 * " %.17g" + '"',
    "restart 500 now.*.restart",
]

GRAINS = """units si
atom_style granular
boundary {boundary}
region box block {box}
create_box 1 box
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.5
{more}pair_style gran model hertz tangential history{laws}
pair_coeff * *
timestep 1e-5
fix weight all gravity 9.81 vector 0 0 -1
"""
FILL = """lattice sc {spacing}
region fill {region}
create_atoms 1 region fill
set group all diameter {diameter} density 2500
variable v atom normal(0,0.2,4711)
velocity all set v_v v_v v_v
fix move all nve/sphere
"""


def walls(laws=""):
    return "".join(
        f"fix {kind}{k} all wall/gran model hertz tangential history{laws} primitive type 1 {kind} {at}\n"
        for k, (kind, at) in enumerate([("zplane", 0), ("xplane", 0), ("xplane", 0.05), ("yplane", 0), ("yplane", 0.05)]))


def settled_bed():
    """Grains that have come to rest; the run goes on from the restart file."""
    begin = GRAINS.format(boundary="f f f", box="0 0.05 0 0.05 -0.01 0.2", more="", laws="")
    body = walls() + FILL.format(spacing=0.0052, region="block 0.003 0.047 0.003 0.047 0.003 0.06", diameter=0.005)
    before = begin + body + "run 12000\nwrite_restart settled.restart\n"
    after = begin.replace("region box", "read_restart settled.restart\nregion box").replace("create_box 1 box\n", "")
    return {"before": before, "deck": after + walls() + "fix move all nve/sphere\n" + "\n".join(OUTPUT) + "\nrun 1000\n"}


def wet_bed():
    more = ("fix l1 all property/global minSeparationDistanceRatio scalar 0.01\n"
            "fix l2 all property/global maxSeparationDistanceRatio scalar 1.2\n"
            "fix l3 all property/global surfaceLiquidContentInitial scalar 0.001\n"
            "fix l4 all property/global surfaceTension scalar 0.05\n"
            "fix l5 all property/global fluidViscosity scalar 0.001\n"
            "fix l6 all property/global contactAngle peratomtype 20\n")
    laws = " cohesion easo/capillary/viscous"
    text = GRAINS.format(boundary="f f f", box="0 0.05 0 0.05 -0.01 0.2", more=more, laws=laws) + walls()
    text += FILL.format(spacing=0.0052, region="block 0.003 0.047 0.003 0.047 0.003 0.03", diameter=0.005)
    return {"deck": text + "\n".join(OUTPUT) + "\nrun 800\n"}


def facet(a, b, c):
    corners = "".join(f"vertex {x:.9g} {y:.9g} {z:.9g}\n" for x, y, z in (a, b, c))
    return f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n"


def mesh_drum():
    """A drum of triangles with a lifter, which turns."""
    stl, sides = "solid drum\n", 24
    ring = [(0.03 * math.cos(2 * math.pi * k / sides), 0.03 * math.sin(2 * math.pi * k / sides)) for k in range(sides + 1)]
    for (y0, z0), (y1, z1) in zip(ring, ring[1:]):
        stl += facet((0, y0, z0), (0.02, y0, z0), (0.02, y1, z1)) + facet((0, y0, z0), (0.02, y1, z1), (0, y1, z1))
    stl += facet((0, 0, -0.03), (0.02, 0, -0.03), (0.02, 0, -0.02)) + facet((0, 0, -0.03), (0.02, 0, -0.02), (0, 0, -0.02))
    text = GRAINS.format(boundary="p f f", box="0 0.02 -0.04 0.04 -0.04 0.04", more="", laws="")
    text += ("fix shell all mesh/surface file drum.stl type 1\n"
             "fix wall all wall/gran model hertz tangential history mesh n_meshes 1 meshes shell\n")
    text += FILL.format(spacing=0.00333, region="cylinder x 0 0 0.017 0 0.0199", diameter=0.003)
    text += "fix turn all move/mesh mesh shell rotate origin 0 0 0 axis 1 0 0 period 0.5\n"
    return {"deck": text + "\n".join(OUTPUT) + "\nrun 1500\n", "files": {"drum.stl": stl + "endsolid drum\n"}}


def shortened(text, steps):
    """Other output, and runs of at most so many steps."""
    out, first = [], True
    for line in text.replace("&\n", " ").splitlines():
        words = line.split()
        word = words[0] if words else ""
        if word in ("dump", "undump", "dump_modify", "thermo_style", "thermo", "restart"):
            continue
        if word == "run":
            if first:
                out += OUTPUT
            first = False
            count = int(words[1]) if words[1].isdigit() else steps
            line = " ".join(["run", str(min(count, steps)), *[w for w in words[2:] if w not in ("upto",)]])
        if word == "thermo_modify":
            line = re.sub(r"\bformat\s+\S+\s+\S+", "", line)
        out.append(line)
    return "\n".join(out) + "\n"


def cases(args):
    """name: folder to copy, deck, what else."""
    found = {"settled_bed": settled_bed(), "wet_bed": wet_bed(), "mesh_drum": mesh_drum()}
    decks = os.path.join(args.work, "decks")
    os.makedirs(decks, exist_ok=True)
    for script in sorted(glob.glob(os.path.join(SOURCE, "tests/program/test_ranks*.sh"))):
        if "decks_written" in open(script, encoding="utf-8").read():
            subprocess.run(["bash", script, args.program, SOURCE], env={**os.environ, "DECKS": decks}, check=True)
    for path in sorted(glob.glob(os.path.join(decks, "in.*"))):
        found["test_" + os.path.basename(path)[3:]] = {"folder": decks, "deck": open(path, encoding="utf-8").read()}
    listed = [(os.path.join(SOURCE, "examples"), p, "example_") for p in EXAMPLES]
    listed += [(args.tutorials, p, "tutorial_") for p in TUTORIALS if args.tutorials]
    for root, path, kind in listed:
        text = open(os.path.join(root, path), encoding="utf-8", errors="replace").read()
        name = kind + os.path.dirname(path) + "_" + os.path.basename(path)[3:]
        found[name] = {"folder": os.path.join(root, os.path.dirname(path)), "deck": shortened(text, args.steps)}
    return {k: v for k, v in found.items() if not args.only or any(o in k for o in args.only)}


def gist(place):
    """What must be the same: name -> digest; and the lines of the log."""
    kept = re.compile(r"^ +\d+ |held|dissipated|put in|error  |residual")
    with open(os.path.join(place, "log.tsubu"), encoding="utf-8", errors="replace") as f:
        out = {"log": [line for line in f if kept.search(line)]}
    for pattern in ("dump.*", "*.restart", "*.vtk"):
        for path in glob.glob(os.path.join(place, pattern)):
            with open(path, "rb") as f:
                out[os.path.basename(path)] = hashlib.sha256(f.read()).hexdigest()
    return out


def run(args, case, place, ranks, threads, cuts=None):
    """A run in a folder of its own; what it came to, and what it said."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(case["folder"], place) if "folder" in case else os.makedirs(place)
    os.makedirs(os.path.join(place, "post"), exist_ok=True)
    for name, text in {**case.get("files", {}), "in.matrix": case["deck"]}.items():
        with open(os.path.join(place, name), "w", encoding="utf-8") as f:
            f.write(text)
    if "before" in case:
        shutil.copy(os.path.join(args.work, "settled.restart"), place)
    launch = [] if ranks == 0 else [*MPIRUN, "-n", str(ranks)]
    setting = {**os.environ, **({"TSUBU_RANDOM_CUTS": str(cuts)} if cuts else {})}
    done = subprocess.run([*launch, args.program, "in.matrix", "-threads", str(threads)], cwd=place, env=setting, timeout=1200,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    said = done.stdout.decode(errors="replace")
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}: {said.strip().splitlines()[-1:]}")
    return gist(place), said


def prepare(args, case):
    if "before" not in case:
        return
    place = os.path.join(args.work, "before")
    os.makedirs(place, exist_ok=True)
    with open(os.path.join(place, "in.before"), "w", encoding="utf-8") as f:
        f.write(case["before"])
    subprocess.run([args.program, "in.before"], cwd=place, stdout=subprocess.DEVNULL, check=True)
    shutil.copy(os.path.join(place, "settled.restart"), args.work)


def check(args, name, case, rows):
    prepare(args, case)
    begin = time.time()
    wanted, _ = run(args, case, os.path.join(args.work, "one"), 0, 1)
    kinds = [(r, t, None) for r in args.ranks for t in args.threads]
    kinds += [(3 + k % 3, 1 + k % 2, 11 + k) for k in range(args.cuts)]
    equal, divided, alone, differs = 0, 0, 0, []
    for ranks, threads, cuts in kinds:
        got, said = run(args, case, os.path.join(args.work, "many"), ranks, threads, cuts)
        bad = sorted(k for k in {*wanted, *got} if wanted.get(k) != got.get(k))
        equal += not bad
        if bad:
            differs.append(f"{ranks} x {threads}{f' cuts {cuts}' if cuts else ''}: {' '.join(bad[:4])}")
        for here, apart in re.findall(r"Steps divided among \d+ ranks: (\d+) in .*alone: (\d+)", said):
            divided, alone = divided + int(here), alone + int(apart)
    share = 100.0 * divided / (divided + alone) if divided + alone else 0.0
    rows.append([name, len(kinds), equal, f"{share:.0f}", len(wanted) - 1, f"{time.time() - begin:.0f}"])
    print(f"{name}: {equal} of {len(kinds)} runs agree; {share:.0f} % of the steps were divided {'; '.join(differs)}", flush=True)
    return not differs


def main():
    p = argparse.ArgumentParser(description="compares runs on many ranks with those on one")
    p.add_argument("program", type=os.path.abspath)
    p.add_argument("--work", required=True, type=os.path.abspath)
    p.add_argument("--tutorials", type=os.path.abspath)
    p.add_argument("--only", action="append")
    p.add_argument("--ranks", default="1,2,3,4,5,8")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--cuts", type=int, default=2)
    p.add_argument("--steps", type=int, default=600)
    p.add_argument("--table")
    args = p.parse_args()
    args.ranks, args.threads = [[int(x) for x in text.split(",")] for text in (args.ranks, args.threads)]
    rows, good = [], True
    for name, case in cases(args).items():
        try:
            good = check(args, name, case, rows) and good
        except (RuntimeError, OSError, subprocess.SubprocessError) as e:
            print(f"{name}: {e}", flush=True)
            good = False
    if args.table:
        with open(args.table, "w", newline="", encoding="utf-8") as f:
            out = csv.writer(f)
            out.writerow(["deck", "runs", "equal", "divided_percent", "files", "seconds"])
            out.writerows(rows)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
