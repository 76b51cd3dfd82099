# SPDX-License-Identifier: Apache-2.0
"""All runs of a study in one SQLite file. A run is planned in the same transaction as the others of its batch, and done once its result is in the
file: whoever is killed continues from there, and what is decided next depends on the file alone."""
from __future__ import annotations

import json
import os
import sqlite3
from typing import Any, Iterable, NamedTuple

from .errors import StudyError
from .study import Study

try:
    import fcntl
except ImportError:  # no locks here
    fcntl = None  # type: ignore[assignment]

__all__ = ["FIT", "PREDICT", "Planned", "Row", "Store"]

FIT, PREDICT = "fit", "predict"
_TABLES = """
CREATE TABLE IF NOT EXISTS study (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS batch (stage TEXT NOT NULL, number INTEGER NOT NULL, missed INTEGER NOT NULL, PRIMARY KEY (stage, number));
CREATE TABLE IF NOT EXISTS run (id INTEGER PRIMARY KEY, stage TEXT NOT NULL, batch INTEGER NOT NULL, test TEXT NOT NULL, seed INTEGER NOT NULL,
    parameters TEXT NOT NULL, state TEXT NOT NULL, results TEXT NOT NULL, error TEXT NOT NULL, seconds REAL NOT NULL);
"""


class Planned(NamedTuple):
    """A run that is to be made: which test, with which parameters."""

    test: str
    parameters: dict[str, float]


class Row(NamedTuple):
    """A run: `state` is planned, done or failed."""

    id: int
    stage: str
    batch: int
    test: str
    seed: int
    parameters: dict[str, float]
    state: str
    results: dict[str, float]
    error: str
    seconds: float


class Store:
    """The file runs.sqlite in the folder of a calibration."""

    def __init__(self, folder: str, study: Study):
        self.path = os.path.join(folder, "runs.sqlite")
        os.makedirs(folder, exist_ok=True)
        self._lock = open(os.path.join(folder, "lock"), "a", encoding="utf-8")
        if fcntl is not None:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._lock.close()
                raise StudyError(study.file, "", f"another process is calibrating in {folder}; wait for it, or take another folder (--out)") from None
        try:
            self._base = sqlite3.connect(self.path, isolation_level=None)
            self._base.executescript(_TABLES)
        except sqlite3.DatabaseError as error:
            self._lock.close()
            raise StudyError(study.file, "", f"{self.path} is not a file of runs ({error}); move it away, or take another folder (--out)") from None
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._same_study(study)

    def close(self) -> None:
        """Closes the file and lets others have it."""
        self._base.close()
        self._lock.close()

    def _same_study(self, study: Study) -> None:
        """Runs of another study would spoil the answer."""
        mine = study.fingerprint()
        there = dict(self._base.execute("SELECT key, value FROM study").fetchall())
        if not there:
            self._base.executemany("INSERT INTO study VALUES (?, ?)", mine.items())
            return
        for key in sorted({*mine, *there}):
            if mine.get(key) != there.get(key):
                self.close()
                what = "is new" if key not in there else "is gone" if key not in mine else "has changed"
                raise StudyError(study.file, key, f"this {what} since the runs in {self.path} were made; move that folder away, or take another one "
                                 "(--out)")

    def rows(self, stage: str = "") -> list[Row]:
        """The runs, by their numbers."""
        found = self._base.execute("SELECT id, stage, batch, test, seed, parameters, state, results, error, seconds FROM run WHERE ? IN ('', stage) "
                                   "ORDER BY id", (stage,)).fetchall()
        return [Row(r[0], r[1], r[2], r[3], r[4], json.loads(r[5]), r[6], json.loads(r[7]), r[8], r[9]) for r in found]

    def batches(self, stage: str) -> list[int]:
        """For each batch so far, how many before it in a row have missed what was measured."""
        return [int(m) for m, in self._base.execute("SELECT missed FROM batch WHERE stage = ? ORDER BY number", (stage,)).fetchall()]

    def plan(self, stage: str, number: int, missed: int, runs: Iterable[Planned], seed: int) -> None:
        """Writes down a batch as a whole. Each run has a seed of its own."""
        first = int(self._base.execute("SELECT COALESCE(MAX(id), 0) FROM run").fetchone()[0]) + 1
        self._base.execute("BEGIN IMMEDIATE")
        self._base.execute("INSERT INTO batch VALUES (?, ?, ?)", (stage, number, missed))
        for k, run in enumerate(runs, first):
            self._base.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, 'planned', '{}', '', 0)",
                               (k, stage, number, run.test, seed * 10000 + k, json.dumps(run.parameters)))
        self._base.execute("COMMIT")

    def finish(self, answer: dict[str, Any]) -> None:
        """Keeps what a run has told."""
        state = "failed" if answer["error"] else "done"
        self._base.execute("UPDATE run SET state = ?, results = ?, error = ?, seconds = ? WHERE id = ?",
                           (state, json.dumps(answer["results"]), answer["error"], answer["seconds"], answer["id"]))
