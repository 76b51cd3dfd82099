# SPDX-License-Identifier: Apache-2.0
"""What steps a world: the engine's handle, the lock of threads, callbacks, runs."""
from __future__ import annotations

import threading
from typing import Any, Callable

import numpy as np

from ._tsubu import ffi, lib
from .errors import InputError, StaleError, check, extern, raised
from .given import number, whole
from .page import Page
from .progress import bar
from .views import Array, View, memory

__all__ = ["Engine", "Moment"]

_PHASES = {"before": lib.TSU_CALL_BEFORE_STEP, "force": lib.TSU_CALL_FORCE, "after": lib.TSU_CALL_AFTER_STEP}
_BUSY = "this simulation is running; wait for the end of run(), or look at it within a callback"


class Moment:
    """What a callback sees of a step. Views end with the call."""

    id: View
    x: View
    v: View
    omega: View
    mass: View
    force: View
    torque: View

    def __init__(self, now: Any):
        #: Steps taken, simulated time [s], time step [s].
        self.step: int = now.step
        self.time: float = now.time
        self.timestep: float = now.timestep
        self._over = False
        n = now.count
        self.id = View(memory(now.id, n, 1, 1, np.uint64), self._check)
        self.x, self.v, self.omega = (View(memory(p, n, 3, 4), self._check) for p in (now.x, now.v, now.omega))
        self.mass = View(memory(now.mass, n, 1, 1), self._check)
        if now.force != ffi.NULL:  # in callbacks of forces, which may change them
            self.force, self.torque = (View(memory(p, n, 3, 4), self._check, True) for p in (now.force, now.torque))

    def _check(self) -> None:
        if self._over:
            raise StaleError("views of a callback end with the call; keep a copy()")


class Callback:
    """A function that the engine calls, and what it has raised."""

    def __init__(self, function: Callable[[Moment], Any]):
        self.function = function
        self.error: BaseException | None = None


class _Run:
    """A run under way, as the thread of the engine looks at it now and then."""

    def __init__(self, look: Callable[[], None]):
        self.look = look
        self.error: BaseException | None = None


def keep(kind: Any, error: Any, trace: Any) -> None:
    """Keeps what was raised in a call from the engine, also by Ctrl-C at its first line, until the engine has returned."""
    if trace is not None:
        ffi.from_handle(trace.tb_frame.f_locals["context"]).error = error


@extern(error=True, onerror=keep)
def tsu_py_look(context: Any) -> bool:
    holder = ffi.from_handle(context)
    holder.look()
    return holder.error is not None


@extern(error=lib.TSU_ERROR_INPUT, onerror=keep)
def tsu_py_call(context: Any, now: Any, err: Any) -> Any:
    holder = ffi.from_handle(context)
    moment = Moment(now)
    try:
        holder.function(moment)
    finally:
        moment._over = True
    return lib.TSU_OK


class Engine:
    """A world of the engine, which one thread at a time may use."""

    def __init__(self, pointer: Any = None):
        self._pointer = ffi.gc(pointer, lib.tsu_world_destroy) if pointer else None
        self._callbacks: dict[int, tuple[Callback, Any, Any]] = {}
        self._running = False
        self._lock = threading.RLock()
        self._page: Page | None = None

    def _world(self) -> Any:
        if self._pointer is None:
            raise StaleError("this simulation is closed")
        return self._pointer

    def _idle(self) -> Any:
        """The world, if no thread is stepping it. To be used under the lock."""
        if self._running:
            raise InputError(_BUSY)
        return self._world()

    def _do(self, function: Any, *arguments: Any) -> None:
        """Calls a function of the engine with the world; raises if it fails."""
        if self._running:
            raise InputError(_BUSY)
        with self._lock:
            err = ffi.new("tsu_error *")
            if function(self._idle(), *arguments, err) != lib.TSU_OK:
                raise self._failed(err)  # a callback of forces, perhaps, which are found anew

    def _view(self, view: Any) -> View:
        """To be used under the lock."""
        world, generation = self._world(), view.generation

        def current() -> None:
            if self._running or self._pointer is None or self._world() != world or \
                    lib.tsu_world_generation(world) != generation:
                raise StaleError("this view is stale: the world has changed since; ask for it again, or keep a copy()")

        return View(memory(view.data, view.count, view.width, view.stride), current, False, self._lock)

    # ---- callbacks ----------------------------------------------------------------------------------------------------

    def call(self, function: Callable[[Moment], Any], when: str = "after", every: int = 1, name: str | None = None) -> int:
        """Calls a function with a `Moment` in each step: when = "before", "force" or "after", every so many steps. Gives a handle
        for `uncall`. If it raises, the run ends with its exception."""
        if when not in _PHASES:
            raise InputError(f"when is {when!r}; say \"before\", \"force\" or \"after\"")
        if not callable(function):
            raise InputError(f"call() needs a function, not {function!r}")
        callback = Callback(function)
        context = ffi.new_handle(callback)
        label = ffi.new("char[]", str(name or getattr(function, "__name__", "callback")).encode()[:60])
        d = ffi.new("tsu_callback_def *", lib.tsu_callback_def_default())
        d.name, d.when, d.every, d.call, d.context = label, _PHASES[when], whole("every", every, 1), lib.tsu_py_call, context
        handle = self._add(d)
        self._callbacks[handle] = (callback, context, (d, label))
        return handle

    def _add(self, definition: Any) -> int:
        handle = ffi.new("uint64_t *")
        self._do(lib.tsu_callbacks_add, definition, handle)
        return int(handle[0])

    def uncall(self, handle: int) -> None:
        """Ends a callback."""
        self._do(lib.tsu_callbacks_remove, handle)
        self._callbacks.pop(handle, None)

    def force(self, function: Callable[[Moment], Any]) -> Callable[[Moment], Any]:
        """Decorator: the function may change `force` and `torque` of its `Moment` in each step; their work is recorded."""
        self.call(function, "force")
        return function

    def after(self, every: int = 1) -> Callable[[Callable[[Moment], Any]], Callable[[Moment], Any]]:
        """Decorator: the function is called after every so many steps, and reads."""

        def decorate(function: Callable[[Moment], Any]) -> Callable[[Moment], Any]:
            self.call(function, "after", every)
            return function

        return decorate

    def _failed(self, err: Any, *holders: Any) -> BaseException:
        """The exception of a callback if there was one, else the engine's."""
        for holder in [*holders, *(c for c, _, _ in self._callbacks.values())]:
            if holder.error is not None:
                found: BaseException = holder.error
                holder.error = None
                return found
        return raised(err)

    # ---- runs ---------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> int:
        """Steps taken."""
        return int(lib.tsu_world_step_count(self._world()))

    @property
    def timestep(self) -> float:
        """The time step [s]."""
        return float(lib.tsu_world_timestep(self._world()))

    def run(self, steps: int | None = None, time: float | None = None, progress: bool | None = None) -> None:
        """Takes so many steps, or as many as a time [s] needs. Other Python threads keep running; Ctrl-C ends it between two steps,
        and the world can continue from there. A bar shows how far a run of more than a second is, in terminals and notebooks; with
        `progress` always or never."""
        if self._running:
            raise InputError(_BUSY)
        with self._lock:
            n, world = self._steps(steps, time), self._idle()
            self._take(world, n, progress)

    def _take(self, world: Any, n: int, progress: bool | None) -> None:
        begin, shown = self.step, bar(n, progress)

        def look() -> None:
            if shown:
                shown.show(lib.tsu_world_step_count(world) - begin)

        run = _Run(look)
        handle = ffi.new_handle(run)
        watch = ffi.new("tsu_py_watch *", {"next": 0.0, "every": 0.05, "self": handle})
        err = ffi.new("tsu_error *")
        self._running = True
        try:
            status = lib.tsu_world_step_until(world, n, ffi.addressof(lib, "tsu_py_wanted"), watch, err)
        finally:
            self._running = False
        if shown:
            shown.show(self.step - begin, True)
        if status != lib.TSU_OK or run.error is not None:
            raise self._failed(err, run)
        self._stopped()

    def _stopped(self) -> None:
        """Somebody at the page who stops a run means what is to come as well."""
        if self._page is not None and self._page.stopped:
            raise KeyboardInterrupt("the run was stopped on its page")

    def _steps(self, steps: Any, time: Any) -> int:
        if (steps is None) == (time is None):
            raise InputError("run() needs steps= or time=, one of them")
        try:
            value = float(steps if time is None else time)
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"run() needs a number, not {steps if time is None else time!r}") from None
        if not np.isfinite(value) or value < 0:
            raise InputError(f"run({'steps' if time is None else 'time'}={value}): it must be finite and not negative")
        count = value if time is None else float(round(value / self.timestep))
        if count > 2.0**62:
            raise InputError(f"run() of {count:.3g} steps; there can be 2^62")
        if int(count) != count:
            raise InputError(f"run(steps={steps}): it must be a whole number")
        return int(count)


def doubles(array: Array) -> Any:
    """A C-contiguous array as the engine takes it, without a copy."""
    return ffi.from_buffer("double[]", array)
