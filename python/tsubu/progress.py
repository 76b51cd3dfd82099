# SPDX-License-Identifier: Apache-2.0
"""A bar that shows how far a run is, in a terminal or in a notebook."""
from __future__ import annotations

import math
import sys
import time
from typing import Any

_SOON = 1.0  # a bar that nobody asked for comes after this time [s]


def notebook() -> Any:
    """The shell of the notebook that this runs in; None outside of one."""
    running = sys.modules.get("IPython")
    shell = running.get_ipython() if running else None
    return shell if shell is not None and type(shell).__name__ == "ZMQInteractiveShell" else None


def wanted() -> bool:
    """Whether somebody looks on: a notebook or a terminal."""
    return notebook() is not None or bool(getattr(sys.stderr, "isatty", bool)())


class Bar:
    """`50 %  123 steps/s  10 s left`, in a terminal over itself on the standard error output, in a notebook below the cell."""

    def __init__(self, total: int, at_once: bool):
        self.total, self.begin = max(total, 1), time.monotonic()
        self.visible = self.begin + (0.0 if at_once else _SOON)
        self.shown = False
        self.display: Any = None

    def show(self, done: int, last: bool = False) -> None:
        """Draws it; `last` is the end, also of a run that was interrupted."""
        now = time.monotonic()
        if now < self.visible and not self.shown:
            return
        part, seconds = done / self.total, max(now - self.begin, 1e-9)
        left = seconds / part - seconds if part > 0 else math.inf
        words = f"{100 * part:3.0f} %  {done / seconds:.0f} steps/s  " + (f"{left:.0f} s left" if math.isfinite(left) else "")
        self.shown = True
        if notebook() is not None:
            self._page(part, words)
        else:
            full = int(30 * part)
            sys.stderr.write(f"\r[{'#' * full}{'.' * (30 - full)}] {words} " + ("\n" if last else ""))
            sys.stderr.flush()

    def _page(self, part: float, words: str) -> None:
        from IPython.display import HTML, display  # type: ignore[import]
        drawn = HTML(f'<progress value="{part:.4f}" max="1" style="width: 20em"></progress> {words}')
        if self.display is None:
            self.display = display(drawn, display_id=True)
        else:
            self.display.update(drawn)


def bar(total: int, asked: bool | None) -> Bar | None:
    """The bar of a run: asked for, not wanted, or as somebody looks on."""
    show = wanted() if asked is None else asked
    return Bar(total, bool(asked)) if show else None
