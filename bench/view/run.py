# SPDX-License-Identifier: Apache-2.0
"""What being looked at costs a run: run.py TSUBU [--rounds 4] [--segments 8] [--seconds 2.5] [--fields speed] [--csv FILE]

Three runs of the bed of in.bed on one thread: plain, with --view and nobody looking, and with --view and a client that asks for one frame after
the other. They take turns of a few seconds, the other two stopped meanwhile (SIGSTOP), so that whatever else the machine does meets all of them
alike. Each turn gives the CPU time of the thread that steps and the wall time, per step; each is compared with the turns of the plain run just before
and after. A round begins three new programs, since memory lies differently each time. Told are the median of all turns and its 95 % interval
(bootstrap over rounds and turns), and what the program itself counts: CPU seconds that the stepping thread spent on frames, rows and answers."""
import argparse
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request

KINDS = [("plain", False, False), ("nobody", True, False), ("somebody", True, True)]
DECK = pathlib.Path(__file__).resolve().parent / "in.bed"


class Run:
    """A run that goes only when it is its turn."""

    def __init__(self, options, name, view, client):
        self.name, self.client, self.lines, self.marks, self.hashes = name, client, [], [], {}
        self.frames, self.bytes, self.folder = 0, 0, tempfile.TemporaryDirectory()
        command = [options.program, str(DECK), "-var", "steps", "100000000", "-var", "every", str(options.every), "-threads", "1", "-log", "none"]
        self.process = subprocess.Popen(command + (["--view"] if view else []), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.folder.name)
        self.fields = options.fields
        self.began = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()
        if not self.began.wait(120):
            raise SystemExit("the run does not begin:\n" + "".join(self.lines))
        self.stop()

    def cpu(self):
        """Of the thread that steps [s]."""
        return int(pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat").read_text().split()[0]) * 1e-9

    def read(self):
        for line in self.process.stdout:
            row = line.split()
            if re.match(r"\s+\d+\s+\d+\s", line) and len(row) >= 6:
                try:
                    self.marks.append((int(row[0]), self.cpu(), time.perf_counter()))
                except OSError:
                    continue
                self.hashes[int(row[0])] = row[-1]
                if len(self.marks) > 2:
                    self.began.set()
                continue
            self.lines.append(line)
            found = re.search(r"http://\S+/", line)
            if found and self.client:
                threading.Thread(target=self.look, args=(found.group(0),), daemon=True).start()

    def look(self, address):
        after = 0
        try:
            while True:
                with urllib.request.urlopen(f"{address}frame?after={after}&fields={self.fields}", timeout=600) as answer:
                    data = answer.read()
                if data:
                    after = int(re.search(rb'"frame":(\d+)', data[:200]).group(1))
                    self.frames += 1
                    self.bytes += len(data)
        except OSError:
            pass

    def stop(self):
        os.kill(self.process.pid, signal.SIGSTOP)

    def turn(self, seconds):
        """(CPU, wall) seconds per step of a turn."""
        begin = len(self.marks)
        os.kill(self.process.pid, signal.SIGCONT)
        time.sleep(seconds)
        self.stop()
        time.sleep(0.05)  # lines that are on their way
        marks = self.marks[begin:]
        if len(marks) < 3:
            return None
        steps = marks[-1][0] - marks[0][0]
        return (marks[-1][1] - marks[0][1]) / steps, (marks[-1][2] - marks[0][2]) / steps

    def end(self):
        """What the program counted itself: (CPU seconds of the page, of all, frames)."""
        total = self.cpu()
        os.kill(self.process.pid, signal.SIGINT)
        os.kill(self.process.pid, signal.SIGCONT)
        self.process.wait()
        time.sleep(0.2)
        found = re.search(r"^  page\s+(\S+) s.*\(frames: (\d+)\)", "".join(self.lines), re.M)
        self.folder.cleanup()
        return (float(found.group(1)), total, int(found.group(2))) if found else (0.0, total, 0)


def one_round(options):
    runs = [Run(options, *kind) for kind in KINDS]
    turns = []
    for k in range(options.segments + 1):
        order = runs if k % 2 == 0 else runs[::-1]
        taken = {run.name: run.turn(options.seconds) for run in order}
        if k > 0 and all(taken.values()):  # the first turn warms up
            turns.append(taken)
    counted = {run.name: run.end() for run in runs}
    for run in runs[1:]:
        both = set(run.hashes) & set(runs[0].hashes)
        if not both or any(run.hashes[step] != runs[0].hashes[step] for step in both):
            raise SystemExit(f"the bits of '{run.name}' are not those of the plain run")
    return turns, counted


def slower(rounds, name, which):
    """By turn: how much slower than plain, in percent. Turns go to and fro, so a drift cancels between neighbours."""
    return [[100 * (turn[name][which] / turn["plain"][which] - 1) for turn in turns] for turns in rounds]


def interval(groups, draws=4000):
    rng, medians = random.Random(1), []
    for _ in range(draws):
        drawn = [v for g in rng.choices(groups, k=len(groups)) for v in rng.choices(g, k=len(g))]
        medians.append(statistics.median(drawn))
    medians.sort()
    return medians[int(0.025 * draws)], medians[int(0.975 * draws)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda p: str(pathlib.Path(p).resolve()))
    for name, kind, default in (("rounds", int, 4), ("segments", int, 8), ("seconds", float, 2.5), ("fields", str, "speed"), ("every", int, 10), ("csv", str, None)):
        parser.add_argument(f"--{name}", type=kind, default=default)
    options = parser.parse_args()
    results = [one_round(options) for _ in range(options.rounds)]
    rounds = [turns for turns, _ in results]
    lines = ["kind,fields,turns,cpu_slower_percent,cpu_low,cpu_high,wall_slower_percent,wall_low,wall_high,counted_percent,frames_per_second"]
    for name, view, client in KINDS[1:]:
        cpu, wall = slower(rounds, name, 0), slower(rounds, name, 1)
        page, total, frames = (sum(counted[name][q] for _, counted in results) for q in range(3))
        cells = [statistics.median(sum(cpu, [])), *interval(cpu), statistics.median(sum(wall, [])), *interval(wall), 100 * page / total]
        lines.append(f"{name},{options.fields.replace(',', '+') if client else ''},{sum(map(len, cpu))}," + ",".join(f"{v:.2f}" for v in cells) + f",{frames / total:.2f}")
    print("\n".join(lines))
    if options.csv:
        pathlib.Path(options.csv).write_text("\n".join(lines) + "\n")


main()
