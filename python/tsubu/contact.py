# SPDX-License-Identifier: Apache-2.0
"""One contact along a prescribed path, with the contact models of a simulation or a deck."""
from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np

from ._tsubu import ffi, lib
from .engine import doubles
from .errors import InputError, StaleError, check, raised, text
from .given import file_name, number, numbers, variables
from .simulation import Simulation
from .views import Array
from .world import World

__all__ = ["Contact"]


class Contact:
    """One contact whose motion is prescribed; no body answers. `source` is a simulation (its models between particles) or the file of a
    deck, which is read and not run. `radius` and `density` are a number or one for each body [m, kg/m^3]; `materials` two names, or
    numbers from 1; with `wall` the second body is a wall. `timestep` is the time of a row [s], else that of the source."""

    def __init__(self, source: World | str | os.PathLike[str], radius: Any = 1e-3, materials: Any = None, wall: bool = False,
                 density: Any = None, timestep: float | None = None, var: dict[str, Any] | None = None):
        self._lock = threading.Lock()  # one thread at a time
        d = ffi.new("tsu_probe_def *", lib.tsu_probe_def_default())
        d.radius = list(numbers("radius", radius, (2,)))
        d.wall = bool(wall)
        kinds = self._kinds(source, materials)
        d.type = kinds
        d.density = list(numbers("density", self._densities(source, kinds) if density is None else density, (2,)))
        d.timestep = 0.0 if timestep is None else number("timestep", timestep)
        if timestep is not None and not d.timestep > 0:
            raise InputError(f"timestep is {timestep}; it must be positive")
        err = ffi.new("tsu_error *")
        if isinstance(source, World):
            if timestep is None and isinstance(source, Simulation):
                source._choose_timestep()
            with source._lock:
                made = lib.tsu_probe_create(source._idle(), d, err)
        else:
            pairs = [(name, values[0]) for name, values in variables(var)]
            hold = [ffi.new("char[]", w) for pair in pairs for w in pair]
            listed = ffi.new("const char *[]", hold)
            d.variable, d.variables = listed, len(pairs)
            made = lib.tsu_probe_read(file_name("the source of a contact", source), d, err)
        if made == ffi.NULL:
            raise raised(err)
        self._pointer: Any = ffi.gc(made, lib.tsu_probe_destroy)
        names: list[str] = []
        while (name := lib.tsu_probe_column(made, len(names))) != ffi.NULL:
            names.append(text(name))
        #: What an answer consists of: step, t, overlap, fn, fn_elastic, ftx, fty, mrx, mry, mrz, energy_elastic, energy_dissipated,
        #: dissipated_NAME of each mechanism, and what the models remember.
        self.columns: tuple[str, ...] = tuple(names)

    @staticmethod
    def _kinds(source: Any, materials: Any) -> list[int]:
        if materials is None:
            return [1, 0]
        both = [materials, materials] if isinstance(materials, (str, int)) else list(materials)
        if len(both) != 2:
            raise InputError(f"materials={materials!r}: one for both bodies, or two, are needed")
        if any(isinstance(m, str) for m in both) and not isinstance(source, Simulation):
            raise InputError("only materials of a simulation have names; say their numbers, from 1")
        return [source._type(m) if isinstance(m, str) else int(m) for m in both]

    @staticmethod
    def _densities(source: Any, kinds: list[int]) -> Any:
        """Those of the materials, if they have any."""
        if not isinstance(source, Simulation):
            return 2500.0
        known = [m["density"] for m in source._materials.values()]
        found = [known[k - 1] if 0 < k <= len(known) else None for k in (kinds[0], kinds[1] or kinds[0])]
        return [2500.0 if f is None else f for f in found]

    def drive(self, overlap: Any, sx: Any = 0.0, sy: Any = 0.0, rx: Any = 0.0, ry: Any = 0.0, rz: Any = 0.0) -> Array:
        """Takes a time step to each row: the overlap [m], the shift sx, sy [m] and the rotation rx, ry, rz [rad] of the first body; the
        normal is z. A single number applies to all rows. Gives a structured array with the columns `columns`; a second call continues. If
        a row is refused the contact stays where it was."""
        parts = {"overlap": overlap, "sx": sx, "sy": sy, "rx": rx, "ry": ry, "rz": rz}
        try:
            path = np.stack(np.broadcast_arrays(*(np.atleast_1d(np.asarray(p, np.float64)) for p in parts.values())), axis=1)
        except (TypeError, ValueError):
            raise InputError("the rows of a path do not fit: " + ", ".join(f"{k} {np.shape(p)}" for k, p in parts.items())) from None
        if path.ndim != 2:
            raise InputError(f"a path has one number a row; these are {path.shape}")
        for k, name in enumerate(parts):
            numbers(name, path[:, k], (len(path),))
        path = np.ascontiguousarray(path)
        answer = np.zeros((len(path), len(self.columns)))
        with self._lock:
            if self._pointer is None:
                raise StaleError("this contact is closed")
            check(lib.tsu_probe_drive, self._pointer, doubles(path), len(path), doubles(answer))
        return np.ascontiguousarray(answer).view([(n, "f8") for n in self.columns])[:, 0]

    def close(self) -> None:
        """Gives the memory back at once."""
        with self._lock:
            pointer, self._pointer = self._pointer, None
            if pointer is not None:
                ffi.release(pointer)
