# SPDX-License-Identifier: Apache-2.0
"""What users write by mistake is refused where they write it, in a sentence, and leaves everything as it was; copies, pickles and closed things."""
import copy
import gc
import pickle
import threading
import unittest

import numpy as np
import tsubu


def make(**more):
    sim = tsubu.Simulation(**{"gravity": (0, 0, -9.81), "timestep": 1e-5, **more})
    sim.material("glass", young=1e7, poisson=0.3, density=2500)
    sim.pair("glass", "glass", restitution=0.5, friction=0.4)
    sim.laws("hertz", tangential="history")
    sim.plane((0, 0, 0), (0, 0, 1), "glass", name="floor")
    sim.add([(0.5, 0.5, 0.049), (0.53, 0.5, 0.14)], 0.05, "glass")
    return sim


class Says(unittest.TestCase):
    def says(self, words, call, *a, **k):
        with self.assertRaises(tsubu.InputError) as found:
            call(*a, **k)
        self.assertIn(words, str(found.exception))


class Slips(Says):
    def test_properties(self):
        """A misspelt property is refused at once, and the next, right one is taken."""
        sim = tsubu.Simulation(timestep=1e-5)
        self.says("did you mean 'young'", sim.material, "glass", yung=1e7)
        self.says("density of glass is 'high'", sim.material, "glass", density="high")
        sim.material("glass", young=1e7, poisson=0.3, density=2500)
        self.says("did you mean 'friction'", sim.pair, "glass", "glass", restitution=0.5, fricton=0.4)
        self.says("did you mean 'coefficientFriction'", sim.pair, "glass", "glass", coefficientFrictoin=0.4)
        self.says("there is no material 'glas'; did you mean 'glass'?", sim.pair, "glas", "glass", friction=0.4)
        self.says("did you mean 'rollingStiffness'", sim.constant, "rolingStiffness", 2)
        sim.pair("glass", "glass", restitution=0.5, friction=0.4)
        sim.laws("hertz", tangential="history")
        sim.add((0.5, 0.5, 0.5), 0.05, "glass")
        sim.run(steps=1)

    def test_attributes(self):
        """An attribute that there is not would change nothing."""
        sim = make()
        for name, words in (("timstep", "did you mean 'timestep'"), ("velocity", "has no 'velocity' to be set; there are: ")):
            self.says(words, setattr, sim, name, 1.0)
        self.says("did you mean 'gravity'", setattr, tsubu.Deck(), "gravty", (0, 0, 0))
        sim.timestep = 2e-5
        self.assertEqual(sim.timestep, 2e-5)

        class Mine(tsubu.Simulation):
            pass

        mine = Mine()
        mine.label = "a user's own"
        self.assertEqual(mine.label, "a user's own")

    def test_arguments(self):
        sim = make()
        before = sim.hash
        for words, call, *a in (
                ("along y: 1.0 to 0.0", lambda: tsubu.Simulation(box=((0, 1, 0), (1, 0, 1)))),
                ("row 1 has z = 1.5, and the box goes from 0 to 1 there", sim.add, [(0.5, 0.5, 0.5), (0.5, 0.5, 1.5)], 0.05, "glass"),
                ("run() of 1e+30 steps", lambda: sim.run(steps=10**30)),
                ("run() of 1e+35 steps", lambda: sim.run(time=1e30)),
                ("threads is 'two'", lambda: tsubu.Simulation(threads="two")),
                ("threads is -1", lambda: tsubu.Simulation(threads=-1)),
                ("timestep is 'fast'", lambda: tsubu.Simulation(timestep="fast")),
                ("timestep is -1", lambda: tsubu.Simulation(timestep=-1)),
                ("boundary is 3", lambda: tsubu.Simulation(boundary=3)),
                ("timestep is 'fast'", setattr, sim, "timestep", "fast"),
                ("the fraction is 'half'", sim.stable_dt, "half"),
                ("v: 'fast'; numbers", sim.set, "v", "fast"),
                ("radius is 'big'", lambda: sim.wall("sphere", "glass", radius="big")),
                ("triangle 0 has an index that is not a whole number", sim.mesh, ([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1.5, 2)]), "glass"),
                ("a file, or (vertices, triangles)", sim.mesh, None, "glass"),
                ("size='wide': two numbers", lambda: sim.snapshot(size="wide")),
                ("a side of the picture is 'wide'", lambda: sim.snapshot(size=("wide", 100))),
                ("every is 'often'", lambda: sim.call(print, every="often")),
                ("width is -1", sim.add_field, "mine", -1),
                ("not with 3", sim.diff, 3),
                ("var is 3", lambda: tsubu.Deck(var=3)),
                ("name of a variable is 3", lambda: tsubu.Deck(var={3: 3})),
                ("gravity: 9.81; three numbers are needed", setattr, sim, "gravity", 9.81),
                ("direction: 1; three numbers are needed", sim.plane, (0, 0, 0), 1, "glass"),
                ("by: 0.1; three numbers are needed", sim.mesh_move, "floor", 0.1),
                ("there is no field named vel; there are: x, ", sim.field, "vel"),
                ("the normal model is None", sim.laws, None),
                ("the file of a deck is 5; it must be the name of a file", lambda: tsubu.Deck(5)),
                ("the source of a contact is 3", lambda: tsubu.Contact(3)),
                ("the file is None", sim.save, None),
                ("the file is 3.5", lambda: tsubu.load(3.5)),
                ("a command is 5", tsubu.Deck().command, 5),
                ("a command has a zero byte at 8", tsubu.Deck().command, "units si\0 and more"),
                ("a formula is 5", lambda: tsubu.Deck()[5]),
                ("the velocity is 'fast'", lambda: tsubu.Slider(mass=1).drive("fast")),
                ("time is 'long'", lambda: tsubu.Slider(mass=1).run("long"))):
            self.says(words, call, *a)
        self.assertEqual(sim.hash, before)

    def test_temperature(self):
        """`T` is short for `Temp`."""
        sim = tsubu.Simulation(timestep=1e-5)
        sim.material("glass", young=1e7, poisson=0.3, density=2500, thermalConductivity=1.0, thermalCapacity=800.0)
        sim.pair("glass", "glass", restitution=0.5)
        sim.laws("hertz")
        sim.add((0.5, 0.5, 0.5), 0.05, "glass")
        self.says("no field named Temp", sim.field, "T")
        sim.model("heat", initial=300.0)
        sim.run(steps=1)
        self.assertEqual(float(sim.field("T")[0]), 300.0)
        sim.set("T", 310.0)
        self.assertEqual(float(sim.field("Temp")[0]), 310.0)


class Copies(Says):
    def test_copies_of_a_simulation(self):
        """`copy.copy` gives a world of its own: what it is made of is not freed twice."""
        sim = make()
        sim.run(steps=10)
        both = [copy.copy(sim), copy.deepcopy(sim)]
        kept = sim.hash
        sim.close()
        gc.collect()
        for other in both:
            self.assertEqual(other.hash, kept)
            other.run(steps=10)
        self.assertEqual(both[0].hash, both[1].hash)
        with self.assertRaisesRegex(tsubu.UnsupportedError, "cannot be pickled; save"):
            pickle.dumps(both[0])

    def test_pickle_of_a_view(self):
        sim = make()
        x = sim.x
        kept = [pickle.loads(pickle.dumps(x)), copy.deepcopy(x)]
        sim.run(steps=1)
        for k in kept:
            self.assertIs(type(k), np.ndarray)
            self.assertEqual(k[0, 2], 0.049)
        self.assertRaises(tsubu.StaleError, pickle.dumps, x)

    def test_names(self):
        sim = tsubu.Simulation()
        self.assertEqual(repr(sim), "<tsubu.Simulation without particles yet>")
        sim = make()
        self.assertEqual(repr(sim), "<tsubu.Simulation 2 particles, step 0>")
        sim.close()
        self.assertEqual(repr(sim), "<tsubu.Simulation closed>")
        deck = tsubu.Deck()
        self.assertEqual(repr(deck), "<tsubu.Deck without a box yet>")
        deck.close()
        self.assertEqual(repr(deck), "<tsubu.Deck closed>")


class Callbacks(Says):
    def test_energy_after_a_failure(self):
        """What needs forces calls the function again, and tells its exception; without it all is there."""
        sim = make()

        def bad(now):
            raise KeyError("mine")

        handle = sim.call(bad, "force")
        self.assertRaises(KeyError, sim.run, steps=3)
        self.assertEqual(len(sim.x.copy()), 2)
        with self.assertRaises(KeyError):
            sim.energy
        sim.uncall(handle)
        self.assertGreater(sim.energy.gravitational, 0.0)
        sim.run(steps=3)


class Threads(Says):
    def test_slider_and_contact(self):
        """Each belongs to one thread at a time; a closed one says so."""
        block = tsubu.Slider(mass=1, spring=50, area=1, normal=1, mu_s=0.6, mu_k=0.3, kappa=10, xi=1, m=1e3, alpha=1e4, timestep=1e-3)
        block.drive(0.2)
        contact = tsubu.Contact(make(), radius=0.001)
        sizes, found = [], []

        def run():
            try:
                sizes.append(len(block.run(2.0)))
                found.append(contact.drive(np.linspace(0, 1e-6, 2000))["step"][-1])
                block["time"]
            except tsubu.StaleError:
                found.append(None)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sorted(sizes), [2001 + 2000 * k for k in range(4)])
        self.assertEqual(sorted(found), [2000 * k + 1999 for k in range(4)])
        block.close()
        contact.close()
        self.assertRaises(tsubu.StaleError, block.run, 1)
        self.assertRaises(tsubu.StaleError, contact.drive, 1e-6)


if __name__ == "__main__":
    unittest.main(argv=[__file__, "-v"])
