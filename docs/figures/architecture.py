#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the picture of docs/architecture.md: the layers, as the rules of the house list them, and the course of a step
through the files, as the table of the page has it.

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
        "command": "the other commands, and all tables", "slider": "the stick-slip slider", "view": "the page in the browser", "picture": "frames as PNG", "api": "the public interface over all of it", "ranks": "one run on several processes",
        "cuda": "steps on a GPU"}
# The stages of step.c, each with the stage of the table whose files it goes through; those of 5 in detail, as it holds what happens ahead.
STEP = [("1 hooks before the step", "1 before", 0), ("2 half kick and drift, unless taken ahead", "2 kick and drift", 0),
        ("3 time passes, meshes move, hooks after the drift", "3 time passes", 0), ("4 lists still good? else sort, search, carry histories", "4 lists", 0),
        ("5 forces", "5 forces", 0), ("walls, then pairs in units, 64 contacts at a time:", "", 1),
        ("surface, normal, cohesion, tangential, rolling laws", "", 2), ("each particle sums its contacts in the order of ids", "", 1),
        ("and where nobody looks takes the half kick of 6,", "", 1), ("half kick and drift of the next step's 2", "ahead", 1),
        ("6 forces of hooks; half kick, unless taken ahead", "", 0), ("7 accounts, hooks after the step, output that is due", "7 accounts", 0)]


def box(x, y, w, h, text, note="", fill="#eef3f8"):
    out = f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="{fill}" stroke="#7a8ca0"/><text x="{x + 10}" y="{y + h / 2 + 4}" class="b">{text}</text>'
    return out + (f'<text x="{x + 92}" y="{y + h / 2 + 4}">{note}</text>' if note else "")


def lines(names, most=66):
    """The names in lines that are no longer than that."""
    out = [""]
    for name in names:
        if out[-1] and len(out[-1]) + len(name) > most:
            out.append("")
        out[-1] += (", " if out[-1] else "") + name
    return out


def files_of_stages():
    """The files of each stage, from the table of the page."""
    stage, out = "", {}
    for row in re.findall(r"^\| ([^|]*) \| `([^`|]+)` \| [^|]+ \|$", (ROOT / "docs/architecture.md").read_text(encoding="utf-8").split("## The course of a step")[1], re.M):
        stage = row[0].strip() or stage
        out.setdefault(stage, []).append(re.sub(r"\.c$", "", row[1]))
    return out


def main():
    rules = (ROOT / "tests/rules/rules.sh").read_text(encoding="utf-8")
    layers = re.search(r"layers=\(([^)]*)\)", rules)[1].split()
    parts = ['<text x="20" y="24" class="t">Layers: each may use those below</text>', '<text x="480" y="24" class="t">A step</text>']
    rows = [("cli", "the program: run, check, view, laws ...", "#f8f1e4"), *((name, WHAT[name], "#eef3f8") for name in reversed(layers))]
    for n, (name, what, fill) in enumerate(rows):
        parts.append(box(20, 40 + 34 * n, 400, 28, name, what, fill))
    parts.append(box(20, 40 + 34 * len(rows), 400, 28, "tsubu.h", "the public interface, C17 and C++17", "#e8f4ea"))
    files, at, y = files_of_stages(), {}, 40
    for what, stage, depth in STEP:
        parts.append(box(480 + 20 * depth, y, 400 - 20 * depth, 28, what, "", ("#eef3f8", "#f4f7fa", "#fdf3d8")[depth]))
        at[stage] = y + 14
        y += 34
        for line in lines(files[stage]) if stage in files else []:
            parts.append(f'<text x="490" y="{y + 6}" class="f">{line}</text>')
            y += 14
        y += 6 if stage in files else 0
    parts.append(f'<path d="M880 {at["ahead"]}h12V{at["2 kick and drift"]}h-10" fill="none" stroke="#7a8ca0"/><path d="M886 {at["2 kick and drift"] - 4}l-6 4l6 4" fill="none" stroke="#7a8ca0"/>')
    height = max(60 + 34 * (len(rows) + 1), y + 20)
    style = "text{font-family:sans-serif;font-size:12px;fill:#333}.t{font-size:14px;font-weight:bold}.b{font-weight:bold}.f{font-size:10.5px;fill:#667}"
    (OUT / "architecture.svg").write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {height}" width="900" height="{height}">\n<style>{style}</style>\n'
        f'<rect width="900" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n", encoding="utf-8")


main()
