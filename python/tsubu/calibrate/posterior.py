# SPDX-License-Identifier: Apache-2.0
"""The posterior over the ranges, sampled by an ensemble of walkers (the stretch move of Goodman and Weare, 2010) that begins at places drawn from
the posterior itself."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .surrogate import Surrogate, need

__all__ = ["intervals", "reach", "sample", "scatter"]

Array = npt.NDArray[np.float64]
_STRETCH = 2.0


def scatter(dimensions: int, count_log2: int, seed: int) -> Array:
    """2^n places that fill the unit cube evenly (Sobol)."""
    return np.asarray(need("scipy.stats.qmc").Sobol(dimensions, scramble=True, seed=seed).random_base2(count_log2))


def sample(surrogate: Surrogate, seed: int, walkers: int = 100, steps: int = 200, keep: int = 40, temper: float = 1.0) -> Array:
    """walkers * keep places, distributed as the posterior."""
    d = len(surrogate.names)
    rng = np.random.default_rng(seed)
    walkers = max(walkers, 4 * d)
    walkers += walkers % 2
    with need("threadpoolctl").threadpool_limits(1):
        start = scatter(d, 12, seed)
        log = surrogate.likelihood(start, temper)
        weight = np.exp(log - log.max())
        chosen = rng.choice(len(start), walkers, p=weight / weight.sum())
        x = np.clip(start[chosen] + rng.normal(0, 0.01, (walkers, d)), 0.0, 1.0)
        value = surrogate.likelihood(x, temper)
        kept = []
        for step in range(steps):
            for half in (0, 1):
                mine, other = np.arange(half, walkers, 2), np.arange(1 - half, walkers, 2)
                z = (1 + (_STRETCH - 1) * rng.random(len(mine))) ** 2 / _STRETCH
                partner = x[rng.choice(other, len(mine))]
                proposed = partner + z[:, None] * (x[mine] - partner)
                found = surrogate.likelihood(proposed, temper)
                accept = np.log(rng.random(len(mine))) < (d - 1) * np.log(z) + found - value[mine]
                x[mine[accept]], value[mine[accept]] = proposed[accept], found[accept]
            if (steps - 1 - step) % max(1, steps // 2 // keep) == 0 and step >= steps // 2:
                kept.append(x.copy())
    return np.concatenate(kept[-keep:])


def intervals(samples: Array, mass: float = 0.9) -> tuple[Array, Array]:
    """Intervals [2, parameters] of each parameter alone, and of all together: the box that holds this part of the posterior, with tails of equal mass."""
    tail = (1 - mass) / 2
    alone = np.quantile(samples, [tail, 1 - tail], axis=0)
    low, high = 0.0, tail
    for _ in range(40):
        middle = (low + high) / 2
        box = np.quantile(samples, [middle, 1 - middle], axis=0)
        inside = np.mean(np.all((samples >= box[0]) & (samples <= box[1]), axis=1))
        low, high = (middle, high) if inside >= mass else (low, middle)
    return alone, np.quantile(samples, [low, 1 - low], axis=0)


class Reach(NamedTuple):
    """What comes nearest. `misfit`: of each quantity where it can be met best, as far as is known; `together`: the place for all of them. What is not known
    counts as met there; what is told are the places whose means lie nearest: `places` for each quantity, `common` for all."""

    misfit: Array
    together: Array
    places: Array
    common: Array


def reach(surrogate: Surrogate, seed: int) -> Reach:
    """What comes nearest to what was measured."""
    places = np.vstack([scatter(len(surrogate.names), 13, seed), _corners(len(surrogate.names))])
    with need("threadpoolctl").threadpool_limits(1):
        misfit, distance = surrogate.misfit(places), surrogate.misfit(places, known=True)
    return Reach(np.min(np.abs(misfit), axis=0), places[np.argmin(np.sum(misfit**2, axis=1))],
                 places[np.argmin(np.abs(distance), axis=0)], places[np.argmin(np.sum(distance**2, axis=1))])


def _corners(dimensions: int) -> Array:
    if dimensions > 8:
        return np.full((1, dimensions), 0.5)
    return np.array(np.meshgrid(*[[0.0, 1.0]] * dimensions)).reshape(dimensions, -1).T.astype(np.float64)
