#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the figure of docs/calibration.md by running the starters pile and compression.

usage: calibration.py PATH_OF_TSUBU [FOLDER_FOR_THE_FIGURES]
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "theory" / "figures"))
from svg_chart import Chart, write  # noqa: E402

TSUBU = str(pathlib.Path(sys.argv[1]).resolve())
OUT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else HERE).resolve()


def run(kind, **variables):
    """Runs a starter; returns the folder object (kept until it is closed)."""
    folder = tempfile.TemporaryDirectory()
    subprocess.run([TSUBU, "new", "case", "--kind", kind], cwd=folder.name, check=True, capture_output=True)
    words = [w for name, value in variables.items() for w in ("-var", name, str(value))]
    subprocess.run([TSUBU, "in.case", *words], cwd=f"{folder.name}/case", check=True, capture_output=True)
    return folder


def angle(mu, mu_r):
    with run("pile", n=500, mu=mu, mu_r=mu_r) as folder:
        return float((pathlib.Path(folder) / "case/angle.txt").read_text().split()[3])


def compression(**variables):
    with run("compression", n=300, steps=8000, **variables) as folder:
        rows = [line.split() for line in (pathlib.Path(folder) / "case/stress.txt").read_text().splitlines() if line and line[0] != "#"]
    return [float(r[0]) for r in rows], [1e-3 * float(r[1]) for r in rows]


def main():
    piles = Chart("Angle of repose, 500 grains", "mu_r", "angle [deg]")
    for mu in (0.3, 0.6):
        rolling = [0.02, 0.1, 0.4]
        piles.add(rolling, [angle(mu, x) for x in rolling], f"mu = {mu}")
    press = Chart("Uniaxial compression, 300 grains", "strain", "stress [kPa]")
    for ratio in (1.5, 5):
        press.add(*compression(ratio=ratio), f"k2/k1 = {ratio}")
    write(OUT / "calibration.svg", [piles, press])


main()
