# SPDX-License-Identifier: Apache-2.0
"""What dumps cost a run: run.py TSUBU [THREADS] [REPEATS] [LENGTH] [EVERY]

The bed of in.dumps without dumps, with one as text (10 columns) and with one as custom/vtk; the three take turns, in changing order. Per
kind the medians of the wall time, of the CPU time of the thread that steps and of the CPU time of the process, without what a run of no
steps takes; what the dumps add, in percent: the median over the turns of the ratio to the run without dumps of the same turn. Prints a
CSV, and on stderr the standard error of these medians."""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

words = sys.argv[2:] + ["1", "3", "3000", "1000"][len(sys.argv) - 2:]
program, (threads, repeats, length, every) = str(pathlib.Path(sys.argv[1]).resolve()), words
bench = pathlib.Path(__file__).resolve().parent.parent


def run(kind, steps):
    with tempfile.TemporaryDirectory() as folder:
        variables = [w for pair in (("kind", kind), ("length", steps), ("every", every), ("folder", folder)) for w in ("-var",) + pair]
        p = subprocess.Popen([program, "output/in.dumps", "-threads", threads, "-log", "none"] + variables, cwd=bench, stdout=subprocess.PIPE,
                             text=True)
        own, done, begin = 0.0, 0, time.monotonic()
        while not done:
            try:
                own = max(own, int(pathlib.Path(f"/proc/{p.pid}/task/{p.pid}/schedstat").read_text().split()[0]) * 1e-9)
            except (OSError, IndexError):
                pass
            time.sleep(0.02)
            done, status, used = os.wait4(p.pid, os.WNOHANG)
        wall = time.monotonic() - begin
        p.returncode, text = status, p.stdout.read()
        p.stdout.close()
        files = len(list(pathlib.Path(folder).iterdir()))
    assert status == 0, text
    state = [line for line in text.splitlines() if re.match(r"\s+\d+\s+\d+", line)][-1].split()[-1]
    return wall, own, used.ru_utime + used.ru_stime, state, files


kinds = ("none", "text", "vtk")
times, hashes, files = {k: [] for k in kinds}, set(), {}
before = run("none", "0")
for turn in range(int(repeats)):
    for kind in kinds[turn % 3:] + kinds[:turn % 3]:
        *t, state, files[kind] = run(kind, length)
        hashes.add(state)
        times[kind].append([after - first for after, first in zip(t, before)])
        print(kind, *(f"{x:.3f}" for x in times[kind][-1]), file=sys.stderr)
assert len(hashes) == 1, "the bits of the run differ"
print("kind,threads,steps,every,files,wall_seconds,wall_percent,stepping_cpu_seconds,stepping_percent,process_cpu_seconds,process_percent")
for kind in kinds:
    median = [statistics.median(c) for c in zip(*times[kind])]
    added = [[100 * (t[q] / plain[q] - 1) for t, plain in zip(times[kind], times["none"])] for q in range(3)]
    print(kind, threads, length, every, files[kind], *(f"{m:.2f},{statistics.median(a):.1f}" for m, a in zip(median, added)), sep=",")
    if kind != "none" and len(added[0]) > 1:
        print(kind, "standard errors [%]", *(f"{1.25 * statistics.stdev(a) / len(a) ** 0.5:.1f}" for a in added), file=sys.stderr)
