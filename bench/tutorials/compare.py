#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tutorials of LIGGGHTS-PUBLIC with tsubu and with LIGGGHTS and compares their curves.

usage: compare.py FOLDER --work DIR [--tsubu PROGRAM] [--liggghts PROGRAM] [--seeds N] [--only NAME]...
                  [--programs tsubu,liggghts] [--table FILE.csv] [--page FILE.md]

FOLDER holds the tutorials (examples/LIGGGHTS/Tutorials_public of LIGGGHTS-PUBLIC 3.8.0); they are read, not changed.
Every run happens in a copy under --work, where its curve stays: a run that is there already is not repeated, so the
script can be stopped and called again, and called once per program. In the copy the seeds are replaced (and the facets of
insertion faces stand in another order: LIGGGHTS draws places on a face from a fixed seed), dumps and
`reset_timestep` are left out, the skins of `packing` and `hydrogel_multicontact` are made wide enough for LIGGGHTS to find all contacts, the piston of
the latter is ten times as fast, and lines are added before the first `run` that print the curves every so many steps. Decks without random
numbers are displaced at random by a thousandth of a radius instead.

The table: for each tutorial and quantity the r.m.s. over the curve of
  difference = mean of tsubu - mean of LIGGGHTS over the seeds, in per cent of the r.m.s. of LIGGGHTS' curve
  resolution = s sqrt(1/n + 1/m), s the standard deviation of LIGGGHTS over its n seeds, m the seeds of tsubu
and their ratio: about 1 when the two programs differ as two sets of LIGGGHTS' seeds do."""
import argparse
import csv
import math
import os
import random
import re
import shutil
import subprocess
import sys
import time

PRIMES = [15485863, 15485867, 32452843, 32452867, 49979687, 49979693, 67867967, 67867979, 86028121, 86028157,
          104395301, 104395303, 122949823, 122949829, 141650939, 141650963, 160481183, 160481219, 179424673,
          179424691, 198491317, 198491329, 217645177, 217645199, 236887691, 236887699]

# folder, deck, steps between two points, extra columns
CASES = [
    ("chute_wear", "in.chute_wear", 1000, ()),
    ("cohesion", "in.cohesion", 1000, ()),
    ("cohesion", "in.noCohesion", 1000, ()),
    ("contactModels", "in.newModels", 1000, ()),
    ("conveyor", "in.conveyor", 1000, ()),
    ("heatTransfer_1", "in.heatGran", 1000, ("heat",)),
    ("heatTransfer_2", "in.heatGran", 1000, ("heat",)),
    ("hydrogel_multicontact", "in.hydrogel_default", 1000, ("piston",)),
    ("hydrogel_multicontact", "in.hydrogel_multicontact", 100, ("piston",)),
    ("hysteresis", "in.hysteresis", 1000, ()),
    ("hysteresis", "in.noHysteresis", 1000, ()),
    ("insert_stream", "in.insert_stream", 1000, ()),
    ("insert_stream", "in.insert_stream_reset_timestep", 1000, ()),
    ("meshGran", "in.meshGran", 1000, ()),
    ("mesh_tet", "in.mesh_tet", 100, ()),
    ("movingMeshGran", "in.movingMeshGran", 1000, ()),
    ("multisphere_stone_restitution", "in.multisphere", 1000, ("clumps",)),
    ("packing", "in.packing", 1000, ()),
]
SHIFT = 1e-5  # [m] scatter of decks without random numbers: positions known to a thousandth of a radius
BEFORE = {"in.insert_stream_reset_timestep": "in.insert_stream"}  # writes the restart file the deck reads

COLUMNS = {
    "particles": "count(all)",
    "mass": "mass(all)",
    "kinetic": "c_tsu_ke",
    "rotational": "c_tsu_rot",
    "height": "xcm(all,z)",
}
# Sums over spheres count a clump of LIGGGHTS as often as it has spheres.
CLUMPS = {"particles": "atoms", "kinetic": "c_tsu_ke", "rotational": "c_tsu_rot", "height": "c_tsu_z"}
EXTRA = {
    "clumps": CLUMPS,
    "heat": {"temperature": "c_tsu_t1", "temperature_spread": "sqrt(abs(c_tsu_t2-c_tsu_t1*c_tsu_t1))"},
    "piston": {"piston_force": "f_piston_m[3]"},
}


def instrument(every, extra):
    """The lines that print the curves."""
    columns = dict(CLUMPS if "clumps" in extra else COLUMNS)
    lines = ["compute tsu_ke all ke", "compute tsu_rot all erotate/sphere"]
    if "clumps" in extra:
        lines = ["compute tsu_ke all ke/multisphere", "compute tsu_rot all erotate/multisphere", "compute tsu_z all reduce ave z"]
    for name in extra:
        columns.update(EXTRA[name])
        if name == "heat":
            lines += ["variable tsu_square atom f_Temp*f_Temp", "compute tsu_t1 all reduce ave f_Temp",
                      "compute tsu_t2 all reduce ave v_tsu_square"]
    lines.append("variable tsu_step equal step")
    lines += [f"variable tsu_{name} equal {formula}" for name, formula in columns.items()]
    text = " ".join("${tsu_" + name + "}" for name in ["step", *columns])
    lines.append(f'fix tsu_curve all print {every} "{text}" file curve.txt screen no')
    return lines, ["step", *columns]


def prime(at):
    """The at-th seed: LIGGGHTS accepts primes only, and near ones give it nearly the same first numbers."""
    if at < len(PRIMES):
        return PRIMES[at]
    number = 100003 + at * 618033989 % 1000000007
    while any(number % d == 0 for d in range(2, math.isqrt(number) + 1)):
        number += 1
    return number


def change_seeds(line, seed):
    """Another seed for everything random in a line; seed 0 leaves the deck's own."""
    if seed == 0:
        return line

    def other(match):
        return str(prime(PRIMES.index(int(match.group(0))) + 4 * seed))

    return re.sub(r"\b(" + "|".join(str(p) for p in PRIMES[:4]) + r")\b", other, line)


def prepare(folder, deck, every, extra, seed, target):
    """Writes the deck to run and returns the names of the columns of its curve."""
    with open(os.path.join(folder, deck), encoding="utf-8", errors="replace") as f:
        lines = f.read().replace("&\n", " ").splitlines()
    drawn = any(str(p) in line for line in lines for p in PRIMES)
    extra_lines, columns = instrument(every, extra)
    out, first_run = [], True
    for line in lines:
        word = line.split()[0] if line.split() else ""
        # after a restart LIGGGHTS sets particles of the stream back at reset_timestep (docs/tutorials_compared.md)
        if word in ("dump", "undump", "dump_modify", "reset_timestep"):
            continue
        if word == "run" and first_run:
            out += extra_lines
            first_run = False
        # particles of this tutorial grow by more than the skin, and LIGGGHTS then misses contacts of the large ones
        if deck == "in.packing" and word == "neighbor":
            line = line.replace("0.002", "0.008")
        # with a narrow skin LIGGGHTS loses loads of walls in this deck (docs/tutorials_compared.md)
        if deck == "in.hydrogel_multicontact" and word == "neighbor":
            line = line.replace("0.004", "0.03")
        if deck == "in.hydrogel_multicontact" and "ts_move" in line:  # LIGGGHTS takes minutes: a piston ten times as fast
            line = line.replace("30000", "3000")
        out.append(change_seeds(line, seed))
        if word in ("read_data", "create_atoms") and not drawn and seed > 0:
            out.append(f"displace_atoms all random {SHIFT} {SHIFT} {SHIFT} {PRIMES[seed]} units box")
    with open(target, "w", encoding="utf-8") as f:
        f.write("\n".join(out) + "\n")
    return columns


def other_face(place, deck, seed):
    """Writes the facets of insertion faces in another order: LIGGGHTS draws places on a mesh from a fixed seed of its own, so
    that only this makes them other ones."""
    with open(os.path.join(place, deck), encoding="utf-8", errors="replace") as f:
        text = f.read().replace("&\n", " ")
    for face in re.findall(r"^\s*fix\b.*\binsertion_face\s+(\S+)", text, re.M):
        name = re.search(rf"^\s*fix\s+{re.escape(face)}\s.*\bfile\s+(\S+)", text, re.M)
        path = os.path.join(place, name.group(1))
        with open(path, encoding="utf-8") as f:
            facets = re.findall(r"facet normal.*?endfacet", f.read(), re.S)
        turn = random.Random(seed)
        turn.shuffle(facets)
        with open(path, "w", encoding="utf-8") as f:
            f.write("solid face\n")
            for facet in facets:
                corners, k = re.findall(r"vertex.*", facet), turn.randrange(3)
                f.write(facet.split("\n")[0] + "\nouter loop\n" + "\n".join(corners[k:] + corners[:k]) + "\nendloop\nendfacet\n")
            f.write("endsolid face\n")


def run_case(args, program, case, seed):
    """One run of one program; its curve lies in <work>/<program>/<deck>.<seed>.csv afterwards."""
    folder, deck, every, extra = case
    name = f"{folder}.{deck[3:]}"
    done = os.path.join(args.work, program, f"{name}.{seed}.csv")
    if os.path.exists(done):
        return
    place = os.path.join(args.work, program, f"{name}.{seed}")
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(os.path.join(args.folder, folder), place)
    os.makedirs(os.path.join(place, "post"), exist_ok=True)
    if seed > 0:
        other_face(place, deck, seed)
    decks = [BEFORE[deck]] if deck in BEFORE else []
    start = time.time()
    for one in [*decks, deck]:
        columns = prepare(os.path.join(args.folder, folder), one, every, extra, seed, os.path.join(place, "in.compare"))
        command = [args.tsubu, "in.compare"] if program == "tsubu" else [args.liggghts, "-in", "in.compare"]
        with open(os.path.join(place, "screen.txt"), "w", encoding="utf-8") as screen:
            status = subprocess.run(command, cwd=place, stdout=screen, stderr=subprocess.STDOUT, check=False).returncode
        if status != 0:
            print(f"{program} {name} seed {seed}: failed ({status}), see {place}/screen.txt", file=sys.stderr)
            return
    rows = []
    with open(os.path.join(place, "curve.txt"), encoding="utf-8") as f:
        for line in f:
            if not line.startswith("#"):
                rows.append(line.split())
    with open(done, "w", newline="", encoding="utf-8") as f:
        writer = csv.writer(f)
        writer.writerow(columns)
        writer.writerows(rows)
    shutil.rmtree(place, ignore_errors=True)
    print(f"{program} {name} seed {seed}: {time.time() - start:.1f} s", flush=True)


def read_curves(args, program, name):
    """Curves of all seeds of a program: list of {column: [values]}."""
    curves = []
    for seed in range(args.seeds):
        path = os.path.join(args.work, program, f"{name}.{seed}.csv")
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        curves.append({key: [float(row[key]) for row in rows] for key in rows[0]})
    return curves


def mean(values):
    return sum(values) / len(values)


def rms(values):
    return math.sqrt(mean([v * v for v in values])) if values else 0.0


def variance(values):
    m = mean(values)
    return sum((v - m) ** 2 for v in values) / (len(values) - 1) if len(values) > 1 else 0.0


def compare(ours, theirs, column):
    """Row of the table for one quantity."""
    points = min(len(c[column]) for c in ours + theirs)
    difference, error, size = [], [], []
    for k in range(points):
        a, b = [c[column][k] for c in ours], [c[column][k] for c in theirs]
        difference.append(mean(a) - mean(b))
        error.append(math.sqrt(variance(b) * (1.0 / len(a) + 1.0 / len(b))))
        size.append(mean(b))
    scale = rms(size)
    if scale == 0.0:
        return None
    # a resolution below 1e-9 % is rounding: no ratio then
    d, e = 100.0 * rms(difference) / scale, 100.0 * rms(error) / scale
    last = 100.0 * difference[-1] / scale
    return {"points": points, "difference_%": f"{d:.3g}", "resolution_%": f"{e:.3g}",
            "ratio": f"{d / e:.2f}" if e > 1e-9 else "", "at_the_end_%": f"{last:+.2g}"}


def make_table(args):
    rows = []
    for folder, deck, _, extra in CASES:
        name = f"{folder}.{deck[3:]}"
        known = [*({} if "clumps" in extra else COLUMNS), *(c for e in extra for c in EXTRA[e])]
        ours, theirs = read_curves(args, "tsubu", name), read_curves(args, "liggghts", name)
        if not ours or not theirs:
            continue
        for column in known:
            row = compare(ours, theirs, column)
            if row:
                rows.append({"tutorial": folder, "deck": deck, "quantity": column, "seeds_tsubu": len(ours),
                             "seeds_liggghts": len(theirs), **row})
    return rows


def write_table(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def write_page(path, rows):
    """Replaces the table of a page: what stands between the lines <!-- table --> and <!-- end -->."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    lines = ["| tutorial | seeds | quantity | difference | resolution | ratio |", "|---|---|---|---|---|---|"]
    last = ""
    for r in rows:
        name = r["tutorial"] + " " + r["deck"]
        lines.append(f"| {'' if name == last else '`' + r['tutorial'] + '/' + r['deck'] + '`'} | "
                     f"{'' if name == last else str(r['seeds_tsubu']) + ', ' + str(r['seeds_liggghts'])} | {r['quantity'].replace('_', ' ')} | "
                     f"{r['difference_%']} % | {r['resolution_%']} % | {r['ratio']} |")
        last = name
    begin, end = text.index("<!-- table -->"), text.index("<!-- end -->")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text[:begin] + "<!-- table -->\n" + "\n".join(lines) + "\n" + text[end:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--work", required=True)
    parser.add_argument("--tsubu", default="tsubu")
    parser.add_argument("--liggghts", default="liggghts")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--programs", default="tsubu,liggghts")
    parser.add_argument("--table")
    parser.add_argument("--page")
    args = parser.parse_args()
    for seed in range(args.seeds):
        for program in [p for p in args.programs.split(",") if p]:
            os.makedirs(os.path.join(args.work, program), exist_ok=True)
            for case in CASES:
                if not args.only or case[1] in args.only or case[0] in args.only:
                    run_case(args, program, case, seed)
    rows = make_table(args)
    if args.table and rows:
        write_table(args.table, rows)
    if args.page and rows:
        write_page(args.page, rows)
    for r in rows:
        print(f"{r['deck']:32} {r['quantity']:20} {r['difference_%']:>8} % resolved {r['resolution_%']:>8} % "
              f"ratio {r['ratio']:>6} end {r['at_the_end_%']}")


if __name__ == "__main__":
    main()
