# SPDX-License-Identifier: Apache-2.0
"""What Python costs: the same bed by the program, by `tsubu.Deck` and by `tsubu.Simulation`, in turns; and a step with callbacks of numpy.

usage: cost.py PROGRAM [GRAINS [STEPS [TURNS [plain]]]]   with the package on PYTHONPATH; one thread, processor time, medians; a line of CSV for each
way of taking steps; `plain` leaves the callbacks out"""
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import tsubu

PROGRAM = os.path.abspath(sys.argv[1])
GRAINS, STEPS, TURNS = (int(v) for v in (sys.argv[2:] + ["100000", "100", "5"][len(sys.argv) - 2:])[:3])
SIDE = round(GRAINS ** (1 / 3))
DECK = f"""variable steps index 0
units si
atom_style granular
boundary f f f
newton off
lattice sc 0.00199
region bed block 0 {0.00199 * SIDE} 0 {0.00199 * SIDE} 0 {0.00199 * SIDE} units box
region box block -0.01 {0.00199 * SIDE + 0.01} -0.01 {0.00199 * SIDE + 0.01} -0.01 {0.00199 * SIDE + 0.01} units box
create_box 1 box
neighbor 0.0004 bin
create_atoms 1 region bed
fix 1 all property/global youngsModulus peratomtype 1e7
fix 2 all property/global poissonsRatio peratomtype 0.3
fix 3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix 4 all property/global coefficientFriction peratomtypepair 1 0.5
pair_style gran model hertz tangential history
pair_coeff * *
set group all diameter 0.002 density 2500
variable v atom normal(0,0.01,4711)
velocity all set v_v v_v v_v
timestep 2e-6
fix m all nve/sphere
thermo 1000000
run 20
run ${{steps}}
"""
BED = []  # places and velocities


def program():
    """What a run takes more than one of no steps, of the processor's time: others on the machine do not count."""
    used = []
    for steps in (0, STEPS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([PROGRAM, "in.bed", "-threads", "1", "-var", "steps", str(steps), "-log", "none"], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return used[1] - used[0]


def deck():
    with tsubu.Deck("in.bed", var={"steps": 0}, threads=1) as d:
        begin = time.process_time()
        d.run(steps=STEPS)
        return time.process_time() - begin


def simulation(when=None, function=None, every=1):
    sim = tsubu.Simulation(box=((-0.01,) * 3, (SIDE * 0.00199 + 0.01,) * 3), timestep=2e-6, threads=1)
    sim.material("a", young=1e7, poisson=0.3, density=2500)
    sim.pair("a", "a", restitution=0.5, friction=0.5)
    sim.laws("hertz", tangential="history")
    sim.add(BED[0], 0.001, "a", velocity=BED[1])
    if function:
        sim.call(function, when, every)
    sim.run(steps=20)
    begin = time.process_time()
    sim.run(steps=STEPS)
    seconds = time.process_time() - begin
    sim.close()
    return seconds


def push(now):
    now.force[:] -= 1e-6 * now.v


def look(now):
    now.x[:, 2].max()


def main():
    ways = {"program": program, "tsubu.Deck": deck, "tsubu.Simulation": simulation, "force callback": lambda: simulation("force", push),
            "reading callback": lambda: simulation("after", look), "reading callback, every 10": lambda: simulation("after", look, 10)}
    if sys.argv[5:] == ["plain"]:
        ways = dict(list(ways.items())[:3])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("in.bed", "w", encoding="utf-8") as f:
            f.write(DECK)
        with tsubu.Deck(threads=1) as d:
            d.command(DECK.split("thermo")[0])
            BED.extend((d.x.copy(), d.v.copy()))
        found = {name: [] for name in ways}
        for turn in range(TURNS):
            for name, way in list(ways.items())[::1 if turn % 2 else -1]:  # to and fro
                found[name].append(way() / STEPS)
    base = statistics.median(found["program"])
    plain = statistics.median(found["tsubu.Simulation"])
    print("way,grains,steps,ms_per_step,over_program,ms_above_simulation")
    for name, seconds in found.items():
        median = statistics.median(seconds)
        print(f"{name},{len(BED[0])},{STEPS},{1e3 * median:.4f},{median / base:.4f},{1e3 * (median - plain):.4f}")


main()
