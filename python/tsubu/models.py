# SPDX-License-Identifier: Apache-2.0
"""Models: what acts in a step beside the contacts, by name and with parameters by name."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, NamedTuple, Sequence

import numpy as np

from ._tsubu import ffi, lib
from .errors import InputError, text

if TYPE_CHECKING:
    from .world import World

__all__ = ["Model", "Parameter", "model_kinds"]


class Parameter(NamedTuple):
    """A parameter of a model: what it is called and means, its unit, and the words it may be (empty: any)."""

    name: str
    unit: str
    doc: str
    choices: tuple[str, ...]


class Model:
    """A model of a world."""

    def __init__(self, world: World, name: str, kind: str):
        self._of = world
        #: Its name in its world, and which model it is.
        self.name, self.kind = name, kind

    def __getitem__(self, word: str) -> float:
        """A number that it tells; `words` lists them."""
        value = ffi.new("double *")
        self._of._do(lib.tsu_model_tell, self.name.encode(), word.encode(), value)
        return float(value[0])

    @property
    def words(self) -> tuple[str, ...]:
        """What it tells."""
        return tuple(_listed(lambda k: lib.tsu_model_word(self.kind.encode(), k)))

    def remove(self) -> None:
        """Takes it out of its world."""
        self._of._do(lib.tsu_models_remove, self.name.encode())

    def __repr__(self) -> str:
        return f"<tsubu.Model {self.kind} {self.name}>"


def _listed(ask: Any) -> Iterator[str]:
    k = 0
    while (word := ask(k)) != ffi.NULL:
        yield text(word)
        k += 1


def _infos(kind: str) -> Iterator[Any]:
    info = ffi.new("tsu_parameter_info *")
    k = 0
    while lib.tsu_model_parameter(kind.encode(), k, info):
        yield info
        k += 1


def _choices(info: Any) -> tuple[str, ...]:
    return tuple(_listed(lambda k: info.choice[k])) if info.choice != ffi.NULL else ()


def model_kinds() -> dict[str, tuple[str, dict[str, Parameter]]]:
    """All models that there are: what each does, and its parameters."""
    found: dict[str, tuple[str, dict[str, Parameter]]] = {}
    doc = ffi.new("const char **")
    while (kind := lib.tsu_model_kind(len(found), doc)) != ffi.NULL:
        rows = [Parameter(text(i.name), text(i.unit), text(i.doc), _choices(i)) for i in _infos(text(kind))]
        found[text(kind)] = (text(doc[0]), {p.name: p for p in rows})
    return found


def read_parameters(kind: str, given: dict[str, Any]) -> tuple[Any, list[Any]]:
    """Parameters as the engine takes them, and what has to live until it has."""
    kinds = {text(i.name): int(i.kind) for i in _infos(kind)}
    rows = ffi.new("tsu_parameter[]", max(len(given), 1))
    hold: list[Any] = []
    for row, (name, value) in zip(rows, given.items()):
        hold.append(ffi.new("char[]", name.encode()))
        row.name = hold[-1]
        what = kinds.get(name, lib.TSU_PARAMETER_TEXT if isinstance(value, str) else lib.TSU_PARAMETER_NUMBER)
        if what == lib.TSU_PARAMETER_TEXT or isinstance(value, str):
            hold.append(ffi.new("char[]", _text(name, value).encode()))
            row.text = hold[-1]
        elif what == lib.TSU_PARAMETER_LIST:
            hold.append(ffi.new("double[]", _numbers(kind, name, value)))
            row.list, row.count = hold[-1], len(hold[-1])
        else:
            found = _numbers(kind, name, value)
            if len(found) != (3 if what == lib.TSU_PARAMETER_VECTOR else 1):
                raise InputError(f"{kind}: {name}={value!r}; it is {'three numbers' if what == lib.TSU_PARAMETER_VECTOR else 'one number'}")
            for q, number in enumerate(found):
                row.number[q] = number
    return rows, hold


def _text(name: str, value: Any) -> str:
    """Words; ("block", 0, 1, ...) are joined."""
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence) and value and all(isinstance(v, (str, int, float, np.number)) for v in value):
        return " ".join(v if isinstance(v, str) else repr(float(v)) for v in value)
    raise InputError(f"{name}={value!r}; it is a text, or words and numbers such as (\"block\", 0, 1, 0, 1, 0, 1)")


def _numbers(kind: str, name: str, value: Any) -> list[float]:
    try:
        return [float(v) for v in np.atleast_1d(np.asarray(value, np.float64)).ravel()]
    except (TypeError, ValueError):
        raise InputError(f"{kind}: {name}={value!r}; it is made of numbers") from None


def templates(kinds: dict[str, int], what: Any) -> str:
    """The words of a mixture, from a list of dicts: material, radius, density, weight."""
    rows = what if isinstance(what, (list, tuple)) else [what]
    parts = []
    for row in rows:
        if not isinstance(row, dict) or "material" not in row or "radius" not in row or "density" not in row:
            raise InputError(f"a template is {row!r}; it needs material, radius and density")
        if row["material"] not in kinds:
            raise InputError(f"there is no material {row['material']!r}; there are: {', '.join(kinds) or 'none yet'}")
        spread = {k: _text(k, v if isinstance(v, (str, tuple, list)) else (v,)) for k, v in row.items() if k != "material"}
        parts.append(" ".join([f"type {kinds[row['material']]}", *(f"{k} {v}" for k, v in spread.items())]))
    return "; ".join(parts)
