# SPDX-License-Identifier: Apache-2.0
"""tsubu.calibrate, on decks whose results are formulas of their variables: posteriors with closed forms, seeds as noise, kill and resume, what is out of
reach, what is refused, runs that fail; and the bulk tests of the package."""
import copy
import csv
import importlib.util
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import numpy as np
import tsubu
import tsubu.calibrate as calibrate
from tsubu.calibrate.store import Store

PROGRAM = os.environ["TSUBU_PROGRAM"]
DECK = """# two free numbers, p and q, between 0 and 1
variable p index 0.5
variable q index 0.5
variable seed index 1
variable sd index 0
units si
atom_style granular
boundary f f f
region box block 0 1 0 1 0 1
create_box 1 box
fix m1 all property/global youngsModulus peratomtype 1e7
fix m2 all property/global poissonsRatio peratomtype 0.3
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
pair_style gran model hertz
pair_coeff * *
timestep 1e-5
create_atoms 1 single 0.5 0.5 0.5
set group all diameter 0.1 density 2500
variable noise equal $(normal(0,1,10*v_seed+1))
variable slope equal 10+21*${p}+${sd}*${noise}
variable sum equal ${p}+${q}
variable power equal exp(5*${p})
variable bent equal 3*${q}+sin(3*${p})+${sd}*${noise}
thermo_style custom step v_sum v_bent
run 0
"""
LINE = {"seed": 3, "budget": 24, "cores": 2, "parameters": {"p": {"range": [0.0, 1.0]}},
        "tests": {"line": {"deck": "in.formula", "measured": {"slope": [20.0, 1.0]}}}}
TWO = {"seed": 5, "budget": 36, "cores": 2, "parameters": {"p": {"range": [0.0, 1.0], "label": "friction"}, "q": {"range": [0.0, 1.0]}},
       "tests": {"line": {"deck": "in.formula", "measured": {"slope": [20.0, 1.0]}, "variables": {"sd": 0.5}},
                 "bend": {"deck": "in.formula", "measured": {"bent": {"value": 2.0, "uncertainty": 0.1, "column": "bent"}}, "variables": {"sd": 0.05}}},
       "predict": {"later": {"deck": "in.formula", "quantities": ["sum"]}}}


def toml(value, where=()):
    """A study as TOML."""
    plain = [f"{k} = {str(v).lower() if isinstance(v, bool) else repr(v) if not isinstance(v, str) else chr(34) + v + chr(34)}" for k, v in value.items()
             if not isinstance(v, dict)]
    lines = ([f"[{'.'.join(where)}]"] if where else []) + [p.replace("'", '"') for p in plain]
    for k, v in value.items():
        if isinstance(v, dict):
            lines += toml(v, (*where, k)).splitlines()
    return "\n".join(lines) + "\n"


LAUNCH = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]


def can_launch():
    """Whether there are ranks on this machine, and mpi4py; not under sanitizers, which Open MPI does not bear."""
    if not shutil.which("mpirun") or importlib.util.find_spec("mpi4py") is None or os.environ.get("LD_PRELOAD"):
        return False
    return subprocess.run([*LAUNCH, "2", "true"], capture_output=True, check=False).returncode == 0


class Case(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = self._folder.name
        self.write("in.formula", DECK)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)
        return os.path.join(self.folder, name)

    def read(self, *name):
        with open(os.path.join(self.folder, *name), "rb") as f:
            return f.read()

    def go(self, study, out="out"):
        return calibrate.run(calibrate.Study(study, self.folder), out=os.path.join(self.folder, out))


class Posterior(Case):
    def test_gaussian(self):
        """A straight line and no seeds: the posterior is a Gaussian of mean (20 - 10) / 21 and deviation 1 / 21."""
        answer = self.go(LINE)
        p = answer.parameters["p"]
        self.assertAlmostEqual(p.mean, 10 / 21, delta=0.004)
        self.assertAlmostEqual(p.deviation, 1 / 21, delta=0.004)
        self.assertAlmostEqual(p.alone_low, 10 / 21 - 1.645 / 21, delta=0.01)
        self.assertAlmostEqual(p.alone_high, 10 / 21 + 1.645 / 21, delta=0.01)
        self.assertAlmostEqual(p.low, p.alone_low, places=9)  # there is no other one
        self.assertAlmostEqual(p.high, p.alone_high, places=9)
        self.assertEqual(answer.runs, 24)
        self.assertFalse(p.open_low or p.open_high)
        self.assertAlmostEqual(answer.best["p"], 10 / 21, delta=0.002)
        self.assertLess(answer.misfit, 0.1)

    def test_ridge(self):
        """Only the sum is measured: along p + q = 1 all is the same, so that each is spread evenly over its range."""
        study = {**copy.deepcopy(TWO), "tests": {"sum": {"deck": "in.formula", "measured": {"sum": [1.0, 0.02]}}}, "predict": {}}
        answer = self.go(study)
        self.assertLess(answer.correlation[0, 1], -0.98)
        self.assertIn("ridge", answer.ridge())
        for p in answer.parameters.values():
            self.assertAlmostEqual(p.alone_low, 0.05, delta=0.04)
            self.assertAlmostEqual(p.alone_high, 0.95, delta=0.04)
            self.assertTrue(p.open_low and p.open_high)
        self.assertEqual(len([w for w in answer.warnings if "not bounded at both ends" in w]), 2)
        self.assertAlmostEqual(answer.fitted["sum.sum"].mean, 1.0, delta=0.01)

    def test_logarithm(self):
        """exp(5 p) measured as e^2 with 10 %, on a logarithmic scale: p is 0.4 with a deviation of 0.02."""
        study = copy.deepcopy(LINE)
        study["tests"]["line"]["measured"] = {"power": {"value": float(np.exp(2)), "uncertainty": 0.1 * float(np.exp(2)), "scale": "log"}}
        p = self.go(study).parameters["p"]
        self.assertAlmostEqual(p.mean, 0.4, delta=0.004)
        self.assertAlmostEqual(p.deviation, 0.02, delta=0.003)

    def test_range_on_a_logarithm(self):
        free = calibrate.Study({**LINE, "parameters": {"p": {"range": [0.01, 1.0], "scale": "log"}}}, self.folder).parameters["p"]
        self.assertAlmostEqual(free.value(0.5), 0.1, places=12)
        self.assertAlmostEqual(free.unit(0.1), 0.5, places=12)

    def test_seeds(self):
        """What seeds do is found as noise; each run has a seed of its own, and the intervals are those of the mean over seeds."""
        study = copy.deepcopy(LINE)
        study["tests"]["line"]["variables"] = {"sd": 2.0}
        study["budget"] = 60
        answer = self.go(study)
        self.assertAlmostEqual(answer.surrogate.process["line", "slope"].noise ** 0.5, 2.0, delta=0.5)
        self.assertEqual(len({r.seed for r in answer.rows}), 60)
        p = answer.parameters["p"]
        self.assertAlmostEqual(p.mean, 10 / 21, delta=0.06)
        self.assertLess(p.deviation, 2 / 21)  # a single run would not tell that
        self.assertGreater(p.deviation, 0.9 / 21)

    def test_recovery(self):
        """Made-up measurements of known parameters, noise and all: the truth lies in the intervals."""
        inside = 0
        for k in range(4):
            rng = np.random.default_rng(k)
            p, q = rng.uniform(0.1, 0.9, 2)
            study = copy.deepcopy(TWO)
            study.update(seed=k + 1, predict={})
            for test, name, value, error in (("line", "slope", 10 + 21 * p, 0.8), ("bend", "bent", 3 * q + np.sin(3 * p), 0.1)):
                study["tests"][test]["measured"] = {name: [float(value + error * rng.standard_normal()), error]}
            found = self.go(study, f"out{k}").parameters
            inside += all(found[n].low <= v <= found[n].high for n, v in (("p", p), ("q", q)))
        self.assertGreaterEqual(inside, 3)


class Files(Case):
    def test_kill(self):
        """Killed at random and called again, with another number of cores: the same bytes."""
        path = self.write("two.toml", toml(TWO))
        call = [PROGRAM, "calibrate", path, "--out"]
        whole, parts = (os.path.join(self.folder, n) for n in ("whole", "parts"))
        said = subprocess.run([*call, whole], capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("With 90 %", said.stdout)
        rng, kills = random.Random(4711), 0
        for cores in (1, 2, 1):
            process = subprocess.Popen([*call, parts, "--cores", str(cores)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            database, more = os.path.join(parts, "runs.sqlite"), rng.randint(2, 7)
            end, first = time.monotonic() + 60, None
            while process.poll() is None and time.monotonic() < end:  # until some more runs are done
                done = 0
                if os.path.exists(database):
                    try:
                        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as base:
                            done = base.execute("SELECT COUNT(*) FROM run WHERE state = 'done'").fetchone()[0]
                    except sqlite3.Error:
                        pass
                first = done if first is None else first
                if done >= first + more:
                    break
                time.sleep(rng.random() * 0.01)
            kills += process.poll() is None
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.assertGreaterEqual(kills, 2)
        subprocess.run([*call, parts], capture_output=True, check=True)
        for name in ("answer.csv", "posterior.csv", "runs.csv"):
            self.assertEqual(self.read("whole", name), self.read("parts", name), name)

    @unittest.skipUnless(can_launch(), "no mpirun that works here, or no mpi4py (Debian: python3-mpi4py)")
    def test_ranks(self):
        """Three ranks share the runs out: each makes some, and the answer has the same bytes as that of one process. A study that is refused ends all."""
        self.write("who.sh", "p=$PPID\nwhile ! tr '\\0' ' ' </proc/$p/cmdline | grep -q calibrate.worker; do p=$(awk '{ print $4 }' /proc/$p/stat); done\n"
                             "awk '{ print $4 }' /proc/$p/stat >rank\n")
        self.write("in.formula", DECK + "shell sh who.sh\n")
        path = self.write("line.toml", toml({**LINE, "tests": {"line": {**LINE["tests"]["line"], "files": ["who.sh"]}}}))
        for command, out in (([PROGRAM], "one"), ([*LAUNCH, "3", PROGRAM], "three")):
            said = subprocess.run([*command, "calibrate", path, "--out", os.path.join(self.folder, out)], capture_output=True, text=True, check=False)
            self.assertEqual(said.returncode, 0, said.stderr)
        for name in ("answer.csv", "posterior.csv", "runs.csv"):
            self.assertEqual(self.read("one", name), self.read("three", name), name)
        runs = os.path.join(self.folder, "three", "runs")
        self.assertEqual(len({self.read("three", "runs", run, "rank") for run in os.listdir(runs)}), 3)
        said = subprocess.run([*LAUNCH, "2", PROGRAM, "calibrate", self.write("bad.toml", "budget = 3\n")], capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 1)
        self.assertIn("no free parameter", said.stderr)

    def test_report(self):
        answer = self.go(TWO)
        page = self.read("out", "report.html").decode()
        self.assertEqual(page.count("<svg"), 3)
        self.assertEqual(page.count('class="best"'), 1)  # two parameters make one pair
        self.assertEqual(page.count("data:image/png;base64,"), 3)  # the best run of each test
        for words in ("friction", "line.slope", "later.sum", "tsubu in.formula", "One set, where one is needed: p = ", "</html>"):
            self.assertIn(words, page)
        with open(os.path.join(answer.folder, "answer.csv"), encoding="utf-8") as f:
            rows = {(r["kind"], r["name"]): r for r in csv.DictReader(f)}
        self.assertEqual(float(rows["parameter", "p"]["low"]), float(f"{answer.parameters['p'].low:.10g}"))
        self.assertEqual(float(rows["best", "q"]["mean"]), float(f"{answer.best['q']:.10g}"))
        # slope 20 and bent 2 say p = 10 / 21 and q = (2 - sin(3 p)) / 3
        self.assertAlmostEqual(answer.predicted["later.sum"].mean, 10 / 21 + (2 - np.sin(30 / 21)) / 3, delta=0.06)
        self.assertLess(answer.predicted["later.sum"].low, answer.predicted["later.sum"].mean)
        self.assertEqual(len(answer.samples), len(self.read("out", "posterior.csv").splitlines()) - 1)
        self.assertEqual(len(self.read("out", "runs.csv").splitlines()) - 1, 36 + 8)
        self.assertIn("later.sum", answer.text())

    def test_another_study(self):
        study = copy.deepcopy(LINE)
        self.go(study)
        study["tests"]["line"]["measured"]["slope"] = [22.0, 1.0]  # what was measured may change: the runs stay good
        study["budget"] = 28
        answer = self.go(study)
        self.assertEqual(answer.runs, 28)
        self.assertAlmostEqual(answer.parameters["p"].mean, 12 / 21, delta=0.006)
        study["parameters"]["p"]["range"] = [0.0, 2.0]
        with self.assertRaises(calibrate.StudyError) as found:
            self.go(study)
        self.assertEqual(found.exception.key, "parameters.p")
        self.write("in.formula", DECK + "# another deck\n")
        with self.assertRaises(calibrate.StudyError):
            self.go({**LINE, "budget": 28})
        self.write("in.formula", DECK)
        os.makedirs(os.path.join(self.folder, "bad"))
        self.write("bad/runs.sqlite", "no database " * 1000)
        with self.assertRaisesRegex(calibrate.StudyError, "is not a file of runs"):
            self.go(LINE, "bad")

    def test_two_at_once(self):
        study = calibrate.Study(LINE, self.folder)
        store = Store(os.path.join(self.folder, "out"), study)
        with self.assertRaisesRegex(calibrate.StudyError, "another process is calibrating"):
            self.go(LINE)
        store.close()


class Refused(Case):
    def test_out_of_reach(self):
        study = copy.deepcopy(LINE)
        study["tests"]["line"]["measured"]["slope"] = [45.0, 1.0]
        study["budget"] = 200
        with self.assertRaises(calibrate.UnreachableError) as found:
            self.go(study)
        self.assertIn("no parameters reproduce line.slope = 45; nearest 31", str(found.exception))  # 10 + 21
        self.assertAlmostEqual(found.exception.nearest["line.slope"], 31.0, delta=0.3)
        self.assertIn("Out of reach", self.read("out", "report.html").decode())
        with sqlite3.connect(os.path.join(self.folder, "out", "runs.sqlite")) as base:
            self.assertLess(base.execute("SELECT COUNT(*) FROM run").fetchone()[0], 120)  # given up early
        path = self.write("far.toml", toml(study))
        said = subprocess.run([PROGRAM, "calibrate", path, "--out", os.path.join(self.folder, "out")], capture_output=True, text=True, check=False)
        self.assertEqual(said.returncode, 1)
        self.assertIn("nearest 31", said.stderr)

    def test_nearest(self):
        """What is told as nearest is so: not a corner of which little is known, whatever the mean is there."""
        study = copy.deepcopy(TWO)
        study.update(predict={}, budget=40)
        del study["tests"]["bend"]
        study["tests"]["line"]["measured"] = {"bent": [30.0, 0.1]}
        study["tests"]["line"]["variables"] = {"sd": 0.2}
        with self.assertRaises(calibrate.UnreachableError) as found:
            self.go(study)
        bent = lambda p, q: 3 * q + np.sin(3 * p)  # noqa: E731
        p, q = (float(w) for w in re.search(r"at p = ([0-9.]+), q = ([0-9.]+)", str(found.exception)).groups())
        self.assertGreater(bent(p, q), 3.0)  # from 0 to 4
        self.assertAlmostEqual(found.exception.nearest["line.bent"], bent(p, q), delta=0.7)

    def test_not_together(self):
        """Each can be met, both cannot: p = 10 / 21 from the slope, p = 0.9 from the power."""
        study = copy.deepcopy(LINE)
        study["tests"]["power"] = {"deck": "in.formula", "measured": {"power": {"value": float(np.exp(4.5)), "uncertainty": 2.0, "scale": "log"}}}
        study["budget"] = 60
        with self.assertRaisesRegex(calibrate.UnreachableError, "no parameters reproduce all tests together"):
            self.go(study)

    def test_studies(self):
        def changed(*keys, to):
            study = copy.deepcopy(TWO)
            table = study
            for key in keys[:-1]:
                table = table[key]
            if to is None:
                del table[keys[-1]]
            else:
                table[keys[-1]] = to
            return study

        line = ("tests", "line")
        for study, key, words in (
                (changed("budgets", to=3), "budgets", "did you mean 'budget'?"),
                (changed("budget", to=3), "budget", "give at least 16"),
                (changed("budget", to=2.5), "budget", "not a whole number"),
                (changed("cores", to="all"), "cores", "not a whole number"),
                (changed("parameters", to={}), "parameters", "no free parameter"),
                (changed("tests", to={}), "tests", "there is no test"),
                (changed("tests", to=3), "tests", "[tests.NAME]"),
                (changed("parameters", "p", "range", to=[1, 0]), "parameters.p.range", "1 is not below 0"),
                (changed("parameters", "p", "range", to=[0, float("nan")]), "parameters.p.range", "not a finite number"),
                (changed("parameters", "p", "range", to=0.5), "parameters.p.range", "range = [0.1, 0.9]"),
                (changed("parameters", "p", "scale", to="log"), "parameters.p.range", "cannot begin at 0"),
                (changed("parameters", "p", "scale", to="cubic"), "parameters.p.scale", "\"linear\" or \"log\""),
                (changed("parameters", "r", to={"range": [0, 1]}), "parameters.r", "variable r index VALUE"),
                (changed(*line, "deck", to="in.nowhere"), "tests.line.deck", "there is no file"),
                (changed(*line, "deck", to=None), "tests.line", "bulk = \"NAME\""),
                (changed(*line, "bulk", to="repose"), "tests.line", "write bulk"),
                (changed(*line, "measured", to={}), "tests.line", "nothing was measured"),
                (changed(*line, "measured", to={"slope": 20.0}), "tests.line.measured.slope", "one standard deviation"),
                (changed(*line, "measured", to={"slope": [20.0, 0.0]}), "tests.line.measured.slope.uncertainty", "not above 0"),
                (changed(*line, "measured", to={"slope": [20.0, 1, 2]}), "tests.line.measured.slope", "3 numbers"),
                (changed(*line, "measured", to={"slope": {"value": 2.0}}), "tests.line.measured.slope", "uncertainty is missing"),
                (changed(*line, "measured", to={"slope": {"value": -2.0, "uncertainty": 1, "scale": "log"}}), "tests.line.measured.slope.value", "logarithmic"),
                (changed(*line, "variables", to={"sdd": 1}), "tests.line.variables.sdd", "did you mean 'sd'?"),
                (changed(*line, "variables", to={"p": 1}), "tests.line.variables.p", "free parameter"),
                (changed(*line, "seed", to="dice"), "tests.line.seed", "variable dice index"),
                (changed(*line, "files", to=["x.stl"]), "tests.line.files", "there is no file"),
                (changed("predict", "line", to=TWO["predict"]["later"]), "predict.line", "another name"),
                (changed("predict", "later", "quantities", to=[]), "predict.later", "nothing is to be predicted"),
                (changed("tests", "b", to={"bulk": "repse", "measured": {"angle": [1, 1]}}), "tests.b.bulk", "did you mean 'repose'?"),
                (changed("tests", "b", to={"bulk": "repose", "measured": {"angel": [1, 1]}}), "tests.b.measured.angel", "did you mean 'angle'?"),
                (changed("tests", "a b", to={"bulk": "repose"}), "tests.a b", "letters, digits")):
            with self.assertRaises(calibrate.StudyError, msg=key) as found:
                calibrate.Study(study, self.folder)
            self.assertEqual(found.exception.key, key)
            self.assertIn(words, str(found.exception))
            self.assertTrue(found.exception.remedy or "did you mean" in words, str(found.exception))
        for text, words in (("budget = \n", "is not valid TOML"), ("a = 1\n", "there is no such key")):
            path = self.write("bad.toml", text)
            with self.assertRaisesRegex(calibrate.StudyError, words) as found:
                calibrate.Study(path)
            self.assertEqual(found.exception.file, path)
        with self.assertRaisesRegex(calibrate.StudyError, "cannot be read"):
            calibrate.Study(os.path.join(self.folder, "none.toml"))
        with self.assertRaisesRegex(calibrate.StudyError, "needs a folder"):
            calibrate.run(calibrate.Study(LINE, self.folder))

    def test_runs_that_fail(self):
        """A part of the runs fails, one way or another: they are left out, and the answer says so."""
        self.write("die.sh", "p=$PPID\nwhile [ $p -gt 1 ]; do\n    tr '\\0' ' ' </proc/$p/cmdline | grep -q calibrate.worker && kill -9 $p\n"
                             "    p=$(awk '{ print $4 }' /proc/$p/stat 2>/dev/null || echo 1)\ndone\n")
        self.write("in.formula", DECK + 'if "${p} > 0.85" then "shell sh die.sh"\nif "${p} < 0.15" then "no_such_command"\n')
        study = copy.deepcopy(LINE)
        study["budget"] = 32
        answer = self.go(study)
        self.assertGreaterEqual(answer.failed, 2)
        errors = {r.error for r in answer.rows if r.state == "failed"}
        self.assertTrue(any("signal 9" in e for e in errors), errors)
        self.assertTrue(any("no_such_command" in e for e in errors), errors)
        self.assertIn("runs failed and are left out", answer.warnings[0])
        self.assertAlmostEqual(answer.parameters["p"].mean, 10 / 21, delta=0.01)
        self.write("in.formula", DECK + "timestep abc\n")
        with self.assertRaisesRegex(calibrate.StudyError, "runs failed; the first one, in .*timestep"):
            self.go(study, "all")
        self.write("in.formula", DECK)
        study["tests"]["line"]["measured"] = {"nothing": [1, 1]}
        with self.assertRaisesRegex(calibrate.StudyError, "nothing"):
            self.go(study, "none")


class Pages(Case):
    def test_studies_of_pages(self):
        """Studies that the manual and the examples show can be read."""
        root = os.environ["TSUBU_SOURCE"]
        for name in ("glass", "powder"):
            study = calibrate.Study(os.path.join(root, "examples", "calibration", f"{name}.toml"))
            self.assertEqual(len(study.tests), 2)
            self.assertEqual(len(study.predict), 1)
        with open(os.path.join(root, "docs", "calibration.md"), encoding="utf-8") as f:
            blocks = [b.split("```")[0] for b in f.read().split("```toml\n")[1:]]
        self.assertEqual(len(blocks), 2)
        self.assertEqual(list(calibrate.Study(self.write("glass.toml", blocks[0])).parameters), ["mu", "mu_r"])
        self.write("in.chute", DECK.replace("variable seed", "variable dice").replace("v_seed", "v_dice") + "variable n index 1\n")
        self.write("inlet.stl", "")
        chute = calibrate.Study(self.write("chute.toml", "[parameters.p]\nrange = [0, 1]\n" + blocks[1])).tests["chute"]
        self.assertEqual((chute.seed, chute.quantities[0].formula, chute.quantities[1].column), ("dice", "v_flow", "c_left"))
        self.assertEqual([n for n, _ in chute.files], ["inlet.stl"])


class Bulk(unittest.TestCase):
    def tell(self, name, **variables):
        test = calibrate.bulk_tests()[name]
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            for file in os.listdir(os.path.dirname(test.deck)):
                if os.path.isfile(os.path.join(os.path.dirname(test.deck), file)):
                    os.symlink(os.path.join(os.path.dirname(test.deck), file), os.path.join(folder, file))
            os.chdir(folder)
            try:
                with tsubu.Deck(os.path.basename(test.deck), var=variables, threads=1) as deck:
                    found = [deck[f"v_{q}"] for q in test.quantities]
            finally:
                os.chdir(here)
        self.assertTrue(np.all(np.isfinite(found)), (name, found))
        return found

    def test_all(self):
        """What each is known for: friction makes heaps steep and flows slow, a discharge obeys Beverloo's law, stiffness and cohesion make strong."""
        for name in ("repose", "lift", "drum"):
            smooth, rough = (self.tell(name, n=150, mu=mu, mu_r=mu_r)[0] for mu, mu_r in ((0.05, 0.0), (0.7, 0.3)))
            self.assertLess(0 if name != "drum" else -1, smooth, name)
            self.assertLess(smooth + 3, rough, name)
            self.assertLess(rough, 60, name)
        smooth, rough = (self.tell("shear", n=250, mu=mu)[0] for mu in (0.05, 0.6))
        self.assertLess(smooth + 0.05, rough)
        self.assertLess(rough, 0.8)
        rate = self.tell("hopper", n=300)[0]
        outlet, d, bulk = 7 * 0.004, 0.004, 0.6 * 2500
        beverloo = 0.58 * bulk * 9.81**0.5 * (outlet - 1.4 * d) ** 2.5
        self.assertTrue(0.5 < rate / beverloo < 1.3, rate / beverloo)
        powder = {"n": 300, "model": "edinburgh/stiffness", "density": 1500}
        soft, hard = (self.tell("compression", k1=k1, **powder) for k1 in (1000, 4000))
        self.assertTrue(2 < hard[0] / soft[0] < 8, (soft, hard))  # the stress goes with the stiffness
        elastic = self.tell("compression", ratio=1.5, **powder)
        self.assertGreater(elastic[1], 2 * soft[1])  # less of the strain stays
        dry, sticky = (self.tell("unconfined", gamma=gamma, **powder)[0] for gamma in (0, 5))
        self.assertGreater(sticky, 3 * dry + 100)


if __name__ == "__main__":
    unittest.main(argv=["calibration.py", "-v", *sys.argv[1:]])
