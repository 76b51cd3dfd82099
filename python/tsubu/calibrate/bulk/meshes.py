#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes hopper.stl, tube.stl and plate.stl of this folder; their unit is the diameter of a grain. usage: meshes.py [FOLDER]"""
from __future__ import annotations

import math
import pathlib
import sys
from typing import Iterable, Iterator

Corner = tuple[float, float, float]


def write(path: pathlib.Path, triangles: Iterable[tuple[Corner, Corner, Corner]]) -> None:
    """One STL file as text."""
    lines = [f"solid {path.stem}"]
    for a, b, c in triangles:
        u, v = ([y - x for x, y in zip(a, p)] for p in (b, c))
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        size = math.sqrt(sum(x * x for x in n))
        lines.append("facet normal " + " ".join(f"{x / size:.5f}" for x in n) + "\n outer loop")
        lines += ["  vertex " + " ".join(f"{x:.5f}" for x in p) for p in (a, b, c)]
        lines.append(" endloop\nendfacet")
    path.write_text("\n".join(lines) + f"\nendsolid {path.stem}\n", encoding="utf-8")


def ring(radius: float, z: float, count: int = 20) -> list[Corner]:
    return [(radius * math.cos(2 * math.pi * k / count), radius * math.sin(2 * math.pi * k / count), z) for k in range(count)]


def between(low: list[Corner], high: list[Corner]) -> Iterator[tuple[Corner, Corner, Corner]]:
    for k, _ in enumerate(low):
        n = (k + 1) % len(low)
        yield low[k], low[n], high[n]
        yield low[k], high[n], high[k]


def main(folder: pathlib.Path) -> None:
    outlet, shoulder, top = ring(3.5, 0.0), ring(7.0, 4.0), ring(7.0, 24.0)
    write(folder / "hopper.stl", [*between(outlet, shoulder), *between(shoulder, top)])
    write(folder / "tube.stl", between(ring(4.0, 0.0), ring(4.0, 20.0)))
    s = 12.0
    write(folder / "plate.stl", [((-s, -s, 0.0), (s, -s, 0.0), (s, s, 0.0)), ((-s, -s, 0.0), (s, s, 0.0), (-s, s, 0.0))])


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
