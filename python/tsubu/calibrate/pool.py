# SPDX-License-Identifier: Apache-2.0
"""Runs decks side by side, each in a process and a folder of its own."""
from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from types import TracebackType
from typing import Any, Callable

from .store import Row
from .study import Study, Test

__all__ = ["Pool"]


class _Worker:
    def __init__(self) -> None:
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
        environment["PYTHONPATH"] = os.pathsep.join(p for p in (package, os.environ.get("PYTHONPATH", "")) if p)
        self.process = subprocess.Popen([sys.executable, "-m", "tsubu.calibrate.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, start_new_session=True)
        self.job: dict[str, Any] | None = None

    def give(self, job: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.job = job
        try:
            self.process.stdin.write((json.dumps(job) + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # it is seen when the answer is read

    def answer(self) -> dict[str, Any]:
        """What the run has told; of a process that died, that it did."""
        assert self.process.stdout is not None and self.job is not None
        line = self.process.stdout.readline()
        job, self.job = self.job, None
        if line.endswith(b"\n"):
            found: dict[str, Any] = json.loads(line)
            return found
        code = self.process.wait()
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return {"id": job["id"], "error": f"the process of the run ended by {how}", "results": {}, "seconds": 0.0}

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass


class Pool:
    """As many processes as there are cores; `run` makes the planned runs among the rows."""

    def __init__(self, study: Study, folder: str, cores: int):
        self._study, self._folder, self._cores = study, folder, cores
        self._workers: list[_Worker] = []

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        for worker in self._workers:
            worker.close()

    def folder(self, row: Row) -> str:
        """Where a run is made."""
        return os.path.join(self._folder, "runs", f"{row.id:04d}_{row.test}")

    def _job(self, row: Row, picture: bool = False) -> dict[str, Any]:
        test: Test = {**self._study.tests, **self._study.predict}[row.test]
        variables = {**test.variables, **{k: repr(v) for k, v in row.parameters.items()}}
        if test.seed:
            variables[test.seed] = str(row.seed)
        return {"id": row.id, "folder": self.folder(row), "deck": test.deck, "files": test.files, "variables": variables, "picture": picture,
                "quantities": [{"name": q.name, "formula": q.formula, "column": q.column, "scale": "log" if q.log else ""} for q in test.quantities]}

    def run(self, rows: list[Row], done: Callable[[dict[str, Any]], None]) -> None:
        """Runs all that are planned; `done` gets each answer."""
        self._go([self._job(r) for r in rows if r.state == "planned"], done)

    def draw(self, rows: list[Row]) -> list[str]:
        """Makes these runs again, to the same bits, and draws how they end; where the pictures are."""
        pictures = [os.path.join(self.folder(r), "picture.png") for r in rows]
        self._go([self._job(r, True) for r, p in zip(rows, pictures) if not os.path.exists(p)], lambda answer: None)
        return pictures

    def _go(self, todo: list[dict[str, Any]], done: Callable[[dict[str, Any]], None]) -> None:
        while len(self._workers) < min(self._cores, len(todo)):
            self._workers.append(_Worker())
        with selectors.DefaultSelector() as selector:
            for k, _ in enumerate(self._workers):
                if todo:
                    self._start(selector, k, todo.pop(0))
            while selector.get_map():
                for key, _ in selector.select():
                    selector.unregister(key.fileobj)
                    done(self._workers[key.data].answer())
                    if todo:
                        self._start(selector, key.data, todo.pop(0))

    def _start(self, selector: selectors.BaseSelector, k: int, job: dict[str, Any]) -> None:
        if self._workers[k].process.poll() is not None:
            self._workers[k].close()
            self._workers[k] = _Worker()
        stdout = self._workers[k].process.stdout
        assert stdout is not None
        self._workers[k].give(job)
        selector.register(stdout, selectors.EVENT_READ, k)
