# SPDX-License-Identifier: Apache-2.0
"""What being looked at costs a run: run.py TSUBU [REPEATS] [STEPS]

The bed of in.bed on one thread: plain, with --view and nobody looking, and with a client that asks for one frame after the other, coloured by
speed. The three take turns. Times are CPU seconds of the thread that steps (what the run loses) and of the whole process (with the threads of
the server); the least of the repeats, since anything else on the machine only adds. Prints a CSV."""
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
import urllib.request

program, repeats, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5, sys.argv[3] if len(sys.argv) > 3 else "300"
deck = pathlib.Path(__file__).parent / "in.bed"


def look(address, seen):
    after = 0
    try:
        while True:
            with urllib.request.urlopen(f"{address}frame?after={after}&fields=speed", timeout=20) as answer:
                data = answer.read()
            if not data:
                continue
            after = int(re.search(rb'"frame":(\d+)', data[:200]).group(1))
            seen.append(len(data))
    except OSError:
        pass


def run(options, client):
    p = subprocess.Popen([program, str(deck), "-var", "steps", steps, "-threads", "1", "-log", "none"] + options, stdout=subprocess.PIPE, text=True)
    seen, lines = [], []

    def read():
        for line in p.stdout:
            lines.append(line)
            found = re.search(r"http://\S+/", line)
            if found and client:
                threading.Thread(target=look, args=(found.group(0), seen), daemon=True).start()

    reader = threading.Thread(target=read)
    reader.start()
    own, done, used = 0.0, 0, None
    while not done:
        try:
            own = max(own, int(pathlib.Path(f"/proc/{p.pid}/task/{p.pid}/schedstat").read_text().split()[0]) * 1e-9)
        except (OSError, IndexError):
            pass
        time.sleep(0.02)
        done, status, used = os.wait4(p.pid, os.WNOHANG)
    p.returncode, whole = status, used.ru_utime + used.ru_stime
    reader.join()
    assert status == 0, lines
    last = [w for w in lines if re.match(r"\s+\d+\s+\d+", w)][-1].split()
    return own, whole, len(seen), last[-1]


kinds = [("plain", [], False), ("nobody", ["--view"], False), ("somebody", ["--view"], True)]
best = {k[0]: [1e30, 1e30, 0] for k in kinds}
hashes = set()
for _ in range(repeats):
    for name, options, client in kinds:
        own, whole, frames, state = run(options, client)
        hashes.add(state)
        b = best[name]
        b[0], b[1], b[2] = min(b[0], own), min(b[1], whole), max(b[2], frames)
assert len(hashes) == 1, "the bits of the run differ"
print("kind,cpu_seconds_of_stepping,slower_percent,cpu_seconds_of_process,frames")
for name, (own, whole, frames) in best.items():
    print(f"{name},{own:.3f},{100 * (own / best['plain'][0] - 1):.2f},{whole:.3f},{frames}")
