#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes hopper.stl and plate.stl of this folder. usage: meshes.py [FOLDER]"""
import math
import pathlib
import sys

OUT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)


def write(name, triangles):
    lines = [f"solid {name}"]
    for corners in triangles:
        a, b, c = corners
        u, v = [[y - x for x, y in zip(a, p)] for p in (b, c)]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        size = math.sqrt(sum(x * x for x in n))
        lines.append("facet normal " + " ".join(f"{x / size:.5f}" for x in n) + "\n outer loop")
        lines += ["  vertex " + " ".join(f"{x:.6f}" for x in p) for p in corners]
        lines.append(" endloop\nendfacet")
    (OUT / f"{name}.stl").write_text("\n".join(lines) + f"\nendsolid {name}\n")


def ring(radius, z, count=24):
    return [(radius * math.cos(2 * math.pi * k / count), radius * math.sin(2 * math.pi * k / count), z) for k in range(count)]


def between(low, high):
    for k, _ in enumerate(low):
        n = (k + 1) % len(low)
        yield (low[k], low[n], high[n])
        yield (low[k], high[n], high[k])


outlet, shoulder, top = ring(0.015, 0.0), ring(0.04, 0.035), ring(0.04, 0.15)
write("hopper", [*between(outlet, shoulder), *between(shoulder, top)])
s = 0.03
write("plate", [((-s, -s, 0.0), (s, -s, 0.0), (s, s, 0.0)), ((-s, -s, 0.0), (s, s, 0.0), (-s, s, 0.0))])
