#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the picture of docs/architecture.md: the layers, as the rules of the house list them, and the way of a contact.

usage: architecture.py PATH_OF_TSUBU [FOLDER_FOR_THE_FIGURES]
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else HERE).resolve()
WHAT = {"base": "numbers, memory, threads, errors", "state": "particles, materials, contacts, walls", "shape": "two shapes: overlap, normal, point",
        "law": "contact laws and their tables", "search": "which pairs may touch", "step": "the time step, forces, energies, insertion",
        "io": "files", "format": "restart, dumps, VTK, STL, logs", "model": "springs, forces, heat: what acts beside contacts",
        "deck": "the deck language; knows no world",
        "session": "a deck at work: world, groups, thermo, files", "insertion": "templates and insertions", "average": "means over time and space",
        "fix": "what acts or watches in a run", "compute": "values asked for", "dump": "snapshots", "run": "runs, checks before them, dry runs",
        "command": "the other commands, and all tables", "slider": "the stick-slip slider", "view": "the page in the browser", "picture": "frames as PNG", "api": "the public interface over all of it"}
STEP = ["half kick, drift, boundaries", "list still good? else sort, search, carry states", "contacts: surface", "normal", "cohesion", "tangential", "rolling",
        "each particle sums in the order of ids", "walls, body forces, half kick", "energy accounts, output that is due"]


def box(x, y, w, h, text, note="", fill="#eef3f8"):
    out = f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="{fill}" stroke="#7a8ca0"/><text x="{x + 10}" y="{y + h / 2 + 4}" class="b">{text}</text>'
    return out + (f'<text x="{x + 92}" y="{y + h / 2 + 4}">{note}</text>' if note else "")


def main():
    rules = (ROOT / "tests/rules/rules.sh").read_text(encoding="utf-8")
    layers = re.search(r"layers=\(([^)]*)\)", rules)[1].split()
    parts = ['<text x="20" y="24" class="t">Layers: each may use those below</text>', '<text x="480" y="24" class="t">A step</text>']
    rows = [("cli", "the program: run, check, view, laws ...", "#f8f1e4"), *((name, WHAT[name], "#eef3f8") for name in reversed(layers))]
    for n, (name, what, fill) in enumerate(rows):
        parts.append(box(20, 40 + 34 * n, 400, 28, name, what, fill))
    parts.append(box(20, 40 + 34 * len(rows), 400, 28, "tsubu.h", "the public interface, C17 and C++17", "#e8f4ea"))
    for n, what in enumerate(STEP):
        law = 2 <= n <= 6
        parts.append(box(500 if law else 480, 40 + 34 * n, 380 if law else 400, 28, what, "", "#fdf3d8" if law else "#eef3f8"))
        if n:
            parts.append(f'<path d="M680 {34 + 34 * n}v6" stroke="#7a8ca0"/>')
    parts.append(f'<text x="500" y="{40 + 34 * len(STEP) + 16}">yellow: one law each, over blocks of 64 contacts</text>')
    height = 60 + 34 * (len(rows) + 1)
    style = "text{font-family:sans-serif;font-size:12px;fill:#333}.t{font-size:14px;font-weight:bold}.b{font-weight:bold}"
    (OUT / "architecture.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {height}" width="900" height="{height}">\n<style>{style}</style>\n'
        f'<rect width="900" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n", encoding="utf-8")


main()
