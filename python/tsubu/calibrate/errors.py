# SPDX-License-Identifier: Apache-2.0
"""What a calibration refuses, and how it says so."""
from __future__ import annotations

import difflib
from typing import Iterable

from ..errors import InputError

__all__ = ["StudyError", "UnreachableError", "near"]


class StudyError(InputError):
    """A study makes no sense. `file` and `key` tell where, `remedy` what to do."""

    key: str = ""

    def __init__(self, file: str | None, key: str, sentence: str):
        where = ": ".join(w for w in (file, key) if w)
        super().__init__(f"{where}: {sentence}" if where else sentence)
        self.file, self.key = file, key


class UnreachableError(InputError):
    """No parameters within the ranges reproduce what was measured. `nearest` holds what comes nearest, by test.quantity; the report is written."""

    def __init__(self, sentence: str, nearest: dict[str, float], report: str):
        super().__init__(sentence)
        self.nearest, self.report = nearest, report


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'X'?`, or what there is."""
    names = sorted(known)
    found = difflib.get_close_matches(word, names, 1)
    return f"; did you mean '{found[0]}'?" if found else f"; there is {', '.join(names)}" if names else ""
