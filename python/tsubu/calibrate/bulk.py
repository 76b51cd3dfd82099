# SPDX-License-Identifier: Apache-2.0
"""The bulk tests of the package: decks of a few hundred grains in the folder bulk/."""
from __future__ import annotations

import os
from typing import NamedTuple

__all__ = ["Bulk", "FOLDER", "bulk_tests"]

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bulk")


class Bulk(NamedTuple):
    """A bulk test of the package: name, what it does, its deck, and its quantities with their units."""

    name: str
    summary: str
    deck: str
    quantities: dict[str, str]


_ROWS = (
    ("repose", "grains are poured on a rough floor: angle of repose", {"angle": "degrees"}),
    ("lift", "a tube full of grains is lifted: angle of the heap", {"angle": "degrees"}),
    ("hopper", "a conical hopper empties: rate of discharge", {"rate": "kg/s"}),
    ("drum", "a rotating drum: angle of the bed", {"angle": "degrees"}),
    ("compression", "uniaxial compression and release: stress at a strain, part of the strain that is recovered",
     {"stress": "Pa", "recovered": ""}),
    ("unconfined", "a pressed cake is crushed without its box: unconfined strength", {"strength": "Pa"}),
    ("shear", "plane shear between rough plates: friction of the bulk", {"friction": ""}),
)


def bulk_tests() -> dict[str, Bulk]:
    """The bulk tests of the package by name. A study sets the variables of their decks; `bulk/grains.in` beside them lists those that all have."""
    return {name: Bulk(name, summary, os.path.join(FOLDER, f"in.{name}"), units) for name, summary, units in _ROWS}
