# SPDX-License-Identifier: Apache-2.0
"""What dumps cost a run: run.py TSUBU [--threads N] [--length STEPS] [--rounds N] [--folder BEDS]

One process and one settled bed of 100,000. Runs of LENGTH steps (1000) without a dump, with one as text and with one as custom/vtk (10
columns each) take turns, in each of the six orders in turn; a run with a dump has one, in its middle, so that it is written beside the
steps that follow. Before and after each run the program waits until the clock, the CPU time of the thread that steps and that of the
process have been read. What a dump adds is the difference to the run without of the same round, in percent of 1000 steps: mean and
median, each with its 95 % interval (Student's t; order statistics). Prints a CSV."""
import argparse
import itertools
import math
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

COLUMNS = "id type x y z vx vy vz fx radius"
KINDS = {"none": None, "text": ("custom", "txt"), "vtk": ("custom/vtk", "vtk")}
MEASURES = "wall", "stepping_cpu", "process_cpu"
EVERY = 1000  # steps that one dump is to be compared with


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=lambda name: str(pathlib.Path(name).resolve()))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--length", type=int, default=EVERY, help="steps of a run, even")
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--folder", type=lambda name: str(pathlib.Path(name).resolve()), help="of `tsubu bench`, with its bed")
    return parser.parse_args()


def segments(kinds, length, folder):
    """The runs of a deck; after each it waits until somebody writes to the pipe."""
    text = []
    for kind in kinds:
        dump = KINDS[kind]
        text += [f"dump d all {dump[0]} {length} {folder}/d_*.{dump[1]} {COLUMNS}"] if dump else []
        text += [f"run {length}"] + (["undump d"] if dump else []) + [f'print "segment {kind}"', f"shell cat {folder}/go"]
    return "\n".join([f'print "segment warm"', f"shell cat {folder}/go"] + text) + "\n"


def readings(pid):
    stepping = int(pathlib.Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) * 1e-9
    return time.monotonic(), stepping, time.clock_gettime((~pid << 3) | 2)  # the clock of that process's CPU time


def measure(a, beds, folder):
    """Seconds of each round: {kind: (wall, stepping, process)}."""
    orders = itertools.islice(itertools.cycle(itertools.permutations(KINDS)), a.rounds)
    kinds = [kind for order in orders for kind in order]
    pathlib.Path(folder, "segments").write_text(segments(kinds, a.length, folder))
    os.mkfifo(f"{folder}/go")
    variables = ["-var", "dat", f"{beds}/mono_5x2.dat", "-var", "warm", str(a.length // 2), "-var", "segments",
                 f"{folder}/segments"]
    deck = subprocess.Popen([a.program, "output/in.dumps", "-threads", str(a.threads), "-log", "none"] + variables,
                            cwd=pathlib.Path(__file__).resolve().parent.parent, stdout=subprocess.PIPE, text=True)
    found, begin = [], None
    for line in deck.stdout:
        if not line.startswith("segment "):
            continue
        end, kind = readings(deck.pid), line.split()[1]
        files = list(pathlib.Path(folder).glob("d_*"))
        if kind != "warm":
            assert bool(files) == bool(KINDS[kind]), f"{kind}: {len(files)} files were written"
            found.append((kind, [after - before for before, after in zip(begin, end)]))
        for file in files:
            file.unlink()
        begin = readings(deck.pid)
        pathlib.Path(folder, "go").write_text("")
    assert deck.wait() == 0 and len(found) == len(kinds), "the deck failed"
    return [dict(found[k:k + len(KINDS)]) for k in range(0, len(found), len(KINDS))]


def student(freedom):
    """The 97.5 % point of Student's distribution: Cornish and Fisher's series about the normal one."""
    z = statistics.NormalDist().inv_cdf(0.975)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def mean_interval(x):
    half = student(len(x) - 1) * statistics.stdev(x) / len(x)**0.5
    return statistics.mean(x), statistics.mean(x) - half, statistics.mean(x) + half


def median_interval(x):
    """Between the k-th smallest and the k-th largest, where fewer than k of n fair coins show heads in 2.5 % of the cases at most."""
    n, x, k, below = len(x), sorted(x), 0, 0.0
    while below + math.comb(n, k) / 2**n <= 0.025:
        below, k = below + math.comb(n, k) / 2**n, k + 1
    return statistics.median(x), x[max(k - 1, 0)], x[n - max(k, 1)]


def report(a, rounds):
    print("kind,threads,steps,rounds," + ",".join(
        f"{m}_seconds_of_1000_steps,{m}_mean_percent,low,high,{m}_median_percent,low,high" for m in MEASURES))
    for kind in list(KINDS)[1:]:
        row = [kind, a.threads, a.length, a.rounds]
        for q in range(len(MEASURES)):
            plain = EVERY / a.length * statistics.mean(r["none"][q] for r in rounds)
            added = [100 * (r[kind][q] - r["none"][q]) / plain for r in rounds]
            row += [f"{plain:.3f}"] + [f"{x:.2f}" for x in mean_interval(added) + median_interval(added)]
        print(*row, sep=",", flush=True)


def main():
    a = arguments()
    with tempfile.TemporaryDirectory() as folder:
        beds = a.folder or folder
        if not pathlib.Path(beds, "mono_5x2.dat").exists():
            subprocess.run([a.program, "bench", "hertz_100k", "--alone", "--repeat", "1", "--folder", beds], check=True,
                           stdout=subprocess.DEVNULL)
        report(a, measure(a, beds, folder))


main()
