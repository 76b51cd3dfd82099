# SPDX-License-Identifier: Apache-2.0
"""The Python package, further parts: models, one contact, the slider, tables, the live page, threads that share a simulation, what is refused."""
import csv
import gc
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

import numpy as np
import tsubu

PROGRAM = os.environ["TSUBU_PROGRAM"]


def make(threads=1, timestep=1e-5):
    sim = tsubu.Simulation(gravity=(0, 0, -9.81), timestep=timestep, threads=threads)
    sim.material("glass", young=1e7, poisson=0.3, density=2500)
    sim.pair("glass", "glass", restitution=0.5, friction=0.4)
    sim.laws("hertz", tangential="history")
    sim.plane((0, 0, 0), (0, 0, 1), "glass", name="floor")
    return sim


def grains(sim):
    sim.add([(0.5, 0.5, 0.049), (0.53, 0.5, 0.14)], 0.05, "glass")
    return sim


class Says(unittest.TestCase):
    def says(self, words, call, *a, **k):
        with self.assertRaises(tsubu.Error) as found:
            call(*a, **k)
        self.assertIn(words, str(found.exception))
        return found.exception


class Models(Says):
    def test_insert(self):
        sim = make()
        pack = sim.insert("pack", "glass", radius=("uniform", 0.03, 0.05), region=("block", 0, 1, 0, 1, 0.2, 1), region_particles=30, seed=4711)
        sim.run(steps=1)
        self.assertEqual(len(sim), 30)
        self.assertEqual(pack["particles"], 30)
        self.assertAlmostEqual(pack["mass"], float(np.sum(sim.mass)), places=12)
        self.assertTrue(((sim.radius >= 0.03) & (sim.radius <= 0.05)).all())
        self.assertEqual([(m.kind, m.name) for m in sim.models], [("insert_pack", "insert_pack1")])
        air = sim.model("viscous", "air", coefficient=0.1)
        sim.run(steps=500)
        self.assertLess(sim.energy.external_work, 0)
        air.remove()
        self.assertEqual(len(sim.models), 1)
        self.assertIn("coefficient", tsubu.model_kinds()["viscous"][1])

    def test_stream(self):
        sim = make()
        square = ([(0.4, 0.4, 0.9), (0.6, 0.4, 0.9), (0.6, 0.6, 0.9), (0.4, 0.6, 0.9)], [(0, 1, 2), (0, 2, 3)])
        sim.mesh(square, None, name="inlet")
        stream = sim.insert("stream", "glass", radius=0.004, face="inlet", velocity=(0, 0, -1), particles=200, particle_rate=5000, length=0.05, seed=4711)
        sim.run(steps=6000)
        self.assertEqual(stream["particles"], 200)

    def test_refused(self):
        sim = make()
        self.says("no material 'glas'", sim.insert, "pack", "glas", radius=0.1)
        self.says("needs material= and radius=", sim.insert, "pack")
        self.says("there is no model 'insert_pak'", sim.insert, "pak", "glass", radius=0.1)
        self.says("one number", sim.model, "viscous", coefficient=(1, 2))
        self.says("finite", sim.model, "viscous", coefficient=None)
        self.says("made of numbers", sim.model, "viscous", coefficient={})
        self.says("coeficient", sim.model, "viscous", coeficient=1)
        self.says("density", sim.insert, "pack", templates=[{"material": "glass"}], region="block 0 1 0 1 0 1")
        self.assertEqual(sim.models, [])
        sim.model("viscous", "air", coefficient=1)
        self.says("has no value", lambda: sim.models[0]["mass"])


class Contacts(Says):
    def test_closed_form(self):
        sim = make(timestep=1e-6)
        contact = tsubu.Contact(sim, radius=1e-3)
        answer = contact.drive(np.linspace(0, 1e-5, 101))
        modulus = 1e7 / (2 * (1 - 0.09))
        np.testing.assert_allclose(answer["fn_elastic"], 4 / 3 * modulus * np.sqrt(0.5e-3) * answer["overlap"]**1.5, rtol=1e-12)
        again = contact.drive(1e-5, sx=np.linspace(0, 1e-4, 50))
        self.assertEqual(again["step"][0], 101)
        self.assertAlmostEqual(float(np.abs(again["ftx"][-1]) / again["fn"][-1]), 0.4, places=9)
        self.assertGreater(again["dissipated_sliding"][-1], 0)

    def test_as_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            deck, path, out = (os.path.join(folder, n) for n in ("in.deck", "path.csv", "out.csv"))
            with open(deck, "w") as f:
                f.write("variable e index 0.5\nfix 1 all property/global youngsModulus peratomtype 1e7\nfix 2 all property/global poissonsRatio peratomtype 0.3\n"
                        "fix 3 all property/global coefficientRestitution peratomtypepair 1 ${e}\nfix 4 all property/global coefficientFriction "
                        "peratomtypepair 1 0.4\npair_style gran model hertz tangential history\ntimestep 1e-6\n")
            overlap, shift = 1e-5 * np.sin(np.linspace(0, 3, 60)), 2e-5 * np.cos(np.linspace(0, 5, 60))
            with open(path, "w") as f:
                f.write("overlap,sx\n" + "".join(f"{o:.17g},{s:.17g}\n" for o, s in zip(overlap, shift)))
            subprocess.run([PROGRAM, "contact", deck, "--path", path, "--out", out, "--var", "e", "0.7"], check=True, capture_output=True)
            mine = tsubu.Contact(deck, var={"e": 0.7}).drive(overlap, sx=shift)
            with open(out) as f:
                rows = list(csv.DictReader(f))
            for name in rows[0]:
                np.testing.assert_array_equal(mine[name], [float(r[name]) for r in rows], name)

    def test_refused(self):
        sim = make(timestep=1e-6)
        contact = tsubu.Contact(sim)
        self.says("do not fit", contact.drive, [0, 1, 2], sx=[0, 1])
        self.says("finite", contact.drive, [0, float("nan")])
        self.says("no material 'steel'", tsubu.Contact, sim, materials="steel")
        self.says("radius", tsubu.Contact, sim, radius=-1)
        self.says("timestep", tsubu.Contact, sim, timestep=-1)
        self.says("no contact model", tsubu.Contact, bare())
        self.assertEqual(contact.drive(1e-6)["step"][0], 0)  # nothing of it was taken
        contact.close()
        self.assertRaises(tsubu.StaleError, contact.drive, 1e-6)


def bare():
    sim = tsubu.Simulation(timestep=1e-6)
    sim.material("a", young=1e7, poisson=0.3, density=1)
    return sim


class Sliders(Says):
    given = dict(mass=1, spring=50, area=1, normal=1, mu_s=0.6, mu_k=0.3, kappa=10, xi=1, m=1e3, alpha=1e4, timestep=1e-2)

    def test_slider(self):
        block = tsubu.Slider(**self.given)
        block.drive(0.2)
        found = block.stability()
        self.assertAlmostEqual(found.growth, 0.02573, places=5)
        self.assertAlmostEqual(found.frequency, 7.0112, places=4)
        table = block.run(1)
        self.assertEqual(len(table), 101)
        self.assertAlmostEqual(table["drive"][-1], 0.2, places=12)
        self.assertEqual(block["time"], 1.0)
        self.assertIn("growth rate", block.log)
        self.assertIn("[N]", tsubu.Slider.columns()["force"])

    def test_as_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            deck, out = os.path.join(folder, "in.slider"), os.path.join(folder, "out.csv")
            with open(deck, "w") as f:
                f.write("mass 1\nspring 50\narea 1\nnormal 1\nfriction mu_s 0.6 mu_k 0.3 kappa 10 xi 1 m 1e3 alpha 1e4\ntimestep 1e-2\nvariable V index 0.1\n"
                        "drive 0 ${V}\ncase one\nrun 2\n")
            subprocess.run([PROGRAM, "slider", deck, "--out", out, "-var", "V", "0.3"], check=True, capture_output=True)
            table = tsubu.Slider(deck, var={"V": 0.3}).cases["one"]
            with open(out) as f:
                rows = list(csv.DictReader(f))
            self.assertEqual(len(rows), len(table))
            same = [n for n in rows[0] if n in table.dtype.names]
            self.assertGreater(len(same), 8)
            for name in same:
                np.testing.assert_array_equal(table[name], [float(r[name]) for r in rows], name)

    def test_refused(self):
        self.says("has no masss", tsubu.Slider, masss=1)
        self.says("finite", tsubu.Slider, mass=float("inf"))
        block = tsubu.Slider(**self.given)
        self.assertEqual(self.says("", block.command, "mass 1\nspring none").line, 2)
        self.says("finite", block.run, float("nan"))
        block.close()
        self.assertRaises(tsubu.StaleError, block.run, 1)


class Tables(Says):
    def test_restart(self):
        sim = grains(make())
        sim.run(steps=2000)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "w")
            sim.save(path)
            state = tsubu.read_restart(path)
            kept = sim.hash
            sim.run(steps=100)
            later = sim.hash
            sim.load(path)
            self.assertEqual(sim.hash, kept)
            sim.run(steps=100)
            self.assertEqual(sim.hash, later)
            self.says("", sim.load, path + ".none")
            self.assertEqual(sim.hash, later)
            self.assertRaises(tsubu.FileError, tsubu.read_restart, path + ".none")
            self.assertRaises(OSError, tsubu.read_log, path + ".none")
            self.assertRaises(OSError, tsubu.read_dump, path + ".none")
        self.assertEqual((state.step, state.hash), (2000, kept))
        self.assertEqual(list(state.particles["id"]), [1, 2])
        self.assertTrue({"x", "y", "z", "vx", "omegaz", "radius", "mass", "type"} <= set(state.particles.dtype.names))

    def test_load_keeps_callbacks(self):
        sim = grains(make())
        calls = []
        sim.call(lambda now: calls.append(now.step), name="count")
        with tempfile.TemporaryDirectory() as folder:
            sim.save(os.path.join(folder, "w"))
            sim.load(os.path.join(folder, "w"))
        sim.run(steps=3)
        self.assertEqual(calls, [1, 2, 3])

    def test_pandas(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("no pandas")
        sim = grains(make())
        sim.run(steps=1)
        frame = pandas.DataFrame(sim.table("x", "v", "radius"))
        self.assertEqual(list(frame.columns), ["id", "x", "y", "z", "vx", "vy", "vz", "radius"])
        self.assertEqual(list(frame["id"]), [1, 2])
        touching = pandas.DataFrame(tsubu.columns(sim.contacts))
        self.assertEqual(len(touching), 2)
        self.assertIn("force_z", touching)

    def test_fields(self):
        sim = grains(make())
        self.assertEqual(sim.fields["x"], 3)
        sim.add_field("colour", 2, 0.5)
        self.assertEqual(sim.fields["colour"], 2)
        self.assertEqual(sim.table("colour").dtype.names, ("id", "colour_1", "colour_2"))


def read(page, what, body=None):
    with urllib.request.urlopen(page.address + what, body, timeout=20) as answer:
        return answer.read()


class Pages(Says):
    def page(self, sim):
        try:
            return sim.view()
        except tsubu.Error as error:
            if "libmicrohttpd" in str(error):
                self.skipTest("no libmicrohttpd")
            raise

    def test_page(self):
        plain, sim = grains(make()), grains(make())
        page = self.page(sim)
        self.assertIs(sim.view(), page)
        self.assertIn(f'<iframe src="{page.address}"', page._repr_html_())
        info = json.loads(read(page, "info"))
        self.assertEqual((info["mode"], info["status"], info["step"]), ("live", "paused", 0))
        frames = []
        reader = threading.Thread(target=lambda: [frames.append(len(read(page, "frame?fields=speed"))) for _ in range(3)])
        reader.start()
        sim.run(steps=20000)
        end = time.monotonic() + 20
        while reader.is_alive() and time.monotonic() < end:  # between runs it is served by who waits
            page.wait(0.05)
        reader.join()
        self.assertEqual(len(frames), 3)
        plain.run(steps=20000)
        self.assertEqual(plain.hash, sim.hash)
        self.assertEqual(json.loads(read(page, "info"))["step"], 20000)
        page.close()
        self.assertRaises(urllib.error.URLError, read, page, "info")
        self.assertRaises(tsubu.StaleError, page.wait, 0)
        sim.close()

    def test_stop(self):
        sim = grains(make())
        page = self.page(sim)

        def stop():
            while not page.stopped:
                read(page, "control", b'{"do":"stop"}')

        thread = threading.Thread(target=stop)
        thread.start()
        self.assertRaises(KeyboardInterrupt, sim.run, steps=10**10)
        thread.join()
        self.assertTrue(page.stopped)
        page.serve()
        sim.run(steps=10)
        self.assertFalse(page.stopped)

    def test_deck(self):
        deck = tsubu.Deck()
        page = self.page(deck)
        deck.command("units si\nregion b block 0 1 0 1 0 1\ncreate_box 1 b\nfix 1 all property/global youngsModulus peratomtype 1e7\n"
                     "fix 2 all property/global poissonsRatio peratomtype 0.3\nfix 3 all property/global coefficientRestitution peratomtypepair 1 0.5\n"
                     "pair_style gran model hertz\npair_coeff * *\ntimestep 1e-5\ncreate_atoms 1 single 0.5 0.5 0.5\n"
                     "set group all diameter 0.1 density 2500\nfix n all nve/sphere\nthermo 10\nrun 100")
        self.assertIn("Step", deck.log)
        self.assertEqual(json.loads(read(page, "info"))["step"], 100)
        deck.close()
        self.assertIn("closed", page._repr_html_())

    def test_lifetimes(self):
        sim = grains(make())
        page = self.page(sim)
        address = page.address
        del sim, page
        gc.collect()
        self.assertRaises(urllib.error.URLError, urllib.request.urlopen, address, timeout=5)
        sim = grains(make())
        page = self.page(sim)
        del sim
        gc.collect()
        self.assertFalse(page.serve())
        self.assertEqual(json.loads(read(page, "info"))["step"], 0)

    def test_fork(self):
        sim = grains(make())
        page = self.page(sim)
        child = os.fork()
        if child == 0:
            sim.run(steps=10)
            sim.close()
            os._exit(0)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(json.loads(read(page, "info"))["step"], 0)

    def test_within_a_run(self):
        sim = grains(make())
        page = self.page(sim)
        sim.call(lambda now: page.close())
        self.says("under way", sim.run, steps=2)


class Threads(Says):
    def test_shared(self):
        """One simulation, a thread that runs it and others that ask: each gets a value or an exception of ours, and the bits stay."""
        sim, plain = grains(make()), grains(make())
        over, found = threading.Event(), []

        def ask():
            while not over.is_set():
                try:
                    x = sim.x
                    found.append(float(np.sum(x)))
                    found.append(sim.energy.kinetic)
                except (tsubu.StaleError, tsubu.InputError):
                    pass
                except BaseException as error:  # noqa: B036
                    found.append(error)
                    return

        others = [threading.Thread(target=ask) for _ in range(3)]
        for t in others:
            t.start()
        for _ in range(30):
            sim.run(steps=50)
        over.set()
        for t in others:
            t.join()
        plain.run(steps=1500)
        self.assertEqual([f for f in found if not isinstance(f, float)], [])
        self.assertEqual(sim.hash, plain.hash)

    def test_two_runs(self):
        sim = grains(make())
        began, said = threading.Event(), []
        sim.call(lambda now: began.set() if now.step == 1 else None)

        def other():
            began.wait()
            try:
                sim.run(steps=1)
            except tsubu.InputError as error:
                said.append(str(error))

        thread = threading.Thread(target=other)
        thread.start()
        sim.run(steps=50000)
        thread.join()
        self.assertIn("running", "".join(said))

    def test_python_goes_on(self):
        """The lock of Python is free during a run."""
        sim = make()
        sim.add((0.5, 0.5, 0.049), 0.05, "glass")
        count, over = [0], threading.Event()

        def work():
            while not over.is_set():
                count[0] += 1

        thread = threading.Thread(target=work)
        thread.start()
        before = count[0]
        sim.run(steps=100000)
        after = count[0]
        over.set()
        thread.join()
        self.assertGreater(after - before, 1000)


class More(Says):
    def test_progress(self):
        sim = grains(make())
        said, sys.stderr = sys.stderr, io.StringIO()
        try:
            sim.run(steps=10)  # nobody looks on
            self.assertEqual(sys.stderr.getvalue(), "")
            sim.run(steps=10, progress=True)
            self.assertIn("100 %", sys.stderr.getvalue())
        finally:
            sys.stderr = said

    def test_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "in.bad")
            with open(path, "w") as f:
                f.write("units si\npair_style gran model hertzz\n")
            error = self.says("hertzz", tsubu.Deck, path)
            self.assertEqual((error.file, error.line), (path, 2))
            self.assertIsInstance(error, ValueError)
            error = self.says("", tsubu.Deck, os.path.join(folder, "none"))
            self.assertIsInstance(error, OSError)
        sim = make()
        self.assertIn("did you mean 'glass'", self.says("no material", sim.add, (0, 0, 0), 0.1, "glas").remedy)
        self.assertEqual(tsubu.InputError("no").remedy, "")

    def test_refused(self):
        sim = grains(make())
        before = sim.hash
        self.says("(n, 3)", sim.add, (0.5, 0.5), 0.1, "glass")
        self.says("(n, 3)", sim.add, [[0, 0, 0], [1, 1]], 0.1, "glass")
        self.says("finite", sim.add, (0, 0, float("nan")), 0.1, "glass")
        self.says("whole", sim.remove, [1.5])
        self.says("whole", sim.remove, [-1])
        self.says("a number", sim.run, steps="many")
        self.says("finite", sim.run, time=float("nan"))
        self.says("not negative", sim.run, steps=-1)
        self.says("range", sim.snapshot, range=3)
        self.says("finite", sim.pair, "glass", "glass", friction=float("nan"))
        self.says("must be a number", sim.pair, "glass", "glass", friction="high")
        self.says("function", sim.call, 3)
        self.says("when", sim.call, print, when="sometimes")
        self.says("wall", sim.remove_wall, "roof")
        self.says("a wall has no height", sim.wall, "plane", "glass", height=1)
        self.says("vertices", sim.mesh, ([(0, 0)], [(0, 1, 2)]), "glass")
        self.says("port", sim.view, port=-1)
        self.says("timestep", bare_timestep)
        self.assertEqual(sim.hash, before)
        empty = tsubu.Simulation()
        empty.material("a", young=1e7, poisson=0.3, density=1)
        self.says("before there are particles", empty.run, steps=1)

    def test_views_of_two(self):
        a, b = grains(make()), grains(make())
        x, y = a.x, b.x
        self.assertEqual(float(np.abs(x - y).max()), 0)
        a.run(steps=1)
        self.assertRaises(tsubu.StaleError, lambda: x - y)
        self.assertRaises(tsubu.StaleError, lambda: np.concatenate([y, x]))
        self.assertEqual(y.T.shape, (3, 2))
        self.assertEqual(float(y[0, 2]), 0.049)
        out = np.zeros((2, 3))
        np.add(y, 1.0, out=out)
        self.assertAlmostEqual(out[0, 2], 1.049)

    def test_copy(self):
        sim = grains(make())
        sim.run(steps=10)
        other = sim.copy()
        other.add((0.2, 0.2, 0.5), 0.05, "glass")
        other.run(steps=10)
        self.assertEqual((len(sim), len(other)), (2, 3))

    def test_callbacks_that_raise(self):
        for when in ("before", "force", "after"):
            sim = grains(make())

            def bad(now):
                if now.step >= 3:
                    raise RuntimeError(when)

            sim.call(bad, when=when)
            with self.assertRaises(RuntimeError) as found:
                sim.run(steps=10)
            self.assertEqual(str(found.exception), when)
            self.assertEqual(len(sim.x.copy()), 2)
            sim.close()
            gc.collect()

    def test_interrupt_of_a_callback(self):
        sim = grains(make())

        def stop(now):
            if now.step == 5:
                raise KeyboardInterrupt

        handle = sim.call(stop)
        self.assertRaises(KeyboardInterrupt, sim.run, steps=10)
        self.assertEqual(sim.step, 5)
        del handle


def bare_timestep():
    sim = tsubu.Simulation(timestep=float("nan"))
    sim.material("a", young=1e7, poisson=0.3, density=1)
    sim.laws("hertz")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
