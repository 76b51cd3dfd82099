# SPDX-License-Identifier: Apache-2.0
"""The live page of a simulation or a deck, in a cell of a notebook or in a browser."""
from __future__ import annotations

import asyncio
import contextlib
import html
import time
import weakref
from typing import TYPE_CHECKING, Any

from ._tsubu import ffi, lib
from .errors import InputError, StaleError, raised, text

if TYPE_CHECKING:
    from .engine import Engine

__all__ = ["Page"]


class Page:
    """A page on this machine that shows a simulation while it runs and between runs. As the last value of a cell it is shown there;
    `address` can be opened in a browser. It can pause, resume and stop a run, which then ends with `KeyboardInterrupt`."""

    def __init__(self, engine: Engine, owner: Any, show: Any, title: str, port: int, height: int):
        err = ffi.new("tsu_error *")
        made = lib.tsu_page_open(title.encode(), int(port), err)
        if made == ffi.NULL:
            raise raised(err)
        # it goes before what it shows, also when nobody says close()
        self._pointer: Any = ffi.gc(made, lambda pointer, owner=owner: lib.tsu_page_close(pointer))
        if show(self._pointer, owner, err) != lib.TSU_OK:
            raise raised(err)
        self._engine = weakref.ref(engine)
        self._height = int(height)
        #: http://127.0.0.1:PORT/TOKEN/
        self.address: str = text(lib.tsu_page_address(self._pointer))
        _attend(weakref.ref(self))

    @property
    def stopped(self) -> bool:
        """Whether the last run was stopped from the page."""
        return self._pointer is not None and bool(lib.tsu_page_stopped(self._pointer))

    def serve(self) -> bool:
        """Answers requests of the page between runs; True if there were any lately. Notebooks call it automatically."""
        engine = self._engine()
        if self._pointer is None or engine is None:
            return False
        if engine._running or not engine._lock.acquire(blocking=False):
            return True  # the run does it
        try:
            return self._pointer is not None and bool(lib.tsu_page_serve(self._pointer))
        finally:
            engine._lock.release()

    def wait(self, seconds: float = float("inf")) -> None:
        """Serves the page for so long, or until Ctrl-C, which ends the wait only: for scripts."""
        if self._pointer is None:
            raise StaleError("this page is closed")
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                self.serve()
                time.sleep(min(0.05, max(end - time.monotonic(), 0.0)))
        except KeyboardInterrupt:
            pass

    def close(self) -> None:
        """Ends the page."""
        engine = self._engine()
        if engine is not None and engine._running:
            raise InputError("the page of a run that is under way cannot be closed; wait for the end of run()")
        with contextlib.ExitStack() as stack:
            if engine is not None:
                stack.enter_context(engine._lock)
            pointer, self._pointer = self._pointer, None
            if pointer is not None:
                ffi.release(pointer)

    def __repr__(self) -> str:
        return f"<tsubu.Page {'closed' if self._pointer is None else self.address}>"

    def _repr_html_(self) -> str:
        if self._pointer is None:
            return "<p>this page is closed</p>"
        address = html.escape(self.address, quote=True)
        return (f'<iframe src="{address}" width="100%" height="{self._height}" style="border: 0"></iframe>'
                f'<p><a href="{address}" target="_blank">{address}</a></p>')


def _attend(page: weakref.ref[Page]) -> None:
    """Where an event loop runs (in a notebook), it serves the page between the cells."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return

    def look() -> None:
        held = page()
        if held is not None and held._pointer is not None:
            loop.call_later(0.1 if held.serve() else 0.5, look)

    loop.call_later(0.1, look)
