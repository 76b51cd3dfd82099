# SPDX-License-Identifier: Apache-2.0
"""Decks: input scripts of LIGGGHTS, run from Python."""
from __future__ import annotations

import os
import sys
from typing import Any

from ._tsubu import ffi, lib
from .engine import keep
from .errors import Error, InputError, StaleError, UnsupportedError, check, extern, raised, text
from .given import file_name, variables, whole, words
from .page import Page
from .progress import Bar, bar
from .views import memory
from .world import World

__all__ = ["Deck"]


@extern(onerror=keep)
def tsu_py_print(context: Any, words: Any, screen: bool, log: bool) -> None:
    ffi.from_handle(context).print(text(words), screen, log)


@extern(error=lib.TSU_ERROR_IO, onerror=keep)
def tsu_py_log(context: Any, path: Any, append: bool, err: Any) -> Any:
    ffi.from_handle(context).open_log(None if path == ffi.NULL else os.fsdecode(ffi.string(path)), append)
    return lib.TSU_OK


class _Holder:
    """What the engine speaks to. It does not know the deck, so that a deck that nobody holds goes at once."""

    def __init__(self, screen: bool):
        self.screen = screen
        self.words: list[str] = []
        self.file: Any = None
        self.error: BaseException | None = None
        self.bar: tuple[Bar, Any, int] | None = None

    def look(self) -> None:
        """Being called is enough for Ctrl-C to be seen."""
        if self.bar:
            bar, world, begin = self.bar
            bar.show(lib.tsu_world_step_count(world) - begin)

    def print(self, words: str, screen: bool, log: bool) -> None:
        if log:
            self.words.append(words)
            if self.file:
                self.file.write(words)
        if screen and self.screen:
            sys.stdout.write(words)

    def open_log(self, path: str | None, append: bool) -> None:
        if self.file:
            self.file.close()
        self.file = open(path, "a" if append else "w", encoding="utf-8") if path else None


class Deck(World):
    """A deck at work. `Deck("in.silo", var={"d": 0.01})` runs the file; `Deck()` begins empty. `command` runs lines, `deck["c_ke"]`
    evaluates a formula, and everything a `World` has is there: views, contacts, energy, callbacks, pictures."""

    def __init__(self, file: str | os.PathLike[str] | None = None, var: dict[str, Any] | None = None, threads: int = 0,
                 screen: bool = False):
        super().__init__()
        self._file = file
        self._holder = _Holder(screen)
        self._handle = ffi.new_handle(self._holder)
        self._watch = ffi.new("tsu_py_watch *", {"next": 0.0, "every": 0.05, "self": self._handle})
        d = ffi.new("tsu_session_def *", lib.tsu_session_def_default())
        d.threads, d.print, d.open_log, d.context = whole("threads", threads), ffi.addressof(lib, "tsu_py_session_print"), ffi.addressof(lib, "tsu_py_session_log"), self._watch
        d.interrupted = ffi.addressof(lib, "tsu_py_wanted")
        err = ffi.new("tsu_error *")
        made = lib.tsu_session_create(d, err)
        if made == ffi.NULL:
            raise raised(err)
        self._session: Any = ffi.gc(made, lib.tsu_session_destroy)
        for name, values in variables(var):
            check(lib.tsu_session_set_variable, self._session, name, len(values), [ffi.new("char[]", v) for v in values])
        if file is not None:
            self._go(lib.tsu_session_run_file, file_name("the file of a deck", file))

    def _go(self, function: Any, argument: bytes) -> None:
        if self._session is None:
            raise StaleError("this deck is closed")
        if self._running:
            raise InputError("this deck is running; wait for its end")
        err = ffi.new("tsu_error *")
        with self._lock:
            self._running = True
            try:
                self._watch.ended = False
                status = function(self._session, argument, err)
            finally:
                self._running = False
                if self._holder.file:
                    self._holder.file.flush()
        if status != lib.TSU_OK or self._holder.error is not None:
            raise self._failed(err, self._holder)
        self._stopped()

    def _world(self) -> Any:
        if self._session is None:
            raise StaleError("this deck is closed")
        world = lib.tsu_session_world(self._session)
        if world == ffi.NULL:
            raise InputError("the deck has no box yet; say region and create_box, or read_data, first")
        self._pointer = world
        return world

    def command(self, lines: str) -> None:
        """Runs one line of a deck, or several."""
        self._go(lib.tsu_session_run_text, words("a command", lines))

    def run(self, steps: int | None = None, time: float | None = None, progress: bool | None = None) -> None:
        """As the command `run`, with everything that the deck has asked for between steps; the bar is that of a simulation."""
        n, world, begin = self._steps(steps, time), self._world(), self.step
        shown = bar(n, progress)
        self._holder.bar = (shown, world, begin) if shown else None
        try:
            self.command(f"run {n}")
        finally:
            self._holder.bar = None
            if shown:
                shown.show(self.step - begin, True)

    def __getitem__(self, formula: str) -> Any:
        """The number of a formula ("c_ke", "f_ID[2]", "v_NAME", "2*ke/atoms"), or the array of a compute or fix that has none."""
        if self._session is None:
            raise StaleError("this deck is closed")
        if self._running:
            raise InputError("this deck is running; wait for its end")
        value, said = ffi.new("double *"), words("a formula", formula)
        with self._lock:
            try:
                check(lib.tsu_session_evaluate, self._session, said, value)
                return float(value[0])
            except Error as first:
                for kind in (lib.TSU_TABLE_GLOBAL, lib.TSU_TABLE_PARTICLES, lib.TSU_TABLE_LOCAL):
                    view = ffi.new("tsu_view *")
                    if lib.tsu_session_table(self._session, said, kind, view, ffi.NULL) == lib.TSU_OK:
                        return memory(view.data, view.count, view.width, view.stride).copy()
                raise first

    @property
    def log(self) -> str:
        """What the deck has written to its log so far. The command `log FILE` writes it to a file as well; without, there is none."""
        return "".join(self._holder.words)

    def load(self, path: str | os.PathLike[str], threads: int = 0) -> None:
        """A deck reads a restart file by its own command."""
        raise UnsupportedError("a deck is not loaded as a whole; say deck.command(\"read_restart FILE\"), or tsubu.load(FILE)")

    def _unmade(self) -> str:
        return "closed" if self._session is None else "without a box yet"

    def _title(self) -> str:
        return os.path.basename(os.fspath(self._file)) if self._file is not None else "deck"

    def _idle(self) -> Any:
        if self._running:
            raise InputError("this deck is running; wait for its end")
        return self._world()

    def _shown(self, title: str, port: int, height: int) -> Page:
        return Page(self, self._session, lib.tsu_page_show_session, title, port, height)

    def view(self, title: str | None = None, port: int = 0, height: int = 540) -> Page:
        if self._session is None:
            raise StaleError("this deck is closed")
        if self._running:
            raise InputError("this deck is running; wait for its end")
        with self._lock:  # also before there is a box
            if self._page is None or self._page._pointer is None:
                self._page = self._shown(title or self._title(), port, height)
            return self._page

    view.__doc__ = World.view.__doc__

    def close(self) -> None:
        """Gives the memory back at once; views become stale."""
        if self._running:
            raise InputError("this deck is running; wait for its end")
        with self._lock:
            self.close_view()
            session, self._session, self._pointer = self._session, None, None
            if session is not None:
                ffi.release(session)
                self._holder.open_log(None, False)
