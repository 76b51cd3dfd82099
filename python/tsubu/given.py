# SPDX-License-Identifier: Apache-2.0
"""What callers give, read strictly: a value of the wrong kind raises a sentence of ours."""
from __future__ import annotations

import difflib
import math
import os
from typing import Any

import numpy as np

from .errors import InputError
from .views import Array

__all__: list[str] = []


def number(what: str, value: Any) -> float:
    """A finite number."""
    try:
        found = float(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} is {value!r}; it must be a number") from None
    if not math.isfinite(found):
        raise InputError(f"{what} is {found}; it must be finite")
    return found


def whole(what: str, value: Any, low: int = 0, high: int = 2**31 - 1) -> int:
    """A whole number from low to high."""
    found = number(what, value)
    if isinstance(value, str) or found != int(found) or not low <= found <= high:
        raise InputError(f"{what} is {value!r}; it must be a whole number from {low} to {high}")
    return int(found)


def words(what: str, value: Any) -> bytes:
    """A text as the engine takes it."""
    if not isinstance(value, str):
        raise InputError(f"{what} is {value!r}; it must be a text")
    if "\0" in value:
        raise InputError(f"{what} has a zero byte at {value.index(chr(0))}; take it out")
    return value.encode()


def variables(given: Any) -> list[tuple[bytes, list[bytes]]]:
    """Variables of a deck: names, and for each the words of its value or values."""
    if given is None:
        return []
    if not isinstance(given, dict):
        raise InputError(f"var is {given!r}; it must be a dict, as in var={{\"d\": 0.01}}")
    return [(words("the name of a variable", name), [words(f"variable {name}", str(v)) for v in
             (value if isinstance(value, (list, tuple)) else [value])]) for name, value in given.items()]


def did_you_mean(word: str, known: list[str]) -> str:
    """What was meant, or all that there is."""
    near = difflib.get_close_matches(word, known, 1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known) or 'none yet'}"


def read_ids(ids: Any) -> Array:
    """Ids of particles; what is none is refused."""
    given = np.atleast_1d(np.asarray(ids))
    if given.size and (given.dtype.kind not in "iu" or (given.dtype.kind == "i" and (given < 0).any())):
        raise InputError(f"ids must be whole numbers from 1 on, not {ids!r}")
    return np.ascontiguousarray(given, np.uint64).ravel()


def shape_of(value: Any) -> str:
    """What was given in place of an array, for a sentence."""
    try:
        shape = np.shape(value)
    except ValueError:
        return "rows of different lengths"
    return f"an array of shape {shape}" if shape else repr(value)


def numbers(what: str, value: Any, shape: tuple[int, ...]) -> Array:
    """Finite doubles of a shape; a single row or number stands for all."""
    try:
        given = np.asarray(value, np.float64)
        found = np.ascontiguousarray(np.broadcast_to(given, shape))
    except (TypeError, ValueError):
        raise InputError(f"{what}: {shape_of(value)}; numbers of shape {shape} are needed") from None
    if given.ndim > len(shape) or (given.ndim and len(shape) == 2 and given.shape[-1] != shape[-1]):
        raise InputError(f"{what}: an array of shape {given.shape}; {shape} is needed")
    if not np.isfinite(found).all():
        where = tuple(int(k) for k in np.argwhere(~np.isfinite(found))[0])
        raise InputError(f"{what}: the number at {where} is {found[where]}; it must be finite")
    return found


def vector(what: str, value: Any) -> list[float]:
    """Three finite numbers; one number does not stand for all three."""
    if np.isscalar(value) or value is None:
        raise InputError(f"{what}: {value!r}; three numbers are needed, as in (0, 0, 1)")
    return [float(v) for v in numbers(what, value, (3,))]


def file_name(what: str, value: Any) -> bytes:
    """The name of a file."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise InputError(f"{what} is {value!r}; it must be the name of a file")
    return os.fsencode(value)


def triangles(name: str, source: Any) -> tuple[Array, Array]:
    """Vertices [n, 3] and triangles [m, 3] of a mesh that is given by arrays."""
    try:
        points, faces = (np.asarray(part) for part in source)
        real, indices = np.ascontiguousarray(points, np.float64), np.ascontiguousarray(faces, np.int32)
    except (TypeError, ValueError):
        raise InputError(f"mesh {name}: {source!r:.80}; a file, or (vertices, triangles) with three numbers a row, is needed") from None
    if real.ndim != 2 or real.shape[1] != 3 or indices.ndim != 2 or indices.shape[1] != 3:
        raise InputError(f"mesh {name}: vertices of shape {real.shape}, triangles {indices.shape}; both have three numbers a row")
    if (indices != faces).any():
        raise InputError(f"mesh {name}: triangle {int(np.argwhere(indices != faces)[0][0])} has an index that is not a whole number")
    return real, indices
