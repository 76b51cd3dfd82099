# SPDX-License-Identifier: Apache-2.0
"""A calibration from beginning to end."""
from __future__ import annotations

import os
from typing import Any, Callable, Mapping

import numpy as np

from .answer import Answer
from .design import far_together, first, missed, refine
from .errors import StudyError, UnreachableError
from .pool import Pool
from .posterior import reach, sample
from .ranks import Crew
from .report import write_report
from .store import FIT, PREDICT, Planned, Row, Store
from .study import Study
from .surrogate import Surrogate, need

__all__ = ["calibrate", "run"]

_PATIENCE = 3  # batches that miss what was measured, one after the other


def run(study: Study | str | os.PathLike[str] | Mapping[str, Any], out: str | os.PathLike[str] | None = None, cores: int | None = None,
        budget: int | None = None, say: Callable[[str], None] | None = None) -> Answer:
    """Calibrates. `out` is the folder of all files, beside the study and called by its name if it is not given; what is in it already is used, so that a
    calibration that was ended in the middle continues. `say` gets a line now and then. Raises `StudyError` for a study that makes no sense and
    `UnreachableError` if no parameters reproduce what was measured."""
    return calibrate(study, out, cores, budget, say, None)


def calibrate(study: Study | str | os.PathLike[str] | Mapping[str, Any], out: str | os.PathLike[str] | None, cores: int | None, budget: int | None,
              say: Callable[[str], None] | None, crew: Crew | None) -> Answer:
    """The same; a crew takes runs, too, each of its ranks as many at a time as there are `cores`, or one."""
    if not isinstance(study, Study):
        study = Study(study)
    need("sklearn.gaussian_process")
    if budget is not None:
        study.check_budget(budget)
    if cores is not None and cores < 1:
        raise StudyError(study.file, "cores", f"{cores} cores cannot run anything; give 1 or more")
    folder = os.path.abspath(_folder(study) if out is None else os.fspath(out))
    store = Store(folder, study)
    try:
        each = cores or (1 if crew else study.cores or _cores())
        if crew:
            crew.open(each)
        with Pool(study, folder, each, crew) as pool:
            return _Calibration(study, store, pool, budget or study.budget, folder, say or (lambda words: None)).go()
    finally:
        store.close()


def _folder(study: Study) -> str:
    if study.file is None:
        raise StudyError(None, "out", "a study that is not a file needs a folder for its runs; give out=")
    return os.path.splitext(study.file)[0] + "_calibration"


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Calibration:
    def __init__(self, study: Study, store: Store, pool: Pool, budget: int, folder: str, say: Callable[[str], None]):
        self.study, self.store, self.pool, self.budget, self.folder, self.say = study, store, pool, budget, folder, say

    def go(self) -> Answer:
        out_of_reach = self.fit()
        rows = self.store.rows(FIT)
        surrogate = Surrogate(self.study, rows)
        places = sample(surrogate, self.study.seed, walkers=120, steps=400, keep=40)
        predicted = [] if out_of_reach or missed(surrogate, self.study.seed) else self.predict(places, len(rows))
        answer = Answer(self.study, surrogate, places, rows, predicted, self.folder)
        answer.write()
        sentence, nearest = self.reached(surrogate)
        write_report(answer, self.pool, sentence)
        if sentence:
            raise UnreachableError(sentence, nearest, answer.report)
        return answer

    def make(self, stage: str) -> list[Row]:
        """Makes what is planned."""
        self.pool.run(self.store.rows(stage), self.store.finish)
        return self.store.rows(stage)

    def fit(self) -> bool:
        """Runs until the budget is used up; true if it was given up before."""
        batches = self.store.batches(FIT)
        if not batches:
            self.store.plan(FIT, 0, 0, first(self.study, self.budget), self.study.seed)
            batches = [0]
        while True:
            rows = self.make(FIT)
            self.check(rows)
            if len(rows) >= self.budget:
                return False
            surrogate = Surrogate(self.study, rows)
            count = batches[-1] + 1 if missed(surrogate, self.study.seed) else 0
            if count > _PATIENCE:
                return True
            self.say(f"{len(rows)} of {self.budget} runs" + (", out of reach so far" if count else ""))
            self.store.plan(FIT, len(batches), count, refine(self.study, surrogate, min(self.study.batch, self.budget - len(rows)), len(batches)),
                            self.study.seed)
            batches.append(count)

    def check(self, rows: list[Row]) -> None:
        """Runs that fail leave holes; too many of them leave nothing to fit."""
        for test in self.study.tests:
            mine = [r for r in rows if r.test == test]
            done = sum(r.state == "done" for r in mine)
            if done < len(test_parameters(self.study, test)) + 2 or done < len(mine) // 2:
                bad = next(r for r in mine if r.state == "failed")
                raise StudyError(self.study.file, f"tests.{test}", f"{len(mine) - done} of {len(mine)} runs failed; the first one, in "
                                 f"{self.pool.folder(bad)}, said: {bad.error}")

    def predict(self, places: np.ndarray[Any, Any], runs: int) -> list[Row]:
        """Runs the tests that are predicted with parameters drawn from the posterior."""
        if not self.study.predict:
            return []
        stage = f"{PREDICT} after {runs}"
        if not self.store.batches(stage):
            drawn = places[np.random.default_rng(self.study.seed).choice(len(places), self.study.predictions, replace=False)]
            self.store.plan(stage, 0, 0, [Planned(t.name, {p.name: p.value(float(u)) for p, u in zip(self.study.parameters.values(), place)
                                                           if p.name in t.parameters}) for t in self.study.predict.values() for place in drawn],
                            self.study.seed)
        return self.make(stage)

    def reached(self, surrogate: Surrogate) -> tuple[str, dict[str, float]]:
        """What cannot be met, as a sentence, and what comes nearest; nothing if all can."""
        found = reach(surrogate, self.study.seed)
        words, nearest = [], {}
        for k, key in enumerate(surrogate.process):
            name, quantity = ".".join(key), surrogate.quantity[key]
            mean = float(surrogate.predict(key, found.places[k:k + 1])[0][0])
            nearest[name] = float(np.exp(mean)) if quantity.log else mean
            if found.misfit[k] > 3:
                at = ", ".join(f"{p.name} = {p.value(float(u)):.3g}" for p, u in zip(self.study.parameters.values(), found.places[k]))
                words.append(f"no parameters reproduce {name} = {quantity.value:g}{' ' + quantity.unit if quantity.unit else ''}; nearest {nearest[name]:.3g}, "
                             f"at {at}")
        if not words and far_together(surrogate, found.together):
            at = ", ".join(f"{p.name} = {p.value(float(u)):.3g}" for p, u in zip(self.study.parameters.values(), found.common))
            for key in surrogate.process:
                mean = float(surrogate.predict(key, found.common[None, :])[0][0])
                nearest[".".join(key)] = float(np.exp(mean)) if surrogate.quantity[key].log else mean
            words.append("no parameters reproduce all tests together; nearest " + ", ".join(
                f"{n} = {v:.3g} (measured {surrogate.quantity[k].value:g})" for (n, v), k in zip(nearest.items(), surrogate.process)) + f", at {at}")
        if not words:
            return "", {}
        return "; ".join(words) + "; widen the ranges, free another parameter, or look at the measurement again", nearest


def test_parameters(study: Study, test: str) -> tuple[str, ...]:
    """The free parameters that a test has."""
    return study.tests[test].parameters
