# SPDX-License-Identifier: Apache-2.0
"""Are known parameters found again? Studies of a heap and a hopper with made-up measurements: parameters are drawn from their ranges, both tests run
with them and four seeds of their own, an error of measurement is added, and `tsubu.calibrate` gets the means. Beside it, for the first OTHERS studies,
plain random search and Optuna with its default (TPE) with the same number of runs: they take the least sum of squared misfits. CSV: a line for each
study and method; `distance` of the best parameters from the truth (in units of the ranges), `misfit` of three fresh runs with them (root of the mean
square, in standard deviations), and for tsubu the 90 % intervals and whether they hold the truth.

usage: studies.py [STUDIES [OTHERS [BUDGET [CORES]]]] >studies.csv   with the package on PYTHONPATH (Debian: python3-sklearn, python3-optuna)"""
import math
import multiprocessing
import os
import sys
import tempfile
import time

import numpy as np
import tsubu
import tsubu.calibrate as calibrate

STUDIES, OTHERS, BUDGET, CORES = (int(v) for v in (sys.argv[1:] + ["20", "6", "36", "2"][len(sys.argv) - 1:])[:4])
RANGES = {"mu": (0.1, 0.9, "linear"), "mu_r": (0.01, 0.5, "log")}
TESTS = {"repose": ("angle", {"n": 300}, 0.5, 0.9), "hopper": ("rate", {}, 0.003, 0.006)}  # quantity, variables, error of measurement, of a seed (known from runs)
REPEATS = 4
FREE = calibrate.Study({"parameters": {k: {"range": [a, b], "scale": s} for k, (a, b, s) in RANGES.items()},
                        "tests": {t: {"bulk": t, "measured": {q: [1.0, 1.0]}} for t, (q, *_) in TESTS.items()}}).parameters


def values(place):
    return {p.name: p.value(float(u)) for p, u in zip(FREE.values(), place)}


def tell(test, place, seed):
    """The result of one run."""
    quantity, variables, *_ = TESTS[test]
    deck = calibrate.bulk_tests()[test].deck
    os.chdir(os.path.dirname(deck))
    with tsubu.Deck(deck, var={**variables, **values(place), "seed": seed}, threads=1) as d:
        return d[f"v_{quantity}"]


def measure(k):
    """Parameters of study k and what is measured with them."""
    rng = np.random.default_rng(7000 + k)
    truth, found = rng.random(len(FREE)), {}
    for test, (_, _, error, of_a_seed) in TESTS.items():
        mean = np.mean([tell(test, truth, 5000000 + 100 * k + r) for r in range(REPEATS)])
        found[test] = (float(mean + error * rng.standard_normal()), math.hypot(error, of_a_seed / math.sqrt(REPEATS)))
    return truth, found


def misfit(measured, told):
    return sum(((told[t] - m) / u) ** 2 for t, (m, u) in measured.items())


def random_search(k, measured):
    rng = np.random.default_rng(k)
    places = rng.random((BUDGET // len(TESTS), len(FREE)))
    cost = [misfit(measured, {t: tell(t, p, 6000000 + 1000 * k + n) for t in TESTS}) for n, p in enumerate(places)]
    return places[int(np.argmin(cost))]


def optuna_search(k, measured):
    import optuna
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=k))

    def cost(trial):
        p = np.array([trial.suggest_float(n, 0, 1) for n in FREE])
        return misfit(measured, {t: tell(t, p, 7000000 + 1000 * k + trial.number) for t in TESTS})

    study.optimize(cost, n_trials=BUDGET // len(TESTS))
    return np.array([study.best_params[n] for n in FREE])


def check(k, measured, place):
    """Misfit of the mean of three fresh runs, per quantity."""
    told = {t: np.mean([tell(t, place, 8000000 + 100 * k + r) for r in range(3)]) for t in TESTS}
    return math.sqrt(misfit(measured, told) / len(measured))


def search(task):
    """One study by one of the others; which and where are the best parameters found."""
    name, k, truth, measured = task
    os.environ["OMP_NUM_THREADS"] = "1"
    begin = time.monotonic()
    best = {"random": random_search, "optuna": optuna_search}[name](k, measured)
    return name, k, BUDGET, (time.monotonic() - begin) / 60, float(np.linalg.norm(best - truth)), check(k, measured, best)


def ours(k, truth, measured):
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        study = {"seed": k, "budget": BUDGET, "parameters": {n: {"range": [a, b], "scale": s} for n, (a, b, s) in RANGES.items()},
                 "tests": {t: {"bulk": t, "variables": v, "measured": {q: list(measured[t])}} for t, (q, v, *_) in TESTS.items()}}
        answer = calibrate.run(study, out=folder, cores=CORES)
    minutes = (time.monotonic() - begin) / 60
    best = answer.places[int(np.argmax(answer.surrogate.likelihood(answer.places)))]
    true, own = values(truth), list(answer.parameters.values())
    row = ["tsubu", k, answer.runs, f"{minutes:.2f}", f"{np.linalg.norm(best - truth):.4f}", f"{check(k, measured, best):.4f}"]
    row += [f"{v:.5g}" for p in own for v in (true[p.name], p.low, p.high, p.alone_low, p.alone_high)]
    return row + [int(all(p.low <= true[p.name] <= p.high for p in own)), *(int(p.alone_low <= true[p.name] <= p.alone_high) for p in own)]


def main():
    names = list(FREE)
    head = ["method", "study", "runs", "minutes", "distance", "misfit"] + [f"{n}_{w}" for n in names for w in ("true", "low", "high", "alone_low", "alone_high")]
    head += ["inside_together"] + [f"inside_alone_{n}" for n in names]
    print(",".join(head), flush=True)
    with multiprocessing.Pool(CORES) as pool:
        studies = []
        for k, (truth, measured) in enumerate(pool.imap(measure, range(1, STUDIES + 1)), 1):
            studies.append((k, truth, measured))
            print(",".join(map(str, ours(k, truth, measured))), flush=True)
        tasks = [(name, *study) for study in studies[:OTHERS] for name in ("random", "optuna")]
        for name, k, runs, minutes, distance, misfit_found in pool.imap(search, tasks):
            print(f"{name},{k},{runs},{minutes:.2f},{distance:.4f},{misfit_found:.4f}" + "," * (len(head) - 6), flush=True)


if __name__ == "__main__":
    main()
