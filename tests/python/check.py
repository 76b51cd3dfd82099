# SPDX-License-Identifier: Apache-2.0
"""The Python package: same bits as the program, views that end, callbacks, threads, fork, Ctrl-C, what is refused."""
import gc
import io
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np
import tsubu

PROGRAM = os.environ["TSUBU_PROGRAM"]
DECK = """units si
atom_style granular
boundary f f f
region box block 0 1 0 1 0 1
create_box 1 box
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.4
pair_style gran model hertz tangential history
pair_coeff * *
timestep 1e-5
fix g all gravity 9.81 vector 0 0 -1
fix floor all wall/gran model hertz tangential history primitive type 1 zplane 0.0
create_atoms 1 single 0.5 0.5 0.049
create_atoms 1 single 0.53 0.5 0.14
set group all diameter 0.1 density 2500
fix n all nve/sphere
run 2000
"""


def make(threads=1):
    sim = tsubu.Simulation(gravity=(0, 0, -9.81), timestep=1e-5, threads=threads)
    sim.material("glass", young=1e7, poisson=0.3, density=2500)
    sim.pair("glass", "glass", restitution=0.5, friction=0.4)
    sim.laws("hertz", tangential="history")
    sim.plane((0, 0, 0), (0, 0, 1), "glass", name="floor")
    sim.add([(0.5, 0.5, 0.049), (0.53, 0.5, 0.14)], 0.05, "glass")
    return sim


class Bits(unittest.TestCase):
    def test_same_hash(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "in.two")
            with open(path, "w") as f:
                f.write(DECK)
            deck = tsubu.Deck(path)
            with open(path, "a") as f:
                f.write("write_restart end.restart\n")
            subprocess.run([PROGRAM, path], cwd=folder, capture_output=True, check=True)
            program = tsubu.load(os.path.join(folder, "end.restart"))
        sim = make()
        sim.run(steps=2000)
        self.assertEqual(deck.hash, sim.hash)
        self.assertEqual(program.hash, sim.hash)
        two = make(threads=2)
        two.run(time=0.02)
        self.assertEqual(two.hash, sim.hash)
        self.assertEqual(two.diff(sim), [])
        two.run(steps=1)
        self.assertTrue(two.diff(sim))

    def test_save_copy(self):
        sim = make()
        sim.run(steps=500)
        with tempfile.TemporaryDirectory() as folder:
            sim.save(os.path.join(folder, "w"))
            each = [sim, sim.copy(), tsubu.load(os.path.join(folder, "w"))]
        for w in each:
            w.run(steps=500)
        self.assertEqual(len({w.hash for w in each}), 1)

    def test_deck(self):
        deck = tsubu.Deck()
        deck.command(DECK)
        deck.command("compute ke all ke")
        m = 2500 * 4 / 3 * np.pi * 0.05**3
        self.assertAlmostEqual(deck["c_ke"], float(0.5 * m * (deck.v**2).sum()), places=12)
        self.assertEqual(len(deck), 2)
        x = deck.x
        deck.command("run 1")
        self.assertRaises(tsubu.StaleError, lambda: x[0])
        deck.command("clear")
        self.assertRaises(tsubu.InputError, lambda: deck.x)
        with self.assertRaises(tsubu.InputError) as found:
            deck.command("units si\nno_such command")
        self.assertEqual(found.exception.line, 2)
        self.assertRaises(tsubu.Error, lambda: deck["c_none"])


class Views(unittest.TestCase):
    def test_stale(self):
        sim = make()
        x, part = sim.x, sim.x[0]
        self.assertEqual(x.shape, (2, 3))
        self.assertEqual(float(np.linalg.norm(x[1] - x[0])), float(np.linalg.norm(np.diff(x.copy(), axis=0))))
        self.assertEqual((x.itemsize, x.nbytes, x.strides), (8, 48, (32, 8)))  # the engine keeps rows of four
        self.assertTrue(0.049 in x and 7.0 not in x)
        kept, plain = x.copy(), np.asarray(x)
        ravelled = np.ravel(x)
        sim.run(steps=1)
        for use in (lambda: x + 1, lambda: x[0], lambda: part.sum(), lambda: np.mean(x), lambda: np.asarray(x), lambda: x.T):
            self.assertRaises(tsubu.StaleError, use)
        self.assertEqual(kept.tobytes(), plain.tobytes())
        self.assertEqual(ravelled.tobytes(), kept.tobytes())
        with self.assertRaises(tsubu.InputError):
            sim.x[0] = 0
        with self.assertRaises(tsubu.InputError):
            sim.x += 1
        again = sim.x
        sim.close()
        gc.collect()
        self.assertRaises(tsubu.StaleError, lambda: again[0])
        self.assertRaises(tsubu.StaleError, lambda: sim.x)

    def test_writes_are_booked(self):
        sim = make()
        before = sim.energy
        sim.v = (1.0, 0.0, 0.0)
        m = 2 * 2500 * 4 / 3 * np.pi * 0.05**3
        after = sim.energy
        self.assertAlmostEqual(after.kinetic, 0.5 * m, places=9)
        self.assertAlmostEqual(after.given - before.given, 0.5 * m, places=9)
        sim.set("v", [[0, 0, 0]], ids=[1])
        self.assertAlmostEqual(sim.energy.kinetic, 0.25 * m, places=9)


    def test_timestep(self):
        def free(**more):
            sim = tsubu.Simulation(**more)
            sim.material("glass", young=1e7, poisson=0.3, density=1000)
            sim.pair("glass", "glass", restitution=0.5)
            sim.laws("hertz")
            sim.add((0.5, 0.5, 0.5), 0.05, "glass")
            return sim

        # Rayleigh: pi r sqrt(rho / G) / (0.1631 nu + 0.8766), G = E / (2 (1 + nu))
        rayleigh = np.pi * 0.05 * np.sqrt(1000 / (1e7 / 2.6)) / (0.1631 * 0.3 + 0.8766)
        sim = free()
        self.assertAlmostEqual(sim.copy().timestep / rayleigh, 0.15, places=5)
        sim.run(time=2.5 * rayleigh)
        self.assertEqual(sim.step, 17)
        mine = free()
        mine.timestep = 1e-6
        mine.run(steps=3)
        self.assertAlmostEqual(mine.time, 3e-6, places=15)

    def test_moment_is_read_only(self):
        sim = make()
        found, calls = [], [0]

        @sim.force
        def push(now):
            calls[0] += 1
            for write in (lambda: np.copyto(now.x, 0.0), lambda: now.v.__setitem__(0, 1.0), lambda: np.add(now.x, 1.0, out=now.x)):
                try:
                    write()
                except (ValueError, tsubu.InputError):
                    found.append(1)

        sim.run(steps=1)
        self.assertEqual(found, [1] * 3 * calls[0])
        self.assertGreater(calls[0], 0)
        plain = make()
        plain.run(steps=1)
        self.assertEqual(sim.hash, plain.hash)

    def test_progress_and_log(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log.mine")
            deck = tsubu.Deck()
            deck.command(f"log {path}\n" + DECK)
            for world in (deck, make()):
                said, sys.stderr = sys.stderr, io.StringIO()
                try:
                    world.run(steps=500, progress=True)
                    shown = sys.stderr.getvalue()
                finally:
                    sys.stderr = said
                self.assertIn("100 %", shown.split("\r")[-1])
                self.assertTrue(shown.endswith("\n"))
            deck.close()
            self.assertEqual([t["Step"][-1] for t in tsubu.read_log(path)], [2000, 2500])
            with self.assertRaises(OSError):
                tsubu.Deck().command(f"log {folder}/none/log")


class Calls(unittest.TestCase):
    def test_force(self):
        sim = tsubu.Simulation(timestep=1e-4)
        sim.material("glass", young=1e7, poisson=0.3, density=1000)
        sim.pair("glass", "glass", restitution=0.5, friction=0.4)
        sim.laws("hertz")
        sim.add((0.5, 0.5, 0.5), 0.05, "glass")
        kept = []

        @sim.force
        def push(now):
            now.force[:, 0] += 2.0 * now.mass
            kept.append(now.force)

        sim.run(steps=1000)
        self.assertAlmostEqual(float(sim.v[0, 0]), 0.2, places=12)
        self.assertAlmostEqual(sim.energy.external_work, sim.energy.kinetic, places=9)
        self.assertRaises(tsubu.StaleError, lambda: kept[0][0])

    def test_raises(self):
        sim = make()

        def bad(now):
            if now.step == 10:
                raise KeyError("mine")

        handle = sim.call(bad)
        self.assertRaises(KeyError, sim.run, steps=20)
        self.assertEqual(sim.step, 10)
        self.assertEqual(len(sim.x.copy()), 2)
        other = make()
        with self.assertRaises(tsubu.InputError):
            other.uncall(handle + 1000)

    def test_nested_run(self):
        sim = make()
        sim.call(lambda now: sim.run(steps=1))
        self.assertRaises(tsubu.InputError, sim.run, steps=2)

    def test_threads(self):
        sims = [make() for _ in range(4)]
        threads = [threading.Thread(target=s.run, kwargs={"steps": 1000}) for s in sims]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(len({s.hash for s in sims}), 1)

    def test_fork(self):
        sim = make(threads=2)
        sim.run(steps=100)
        child = os.fork()
        if child == 0:
            sim.run(steps=100)
            os._exit(int(sim.hash, 16) % 97)
        status = os.waitpid(child, 0)[1]
        sim.run(steps=100)
        self.assertEqual(os.WEXITSTATUS(status), int(sim.hash, 16) % 97)

    def test_interrupt(self):
        def tower():
            sim = make()
            sim.x = [(0.5, 0.5, 0.049), (0.5, 0.5, 0.14)]
            return sim

        def interrupted(run):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            self.assertRaises(KeyboardInterrupt, run, steps=10**10)
            timer.join()

        deck = tsubu.Deck()
        deck.command(DECK.replace("0.53 0.5 0.14", "0.5 0.5 0.14"))
        interrupted(deck.run)
        self.assertGreater(deck.step, 2000)
        sim = tower()
        interrupted(sim.run)
        n = sim.step
        whole = tower()
        whole.run(steps=n)
        self.assertGreater(n, 0)
        self.assertEqual(whole.hash, sim.hash)


class Refused(unittest.TestCase):
    def says(self, words, call, *a, **k):
        with self.assertRaises(tsubu.Error) as found:
            call(*a, **k)
        self.assertIn(words, str(found.exception))

    def test_input(self):
        sim = make()
        before = sim.hash
        self.says("(2, 2)", setattr, sim, "v", np.zeros((2, 2)))
        self.says("(3, 3)", setattr, sim, "v", np.zeros((3, 3)))
        self.says("finite", setattr, sim, "v", [[0, 0, float("nan")], [0, 0, 0]])
        self.says("no field", sim.field, "speeed")
        self.says("no material", sim.add, (0, 0, 0), 0.1, "glas")
        self.says("radius", sim.add, np.full((2, 3), 0.5), np.zeros(3), "glass")
        self.says("too late", sim.material, "steel", young=1, poisson=0.3)
        self.says("one of them", sim.run)
        self.says("whole", sim.run, steps=1.5)
        self.says("unknown contact model", sim.laws, "nosuch")
        self.says("wall", sim.wall_force, "roof")
        self.says("pixel", sim.snapshot, size=(1, 1))
        self.says("boundary", tsubu.Simulation, boundary="fx")
        self.says("no particle 77", sim.remove, [77])
        self.assertEqual(sim.hash, before)
        two = tsubu.Simulation(timestep=1e-5)
        two.material("a", young=1e7, poisson=0.3, density=1)
        two.material("b", young=1e7, poisson=0.3, density=1)
        two.pair("a", "a", friction=0.5)
        self.says("not said for a and b", two.add, (0, 0, 0), 0.1, "a")

    def test_contacts_and_picture(self):
        sim = make()
        sim.run(steps=1)
        c = sim.contacts
        self.assertEqual(list(c["wall"]), [-1, 0])
        self.assertEqual(list(c["id"][0]), [1, 2])
        d = sim.x.copy()[np.argsort(sim.id)]
        self.assertAlmostEqual(float(c["overlap"][0]), 0.1 - float(np.linalg.norm(d[1] - d[0])), places=15)
        self.assertAlmostEqual(float(c["force"][1, 2]), -float(sim.wall_force("floor")[2]), places=9)
        self.assertEqual(sim.snapshot(size=(200, 150))[:4], b"\x89PNG")


class Tables(unittest.TestCase):
    def test_read(self):
        with tempfile.TemporaryDirectory() as folder:
            log, dump = os.path.join(folder, "log"), os.path.join(folder, "dump")
            with open(log, "w") as f:
                f.write("x\nStep Atoms KinEng\n0 2 0.5\nWARNING: a b\n10 2 0.25\nLoop time of 1\nStep Atoms\n10 2\nLoop time of 1\n")
            first, second = tsubu.read_log(log)
            self.assertEqual(list(first["KinEng"]), [0.5, 0.25])
            self.assertEqual(list(second["Step"]), [10])
            deck = tsubu.Deck()
            deck.command(DECK + f"dump d all custom 1 {dump} id type x y z\nrun 1\nundump d\n")
            frames = tsubu.read_dump(dump)
            self.assertEqual([s for s, _ in frames], [2000, 2001])
            order = np.argsort(deck.id)
            np.testing.assert_allclose(np.sort(frames[-1][1], order="id")["z"], deck.x.copy()[order, 2], rtol=1e-5)
            self.assertRaises(tsubu.InputError, tsubu.read_dump, log)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
