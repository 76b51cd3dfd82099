#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the figures of docs/theory/elastoplastic_friction.md by running tsubu.

usage: elastoplastic_friction.py PATH_OF_TSUBU [FOLDER_FOR_THE_FIGURES [FIGURE ...]]
"""
import math
import pathlib
import re
import tempfile

from bench import OUT, ROOT, chosen, run, table
from svg_chart import Chart, write

EXAMPLES = ROOT / "examples"

DECK = """units si
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.9
fix m4 all property/global coefficientFrictionStatic peratomtypepair 1 0.6
fix m5 all property/global coefficientFrictionKinetic peratomtypepair 1 0.3
fix m6 all property/global frictionDecay peratomtypepair 1 1000
fix m7 all property/global frictionRecovery peratomtypepair 1 1
fix m8 all property/global frictionSubloading peratomtypepair 1 {m}
pair_style gran model hertz tangential elastoplastic
pair_coeff * *
timestep 1e-4
"""


def slider(deck, work):
    path = work / "table.csv"
    said = run("slider", str(deck), "--out", str(path))
    return table(path), said


def contact(m, work):
    """Traction and R along a path that goes out, back, and out again."""
    (work / "deck").write_text(DECK.format(m=m))
    steps = [1e-6 * (n if n < 400 else 800 - n if n < 1000 else n - 1200) for n in range(1500)]
    (work / "path.csv").write_text("overlap,sx\n" + "".join(f"1e-4,{s:.9g}\n" for s in steps))
    run("contact", str(work / "deck"), "--path", str(work / "path.csv"), "--out", str(work / "out.csv"), "--radius", "0.01", "0.01")
    t = table(work / "out.csv")
    return [1e3 * s for s in steps], [-f / n for f, n in zip(t["ftx"], t["fn"])], t["R"], t["mu"]


def law(work):
    force = Chart("Friction of a contact: load, reverse, reload", "displacement [mm]", "f_t / f_n")
    size = Chart("Subloading surface", "displacement [mm]", "R")
    for m in ("3e4", "3e5"):
        s, f, R, _ = contact(m, work)
        force.add(s, f, f"m = {m} 1/m")
        size.add(s, R, f"m = {m} 1/m")
    write(OUT / "elastoplastic_friction_law.svg", [force, size])


def stick_slip(work):
    deck = work / "one.in"
    text = (EXAMPLES / "40_stick_slip" / "in.slider").read_text().split("variable  V")[0]
    deck.write_text(text + "record 2e-3\ndrive 0 0.02\nspring 5\nrun 30\n")
    t, _ = slider(deck, work)
    charts = [
        Chart("Force of the spring", "time [s]", "force [N]").add(t["time"], t["force"]),
        Chart("Displacement", "time [s]", "[m]").add(t["time"], t["drive"], "driver").add(t["time"], t["u"], "slider"),
        Chart("Friction coefficient", "time [s]", "mu").add(t["time"], t["mu"]),
        Chart("Phase plane", "stretch of the spring [m]", "velocity [m/s]").add(
            [a - b for a, b in zip(t["drive"], t["u"])], t["velocity"]
        ),
    ]
    write(OUT / "elastoplastic_friction_stick_slip.svg", charts)


def holds(work):
    _, said = slider(EXAMPLES / "41_slide_hold_slide" / "in.slider", work)
    rows = [tuple(map(float, m)) for m in re.findall(r"hold (\S+) s: friction peaks at (\S+), law (\S+)", said)]
    mu_0 = 0.6 - (0.6 - rows[0][2]) * math.exp(rows[0][0])
    times = [10 ** (-1.2 + 2.1 * n / 100) for n in range(101)]
    hold = Chart("Static peak after a hold", "hold [s]", "peak of f_t / f_n", log_x=True)
    hold.add(times, [0.6 - (0.6 - mu_0) * math.exp(-t) for t in times], "mu_s - (mu_s - mu_0) exp(-xi t)")
    hold.add([r[0] for r in rows], [r[1] for r in rows], "simulated", "points")
    t, _ = slider(EXAMPLES / "42_velocity_step" / "in.slider", work)
    step = Chart("Steps of the velocity, 0.05, 0.5, 0.05 m/s", "time [s]", "mu")
    step.add(t["time"], t["mu"], "simulated")
    exact = [
        0.5 if x <= 6 else 0.35 + 0.15 * math.exp(-6 * (x - 6)) if x <= 10 else 0.5 - 0.15 * math.exp(-1.5 * (x - 10))
        for x in t["time"]
    ]
    step.add(t["time"], exact, "exact", "dashed")
    write(OUT / "elastoplastic_friction_hold.svg", [hold, step])


def stability(work):
    t, _ = slider(EXAMPLES / "43_stability_map" / "in.slider", work)
    growth = Chart("Growth of a disturbance, K in N/m", "V [m/s]", "growth [1/s]", log_x=True)
    for K in sorted(set(t["K"])):
        rows = [n for n, k in enumerate(t["K"]) if k == K]
        growth.add([t["V"][n] for n in rows], [t["growth"][n] for n in rows], f"K = {round(K)}")
    growth.add(t["V"], t["growth_simulated"], "simulated", "points")
    residual = Chart("Newton's method in a step", "iteration", "residual / largest force", log_y=True)
    for tangent in ("consistent", "elastic"):
        deck = work / "newton.in"
        deck.write_text(
            "mass 0.01\nspring 5\nnormal 1\nfriction mu_s 0.6 mu_k 0.3 kappa 10 xi 1 m 100 alpha 1e4\ndrive 0 1\n"
            f"timestep 0.02\nnewton tangent {tangent} iterations 64 tolerance 1e-{14 if tangent == 'consistent' else 1} print on\n"
            "run 0.02\n"
        )
        values = [float(v) for v in re.findall(r"\d\.\de[-+]\d+", run("slider", str(deck)))]
        residual.add(range(len(values)), [max(v, 1e-17) for v in values], f"{tangent} tangent")
    write(OUT / "elastoplastic_friction_stability.svg", [growth, residual])


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for figure in chosen(law, stick_slip, holds, stability):
            figure(pathlib.Path(folder))
