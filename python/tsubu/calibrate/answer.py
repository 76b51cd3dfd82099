# SPDX-License-Identifier: Apache-2.0
"""What a calibration answers: parameters with intervals, how they hang together, what the tests are predicted to tell."""
from __future__ import annotations

import csv
import math
import os
from typing import Iterable, NamedTuple

import numpy as np
import numpy.typing as npt

from .posterior import intervals
from .store import Row
from .study import Quantity, Study, Test
from .surrogate import Surrogate, need

__all__ = ["Answer", "Parameter", "Prediction"]

Array = npt.NDArray[np.float64]
_EDGE = 0.02  # of the range


class Parameter(NamedTuple):
    """A parameter: `low` and `high` hold it with 90 %, together with all others in their intervals; `alone_low` and `alone_high` whatever the
    others are. `open_low`, `open_high`: the tests do not bound it within its range."""

    name: str
    label: str
    mean: float
    median: float
    deviation: float
    low: float
    high: float
    alone_low: float
    alone_high: float
    open_low: bool
    open_high: bool


class Prediction(NamedTuple):
    """A quantity as the posterior predicts it, with 90 % between `low` and `high`; `measured` and `uncertainty` are NaN where nothing was measured.
    Of tests that were used it is the mean over seeds, of others single runs."""

    name: str
    unit: str
    mean: float
    deviation: float
    low: float
    high: float
    measured: float
    uncertainty: float


class Answer:
    """The answer of a calibration. Attributes: `parameters` by name, `best` (one set, where one is needed: the least misfit is expected there, in
    standard deviations of the measurements: `misfit`), `fitted` and `predicted` by test.quantity, `samples` (a structured array drawn
    from the posterior), `correlation` (matrix, of the places in the ranges), `runs`, `failed`, `seconds` (of all runs), `warnings`, `folder`, `report`."""

    def __init__(self, study: Study, surrogate: Surrogate, places: Array, rows: list[Row], predicted: list[Row], folder: str):
        self.study, self.surrogate, self.places, self.folder = study, surrogate, places, folder
        self.rows, self.predicted_rows = rows, predicted
        self.report = os.path.join(folder, "report.html")
        self.runs, self.failed = len(rows), sum(r.state == "failed" for r in rows)
        self.seconds = sum(r.seconds for r in (*rows, *predicted))
        free = list(study.parameters.values())
        values = [np.array([p.value(float(u)) for u in places[:, k]]) for k, p in enumerate(free)]
        self.samples = np.array(list(zip(*values)), [(p.name, "f8") for p in free])
        self.parameters = {p.name: self._parameter(k, values[k]) for k, p in enumerate(free)}
        expected = surrogate.expected(places)
        found = int(np.argmin(expected))
        self.best = {p.name: p.value(float(u)) for p, u in zip(free, places[found])}
        self.misfit = math.sqrt(float(expected[found]))
        self.correlation: Array = np.atleast_2d(np.corrcoef(places.T))
        self.fitted = {f"{t}.{q}": self._fitted((t, q)) for t, q in surrogate.process}
        self.predicted = {f"{t.name}.{q.name}": p for t in study.predict.values() for q in t.quantities if (p := self._predicted(t, q))}
        self.warnings = list(self._warnings())

    def _parameter(self, k: int, values: Array) -> Parameter:
        p = list(self.study.parameters.values())[k]
        alone, together = intervals(self.places)
        low, high, alone_low, alone_high = (p.value(float(u)) for u in (*together[:, k], *alone[:, k]))
        return Parameter(p.name, p.label, float(values.mean()), float(np.median(values)), float(values.std()), low, high, alone_low, alone_high,
                         bool(alone[0, k] < 0.05 + _EDGE), bool(alone[1, k] > 0.95 - _EDGE))

    def _fitted(self, key: tuple[str, str]) -> Prediction:
        q = self.surrogate.quantity[key]
        mean, variance = self.surrogate.predict(key, self.places)
        drawn = mean + np.sqrt(variance) * np.random.default_rng(self.study.seed).standard_normal(len(mean))
        return _summary(f"{key[0]}.{key[1]}", q, np.exp(drawn) if q.log else drawn, 0)

    def _predicted(self, test: Test, quantity: Quantity) -> Prediction | None:
        values = np.array([r.results[quantity.name] for r in self.predicted_rows if r.test == test.name and r.state == "done"])
        return _summary(f"{test.name}.{quantity.name}", quantity, values, len(values)) if len(values) > 1 else None

    def _warnings(self) -> Iterable[str]:
        if self.failed:
            first = next(r for r in self.rows if r.state == "failed")
            yield f"{self.failed} of {self.runs} runs failed and are left out; the first one is run {first.id} ({first.test}): {first.error}"
        for p in self.parameters.values():
            if p.open_low or p.open_high:
                side = "at both ends" if p.open_low and p.open_high else "below" if p.open_low else "above"
                yield f"{p.name} is not bounded {side} by these tests: its interval reaches the end of its range; add a test, or widen the range"
        for name in self.study.predict:
            if not any(k.startswith(f"{name}.") for k in self.predicted):
                error = next((r.error for r in self.predicted_rows if r.test == name and r.error), "")
                yield f"{name} is not predicted: its runs failed: {error}"

    # ---- files --------------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Writes answer.csv, posterior.csv and runs.csv into the folder."""
        rows: list[tuple[object, ...]] = [("parameter", p.name, p.mean, p.deviation, p.median, p.low, p.high, p.alone_low, p.alone_high, "", "") for p in self.parameters.values()]
        more: list[tuple[object, ...]] = [(kind, q.name, q.mean, q.deviation, "", "", "", q.low, q.high, _blank(q.measured), _blank(q.uncertainty))
                for kind, found in (("fitted", self.fitted), ("predicted", self.predicted)) for q in found.values()]
        rows += [("best", name, value, *[""] * 8) for name, value in self.best.items()]
        _table(os.path.join(self.folder, "answer.csv"), ("kind", "name", "mean", "deviation", "median", "low", "high", "alone_low", "alone_high", "measured",
                                                         "uncertainty"), [*rows, *more])
        _table(os.path.join(self.folder, "posterior.csv"), self.samples.dtype.names or (), self.samples.tolist())
        free = list(self.study.parameters)
        told = sorted({q for r in (*self.rows, *self.predicted_rows) for q in r.results})
        _table(os.path.join(self.folder, "runs.csv"), ("run", "stage", "batch", "test", "seed", *free, "state", *told, "error"),
               [(r.id, r.stage, r.batch, r.test, r.seed, *(r.parameters.get(p, "") for p in free), r.state, *(r.results.get(q, "") for q in told), r.error)
                for r in (*self.rows, *self.predicted_rows)])

    def text(self) -> str:
        """The answer in a few lines."""
        lines = [f"{self.runs} runs, {self.seconds:.0f} s of one core. With 90 % all parameters lie in their intervals:"]
        for p in self.parameters.values():
            lines.append(f"  {p.name:12} {p.low:.4g} .. {p.high:.4g}   median {p.median:.4g}   alone {p.alone_low:.4g} .. {p.alone_high:.4g}")
        for title, found in (("Tests as fitted", self.fitted), ("Predictions, 90 % of single runs", self.predicted)):
            if found:
                lines.append(f"{title}:")
            for q in found.values():
                measured = f"   measured {q.measured:.4g} +- {q.uncertainty:.3g}" if math.isfinite(q.measured) else ""
                lines.append(f"  {q.name:20} {q.low:.4g} .. {q.high:.4g} {q.unit}{measured}")
        lines.append(self.one())
        ridge = self.ridge()
        if ridge:
            lines.append(ridge)
        return "\n".join([*lines, *(f"WARNING: {w}" for w in self.warnings), f"Report: {self.report}"])

    def one(self) -> str:
        """One set of parameters, for who needs one."""
        return (f"One set, where one is needed: {', '.join(f'{n} = {v:.4g}' for n, v in self.best.items())}; "
                f"expected misfit {self.misfit:.2g} standard deviations of the measurements.")

    def ridge(self) -> str:
        """Which two parameters make up for each other, if any do."""
        names = list(self.parameters)
        if len(names) < 2:
            return ""
        off = np.abs(self.correlation - np.eye(len(names)))
        i, j = sorted(int(v) for v in np.unravel_index(int(np.argmax(off)), off.shape))
        r = float(self.correlation[i, j])
        if abs(r) < 0.5:
            return ""
        way = "a smaller" if r < 0 else "a larger"
        return f"{names[i]} and {names[j]} lie on a ridge (correlation {r:.2f}): a larger {names[i]} with {way} {names[j]} fits as well."


def _summary(name: str, quantity: Quantity, values: Array, single: int) -> Prediction:
    mean, deviation = float(np.mean(values)), float(np.std(values, ddof=1))
    low, high = (float(v) for v in np.quantile(values, [0.05, 0.95]))
    if single:  # few values: of a Student distribution
        reach = float(need("scipy.stats").t.ppf(0.95, single - 1)) * deviation * math.sqrt(1 + 1 / single)
        low, high = mean - reach, mean + reach
    return Prediction(name, quantity.unit, mean, deviation, low, high, quantity.value, quantity.uncertainty)


def _blank(value: float) -> float | str:
    return value if math.isfinite(value) else ""


def _table(path: str, names: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """A file that is there as a whole."""
    with open(path + ".new", "w", encoding="utf-8", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(names)
        out.writerows([f"{v:.10g}" if isinstance(v, float) else v for v in row] for row in rows)
    os.replace(path + ".new", path)
