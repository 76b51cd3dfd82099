# SPDX-License-Identifier: Apache-2.0
"""The slider: a block that a spring drags over a plane, with time-dependent friction."""
from __future__ import annotations

import math
import os
import threading
from typing import Any, NamedTuple

import numpy as np

from ._tsubu import ffi, lib
from .errors import InputError, StaleError, check, extern, raised, text
from .given import file_name, number, variables, words
from .views import Array, memory

__all__ = ["Slider", "Stability"]


@extern()
def tsu_py_say(context: Any, words: Any) -> None:
    ffi.from_handle(context).append(text(words))


class Stability(NamedTuple):
    """Steady sliding: friction, growth rate [1/s] and frequency [rad/s] of a disturbance, the velocity [m/s] above which it is stable (0: there
    is none), the stiffness [N/m] above which it is (inf: none)."""

    mu: float
    growth: float
    frequency: float
    critical_velocity: float
    critical_stiffness: float


class Slider:
    """A block of `mass` [kg] on a spring [N/m] and a damper [N s/m]; `area` [m^2] under a `normal` traction [Pa]; friction mu_s, mu_k,
    kappa [1/m], xi [1/s], m [1/m], alpha [Pa/m]; the largest `timestep` [s]. Or the file of a slider deck, with `var`. `command` takes
    any command of `tsubu slider --help`."""

    def __init__(self, deck: str | os.PathLike[str] | None = None, var: dict[str, Any] | None = None, **given: Any):
        err = ffi.new("tsu_error *")
        self._words: list[str] = []
        self._lock = threading.RLock()  # one thread at a time
        self._handle = ffi.new_handle(self._words)
        made = lib.tsu_slide_create(ffi.addressof(lib, "tsu_py_say"), self._handle, err)
        if made == ffi.NULL:
            raise raised(err)
        self._pointer: Any = ffi.gc(made, lib.tsu_slide_destroy)
        for name, values in variables(var):
            check(lib.tsu_slide_set_variable, made, name, values[0])
        if given:
            self._set(given)
        if deck is not None:
            check(lib.tsu_slide_run_file, made, file_name("the file of a slider", deck))

    def _set(self, given: dict[str, Any]) -> None:
        friction = ("mu_s", "mu_k", "kappa", "xi", "m", "alpha", "initial")
        single = ("mass", "spring", "damper", "area", "normal", "timestep", "dimensions", "record")
        for name, value in given.items():
            if name not in friction + single:
                raise InputError(f"a slider has no {name}; it has {', '.join(single + friction)}")
            if not isinstance(value, (int, float, np.number)) or not math.isfinite(value):
                raise InputError(f"{name} of the slider is {value!r}; it must be a finite number")
        lines = [f"{n} {int(given[n]) if n == 'dimensions' else repr(float(given[n]))}" for n in single if n in given]
        words = [f"{n} {float(given[n])!r}" for n in friction if n in given]
        if words:
            lines.append("friction " + " ".join(words))
        self.command("\n".join(lines))

    def command(self, lines: str) -> None:
        """Runs one command of a slider deck, or several lines."""
        with self._lock:
            check(lib.tsu_slide_run_text, self._open(), words("a command", lines))

    def _open(self) -> Any:
        if self._pointer is None:
            raise StaleError("this slider is closed")
        return self._pointer

    def drive(self, velocity: Any, start: float = 0.0) -> None:
        """Velocity of the driver from the time `start` [s] on [m/s]: one number or two."""
        both = " ".join(repr(number("the velocity", v)) for v in (velocity if np.ndim(velocity) else [velocity]))
        self.command(f"drive {number('start', start)!r} {both}")

    def start(self, steady: bool = False, nudge: float = 0.0) -> None:
        """Sets it to its start at time 0: at rest, or sliding steadily, with a disturbance of the velocity [m/s]."""
        self.command(f"start steady nudge {number('nudge', nudge)!r}" if steady else "start rest")

    def run(self, time: float) -> Array:
        """Runs for a time [s]; gives all that was recorded of this case, a structured array."""
        if number("time", time) < 0:
            raise InputError(f"run(time={time}): it must be finite and not negative")
        with self._lock:
            self.command(f"run {float(time)!r}")
            found = self.cases
            return found[list(found)[-1]]

    def stability(self, velocity: float | None = None) -> Stability:
        """What becomes of a small disturbance of steady sliding, at a velocity [m/s] or that of the driver."""
        with self._lock:
            self.command("stability" if velocity is None else f"stability velocity {number('the velocity', velocity)!r}")
            return Stability(*(self[n] for n in ("mu_ss", "growth", "frequency", "critical_velocity", "critical_stiffness")))

    @property
    def cases(self) -> dict[str, Array]:
        """What was recorded, case by case: structured arrays with the columns `Slider.columns()`."""
        with self._lock:
            return self._cases(self._open())

    def _cases(self, pointer: Any) -> dict[str, Array]:
        found: dict[str, Array] = {}
        rows = ffi.new("size_t *")
        names = list(self.columns())
        while (name := lib.tsu_slide_case(pointer, len(found), rows)) != ffi.NULL:
            table = np.empty(rows[0], [(n, "f8") for n in names])
            view = ffi.new("tsu_view *")
            for k, column in enumerate(names):
                check(lib.tsu_slide_view, pointer, len(found), k, view)
                table[column] = memory(view.data, view.count, 1, 1)
            label = text(name)
            while label in found:  # cases may have the same name
                label += "'"
            found[label] = table
        return found

    @staticmethod
    def columns() -> dict[str, str]:
        """The columns of what is recorded, each with its unit and what it is."""
        unit, doc = ffi.new("const char **"), ffi.new("const char **")
        found: dict[str, str] = {}
        while (name := lib.tsu_slide_column(len(found), unit, doc)) != ffi.NULL:
            found[text(name)] = f"{text(doc[0])} [{text(unit[0])}]"
        return found

    def __getitem__(self, formula: str) -> float:
        """The number of a formula: "force", "mu", "time", "force_max", "v_NAME" ..."""
        value = ffi.new("double *")
        with self._lock:
            check(lib.tsu_slide_evaluate, self._open(), words("a formula", formula), value)
        return float(value[0])

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return "".join(self._words)

    def close(self) -> None:
        """Gives the memory back at once."""
        with self._lock:
            pointer, self._pointer = self._pointer, None
            if pointer is not None:
                ffi.release(pointer)
