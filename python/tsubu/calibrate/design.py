# SPDX-License-Identifier: Apache-2.0
"""Which runs come next. What is decided follows from the runs in the file and the seed of the study, so that it is the same after a kill."""
from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .posterior import reach, sample, scatter
from .store import Planned
from .study import Study
from .surrogate import Process, Surrogate, need

__all__ = ["first", "missed", "refine"]

Array = npt.NDArray[np.float64]
_FIRST = 0.4  # of the budget: spread over the ranges
_FAR = 3.0  # standard deviations: out of reach


def _planned(study: Study, test: str, place: Array) -> Planned:
    has = study.tests[test].parameters
    return Planned(test, {p.name: p.value(float(u)) for p, u in zip(study.parameters.values(), place) if p.name in has})


def first(study: Study, budget: int) -> list[Planned]:
    """Places spread over the ranges, each with every test, and the middle twice more: that shows what seeds do."""
    d, tests = len(study.parameters), list(study.tests)
    count = max(2 * d + 2, round(_FIRST * budget / len(tests)) - 2)
    cube = need("scipy.stats.qmc").LatinHypercube(d, seed=np.random.default_rng(study.seed), optimization="random-cd")
    places = np.vstack([cube.random(count), np.full((2, d), 0.5)])
    return [_planned(study, t, place) for place in places for t in tests]


def refine(study: Study, surrogate: Surrogate, count: int, number: int) -> list[Planned]:
    """Runs that take most from the uncertainty of the surrogate where the posterior lies, one after the other as if those before were done."""
    seed = 1000 * study.seed + number
    where = sample(surrogate, seed, walkers=64, steps=60, keep=2, temper=1.5)
    places = np.vstack([where, scatter(len(surrogate.names), 7, seed)])
    process = dict(surrogate.process)
    chosen: list[Planned] = []
    with need("threadpoolctl").threadpool_limits(1):
        for _ in range(count):
            best: tuple[float, str, int] = (-1.0, "", 0)
            for test in study.tests:
                gain = np.zeros(len(places))
                for key in (k for k in process if k[0] == test):
                    gain += _gain(surrogate, key, process, places, where)
                if gain.max() > best[0]:
                    best = (float(gain.max()), test, int(np.argmax(gain)))
            _, test, place = best
            chosen.append(_planned(study, test, places[place]))
            for key in (k for k in process if k[0] == test):
                process[key] = process[key].with_run(places[place][surrogate.columns[test]])
    return chosen


def _gain(surrogate: Surrogate, key: tuple[str, str], process: dict[tuple[str, str], Process], places: Array, where: Array) -> Array:
    """By how much a run at each place would lower the variance where the posterior lies, in units of what was measured."""
    mine = process[key]
    columns = surrogate.columns[key[0]]
    _, uncertainty = surrogate.target(key)
    shared = mine.covariance(places[:, columns], where[:, columns])
    own = mine.predict(places[:, columns])[1]
    return np.asarray(np.mean(shared**2, axis=1) / (own + mine.noise) / uncertainty**2)


def missed(surrogate: Surrogate, seed: int) -> bool:
    """Whether what was measured lies out of reach, as far as is known."""
    found = reach(surrogate, seed)
    return bool(np.any(found.misfit > _FAR)) or far_together(surrogate, found.together)


def far_together(surrogate: Surrogate, place: Array) -> bool:
    """Whether the best place for all quantities is one in a thousand or worse."""
    misfit = surrogate.misfit(place[None, :])[0]
    return bool(need("scipy.stats").chi2.sf(np.sum(misfit**2), len(misfit)) < 1e-3)
