#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns a published first state of the round robin (Dosta et al. 2024) into a data file, for examples 11 and 12 with `-var first FILE`.

usage: first_state.py STATE >DATA

STATE has a heading and a row "radius x y z" for each grain [m], as in Drivers/Papers/OSBenchmark of MercuryDPM (BSD-3-Clause):
Penetration/25KParticles.txt, Penetration/50KParticles.txt, Drum/PartCoordinates.txt. Rows with another radius
(the ball, the speed of the ball) are left out; the deck makes the ball.
"""
import sys

TYPES = {0.001: (1, 2500), 0.002: (2, 2000)}  # radius [m]: type, density [kg/m3]

rows = []
with open(sys.argv[1], encoding="utf-8") as f:
    for line in f.readlines()[1:]:
        words = line.split()
        if words and float(words[0]) in TYPES:
            rows.append((*TYPES[float(words[0])], 2 * float(words[0]), *words[1:4]))
if not rows:
    sys.exit(f"{sys.argv[1]} has no grains of radius 0.001 or 0.002 m; give a first state of the penetration or of the drum")
drum = any(row[0] == 2 for row in rows)
box = [(-0.101, 0.101), (-0.031, 0.031), (-0.101, 0.101)] if drum else [(-0.0501, 0.0501), (-0.0301, 0.0301), (-0.0905, 0.3)]
print(f"First state {sys.argv[1]}\n\n{len(rows)} atoms\n{3 if drum else 2} atom types\n")
for (low, high), axis in zip(box, "xyz"):
    print(f"{low:g} {high:g} {axis}lo {axis}hi")
print("\nAtoms\n")
for i, (kind, density, diameter, x, y, z) in enumerate(rows, 1):
    print(i, kind, f"{diameter:g}", density, x, y, z)
