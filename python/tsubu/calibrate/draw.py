# SPDX-License-Identifier: Apache-2.0
"""Drawings of a report, as SVG: the posterior of each parameter and of each pair, and what tests tell."""
from __future__ import annotations

import math
from typing import Iterable

import numpy as np
import numpy.typing as npt

from .answer import Answer, Prediction
from .study import Free
from .surrogate import need

__all__ = ["pairs", "tests"]

Array = npt.NDArray[np.float64]
_CELLS = 48
_SIDE, _GAP, _LEFT, _BELOW = 230, 26, 66, 52


def _number(value: float) -> str:
    return f"{value:.4g}"


def _ticks(p: Free) -> list[tuple[float, str]]:
    """Places in the range with words."""
    if p.log and p.high / p.low > 8:
        whole = [10.0**k for k in range(math.ceil(math.log10(p.low) - 1e-9), math.floor(math.log10(p.high) + 1e-9) + 1)]
        if len(whole) >= 2:
            return [(p.unit(v), _number(v)) for v in whole]
        return [(u, _number(p.value(u))) for u in (0.0, 0.5, 1.0)]
    step = 10 ** math.floor(math.log10((p.high - p.low) / 2))
    while (p.high - p.low) / step > 5:
        step *= 2 if round(math.log10(step) % 1, 3) in (0.0, 1.0) else 2.5
    found = [step * k for k in range(math.ceil(p.low / step - 1e-9), math.floor(p.high / step + 1e-9) + 1)]
    return [(p.unit(v), _number(v)) for v in found]


def _text(x: float, y: float, words: str, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{words}</text>'


def _density(x: Array, y: Array) -> Array:
    """Smoothed, [column][row], of places in the unit square."""
    counts, _, _ = np.histogram2d(x, y, bins=_CELLS, range=((0, 1), (0, 1)))
    return np.asarray(need("scipy.ndimage").gaussian_filter(counts, 1.3, mode="nearest"), dtype=np.float64)


def _level(density: Array, mass: float) -> float:
    """The density above which this part lies."""
    ordered = np.sort(density.ravel())[::-1]
    return float(ordered[min(int(np.searchsorted(np.cumsum(ordered), mass * ordered.sum())), len(ordered) - 1)])


def _outline(inside: npt.NDArray[np.bool_], x0: float, y0: float, size: float) -> str:
    """The edges between cells that are in and cells that are not."""
    padded = np.pad(inside, 1)
    parts = []
    for i in range(_CELLS + 1):
        for j in range(_CELLS + 1):
            left, here, below = padded[i, j + 1], padded[i + 1, j + 1], padded[i + 1, j]
            x, y = x0 + i * size, y0 - j * size
            if here != left:
                parts.append(f"M{x:.1f} {y:.1f}v{-size:.2f}")
            if here != below:
                parts.append(f"M{x:.1f} {y:.1f}h{size:.2f}")
    return f'<path class="line" d="{"".join(parts)}"/>'


def _pair(answer: Answer, i: int, j: int, x0: float, y0: float) -> str:
    """The posterior of two parameters, i across and j up, with the runs, the regions that hold 50 and 90 % of it, and the one set."""
    density = _density(answer.places[:, i], answer.places[:, j])
    size, top = _SIDE / _CELLS, float(density.max())
    parts = [f'<rect class="frame" x="{x0}" y="{y0 - _SIDE}" width="{_SIDE}" height="{_SIDE}"/>']
    for a in range(_CELLS):
        for b in range(_CELLS):
            if density[a, b] > 0.01 * top:
                parts.append(f'<rect class="cell" x="{x0 + a * size:.1f}" y="{y0 - (b + 1) * size:.1f}" width="{size + 0.3:.1f}" '
                             f'height="{size + 0.3:.1f}" opacity="{0.85 * density[a, b] / top:.2f}"/>')
    parts += [_outline(density >= _level(density, mass), x0, y0, size) for mass in (0.5, 0.9)]
    free = list(answer.study.parameters.values())
    for row in answer.rows:
        if free[i].name in row.parameters and free[j].name in row.parameters:
            u, v = (free[k].unit(row.parameters[free[k].name]) for k in (i, j))
            parts.append(f'<circle class="run" cx="{x0 + u * _SIDE:.1f}" cy="{y0 - v * _SIDE:.1f}" r="1.8"/>')
    u, v = (free[k].unit(answer.best[free[k].name]) for k in (i, j))
    parts.append(f'<path class="best" d="M{x0 + u * _SIDE - 5:.1f} {y0 - v * _SIDE - 5:.1f}l10 10m0 -10l-10 10"/>')
    return "".join(parts)


def _single(answer: Answer, k: int, x0: float, y0: float) -> str:
    """The posterior of one parameter, and its interval."""
    counts, _ = np.histogram(answer.places[:, k], bins=_CELLS, range=(0, 1))
    height = need("scipy.ndimage").gaussian_filter1d(counts.astype(float), 1.0, mode="nearest")
    height = height / height.max() * 0.9 * _SIDE
    size = _SIDE / _CELLS
    path = f"M{x0} {y0}" + "".join(f"V{y0 - h:.1f}h{size:.2f}" for h in height) + f"V{y0}Z"
    p = list(answer.study.parameters.values())[k]
    found = answer.parameters[p.name]
    low, high = (x0 + p.unit(v) * _SIDE for v in (found.low, found.high))
    return (f'<path class="bars" d="{path}"/><path class="line" d="M{x0} {y0}h{_SIDE}"/>'
            f'<path class="interval" d="M{low:.1f} {y0 - 4}H{high:.1f}"/>')


def pairs(answer: Answer) -> str:
    """Each parameter on the diagonal, each pair below it."""
    free = list(answer.study.parameters.values())
    n = len(free)
    parts = []
    for row in range(n):
        y0 = (row + 1) * (_SIDE + _GAP) - _GAP + 10
        for column in range(row + 1):
            x0 = _LEFT + column * (_SIDE + _GAP)
            parts.append(_single(answer, column, x0, y0) if row == column else _pair(answer, column, row, x0, y0))
            parts += [f'<path class="line" d="M{x0 + u * _SIDE:.1f} {y0}v4"/>' for u, _ in _ticks(free[column])]
            if row == n - 1:
                parts += [_text(x0 + u * _SIDE, y0 + 18, words) for u, words in _ticks(free[column])]
                parts.append(_text(x0 + _SIDE / 2, y0 + 40, _safe(free[column].label)))
        if row > 0:
            parts += [_text(_LEFT - 6, y0 - u * _SIDE + 4, words, "end") for u, words in _ticks(free[row])]
            x, y = 14, y0 - _SIDE / 2
            parts.append(_text(x, y, _safe(free[row].label), more=f' transform="rotate(-90 {x} {y:.1f})"'))
    width, height = _LEFT + n * (_SIDE + _GAP), n * (_SIDE + _GAP) + _BELOW
    return f'<svg class="plot" viewBox="0 0 {width} {height}" width="{width}" height="{height}">{"".join(parts)}</svg>'


def tests(found: Iterable[Prediction]) -> str:
    """For each quantity the interval of the posterior beside what was measured, with two of its standard deviations."""
    parts, y, width = [], 0.0, 560.0
    for q in found:
        ends = [q.low, q.high]
        if math.isfinite(q.measured):
            ends += [q.measured - 2 * q.uncertainty, q.measured + 2 * q.uncertainty]
        low, high = min(ends), max(ends)
        room = 0.15 * (high - low) or abs(high) * 0.1 or 1.0
        low, high = low - room, high + room

        def at(value: float) -> float:
            return 180 + (value - low) / (high - low) * (width - 200)

        parts.append(_text(170, y + 25, _safe(q.name + (f" [{q.unit}]" if q.unit else "")), "end"))
        parts.append(f'<path class="faint" d="M180 {y + 36}H{width - 20}"/>')
        parts.append(f'<path class="interval" d="M{at(q.low):.1f} {y + 20}H{at(q.high):.1f}"/><circle class="mean" cx="{at(q.mean):.1f}" cy="{y + 20}" r="4"/>')
        if math.isfinite(q.measured):
            m = at(q.measured)
            parts.append(f'<path class="measured" d="M{at(q.measured - 2 * q.uncertainty):.1f} {y + 30}H{at(q.measured + 2 * q.uncertainty):.1f}'
                         f'M{m:.1f} {y + 25}v10"/>')
        parts += [_text(at(v), y + 50, _number(v)) for v in (low + room, high - room)]
        y += 62
    return f'<svg class="plot" viewBox="0 0 {width:.0f} {y:.0f}" width="{width:.0f}" height="{y:.0f}">{"".join(parts)}</svg>'


def _safe(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
