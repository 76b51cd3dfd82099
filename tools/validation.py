#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the long cases of docs/validation.md and writes docs/figures/data/tsubu_*.csv: hours on one core.

usage: validation.py PATH_OF_TSUBU CASE [FOLDER [STATES]]       CASE: penetration, loose, silo, drum, published or bulk; FOLDER: where the CSV goes

`loose` makes beds as loose as the published ones and drops the ball on them. `published` runs penetration and drum from the first states that the authors published. STATES is the folder with them, Drivers/Papers/OSBenchmark of
MercuryDPM (BSD-3-Clause), with Penetration/25KParticles.txt, Penetration/50KParticles.txt and Drum/PartCoordinates.txt.
"""
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TSUBU = str(pathlib.Path(sys.argv[1]).resolve())
OUT = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else ROOT / "docs/figures/data"
FIRST = 32452843  # the seed of the examples


def run(example, deck, result=None, **variables):
    """Runs an example; returns what it printed, or the rows of a file it wrote."""
    with tempfile.TemporaryDirectory() as folder:
        case = pathlib.Path(folder) / "case"
        shutil.copytree(ROOT / "examples" / example, case)
        words = [w for name, value in variables.items() for w in ("-var", name, str(value))]
        command = [TSUBU, deck, "-log", "none", "-threads", "1", *words]
        done = subprocess.run(command, cwd=case, check=True, capture_output=True, text=True)
        return (case / result).read_text().splitlines()[1:] if result else done.stdout.splitlines()


def figures(lines):
    return {words[1]: float(words[3]) for words in map(str.split, lines) if words[:1] == ["figure"]}


def save(name, comment, header, rows):
    with open(OUT / f"tsubu_{name}.csv", "w", encoding="utf-8") as f:
        f.write("".join(f"# {line}\n" for line in comment) + header + "\n")
        csv.writer(f, lineterminator="\n").writerows(rows)


def penetration():
    rows = []
    cases = [(25000, 1, "5e-7", 0.1)] + [(25000, state, "1e-6", 0.1) for state in range(2, 11)]
    cases += [(50000, 1, "1e-6", 0.09), (100000, 1, "1e-6", 0.06)]
    for n, state, dt, time in cases:
        lines = run("12_penetration_round_robin", "in.penetration", "ball.csv", n=n, state=state, dt=dt, time=time)
        rows.append([n, state, "1e9", dt, "0.0000", "60.000"])
        for t, z in ([float(x) for x in line.split(",")[:2]] for line in lines):
            if abs(1e3 * t - round(1e3 * t)) < 0.02:
                rows.append([n, state, "1e9", dt, f"{t:.4f}", f"{1e3 * z:.3f}"])
    comment = [
        "Runs of examples/12_penetration_round_robin by tools/validation.py, thinned to every 1 ms: height of the ball [mm]. State 1 of 25,000 grains has the",
        "time step of the paper, 5e-7 s; the others have 1e-6 s.",
    ]
    save("penetration", comment, "grains,state,young,dt,t,z", rows)


def loose():
    rows = []
    for n, state, rest, skip, time in [(100000, 1, 0.34, 0, 0.06)] + [(25000, state, 0.16, 0.02, 0.08) for state in range(1, 6)]:
        with tempfile.TemporaryDirectory() as folder:
            bed = pathlib.Path(folder) / "bed.data"
            run("12_penetration_round_robin", "loose_bed.deck", n=n, state=state, rest=rest, out=bed)
            rows.append([n, state, "0.0000", "60.000"])
            for line in run("12_penetration_round_robin", "in.penetration", "ball.csv", first=bed, dt="1e-6", skip=skip, time=time):
                t, z = (float(x) for x in line.split(",")[:2])
                if abs(1e3 * t - round(1e3 * t)) < 0.02:
                    rows.append([n, state, f"{t:.4f}", f"{1e3 * z:.3f}"])
    comment = [
        "Runs of examples/12_penetration_round_robin on beds of its loose_bed.deck, thinned to every 1 ms: height of the ball [mm]. Time step 1e-6 s; with",
        "25,000 grains the ball starts as if it had fallen for 20 ms.",
    ]
    save("penetration_loose", comment, "grains,state,t,z", rows)


def first_state(folder, name):
    """The published first state as a data file."""
    data = pathlib.Path(folder) / "state.data"
    with open(data, "w", encoding="utf-8") as f:
        subprocess.run([sys.executable, ROOT / "tools/first_state.py", pathlib.Path(sys.argv[4]) / name], check=True, stdout=f)
    return data


def published():
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for n, dt in ((25, "5e-7"), (50, "1e-6")):
            data = first_state(folder, f"Penetration/{n}KParticles.txt")
            rows.append([1000 * n, "1e9", dt, "0.0000", "60.000"])
            for line in run("12_penetration_round_robin", "in.penetration", "ball.csv", first=data, dt=dt):
                t, z = (float(x) for x in line.split(",")[:2])
                if abs(1e3 * t - round(1e3 * t)) < 0.02:
                    rows.append([1000 * n, "1e9", dt, f"{t:.4f}", f"{1e3 * z:.3f}"])
        comment = ["Runs of examples/12_penetration_round_robin from the first states of Dosta et al. (2024), thinned to every 1 ms: height of the ball [mm]."]
        save("penetration_published", comment, "grains,young,dt,t,z", rows)
        data = first_state(folder, "Drum/PartCoordinates.txt")
        lines = run("11_drum_round_robin", "in.drum", "zones.csv", first=data, soft=400, dt="3.2e-5")
        comment = ["Run of examples/11_drum_round_robin from the first state of Dosta et al. (2024), 400 times softer, time step 3.2e-5 s; columns as in tsubu_drum.csv."]
        save("drum_published", comment, "t,z1_m1,z1_m2,z2_m1,z2_m2,m1_x,m1_z,m2_x,m2_z", zones(lines))


def zones(lines):
    words = [line.split(",") for line in lines]
    return [[f"{float(w[0]):.1f}", *w[1:5], *(f"{float(x):.5f}" for x in w[5:])] for w in words]


def silo():
    rows = []
    for hole in ("large", "small"):
        rows.append([hole, "0.0", 100000])
        for line in run("14_silo_round_robin", "in.silo", "held.csv", soft=200, dt="4e-5", hole=hole, time=1.3):
            t, count = line.split(",")
            rows.append([hole, f"{float(t):.1f}", count])
    save("silo", ["Runs of examples/14_silo_round_robin with 100,000 grains of M1, 200 times softer, time step 4e-5 s: grains above the hole."], "hole,t,count", rows)


def drum():
    lines = run("11_drum_round_robin", "in.drum", "zones.csv", soft=400, dt="1.6e-5")
    comment = ["Run of examples/11_drum_round_robin with all 38,000 grains, 400 times softer, time step 1.6e-5 s. Zones as in reruns_drum.csv; centres of mass [m]."]
    save("drum", comment, "t,z1_m1,z1_m2,z2_m1,z2_m2,m1_x,m1_z,m2_x,m2_z", zones(lines))


def bulk():
    rows = []
    for seed in (FIRST, 1, 2, 3, 4):
        for line in run("01_hopper_discharge", "in.hopper", seed=seed):
            if line.startswith("hole"):
                rows.append(["beverloo", seed, line.split()[1], f"{float(line.split()[-1]):.4f}"])
    for n in (900, 1750, 3500, 5000):
        lines = run("09_silo_filling", "in.silo", n=n)
        height = next(float(line.split()[1]) for line in lines if line.startswith("height"))
        rows.append(["janssen", FIRST, f"{height / 0.03:.3f}", f"{figures(lines)['hanging']:.4f}"])
    for seed in (FIRST, 1, 2, 3, 4):
        for k, rolling in enumerate(("off", "cdt", "epsd3")):
            found = figures(run("06_angle_of_repose", "in.pile", seed=seed, rolling=rolling))
            rows.append(["repose", seed, k, f"{found[rolling]:.2f}"])
    for seed in (FIRST, 1, 2, 3):
        for stress in (5000, 10000, 20000, 40000, 80000):
            found = figures(run("07_uniaxial_compression", "in.compression", seed=seed, stress=stress))
            rows.append(["strength", seed, f"{stress / 1000:g}", f"{next(iter(found.values())) / 1000:.4f}"])
    comment = [
        "Examples 01, 09, 06 and 07 with several fillings. kind, x, y: beverloo: hole [mm], C. janssen: height/diameter, share of the weight on the",
        "bottom. repose: 0 none, 1 cdt, 2 epsd3; angle [deg]. strength: consolidation stress [kPa], unconfined strength [kPa].",
    ]
    save("bulk", comment, "kind,seed,x,y", rows)


{"penetration": penetration, "loose": loose, "silo": silo, "drum": drum, "published": published, "bulk": bulk}[sys.argv[2]]()
