# SPDX-License-Identifier: Apache-2.0
"""A study: which tests, what was measured, which parameters are free. Read from a TOML file, or from a dictionary with the same keys."""
from __future__ import annotations

import hashlib
import importlib
import json
import math
import os
import re
from typing import Any, Iterator, Mapping, NamedTuple

from .bulk import bulk_tests
from .errors import StudyError, near

__all__ = ["Free", "Quantity", "Study", "Test"]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*$")
_VARIABLE = re.compile(r"^\s*variable\s+(\S+)\s+index\b")


class Free(NamedTuple):
    """A free parameter: its range, whether it is searched by its logarithm, how pictures call it."""

    name: str
    low: float
    high: float
    log: bool
    label: str

    def value(self, unit: float) -> float:
        """The value at a place between 0 and 1 of its range."""
        if self.log:
            return math.exp(math.log(self.low) + unit * math.log(self.high / self.low))
        return self.low + unit * (self.high - self.low)

    def unit(self, value: float) -> float:
        """The place of a value in its range."""
        return math.log(value / self.low) / math.log(self.high / self.low) if self.log else (value - self.low) / (self.high - self.low)


class Quantity(NamedTuple):
    """A number that a test tells, and what was measured: NaN where nothing was."""

    name: str
    formula: str  # of the deck; or empty:
    column: str  # of its log
    log: bool
    value: float
    uncertainty: float
    unit: str


class Test(NamedTuple):
    """A deck with variables, and what is read from it."""

    name: str
    bulk: str  # empty: a deck of the user
    deck: str
    seed: str  # variable that takes the seed; empty: none
    variables: dict[str, str]
    parameters: tuple[str, ...]  # those that the deck has
    files: tuple[tuple[str, str], ...]  # what it reads: name as the deck says it, and where it lies
    quantities: tuple[Quantity, ...]


class Study:
    """What is to be found: `Study("glass.toml")` or `Study({...}, folder=".")` with the same keys. Attributes: `title`, `parameters`, `tests`,
    `predict`, `budget` (runs), `batch` (runs that are decided on at a time), `seed`, `cores` (0: all of the machine), `predictions` (runs for each
    test that is predicted)."""

    def __init__(self, source: str | os.PathLike[str] | Mapping[str, Any], folder: str = "."):
        if isinstance(source, Mapping):
            self.file: str | None = None
            given: Mapping[str, Any] = source
        else:
            self.file = os.fspath(source)
            folder = os.path.dirname(os.path.abspath(self.file))
            given = _read_toml(self.file)
        self.folder = os.path.abspath(folder)
        self._known(given, "", ("title", "budget", "batch", "seed", "cores", "predictions", "parameters", "tests", "predict"))
        self.title = str(given.get("title", "Calibration"))
        self.seed = self._integer(given, "seed", 1, 0, 100000)
        self.cores = self._integer(given, "cores", 0, 0, 4096)
        self.batch = self._integer(given, "batch", 4, 1, 4096)
        self.predictions = self._integer(given, "predictions", 8, 2, 1000)
        self.parameters = {n: self._parameter(n, v) for n, v in self._tables(given, "parameters")}
        if not self.parameters:
            raise self.wrong("parameters", "there is no free parameter; add a table such as [parameters.mu] with range = [0.1, 0.9]")
        self.tests = {n: self._test(n, v, "tests") for n, v in self._tables(given, "tests")}
        if not self.tests:
            raise self.wrong("tests", "there is no test; add a table such as [tests.repose] with bulk = \"repose\" and measured.angle = [24.0, 1.0]")
        self.predict = {n: self._test(n, v, "predict") for n, v in self._tables(given, "predict")}
        for name in self.predict:
            if name in self.tests:
                raise self.wrong(f"predict.{name}", "a test with this name is used for fitting already; give the one that is predicted another name")
        for name in self.parameters:
            if not any(name in t.parameters for t in self.tests.values()):
                raise self.wrong(f"parameters.{name}", f"no deck of the tests has a line `variable {name} index VALUE`, so it changes nothing; add the line, "
                                 "or take the parameter out")
        self.budget = self._integer(given, "budget", 30 * len(self.tests), 1, 1000000)
        self.check_budget(self.budget)

    # ---- what is refused ----------------------------------------------------------------------------------------------

    def wrong(self, key: str, sentence: str) -> StudyError:
        """The exception for what is wrong at a key."""
        return StudyError(self.file, key, sentence)

    def check_budget(self, budget: int) -> None:
        """Whether that many runs are enough to begin with."""
        least = len(self.tests) * (2 * len(self.parameters) + 4)
        if budget < least:
            raise self.wrong("budget", f"{budget} runs are too few for {len(self.tests)} tests and {len(self.parameters)} parameters; give at least {least}")

    def _known(self, table: Mapping[str, Any], where: str, names: tuple[str, ...]) -> None:
        for key in table:
            if key not in names:
                raise self.wrong(f"{where}.{key}" if where else key, f"there is no such key here{near(key, names)}")

    def _integer(self, table: Mapping[str, Any], key: str, default: int, low: int, high: int) -> int:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(key, f"{value!r} is not a whole number from {low} to {high}; write one, as in {key} = {max(default, 1)}")
        return value

    def _tables(self, given: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        table = given.get(key, {})
        if not isinstance(table, Mapping):
            raise self.wrong(key, f"found {table!r} where tables are expected; write [{key}.NAME]")
        for name, value in table.items():
            if not _NAME.match(name):
                raise self.wrong(f"{key}.{name}", "a name has letters, digits and _ and begins with a letter; take another one")
            if not isinstance(value, Mapping):
                raise self.wrong(f"{key}.{name}", f"found {value!r} where a table is expected; write [{key}.{name}] and its keys below")
            yield name, value

    def _number(self, value: Any, key: str) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise self.wrong(key, f"{value!r} is not a finite number; write one")
        return float(value)

    # ---- parts --------------------------------------------------------------------------------------------------------

    def _parameter(self, name: str, table: Mapping[str, Any]) -> Free:
        where = f"parameters.{name}"
        self._known(table, where, ("range", "scale", "label"))
        span = table.get("range")
        if not isinstance(span, (list, tuple)) or len(span) != 2:
            raise self.wrong(f"{where}.range", f"found {span!r} where two numbers are expected; write range = [0.1, 0.9]")
        low, high = (self._number(v, f"{where}.range") for v in span)
        scale = table.get("scale", "linear")
        if scale not in ("linear", "log"):
            raise self.wrong(f"{where}.scale", f"there is no scale {scale!r}; write \"linear\" or \"log\"")
        if not low < high:
            raise self.wrong(f"{where}.range", f"{low:g} is not below {high:g}; write the smaller number first")
        if scale == "log" and low <= 0:
            raise self.wrong(f"{where}.range", f"a logarithmic scale cannot begin at {low:g}; begin above 0, or write scale = \"linear\"")
        return Free(name, low, high, scale == "log", str(table.get("label", name)))

    def _test(self, name: str, table: Mapping[str, Any], part: str) -> Test:
        where = f"{part}.{name}"
        self._known(table, where, ("bulk", "deck", "seed", "variables", "files", "measured", "quantities"))
        bulk, deck, units = self._deck(table, where)
        has, files = _look_through(deck)
        files.update(self._more_files(table, where, deck))
        variables = table.get("variables", {})
        if not isinstance(variables, Mapping):
            raise self.wrong(f"{where}.variables", f"found {variables!r} where a table is expected; write variables = {{n = 300}}")
        for key in variables:
            if key not in has:
                raise self.wrong(f"{where}.variables.{key}", f"{deck} has no line `variable {key} index VALUE`{near(key, has)}")
            if key in self.parameters:
                raise self.wrong(f"{where}.variables.{key}", "it is a free parameter, too; take it out of one of the two")
        seed = table.get("seed", "seed" if "seed" in has else "")
        if seed and seed not in has:
            raise self.wrong(f"{where}.seed", f"{deck} has no line `variable {seed} index VALUE`; add it and use it where the deck has seeds")
        return Test(name, bulk, deck, str(seed), {k: str(v) for k, v in variables.items()},
                    tuple(p for p in self.parameters if p in has), tuple(sorted(files.items())), self._quantities(table, where, part, units))

    def _deck(self, table: Mapping[str, Any], where: str) -> tuple[str, str, dict[str, str] | None]:
        bulk, deck = table.get("bulk"), table.get("deck")
        if (bulk is None) == (deck is None):
            raise self.wrong(where, "a test has either a deck of the package or one of your own; write bulk = \"NAME\" or deck = \"FILE\"")
        if bulk is not None:
            known = bulk_tests()
            if bulk not in known:
                raise self.wrong(f"{where}.bulk", f"there is no bulk test {bulk!r}{near(str(bulk), known)}")
            return bulk, known[bulk].deck, known[bulk].quantities
        path = os.path.join(self.folder, str(deck))
        if not os.path.isfile(path):
            raise self.wrong(f"{where}.deck", f"there is no file {path}; the name counts from the folder of the study")
        return "", path, None

    def _more_files(self, table: Mapping[str, Any], where: str, deck: str) -> dict[str, str]:
        found = {}
        names = table.get("files", [])
        for name in names if isinstance(names, (list, tuple)) else [names]:
            path = os.path.join(os.path.dirname(deck), str(name))
            if not os.path.isfile(path):
                raise self.wrong(f"{where}.files", f"there is no file {path}; names count from the folder of the deck")
            found[str(name)] = path
        return found

    def _quantities(self, table: Mapping[str, Any], where: str, part: str, units: dict[str, str] | None) -> tuple[Quantity, ...]:
        measured = table.get("measured", {})
        if not isinstance(measured, Mapping):
            raise self.wrong(f"{where}.measured", f"found {measured!r} where a table is expected; write measured.angle = [24.0, 1.0]")
        given: dict[str, Any] = dict(measured)
        if part == "predict":
            for name in table.get("quantities", () if given or not units else tuple(units)):
                given.setdefault(str(name), {})
        elif "quantities" in table:
            raise self.wrong(f"{where}.quantities", "this key is for tests that are predicted; write measured.NAME = [VALUE, UNCERTAINTY]")
        if not given:
            raise self.wrong(where, "nothing was measured; add measured.NAME = [VALUE, UNCERTAINTY]" if part == "tests" else
                             "nothing is to be predicted; add quantities = [\"NAME\"]")
        for name in given:
            if units is not None and name not in units:
                raise self.wrong(f"{where}.measured.{name}", f"this test does not tell it{near(name, units)}")
        return tuple(self._quantity(n, v, f"{where}.measured.{n}", part == "tests", units) for n, v in given.items())

    def _quantity(self, name: str, given: Any, where: str, needed: bool, units: dict[str, str] | None) -> Quantity:
        if isinstance(given, (list, tuple)):
            if len(given) != 2:
                raise self.wrong(where, f"found {len(given)} numbers where value and uncertainty are expected; write {name} = [24.0, 1.0]")
            given = {"value": given[0], "uncertainty": given[1]}
        if not isinstance(given, Mapping):
            raise self.wrong(where, f"the uncertainty is missing; write {name} = [VALUE, UNCERTAINTY], one standard deviation")
        self._known(given, where, ("value", "uncertainty", "formula", "column", "scale", "unit"))
        value = uncertainty = math.nan
        if needed or "value" in given:
            for key in ("value", "uncertainty"):
                if key not in given:
                    raise self.wrong(where, f"{key} is missing; write {name} = [VALUE, UNCERTAINTY], the latter one standard deviation")
            value, uncertainty = (self._number(given[k], f"{where}.{k}") for k in ("value", "uncertainty"))
            if uncertainty <= 0:
                raise self.wrong(f"{where}.uncertainty", f"{uncertainty:g} is not above 0; give one standard deviation of the measurement")
        log = given.get("scale", "linear") == "log"
        if given.get("scale", "linear") not in ("linear", "log"):
            raise self.wrong(f"{where}.scale", f"there is no scale {given['scale']!r}; write \"linear\" or \"log\"")
        if log and value <= 0:
            raise self.wrong(f"{where}.value", f"a logarithmic scale does not hold {value:g}; write scale = \"linear\"")
        if units is not None and ("formula" in given or "column" in given):
            raise self.wrong(where, "formula and column are for decks of your own; a test of the package knows where its result is")
        column = str(given.get("column", ""))
        if column and "formula" in given:
            raise self.wrong(where, "found formula and column; give one of them")
        formula = "" if column else str(given.get("formula", f"v_{name}"))
        return Quantity(name, formula, column, log, value, uncertainty, str(given.get("unit", units[name] if units else "")))

    # ---- identity -----------------------------------------------------------------------------------------------------

    def fingerprint(self) -> dict[str, str]:
        """What runs depend on, by key. Measured values, budget and cores may change between calls, these may not."""
        found = {"seed": str(self.seed), "batch": str(self.batch)}
        for p in self.parameters.values():
            found[f"parameters.{p.name}"] = json.dumps([p.low, p.high, p.log])
        for part, tests in (("tests", self.tests), ("predict", self.predict)):
            for t in tests.values():
                body = hashlib.sha256()
                for path in (t.deck, *(p for _, p in t.files)):
                    with open(path, "rb") as f:
                        body.update(f.read())
                found[f"{part}.{t.name}"] = json.dumps([t.seed, t.variables, t.parameters, [q[:4] for q in t.quantities], body.hexdigest()])
        return found


def _read_toml(path: str) -> Mapping[str, Any]:
    try:
        with open(path, "rb") as f:
            text = f.read()
    except OSError as error:
        raise StudyError(path, "", f"the study cannot be read: {error.strerror or error}") from None
    toml: Any = None
    for module in ("tomllib", "tomli"):  # the first one since Python 3.11
        try:
            toml = importlib.import_module(module)
            break
        except ImportError:
            pass
    if toml is None:
        raise StudyError(path, "", "this Python reads no TOML; install tomli (Debian: python3-tomli), or use Python 3.11 or later")
    try:
        found: Mapping[str, Any] = toml.loads(text.decode("utf-8"))
        return found
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(path, "", f"the study is not valid TOML: {error}; see docs/calibration.md for one that is") from None


def _look_through(deck: str) -> tuple[set[str], dict[str, str]]:
    """The index variables of a deck and of what it includes, and the files beside it that its words name."""
    variables: set[str] = set()
    files: dict[str, str] = {}
    folder = os.path.dirname(deck)
    todo, seen = [deck], {deck}
    while todo:
        path = todo.pop()
        with open(path, encoding="utf-8", errors="replace") as f:
            lines = f.read().splitlines()
        for line in lines:
            words = line.split("#")[0].replace('"', " ").split()
            if m := _VARIABLE.match(line):
                variables.add(m.group(1))
            for word in words:
                inside = os.path.normpath(os.path.join(folder, word))
                if os.path.isabs(word) or word.startswith("..") or not os.path.isfile(inside) or inside == deck:
                    continue
                files[word] = inside
                if words[0] in ("include", "jump") and inside not in seen:
                    seen.add(inside)
                    todo.append(inside)
    return variables, files
