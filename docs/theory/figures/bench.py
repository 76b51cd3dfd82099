# SPDX-License-Identifier: Apache-2.0
"""What the scripts of the figures share: running tsubu, reading its tables, decks of one contact."""
import csv
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TSUBU = str(pathlib.Path(sys.argv[1]).resolve())
OUT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else HERE).resolve()
PER_TYPE = ("youngsModulus", "poissonsRatio", "coefficientYieldRatio", "contactAngle")
SCALAR = ("overlapExponent", "adhesionExponent", "rollingStiffness", "characteristicVelocity", "surfaceLiquidContentInitial", "surfaceTension",
          "fluidViscosity", "minSeparationDistanceRatio", "maxSeparationDistanceRatio")


def chosen(*figures):
    """Those named on the command line, or all."""
    names = sys.argv[3:]
    return [f for f in figures if not names or f.__name__ in names]


def run(*words):
    return subprocess.run([TSUBU, *map(str, words)], check=True, capture_output=True, text=True).stdout


def table(path):
    with open(path, encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    return {key: [row[key] if key == "case" else float(row[key] or "nan") for row in rows] for key in rows[0]}


def properties(values):
    """Lines `fix ... property/global` of one material."""
    lines = []
    for n, (name, value) in enumerate(values.items()):
        shape = "peratomtype" if name in PER_TYPE else "scalar" if name in SCALAR else "peratomtypepair 1"
        lines.append(f"fix m{n} all property/global {name} {shape} {value:.17g}\n")
    return "".join(lines)


def contact(laws, values, path, dt=1e-6, radius=(0.005, 0.005), wall=False):
    """Drives one contact along a path, a dict of columns (overlap, sx, ry ...); returns the table of `tsubu contact`."""
    names = list(path)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "deck").write_text(f"units si\n{properties(values)}pair_style gran {laws}\npair_coeff * *\ntimestep {dt}\n"
                                   + f"fix w all wall/gran {laws} primitive type 1 zplane 0\n" * wall)
        rows = zip(*(path[name] for name in names))
        (work / "path.csv").write_text(",".join(names) + "\n" + "".join(",".join(f"{x:.12g}" for x in row) + "\n" for row in rows))
        body = ("--wall", radius[0]) if wall else ("--radius", *radius)
        run("contact", work / "deck", "--path", work / "path.csv", "--out", work / "out.csv", *body)
        return table(work / "out.csv")


DECK = """units si
atom_style granular
atom_modify map array
boundary f f f
newton off
communicate single vel yes
region box block -1 1 -1 1 -1 1 units box
create_box 1 box
neighbor 0.001 bin
neigh_modify delay 0
hard_particles yes
soft_particles yes
{bodies}
{properties}pair_style gran {laws}
pair_coeff * *
timestep {dt:.9g}
fix integrate all nve/sphere
{more}
thermo_style custom {columns}
thermo {every}
thermo_modify lost ignore norm no format float %.12g
run {steps}
"""


def simulate(laws, values, bodies, columns, dt, steps, every=1, more=""):
    """Runs a deck of a few bodies; columns maps names to formulas. Returns the thermo table, with `time`."""
    more += "".join(f"\nvariable {name} equal {formula}" for name, formula in columns.items())
    text = DECK.format(bodies=bodies, properties=properties(values), laws=laws, dt=dt, steps=steps, every=every, more=more,
                       columns="step time " + " ".join("v_" + name for name in columns))
    with tempfile.TemporaryDirectory() as folder:
        deck = pathlib.Path(folder) / "in.deck"
        deck.write_text(text)
        lines = run("-in", deck, "-log", "none", "-threads", 1).splitlines()
    start = next(n for n, line in enumerate(lines) if line.split()[:2] == ["Step", "Time"]) + 1
    rows = []
    for line in lines[start:]:
        if line.startswith("Loop"):
            break
        rows.append([float(word) for word in line.split()])
    return {name: [row[n] for row in rows] for n, name in enumerate(["step", "time", *columns])}


def sphere(n, x, diameter=0.01, density=2500, **more):
    """Lines that make sphere number n at x."""
    words = "".join(f"set atom {n} {key} {value:.17g}\n" for key, value in more.items())
    return (f"create_atoms 1 single {x[0]:.17g} {x[1]:.17g} {x[2]:.17g} units box\n"
            f"set atom {n} diameter {diameter:.17g} density {density}\n{words}")


def impact(laws, values, speed, dt, steps, every=1, diameter=0.01, density=2500):
    """Two equal spheres meet head on; overlap d, force f, velocity v, energies of the two."""
    half = 0.5 * diameter
    bodies = sphere(1, (-half, 0, 0), diameter, density, vx=0.5 * speed) + sphere(2, (half, 0, 0), diameter, density, vx=-0.5 * speed)
    columns = {"d": f"{diameter:.17g}-x[2]+x[1]", "f": "fx[2]", "v": "vx[2]-vx[1]"}
    return simulate(laws, values, bodies, columns, dt, steps, every)


def restitution(laws, values, speed, dt, steps, **more):
    return impact(laws, values, speed, dt, steps, steps, **more)["v"][-1] / speed


def mass(diameter=0.01, density=2500):
    return density * 3.14159265358979323846 / 6 * diameter**3


def linspace(low, high, count):
    return [low + (high - low) * k / (count - 1) for k in range(count)]


def legs(points, count):
    """A path through points, in legs of `count` equal steps each."""
    path = [points[0]]
    for a, b in zip(points, points[1:]):
        path += linspace(a, b, count + 1)[1:]
    return path
