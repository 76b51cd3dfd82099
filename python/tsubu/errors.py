# SPDX-License-Identifier: Apache-2.0
"""Exceptions. Each has the engine's sentence, and where it happened in a deck, its file and line."""
from __future__ import annotations

from typing import Any, Callable, TypeVar, cast

from ._tsubu import ffi, lib

__all__ = ["Error", "InputError", "UnsupportedError", "FileError", "OutOfMemoryError", "UnstableError", "StaleError"]


class Error(Exception):
    """What went wrong, with which value, and what to do. `file` and `line` tell where in a deck (None and 0 outside of one); `remedy` is
    what the sentence says to do, where it says so behind a semicolon."""

    file: str | None = None
    line: int = 0

    @property
    def remedy(self) -> str:
        """What to do; empty if the sentence does not say."""
        return str(self).partition("; ")[2]


class InputError(Error, ValueError):
    """An invalid request: a wrong shape, a value that is not finite, an unknown name."""


class UnsupportedError(Error, NotImplementedError):
    """It makes sense, but tsubu does not do it."""


class FileError(Error, OSError):
    """A file could not be read or written."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


class UnstableError(Error, ArithmeticError):
    """The simulation broke down: a number is not finite, a particle was lost."""


class StaleError(Error, RuntimeError):
    """A view was read after the world had changed; ask for it again, or keep a copy()."""


_KINDS = {1: InputError, 2: UnsupportedError, 3: FileError, 4: OutOfMemoryError, 5: UnstableError}


_F = TypeVar("_F", bound=Callable[..., Any])


def extern(**options: Any) -> Callable[[_F], _F]:
    """Decorator: the function is what the engine calls by that name."""
    return cast("Callable[[_F], _F]", ffi.def_extern(**options))


def text(pointer: Any) -> str:
    """A C string as str."""
    return str(ffi.string(pointer), "utf-8", "replace")


def raised(err: Any) -> Error:
    """The exception for a filled tsu_error."""
    message = text(err.message) or "the engine gave no reason"
    file = text(err.file)
    made = _KINDS.get(int(err.status), Error)(f"{file}:{err.line}: {message}" if file else message)
    made.file, made.line = file or None, int(err.line)
    return made


def check(function: Any, *arguments: Any) -> None:
    """Calls a function of the engine that returns a status; raises if it fails."""
    err = ffi.new("tsu_error *")
    if function(*arguments, err) != lib.TSU_OK:
        raise raised(err)
