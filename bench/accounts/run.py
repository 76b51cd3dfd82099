# SPDX-License-Identifier: Apache-2.0
"""What the energy accounts cost: run.py TSUBU WITHOUT [REPEATS] [CASE...]

WITHOUT is a program built with -DTSU_WITHOUT_ACCOUNTS (`make bench-accounts` builds both). The two take turns at cases of `tsubu bench`; they
must end with the same kinetic energy, since the accounts only look on. Prints a CSV: medians in million particle-steps per CPU
second, and how many times as fast it goes without accounts."""
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

programs = [str(pathlib.Path(name).resolve()) for name in sys.argv[1:3]]
repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 5
cases = sys.argv[4:] or ["hertz_100k", "edinburgh_100k"]


def run(program, case, folder):
    table = pathlib.Path(folder, "table.csv")
    subprocess.run([program, "bench", case, "--alone", "--repeat", "1", "--folder", folder, "--csv", str(table)], check=True,
                   stdout=subprocess.DEVNULL)
    with open(table) as lines:
        row = next(csv.DictReader(line for line in lines if not line.startswith("#")))
    return float(row["median_million_particle_steps_per_s"]), row["kinetic_energy"]


print("case,with,lowest,highest,without,lowest,highest,times_as_fast_without")
with tempfile.TemporaryDirectory() as folder:
    for case in cases:
        run(programs[0], case, folder)  # makes the bed
        speeds, energies = ([], []), set()
        for _ in range(repeats):
            for program, found in zip(programs, speeds):
                speed, energy = run(program, case, folder)
                found.append(speed)
                energies.add(energy)
        assert len(energies) == 1, f"{case}: the two programs end with different kinetic energies: {energies}"
        numbers = [f"{statistics.median(found):.2f},{min(found):.2f},{max(found):.2f}" for found in speeds]
        print(f"{case},{','.join(numbers)},{statistics.median(speeds[1]) / statistics.median(speeds[0]):.3f}", flush=True)
