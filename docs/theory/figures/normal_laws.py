#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the figures of the pages on normal and cohesion laws by running tsubu.

usage: normal_laws.py PATH_OF_TSUBU [FOLDER_FOR_THE_FIGURES [FIGURE ...]]
"""
import math

from bench import OUT, chosen, contact, impact, legs, linspace, mass, restitution
from svg_chart import Chart, write

ELASTIC = {"youngsModulus": 1e7, "poissonsRatio": 0.3}
R_EFF, M_EFF = 0.0025, mass() / 2
E_EFF = 1e7 / (1 - 0.3**2) / 2


def until_apart(t):
    """Rows of an impact from touching to parting."""
    rows = [n for n, d in enumerate(t["d"]) if d >= 0]
    return [1e6 * t["d"][n] for n in rows], [t["f"][n] for n in rows]


def loops(title, laws, values, key, choices, speed, dt, steps):
    chart = Chart(title, "overlap [um]", "normal force [N]")
    for choice in choices:
        t = impact(laws, {**values, key: choice}, speed, dt, steps, 4)
        chart.add(*until_apart(t), f"e = {choice}")
    return chart


def cut_restitution(e):
    """Restitution of a linear dashpot whose attraction is cut."""
    log_e = math.log(e)
    b = -log_e / math.hypot(log_e, math.pi)
    return math.exp(-b * (math.pi - 2 * math.asin(b)) / math.sqrt(1 - b * b)) if b < 1 else 0


def restitutions(title, cases, dt, steps):
    """cases: name -> (laws, values, what it should be, style of the line)."""
    chart = Chart(title, "e of the deck", "e measured")
    given = linspace(0.1, 1, 10)
    for name, (laws, values, exact, style) in cases.items():
        fine = linspace(0.08, 1, 60)
        chart.add(fine, [exact(e) for e in fine], f"{name}, exact", style)
        chart.add(given, [restitution(laws, {**values, "coefficientRestitution": e}, 0.5, dt, steps) for e in given], name, "points")
    return chart


def hooke():
    values = {**ELASTIC, "characteristicVelocity": 0.5}
    write(OUT / "normal_hooke.svg", [
        loops("Impact at 0.5 m/s, model hooke", "model hooke", values, "coefficientRestitution", (1.0, 0.8, 0.5), 0.5, 1e-6, 4000),
        restitutions("Restitution", {"hooke": ("model hooke", values, lambda e: e, "line"),
                                     "limitForce on": ("model hooke limitForce on", values, cut_restitution, "dashed")}, 1e-6, 8000)])


def hertz():
    size = Chart("Largest overlap of an elastic impact", "speed [m/s]", "overlap [um]", log_x=True, log_y=True)
    speeds = [0.01, 0.03, 0.1, 0.3, 1, 3]
    exact = [1e6 * (15 * M_EFF * v * v / (16 * E_EFF * math.sqrt(R_EFF))) ** 0.4 for v in speeds]
    measured = []
    for v in speeds:
        dt = 1e-6 * v**-0.2
        measured.append(1e6 * max(impact("model hertz", {**ELASTIC, "coefficientRestitution": 1}, v, dt, 1500)["d"]))
    size.add(speeds, exact, "(15 m* v^2 / 16 E* sqrt R*)^(2/5)").add(speeds, measured, "measured", "points")
    write(OUT / "normal_hertz.svg", [
        loops("Impact at 0.5 m/s, model hertz", "model hertz", ELASTIC, "coefficientRestitution", (1.0, 0.8, 0.5), 0.5, 1e-6, 4000),
        restitutions("Restitution", {"hertz": ("model hertz", ELASTIC, lambda e: e, "line")}, 1e-6, 8000), size,
        against_given()])


def against_given():
    """hertz and hertz/stiffness with the same stiffness are the same curve."""
    chart = Chart("hertz and hertz/stiffness, kn = 4/3 E*", "overlap [um]", "normal force [N]")
    d = linspace(0, 2e-4, 41)
    a = contact("model hertz", {**ELASTIC, "coefficientRestitution": 1}, {"overlap": d})
    given = {"kn": 4 / 3 * E_EFF, "kt": 1e7, "gamman": 0, "gammat": 0}
    b = contact("model hertz/stiffness", given, {"overlap": d})
    return chart.add([1e6 * x for x in d], a["fn"], "hertz").add([1e6 * x for x in d[::4]], b["fn"][::4], "hertz/stiffness", "points")


LUDING = {"LoadingStiffness": 1e4, "UnloadingStiffness": 5, "coefficientAdhesionStiffness": 0, "coefficientPlasticityDepth": 0.02,
          "coefficientRestitution": 1}


def hysteresis():
    path = {"overlap": legs([0, 8e-5, 5e-5, 1.6e-4, 5e-5, 1.2e-4, 0], 200)}
    chart = Chart("model luding along a path", "overlap [um]", "normal force [N]")
    for share in (0, 0.5):
        t = contact("model luding", {**LUDING, "coefficientAdhesionStiffness": share}, path)
        chart.add([1e6 * d for d in t["overlap"]], t["fn"], f"k_c/k1 = {share}")
    measured = Chart("Restitution of luding by impact speed", "speed [m/s]", "restitution")
    depth = 2 * 0.02 * R_EFF * 5 / 4

    def exact(v):
        """Up to D_l the unloading stiffness grows with the depth; beyond, the work is stored along k2max."""
        deepest = v * math.sqrt(M_EFF / 1e4)
        if deepest < depth:
            return 1 / math.sqrt(1 + 4 * deepest / depth)
        stored = 0.5 * M_EFF * v * v - 0.5 * 1e4 * depth**2 + (1e4 * depth) ** 2 / 1e5
        return math.sqrt(stored / (0.5 * M_EFF * v * v))
    fine = linspace(0.01, 0.6, 60)
    speeds = linspace(0.05, 0.6, 12)
    measured.add(fine, [exact(v) for v in fine], "exact")
    measured.add(speeds, [restitution("model luding", LUDING, v, 1e-6, 2500) for v in speeds], "measured", "points")
    write(OUT / "normal_hysteresis.svg", [chart, measured])


EDINBURGH = {"LoadingStiffness": 1e4, "UnloadingStiffness": 5, "coefficientRestitution": 1, "overlapExponent": 1, "adhesionExponent": 1,
             "pullOffForce": 0, "surfaceEnergy": 0}


def edinburgh():
    path = {"overlap": legs([0, 1e-4, 4e-5, 1.5e-4, 2e-5, 8e-5, 0], 200)}
    chart = Chart("edinburgh/stiffness, n = c = 1, along a path", "overlap [um]", "normal force [N]")
    for gamma in (0, 40):
        t = contact("model edinburgh/stiffness", {**EDINBURGH, "surfaceEnergy": gamma}, path)
        chart.add([1e6 * d for d in t["overlap"]], t["fn"], f"gamma = {gamma} J/m^2")
    bent = Chart("n = c = 1.5, and at a wall", "overlap [um]", "normal force [N]")
    values = {**EDINBURGH, "LoadingStiffness": 1e6, "overlapExponent": 1.5, "adhesionExponent": 1.5, "surfaceEnergy": 80}
    for wall in (False, True):
        t = contact("model edinburgh/stiffness", values, {"overlap": legs([0, 1.5e-4, 0], 400)}, wall=wall)
        bent.add([1e6 * d for d in t["overlap"]], t["fn"], "at a wall" if wall else "two spheres")
    write(OUT / "normal_edinburgh.svg", [chart, bent, edinburgh_restitution(), edinburgh_pull_off()])


def edinburgh_restitution():
    chart = Chart("Restitution without dashpot", "k2/k1", "restitution")

    def exact(ratio, n):
        x = (1 - 1 / ratio) ** (1 / n)
        return math.sqrt(ratio * (1 - (n + 1) * x**n + n * x ** (n + 1)))
    for n, k1 in ((1.0, 1e4), (1.5, 1e6)):
        fine, ratios = linspace(1.05, 20, 80), [1.2, 2, 3, 5, 8, 12, 20]
        chart.add(fine, [exact(r, n) for r in fine], f"n = {n}, exact", "line" if n == 1 else "dashed")
        values = {**EDINBURGH, "LoadingStiffness": k1, "overlapExponent": n, "adhesionExponent": n}
        chart.add(ratios, [restitution("model edinburgh/stiffness", {**values, "UnloadingStiffness": r}, 0.5, 5e-7, 8000) for r in ratios],
                  f"n = {n}", "points")
    return chart


def edinburgh_pull_off():
    chart = Chart("Largest pull, gamma = 10 J/m^2, n = c = 1", "plastic overlap [um]", "pull [mN]")
    overlaps = linspace(2e-5, 2e-4, 10)
    for wall in (False, True):
        def radius(dp):
            r = 0.005
            return math.sqrt(dp * (2 * r - dp)) if wall else math.sqrt(dp * (2 * r - dp) ** 2 * (4 * r - dp) / (4 * (2 * r - dp) ** 2))
        fine = linspace(5e-6, 1.65e-4, 60)
        chart.add([1e6 * x for x in fine], [1e3 * 1.5 * math.pi * 10 * radius(x) for x in fine], "wall, (6)" if wall else "pair, (6)",
                  "dashed" if wall else "line")
        pulls = []
        for d in overlaps:
            t = contact("model edinburgh/stiffness", {**EDINBURGH, "surfaceEnergy": 10}, {"overlap": legs([0, d, 0], 4000)}, wall=wall)
            pulls.append(-1e3 * min(t["fn"]))
        chart.add([0.8e6 * d for d in overlaps], pulls, "measured", "points")
    return chart


def thornton_ning():
    values = {**ELASTIC, "coefficientRestitution": 1, "surfaceEnergy": 0.0, "coefficientYieldRatio": 0.05}
    path = {"overlap": legs([0, 2e-5, -1e-6, 8e-5, -1e-6, 1.6e-4, -1e-6], 300)}
    chart = Chart("model thornton_ning along a path", "overlap [um]", "normal force [N]")
    for w in (0.0, 0.5):
        t = contact("model thornton_ning", {**values, "surfaceEnergy": w}, path)
        chart.add([1e6 * d for d in t["overlap"]], t["fn"], f"w = {w:g} J/m^2")
    # Thornton (1997): elastic to the yield radius, then constant pressure, unloading with the flattened curvature.
    a_y = 0.05 * 0.005
    d_y = a_y**2 / R_EFF
    v_y = math.sqrt(2 / M_EFF * 8 / 15 * E_EFF * math.sqrt(R_EFF) * d_y**2.5)

    def exact(v):
        x = v_y / v
        return math.sqrt(6 * math.sqrt(3) / 5) * math.sqrt(1 - x * x / 6) * (x / (x + 2 * math.sqrt(6 / 5 - x * x / 5))) ** 0.25
    measured = Chart("Restitution by impact speed, w = 0", "speed over yield speed", "restitution", log_x=True)
    ratios = [1.2, 2, 4, 8, 16, 32, 64]
    fine = [1.01 * 1.06**k for k in range(72)]
    measured.add(fine, [exact(x * v_y) for x in fine], "Thornton (1997)")
    measured.add(ratios, [restitution("model thornton_ning", values, x * v_y, 5e-7, 8000) for x in ratios], "measured", "points")
    write(OUT / "normal_thornton_ning.svg", [chart, measured])


def jkr():
    values = {**ELASTIC, "coefficientRestitution": 1}
    chart = Chart("model jkr: contact, compression, pull-off", "overlap [um]", "normal force [mN]")
    for w in (0.0, 0.2, 1.0):
        t = contact("model jkr", {**values, "workOfAdhesion": w}, {"overlap": legs([-1e-6, 2e-5, -2.5e-5], 800)})
        chart.add([1e6 * d for d in t["overlap"]], [1e3 * f for f in t["fn"]], f"w = {w:g} J/m^2")
    t = contact("model jkr release load", {**values, "workOfAdhesion": 1.0}, {"overlap": legs([2e-5, -2.5e-5], 800)})
    chart.add([1e6 * d for d in t["overlap"]], [1e3 * f for f in t["fn"]], "w = 1, release load", "dashed")
    universal = Chart("Every JKR contact is this curve", "overlap / (A^2/R*)", "force / F_c")
    ys = linspace(math.sqrt(0.5), 1.75, 100)
    universal.add([y**4 - math.sqrt(2) * y for y in ys], [(4 / 3 * y**6 - math.sqrt(8) * y**3) / (1.5 * math.pi) * math.pi for y in ys], "exact")
    for w in (0.2, 1.0):
        unit = (math.pi * w * R_EFF**2 / E_EFF) ** (1 / 3)
        f_c = 1.5 * math.pi * w * R_EFF
        top = 6 * unit**2 / R_EFF
        t = contact("model jkr", {**values, "workOfAdhesion": w}, {"overlap": legs([0, top, -0.7499 * unit**2 / R_EFF], 26 * 4)})
        rows = [n for n in range(104, 209, 5) if t["fn"][n] != 0]
        universal.add([t["overlap"][n] * R_EFF / unit**2 for n in rows], [t["fn"][n] / f_c for n in rows], f"w = {w:g}", "points")
    write(OUT / "normal_jkr.svg", [chart, universal])


def cohesion():
    values = {**ELASTIC, "coefficientRestitution": 1, "cohesionEnergyDensity": 2e4}
    d = linspace(0, 4e-5, 81)
    total = Chart("hertz with cohesion, k = 2e4 J/m^3", "overlap [um]", "normal force [mN]")
    part = Chart("The attraction alone", "overlap [um]", "attraction [mN]")
    plain = contact("model hertz", {**ELASTIC, "coefficientRestitution": 1}, {"overlap": d})["fn"]
    total.add([1e6 * x for x in d], [1e3 * f for f in plain], "hertz")
    exact = {"sjkr": lambda x: math.pi * x * (0.01 - x) ** 2 * (0.02 - x) / (4 * (0.01 - x) ** 2), "sjkr2": lambda x: 4 * math.pi * R_EFF * x}
    for law in ("sjkr", "sjkr2"):
        f = contact(f"model hertz cohesion {law}", values, {"overlap": d})["fn"]
        total.add([1e6 * x for x in d], [1e3 * y for y in f], law)
        part.add([1e6 * x for x in d], [1e3 * 2e4 * exact[law](x) for x in d], f"k A of {law}")
        part.add([1e6 * x for x in d[::8]], [1e3 * (a - b) for a, b in zip(plain[::8], f[::8])], law, "points")
    write(OUT / "cohesion_sjkr.svg", [total, part])


def bridge_exact(law, s, radius, liquid, theta, tension):
    """Pull of a bridge between two equal spheres at the gap s."""
    volume = 4 / 3 * math.pi * radius**3 * liquid
    if law == "washino":
        r, v = radius / 2, 0.1 * volume
        scale = 2 * v / (math.pi * r)
        root = math.sqrt(s * s + scale)
        alpha = math.sqrt((root - s) / r)
        return 2 * math.pi * tension * r * (math.cos(theta) * (1 - s / root) + math.sin(alpha) * math.sin(alpha + theta)), v
    v = volume * (1 - math.sqrt(0.75))
    x = v / radius**3
    a, b, c = -1.1 * x**-0.53, (-0.148 * math.log(x) - 0.96) * theta**2 - 0.0082 * math.log(x) + 0.48, 0.0018 * math.log(x) + 0.078
    return math.pi * tension * radius * (math.exp(a * s / radius + b) + c), v


def bridges():
    radius, liquid, theta = 0.001, 0.01, math.radians(20)
    values = {**ELASTIC, "coefficientRestitution": 1, "surfaceLiquidContentInitial": liquid, "surfaceTension": 0.073, "fluidViscosity": 1e-3,
              "contactAngle": 20, "minSeparationDistanceRatio": 0.01, "maxSeparationDistanceRatio": 1.2}
    pull = Chart("Pull of a bridge, stretched slowly", "gap [um]", "pull [mN]")
    drag = Chart("Drag at 0.1 m/s, washino", "gap [um]", "drag [mN]")
    for law, style in (("washino", "line"), ("easo", "dashed")):
        laws = f"model hertz cohesion {law}/capillary/viscous"
        path = legs([1e-7, -2.2e-4], 220)
        t = contact(laws, values, {"overlap": path}, dt=1.0, radius=(radius, radius))
        _, v = bridge_exact(law, 0, radius, liquid, theta, 0.073)
        ends = (1 + theta / 2) * v ** (1 / 3)
        fine = linspace(0, ends, 60)
        pull.add([1e6 * s for s in fine], [1e3 * bridge_exact(law, s, radius, liquid, theta, 0.073)[0] for s in fine], f"{law}, exact", style)
        pull.add([-1e6 * d for d in t["overlap"][1::9]], [-1e3 * f for f in t["fn"][1::9]], law, "points")
    slow = contact("model hertz cohesion washino/capillary/viscous", values, {"overlap": path}, dt=1.0, radius=(radius, radius))["fn"]
    fast = contact("model hertz cohesion washino/capillary/viscous", values, {"overlap": path}, dt=1e-5, radius=(radius, radius))["fn"]
    rows = [n for n in range(2, 221) if slow[n] < 0]
    gaps, v_n = [-path[n] for n in rows], 2.201e-4 / 220 / 1e-5
    drag.add([1e6 * s for s in gaps], [1e3 * 6 * math.pi * 1e-3 * (radius / 2) * v_n / max(s / (radius / 2), 0.01) for s in gaps], "6 pi eta R* v_n / e")
    drag.add([1e6 * s for s in gaps[::8]], [1e3 * (slow[n] - fast[n]) for n in rows[::8]], "measured", "points")
    write(OUT / "cohesion_capillary.svg", [pull, drag])


if __name__ == "__main__":
    for figure in chosen(hooke, hertz, hysteresis, edinburgh, thornton_ning, jkr, cohesion, bridges):
        figure()
