#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the figures of the pages on the surface, tangential and rolling laws by running tsubu.

usage: tangential_laws.py PATH_OF_TSUBU [FOLDER_FOR_THE_FIGURES [FIGURE ...]]
"""
import math

from bench import OUT, chosen, contact, legs, linspace, mass, simulate, sphere
from svg_chart import Chart, write

HERTZ = {"youngsModulus": 1e7, "poissonsRatio": 0.3, "coefficientRestitution": 0.9}
STIFF = {"kn": 1e5, "kt": 1e5, "gamman": 0, "gammat": 0}
G = 9.81


def on_plane(laws, values, columns, dt, steps, every, tilt=0.0, radius=0.005, **motion):
    """A sphere that rests on the plane z = 0 with its weight and moves as said; tilt: of gravity [rad]."""
    weight = mass(2 * radius) * G * math.cos(tilt)
    bodies = sphere(1, (0, 0, radius - weight / 1e5), 2 * radius, **motion)
    more = (f"fix floor all wall/gran {laws} primitive type 1 zplane 0\n"
            f"fix g all gravity {G} vector {math.sin(tilt):.17g} 0 {-math.cos(tilt):.17g}\n")
    return simulate(laws, values, bodies, columns, dt, steps, every, more)


def surface():
    """A sphere set down sliding ends up rolling; the accounts of its energy."""
    u0, mu = 0.5, 0.3
    values = {**STIFF, "coefficientFriction": mu}
    m = f"{mass():.17g}"
    columns = {"u": "vx[1]", "s": "omegay[1]*0.005", "k": f"0.5*{m}*vx[1]^2", "w": f"0.2*{m}*0.005^2*omegay[1]^2", "q": "edissipated"}
    t = on_plane("model hooke/stiffness tangential history", values, columns, 1e-6, 80000, 500, vx=u0)
    roll = 2 * u0 / (7 * mu * G)
    exact = [(u0 - mu * G * x, 2.5 * mu * G * x) if x < roll else (5 * u0 / 7, 5 * u0 / 7) for x in t["time"]]
    ms = [1e3 * x for x in t["time"]]
    motion = Chart("A sliding sphere begins to roll", "time [ms]", "[m/s]")
    motion.add(ms, [e[0] for e in exact], "exact").add(ms, [e[1] for e in exact], "")
    motion.add(ms[::8], t["u"][::8], "velocity", "points").add(ms[::8], t["s"][::8], "spin times R", "points")
    energy = Chart("Energies of the sphere", "time [ms]", "[uJ]")
    for key, name in (("k", "translation"), ("w", "rotation"), ("q", "dissipated")):
        energy.add(ms, [1e6 * x for x in t[key]], name)
    energy.add(ms, [1e6 * (a + b + c) for a, b, c in zip(t["k"], t["w"], t["q"])], "sum", "dashed")
    write(OUT / "surface_default.svg", [motion, energy])


def history():
    loop = Chart("Friction of a contact moved back and forth, hertz, mu = 0.5", "displacement [um]", "F_t / F_n")
    s = legs([0, 1.5e-4, -1.5e-4, 1.5e-4], 200)
    for law in ("history", "no_history"):
        t = contact(f"model hertz tangential {law}", {**HERTZ, "coefficientFriction": 0.5}, {"overlap": [1e-4] * len(s), "sx": s}, dt=4e-5)
        loop.add([1e6 * x for x in s], [-f / n for f, n in zip(t["ftx"], t["fn"])], law)
    write(OUT / "tangential_history.svg", [loop, oblique()])


def oblique():
    """Chung and Ooi (2011), test 4: a sphere hits a plane at 3.9 m/s; sliding throughout, the tangential restitution is
    1 - mu (1 + e)/tan(angle)."""
    mu, e, radius = 0.092, 0.98, 0.0025
    values = {"youngsModulus": 3.8e11, "poissonsRatio": 0.23, "coefficientRestitution": e, "coefficientFriction": mu}
    laws = "model hertz tangential history"
    chart = Chart("Oblique impact, Chung & Ooi (2011), test 4", "angle of impact [deg]", "tangential restitution")
    angles = [35, 40, 45, 50, 55, 60, 65, 70, 75, 80]
    out = []
    for angle in angles:
        a = math.radians(angle)
        bodies = sphere(1, (0, 0, radius * 1.00001), 2 * radius, 4000, vx=3.9 * math.sin(a), vz=-3.9 * math.cos(a))
        t = simulate(laws, values, bodies, {"u": "vx[1]"}, 1e-8, 3000, 3000, f"fix floor all wall/gran {laws} primitive type 1 zplane 0\n")
        out.append(t["u"][-1] / t["u"][0])
    fine = linspace(32.52, 82, 60)
    chart.add(fine, [1 - mu * (1 + e) / math.tan(math.radians(x)) for x in fine], "sliding throughout, exact")
    return chart.add(angles, out, "measured", "points").add([35, 50, 70], [0.7398, 0.8471, 0.9337], "published", "points")


def jkr_tan():
    values = {"youngsModulus": 1e7, "poissonsRatio": 0.3, "coefficientRestitution": 1, "coefficientFriction": 0.5}
    s = legs([0, 3e-5, -2e-5, 3e-5], 200)
    loop = Chart("Friction loop at 0.2 um overlap, model jkr", "displacement [um]", "tangential force [mN]")
    for w in (0.1, 0.2, 0.4):
        t = contact("model jkr tangential jkr_tan", {**values, "workOfAdhesion": w}, {"overlap": [2e-7] * len(s), "sx": s}, dt=1e-4)
        loop.add([1e6 * x for x in s], [-1e3 * f for f in t["ftx"]], f"w = {w}")
    limit = Chart("Largest friction by load, w = 0.2 J/m^2, R* = 2.5 mm", "elastic normal force [mN]", "largest friction [mN]")
    f_c = 1.5 * math.pi * 0.2 * 0.0025
    loads = linspace(-1.0 * f_c, 4 * f_c, 50)
    limit.add([1e3 * x for x in loads], [1e3 * 0.5 * max(0, x + 2 * f_c) for x in loads], "mu max(0, F + 2 F_c)")
    limit.add([1e3 * x for x in loads], [1e3 * 0.5 * max(0, x) for x in loads], "mu F", "dashed")
    got = []
    for d in linspace(-1e-6, 9e-6, 13):
        path = legs([2e-7, d], 50) + [d] * 400
        t = contact("model jkr tangential jkr_tan", {**values, "workOfAdhesion": 0.2},
                    {"overlap": path, "sx": [0] * 51 + linspace(0, 1e-4, 400)}, dt=1e-4)
        got.append((1e3 * t["fn_elastic"][-1], -1e3 * t["ftx"][-1]))
    limit.add([g[0] for g in got], [g[1] for g in got], "measured", "points")
    write(OUT / "tangential_jkr.svg", [loop, limit])


def multicontact():
    """A soft sphere between two planes: each load makes the surface bulge at the other."""
    young, nu, radius = 2e4, 0.4, 0.01
    values = {"youngsModulus": young, "poissonsRatio": nu, "coefficientRestitution": 0.3}
    e_eff = young / (1 - nu * nu) / 2

    def load(squeeze, factor):
        force = 0.0
        for _ in range(400):  # the load of the last step makes the bulge of this one
            bulge = factor * force * (1 + nu) * (3 - 2 * nu) / (4 * math.pi * young * (radius - squeeze))
            force = 4 / 3 * e_eff * math.sqrt(radius + bulge) * (squeeze + bulge) ** 1.5
        return force
    chart = Chart("A soft sphere between two planes", "squeeze of each side / R", "force [N]")
    ratio = Chart("Measured over expected, prefactor 1.125", "squeeze of each side / R", "ratio")
    fine, points = linspace(0.002, 0.12, 50), linspace(0.01, 0.12, 12)
    for factor, name in ((1.125, "1.125"), (1e-9, "0, Hertz")):
        chart.add(fine, [load(x * radius, factor) for x in fine], f"prefactor {name}")
        got = []
        for x in points:
            laws, gap = "model hertz surface multicontact", radius * (1 - x)
            more = (f"fix low all wall/gran {laws} primitive type 1 zplane {-gap:.17g}\nfix high all wall/gran {laws} primitive type 1 zplane {gap:.17g}\n"
                    f"fix bulge all multicontact/halfspace geometric_prefactor {factor}\n")
            t = simulate(laws, values, sphere(1, (0, 0, 0), 2 * radius, 1000), {"f": "f_high[3]"}, 2e-5, 2000, 2000, more)
            got.append(t["f"][-1])
        chart.add(points, got, "measured", "points")
        if factor > 1:
            ratio.add(points, [g / load(x * radius, factor) for g, x in zip(got, points)], "measured", "points")
    ratio.add([0, 0.12], [0.99, 0.99], "within 1 %", "dashed").add([0, 0.12], [1.01, 1.01], "", "dashed")
    write(OUT / "surface_multicontact.svg", [chart, ratio])


ROLLING = {**STIFF, "coefficientRollingFriction": 0.1}
DAMPED = {**ROLLING, "coefficientRollingViscousDamping": 0.3}
LAWS = {"cdt": ROLLING, "epsd": DAMPED, "epsd2": ROLLING, "epsd3": {**DAMPED, "rollingStiffness": 1.5},
        "luding": {**DAMPED, "coeffRollingStiffness": 0.05, "coefficientRollingViscousDamping": 0}}


def torque_loop(title, cases, amplitude):
    """Torque over its limit against the angle, to and fro."""
    chart = Chart(title, "rolling angle [rad]", "torque / (mu_r F_n R*)")
    angle = legs([0, amplitude, -amplitude, amplitude], 300)
    for name, (law, values) in cases.items():
        t = contact(f"model hooke/stiffness rolling_friction {law}", values, {"overlap": [5e-5] * len(angle), "ry": angle}, dt=1e-4)
        chart.add(angle, [m / (0.1 * f * 0.0025) for m, f in zip(t["mry"], t["fn"])], name)
    return chart


def stopping(title, laws):
    """A sphere that rolls is slowed by (5/7) mu_r g."""
    chart = Chart(title, "time [ms]", "velocity [m/s]")
    u0 = 0.1
    for n, law in enumerate(laws):
        values = {**LAWS[law], "coefficientFriction": 0.8}
        t = on_plane(f"model hooke/stiffness tangential history rolling_friction {law}", values, {"u": "vx[1]"}, 2e-6, 90000, 1500,
                     vx=u0, omegay=u0 / 0.005)
        if n == 0:
            chart.add([1e3 * x for x in t["time"]], [max(0, u0 - 5 / 7 * 0.1 * G * x) for x in t["time"]], "(5/7) mu_r g")
        chart.add([1e3 * x for x in t["time"]][::3], t["u"][::3], law, "points")
    return chart


def cdt():
    write(OUT / "rolling_cdt.svg", [torque_loop("Torque of cdt, rolled back and forth", {"cdt": ("cdt", LAWS["cdt"])}, 0.02),
                                    stopping("Deceleration of a rolling sphere, cdt", ["cdt"])])


def epsd():
    cases = {law: (law, {**LAWS[law], "coefficientRollingViscousDamping": 0} if law == "epsd" else LAWS[law]) for law in ("epsd", "epsd2")}
    write(OUT / "rolling_epsd.svg", [torque_loop("epsd and epsd2, rolled back and forth", cases, 0.4),
                                     stopping("Deceleration of a rolling sphere", ["epsd", "epsd2"])])


def epsd3():
    cases = {f"kappa = {k}": ("epsd3", {**LAWS["epsd3"], "rollingStiffness": k, "coefficientRollingViscousDamping": 0}) for k in (0.5, 1.5, 5)}
    rock = Chart("A sphere rocks on its rolling spring", "time [ms]", "displacement [um]")
    mu_r, kappa, k_n, radius, m = 0.1, 1.5, 1e5, 0.005, mass()
    k_r = kappa * k_n * mu_r**2 * radius**2
    w0 = math.sqrt(k_r / (1.4 * m * radius**2))
    for eta in (0.05, 0.3):
        values = {**LAWS["epsd3"], "coefficientRollingViscousDamping": eta, "coefficientFriction": 0.8, "kn": k_n, "kt": 1e7}
        u0 = 2e-4
        t = on_plane("model hooke/stiffness tangential history rolling_friction epsd3", values, {"x": "x[1]"}, 5e-7, 60000, 300,
                     vx=u0, omegay=u0 / radius)
        wd = w0 * math.sqrt(1 - eta**2)
        rock.add([1e3 * x for x in t["time"]], [1e6 * u0 / wd * math.exp(-eta * w0 * x) * math.sin(wd * x) for x in t["time"]], f"{eta}, exact")
        rock.add([1e3 * x for x in t["time"]][::8], [1e6 * x for x in t["x"]][::8], f"eta_r {eta}", "points")
    write(OUT / "rolling_epsd3.svg", [torque_loop("epsd3, rolled back and forth", cases, 0.4), rock,
                                      stopping("Deceleration of a rolling sphere, epsd3", ["epsd3"]), incline()])


def incline():
    chart = Chart("Down a slope: (5/7) g (sin - mu_r cos)", "slope [deg]", "acceleration [m/s^2]")
    slopes = [8, 12, 16, 20, 24, 28]
    fine = linspace(6, 29, 40)
    chart.add(fine, [5 / 7 * G * (math.sin(math.radians(x)) - 0.1 * math.cos(math.radians(x))) for x in fine], "exact")
    got = []
    for slope in slopes:
        values = {**LAWS["epsd3"], "coefficientFriction": 0.8}
        t = on_plane("model hooke/stiffness tangential history rolling_friction epsd3", values, {"u": "vx[1]"}, 2e-6, 50000, 10000,
                     tilt=math.radians(slope))
        got.append((t["u"][-1] - t["u"][-2]) / (t["time"][-1] - t["time"][-2]))
    return chart.add(slopes, got, "epsd3", "points")


def luding():
    values = LAWS["luding"]
    cases = {f"k_r/(k_t R*^2) = {k}": ("luding", {**values, "coeffRollingStiffness": k}) for k in (0.02, 0.05)}
    write(OUT / "rolling_luding.svg", [torque_loop("luding, rolled back and forth", cases, 0.1),
                                       stopping("Deceleration of a rolling sphere, luding", ["luding"])])


if __name__ == "__main__":
    for figure in chosen(surface, multicontact, history, jkr_tan, cdt, epsd, epsd3, luding):
        figure()
