# SPDX-License-Identifier: Apache-2.0
"""Logs, dumps and restart files as structured arrays, which pandas.DataFrame takes as they are."""
from __future__ import annotations

import os
from typing import NamedTuple, TextIO

import numpy as np

from .errors import FileError, InputError
from .views import Array
from .world import Energy, load

__all__ = ["Restart", "columns", "read_dump", "read_log", "read_restart"]


class Restart(NamedTuple):
    """What a restart file holds: step, time [s], particles by rising ids with a plain column for each number, contacts that touch (empty in a file
    of a deck, whose contact models are not in it), accounts of energy, hash of the state."""

    step: int
    time: float
    particles: Array
    contacts: Array
    energy: Energy
    hash: str


def read_restart(path: str | os.PathLike[str]) -> Restart:
    """The state in a restart file of a deck, or in a file of `save`."""
    with load(path, threads=1) as world:
        digest = world.hash  # reading the energy finds forces anew
        particles = world.table()
        return Restart(world.step, world.time, particles, world.contacts, world.energy, digest)


def columns(table: Array) -> dict[str, Array]:
    """A structured array as plain columns: what has several numbers a row becomes NAME_x, NAME_y, NAME_z or NAME_1, NAME_2 ... For
    `pandas.DataFrame(tsubu.columns(sim.contacts))`."""
    found: dict[str, Array] = {}
    for name in table.dtype.names or ():
        part = table[name]
        if part.ndim == 1:
            found[name] = part
            continue
        for q in range(part.shape[1]):
            found[f"{name}_{'xyz'[q] if part.shape[1] == 3 else q + 1}"] = part[:, q]
    return found


def _open(path: str | os.PathLike[str]) -> TextIO:
    try:
        return open(path, encoding="utf-8", errors="replace")
    except OSError as error:
        raise FileError(f"{os.fspath(path)} cannot be read: {error.strerror or error}") from None


def read_log(path: str | os.PathLike[str]) -> list[Array]:
    """The tables of a log of tsubu, LIGGGHTS or LAMMPS, one for each run: structured arrays with a field for each column."""
    tables: list[Array] = []
    names: list[str] | None = None
    rows: list[tuple[float, ...]] = []

    def end() -> None:
        nonlocal names, rows
        if names and rows:
            tables.append(np.array(rows, [(n, "f8") for n in names]))
        names, rows = None, []

    with _open(path) as f:
        for line in f:
            words = line.split()
            if "Step" in words and len(set(words)) == len(words):
                end()
                names = words
            elif line.startswith("Loop time"):
                end()
            elif names and len(words) == len(names):
                try:
                    rows.append(tuple(float(w) for w in words))
                except ValueError:
                    pass  # a warning with as many words
    end()
    if not tables:
        raise InputError(f"{os.fspath(path)} has no thermo output: no line of column names with Step and numbers below it")
    return tables


def read_dump(path: str | os.PathLike[str]) -> list[tuple[int, Array]]:
    """The frames of a text dump (`dump custom`): pairs of the step and a structured array."""
    frames: list[tuple[int, Array]] = []
    with _open(path) as f:
        step, count, line = 0, 0, f.readline()
        if not line.startswith("ITEM: "):
            raise InputError(f"{os.fspath(path)} is not a text dump: it does not begin with ITEM:")
        while line:
            if line.startswith("ITEM: TIMESTEP"):
                step = int(f.readline())
            elif line.startswith("ITEM: NUMBER OF"):
                count = int(f.readline())
            elif line.startswith(("ITEM: ATOMS", "ITEM: ENTRIES")):
                names = line.split()[2:]
                rows = [tuple(f.readline().split()) for _ in range(count)]
                if any(len(r) != len(names) for r in rows):
                    raise InputError(f"{os.fspath(path)}: the frame of step {step} is cut off")
                kinds = [(n, "i8" if n in ("id", "type", "mol") else "f8") for n in names]
                frames.append((step, np.array([tuple(float(w) for w in r) for r in rows], kinds)))
            line = f.readline()
    return frames
