# SPDX-License-Identifier: Apache-2.0
"""Runs decks side by side, each in a process and a folder of its own, on this machine and with other ranks."""
from __future__ import annotations

import os
from types import TracebackType
from typing import Any, Callable

from .hands import Hands
from .ranks import Crew
from .store import Row
from .study import Study, Test

__all__ = ["Pool"]


class Pool:
    """As many processes as there are cores, and those of a crew; `run` makes the planned runs among the rows."""

    def __init__(self, study: Study, folder: str, cores: int, crew: Crew | None = None):
        self._study, self._folder = study, folder
        self._hands, self._crew = Hands(cores), crew

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self._hands.close()

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
        left = len(todo)
        while left:
            for where in (self._hands, self._crew):
                while todo and where is not None and where.free:
                    where.give(todo.pop(0))
            for answer in [*self._hands.answers(0.01 if self._crew else None), *(self._crew.answers() if self._crew else ())]:
                done(answer)
                left -= 1
