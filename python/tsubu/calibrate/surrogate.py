# SPDX-License-Identifier: Apache-2.0
"""Surrogates: for each quantity a Gaussian process over the unit cube of the parameters. What differs between seeds is its noise, and it is fitted
with the rest (scikit-learn). Predictions are of the mean over seeds, with the uncertainty that is left of it."""
from __future__ import annotations

import importlib
import math
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import UnsupportedError
from .store import Row
from .study import Quantity, Study, Test

__all__ = ["Process", "Surrogate", "need"]

Array = npt.NDArray[np.float64]
_STARTS = 2  # further starts of the search for hyperparameters
_JITTER = 1e-8


def need(name: str) -> Any:
    """A module of scikit-learn or scipy, which only calibrations need."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise UnsupportedError(f"a calibration fits its surrogate with scikit-learn, which is not there ({error}); install it (Debian: apt-get install "
                               "python3-sklearn)") from None


class Process:
    """A Gaussian process with given hyperparameters: Matern 5/2, a length for each parameter, noise of the seeds."""

    def __init__(self, x: Array, y: Array, lengths: Array, amplitude: float, noise: float, mean: float):
        self.x, self.y = x, y
        self.lengths, self.amplitude, self.noise, self.mean = lengths, amplitude, noise, mean
        self._solve = need("scipy.linalg").solve_triangular
        covariance = self._kernel(x, x)
        covariance[np.diag_indices(len(x))] += noise + _JITTER * amplitude
        self._chol = np.linalg.cholesky(covariance)
        half = self._solve(self._chol, y - mean, lower=True)
        self._weights = self._solve(self._chol, half, lower=True, trans="T")

    def _kernel(self, a: Array, b: Array) -> Array:
        r2 = np.zeros((len(a), len(b)))
        for q, length in enumerate(self.lengths):
            r2 += ((a[:, q, None] - b[None, :, q]) / length) ** 2
        r = np.sqrt(5 * r2)
        return np.asarray(self.amplitude * (1 + r + 5 / 3 * r2) * np.exp(-r))

    def predict(self, at: Array) -> tuple[Array, Array]:
        """Mean and variance of the mean over seeds."""
        k = self._kernel(at, self.x)
        half = self._solve(self._chol, k.T, lower=True)
        return self.mean + k @ self._weights, np.maximum(self.amplitude - np.einsum("ij,ij->j", half, half), 0.0)

    def covariance(self, a: Array, b: Array) -> Array:
        """Between places, given the runs."""
        ha = self._solve(self._chol, self._kernel(a, self.x).T, lower=True)
        hb = self._solve(self._chol, self._kernel(b, self.x).T, lower=True)
        return np.asarray(self._kernel(a, b) - ha.T @ hb)

    def with_run(self, at: Array) -> "Process":
        """The same as if there had been one more run: uncertainties shrink, means stay."""
        x = np.vstack([self.x, at[None, :]])
        return Process(x, np.append(self.y, self.predict(at[None, :])[0]), self.lengths, self.amplitude, self.noise, self.mean)


def _fit(x: Array, y: Array, seed: int) -> Process:
    """Hyperparameters of largest likelihood."""
    gaussian = need("sklearn.gaussian_process")
    kernels = need("sklearn.gaussian_process.kernels")
    mean, size = float(np.mean(y)), float(np.std(y))
    if size <= 1e-12 * max(1.0, abs(mean)):
        size = max(abs(mean), 1.0) * 1e-6  # a test that tells the same always
    kernel = (kernels.ConstantKernel(2.0, (0.2, 100.0)) * kernels.Matern([0.8] * x.shape[1], (0.15, 8.0), nu=2.5)
              + kernels.WhiteKernel(0.1, (1e-6, 1.5)))
    model = gaussian.GaussianProcessRegressor(kernel, alpha=_JITTER, n_restarts_optimizer=_STARTS, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a hyperparameter at its bound is not an error here
        model.fit(x, (y - mean) / size)
    found = model.kernel_
    return Process(x, y, np.atleast_1d(found.k1.k2.length_scale), float(found.k1.k1.constant_value) * size**2,
                   float(found.k2.noise_level) * size**2, mean)


class Surrogate:
    """Processes of all quantities of a study, from the runs that are done."""

    def __init__(self, study: Study, rows: list[Row]):
        self.study = study
        self.names = list(study.parameters)
        self.process: dict[tuple[str, str], Process] = {}
        self.quantity: dict[tuple[str, str], Quantity] = {}
        self.columns: dict[str, list[int]] = {}
        with need("threadpoolctl").threadpool_limits(1):  # sums in one order
            for test in study.tests.values():
                self._learn(test, [r for r in rows if r.test == test.name and r.state == "done"])

    def _learn(self, test: Test, rows: list[Row]) -> None:
        self.columns[test.name] = [self.names.index(p) for p in test.parameters]
        x = np.array([[self.study.parameters[p].unit(r.parameters[p]) for p in test.parameters] for r in rows])
        for quantity in test.quantities:
            y = np.array([r.results[quantity.name] for r in rows])
            self.quantity[test.name, quantity.name] = quantity
            self.process[test.name, quantity.name] = _fit(x, np.log(y) if quantity.log else y, self.study.seed)

    def target(self, key: tuple[str, str]) -> tuple[float, float]:
        """What was measured and its uncertainty, on the scale of the process."""
        quantity = self.quantity[key]
        return (math.log(quantity.value), quantity.uncertainty / quantity.value) if quantity.log else (quantity.value, quantity.uncertainty)

    def predict(self, key: tuple[str, str], at: Array) -> tuple[Array, Array]:
        """Mean and variance of a quantity at places of the unit cube."""
        return self.process[key].predict(at[:, self.columns[key[0]]])

    def misfit(self, at: Array, known: bool = False) -> Array:
        """For each place and quantity, how far the mean lies from what was measured, in standard deviations of both; as if it were known: of what was
        measured."""
        found = []
        for key in self.process:
            value, uncertainty = self.target(key)
            mean, variance = self.predict(key, at)
            found.append((mean - value) / np.sqrt(uncertainty**2 + (np.zeros_like(variance) if known else variance)))
        return np.array(found).T

    def expected(self, at: Array) -> Array:
        """For each place the mean square of all misfits that is to be expected, what is not known included, in units of what was measured."""
        total = np.zeros(len(at))
        for key in self.process:
            value, uncertainty = self.target(key)
            mean, variance = self.predict(key, at)
            total += ((mean - value) ** 2 + variance) / uncertainty**2
        return total / len(self.process)

    def likelihood(self, at: Array, temper: float = 1.0) -> Array:
        """Logarithm; what the surrogate does not know counts as uncertainty of the measurement. Outside of the ranges -infinity."""
        total = np.zeros(len(at))
        for key in self.process:
            value, uncertainty = self.target(key)
            mean, variance = self.predict(key, at)
            whole = temper**2 * uncertainty**2 + variance
            total -= 0.5 * ((mean - value) ** 2 / whole + np.log(whole))
        return np.where(np.all((at >= 0) & (at <= 1), axis=1), total, -np.inf)
