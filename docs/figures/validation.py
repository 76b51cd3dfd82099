#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the figures of docs/validation.md: published curves and our long runs from docs/figures/data, short runs anew.

usage: validation.py PATH_OF_TSUBU [FOLDER_FOR_THE_FIGURES]

The long runs (tsubu_*.csv) are made by tools/validation.py.
"""
import csv
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "theory" / "figures"))
from svg_chart import COLOURS, Chart, write  # noqa: E402

Chart.fixed = dict(zip(("tsubu", "MUSEN", "LIGGGHTS", "tsubu, own first state", "tsubu, denser beds"), COLOURS))  # in all figures alike
Chart.letter = 7.4

TSUBU = str(pathlib.Path(sys.argv[1]).resolve())
OUT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else HERE).resolve()
DATA = HERE / "data"
EXAMPLES = HERE.parent.parent / "examples"


def table(name):
    lines = [line for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def run(example, deck, words, result=None):
    """Runs an example; returns its figures {name: value}, or the rows of a file it writes."""
    with tempfile.TemporaryDirectory() as folder:
        case = pathlib.Path(folder) / "case"
        shutil.copytree(EXAMPLES / example, case)
        done = subprocess.run([TSUBU, deck, "-log", "none", *words], cwd=case, check=True, capture_output=True, text=True)
        if result:
            return [[float(x) for x in line.split(",")] for line in (case / result).read_text().splitlines()[1:]]
        said = [line.split() for line in done.stdout.splitlines() if line.startswith("figure ")]
        return {words[1]: float(words[3]) for words in said}


# ---- the round robin ------------------------------------------------------------------------------------------------


def falling_ball(chart, published):
    """The lines of all codes and states, behind."""
    named = False
    for code in dict.fromkeys(row["code"] for row in published):
        rows = [row for row in published if row["code"] == code]
        for k in range(1, 11):
            points = [(1e3 * float(r["t"]), float(r[f"ic{k}"])) for r in rows if r[f"ic{k}"]]
            if points:
                chart.add(*zip(*points), "" if named else "eight codes, ten states", "faint")
                named = True


def ours(grains, file="tsubu_penetration_loose.csv"):
    """Our runs as {state: [(time [ms], height [mm])]}."""
    states = {}
    for row in table(file):
        if int(row["grains"]) == grains:
            states.setdefault(int(row["state"]), []).append((1e3 * float(row["t"]), float(row["z"])))
    return states


def mean(runs):
    """The mean over runs that have the same times."""
    times = [t for t, _ in next(iter(runs.values()))]
    return times, [sum(run[i][1] for run in runs.values()) / len(runs) for i in range(len(times))]


def penetration():
    published = table("dosta_penetration_25k.csv")
    every = Chart("25,000 grains: all states", "time [ms]", "height of the ball [mm]")
    falling_ball(every, published)
    for n, state in enumerate(ours(25000, "tsubu_penetration.csv").values()):
        every.add(*zip(*state), "tsubu, denser beds" if n == 0 else "", "dashed" if n == 0 else "again")
    for n, state in enumerate(ours(25000).values()):
        every.add(*zip(*state), "tsubu" if n == 0 else "", "line" if n == 0 else "again")
    middle = Chart("25,000 grains: means over the states", "time [ms]", "height of the ball [mm]")
    for n, code in enumerate(dict.fromkeys(row["code"] for row in published)):
        rows = [row for row in published if row["code"] == code]
        heights = [[float(r[f"ic{k}"]) for k in range(1, 11) if r[f"ic{k}"]] for r in rows]
        middle.add([1e3 * float(r["t"]) for r in rows], [sum(h) / len(h) for h in heights], "eight codes" if n == 0 else "", "faint")
    middle.add(*mean(ours(25000)), "tsubu").add(*mean(ours(25000, "tsubu_penetration.csv")), "tsubu, denser beds", "dashed")
    charts = [every, middle]
    for grains in (25000, 50000, 100000):
        rows = [r for r in table("tsubu_penetration_published.csv") if int(r["grains"]) == grains]
        chart = Chart(f"{grains:,} grains, {'published' if rows else 'another'} first state", "time [ms]", "height of the ball [mm]")
        for code in ("MUSEN", "LIGGGHTS"):
            reruns = [r for r in table("reruns_penetration.csv") if r["code"] == code and int(r["grains"]) == grains]
            chart.add([1e3 * float(r["t"]) for r in reruns], [float(r["z"]) for r in reruns], code, "dashed")
        if rows:
            chart.add([1e3 * float(r["t"]) for r in rows], [float(r["z"]) for r in rows], "tsubu")
        else:
            chart.add(*zip(*ours(grains)[1]), "tsubu").add(*zip(*ours(grains, "tsubu_penetration.csv")[1]), "tsubu, denser beds", "dashed")
        charts.append(chart)
    write(OUT / "validation_penetration.svg", charts)


def silo_and_drum():
    charts = []
    for hole in ("large", "small"):
        chart = Chart(f"Silo, {hole} hole, M1", "time [s]", "grains above the hole [thousands]")
        for code in ("MUSEN", "LIGGGHTS"):
            rows = [r for r in table("reruns_silo.csv") if r["code"] == code and r["hole"] == hole and float(r["t"]) <= 1.6]
            if rows:
                chart.add([float(r["t"]) for r in rows], [1e-3 * float(r["count"]) for r in rows], code, "dashed")
        rows = [r for r in table("tsubu_silo.csv") if r["hole"] == hole]
        chart.add([float(r["t"]) for r in rows], [1e-3 * float(r["count"]) for r in rows], "tsubu")
        charts.append(chart)
    published, own = table("tsubu_drum_published.csv"), table("tsubu_drum.csv")
    for column, title in (("z2_m1", "Drum: small grains in zone 2"), ("z1_m2", "Drum: large grains in zone 1")):
        chart = Chart(title, "time [s]", "grains [thousands]")
        for code in ("MUSEN", "LIGGGHTS"):
            rows = [r for r in table("reruns_drum.csv") if r["code"] == code]
            chart.add([float(r["t"]) for r in rows], [1e-3 * float(r[column]) for r in rows], code, "dashed")
        chart.add([float(r["t"]) for r in published], [1e-3 * float(r[column]) for r in published], "tsubu")
        chart.add([float(r["t"]) for r in own], [1e-3 * float(r[column]) for r in own], "tsubu, own first state", "points")
        charts.append(chart)
    write(OUT / "validation_silo_drum.svg", charts)


# ---- impacts and ratcheting -----------------------------------------------------------------------------------------


def published_impacts(test, series, quantity):
    rows = [r for r in table("chung_ooi.csv") if (r["test"], r["series"], r["quantity"]) == (test, series, quantity)]
    return [float(r["x"]) for r in rows], [float(r["y"]) for r in rows]


def by_angle(figures, name):
    """The figures NAME_ANGLE of a run, as angles and values."""
    found = sorted((int(k.rsplit("_", 1)[1]), v) for k, v in figures.items() if k.rsplit("_", 1)[0] == name)
    return [a for a, _ in found], [v for _, v in found]


def oblique():
    four = run("13_oblique_impacts", "in.oblique", ["-var", "test", "4"])
    charts = []
    for name, title, label in (("e_t", "Test 4", "tangential restitution"), ("w", "Test 4", "spin afterwards [rad/s]"), ("rebound", "Test 4", "rebound angle [deg]")):
        chart = Chart(f"{title}: {label}", "angle of impact [deg]", label)
        chart.add(*by_angle(four, name), "tsubu")
        chart.add(*published_impacts("4", "aluminium oxide", name), "published", "points")
        chart.add(*published_impacts("4", "experiment", name), "experiment", "points")
        charts.append(chart)
    slip = Chart("Test 5, steel: slip afterwards", "tan/mu", "slip/(mu V_n)")
    angles, values = by_angle(run("13_oblique_impacts", "in.oblique", ["-var", "test", "5"]), "slip")
    shown = [(math.tan(math.radians(a)) / 0.3, v) for a, v in zip(angles, values) if a <= 75]
    slip.add(*zip(*shown), "tsubu").add(*published_impacts("5", "steel", "slip"), "published", "points")
    slip.add(*published_impacts("5", "finite elements", "slip"), "finite elements", "points")
    charts.append(slip)
    beta = Chart("Test 6, aluminium: slip out/in", "7/2 mu (1 + e)/tan", "beta")
    for dashpot in ("off", "on"):
        angles, values = by_angle(run("13_oblique_impacts", "in.oblique", ["-var", "test", "6", "-var", "dashpot", dashpot]), "beta")
        shown = [(2.1 / math.tan(math.radians(a)), v) for a, v in zip(angles, values)]
        beta.add(*zip(*shown), f"dashpot {dashpot}")
    charts.append(beta.add(*published_impacts("6", "aluminium alloy", "beta"), "published", "points"))
    path = run("46_ratcheting", "in.ratchet", ["-var", "cycles", "4"], "path.csv")
    creep = Chart("Ratcheting, 0.4 to 0.8 of the limit", "position [um]", "force [mN]")
    charts.append(creep.add([1e6 * x for _, x in path], [1e3 * f for f, _ in path], "tsubu: 88.2 um per cycle"))
    write(OUT / "validation_impacts.svg", charts)


# ---- bulk -----------------------------------------------------------------------------------------------------------


def bulk_rows(kind):
    return [r for r in table("tsubu_bulk.csv") if r["kind"] == kind]


def spread(chart, kind, name, style="points"):
    rows = bulk_rows(kind)
    chart.add([float(r["x"]) for r in rows], [float(r["y"]) for r in rows], name, style)
    return chart


def bulk():
    hole = spread(Chart("Beverloo's constant, five fillings", "hole [mm]", "C"), "beverloo", "tsubu")
    hole.add([24, 36], [0.58, 0.58], "Beverloo 1961", "dashed").add([24, 36], [0.55, 0.55], "0.55 to 0.65").add([24, 36], [0.65, 0.65], "", "again")
    weight = spread(Chart("Janssen: share of the weight on the bottom", "height/diameter", "share"), "janssen", "tsubu")
    ratio = [0.5 + 0.1 * k for k in range(70)]
    for K, style in ((0.3, "dashed"), (0.63, "line"), (1.0, "dashed")):
        weight.add(ratio, [(1 - math.exp(-2 * K * q)) / (2 * K * q) for q in ratio], f"K = {K}", style)
    angle = Chart("Angle of repose, five fillings", "0 none, 1 cdt, 2 epsd3", "angle [deg]")
    spread(angle, "repose", "tsubu")
    for k, (low, high) in enumerate(((15.6, 16.5), (19.1, 19.7), (21.3, 21.9))):
        angle.add([k + 0.15, k + 0.15], [low, high], "other simulations" if k == 0 else "", "line" if k == 0 else "again")
    strength = Chart("Flow function of the Edinburgh model, 10 J/m^2", "consolidation stress [kPa]", "unconfined strength [kPa]")
    spread(strength, "strength", "tsubu, four fillings").add([0, 80], [0, 80 / 35], "proportional, ff = 35", "dashed")
    write(OUT / "validation_bulk.svg", [hole, weight, angle, strength])


penetration()
silo_and_drum()
oblique()
bulk()
