# SPDX-License-Identifier: Apache-2.0
"""What simulations and decks have in common: a world that can be read, written, stepped, saved, compared, drawn and looked at."""
from __future__ import annotations

import os
import tempfile
from types import TracebackType
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from ._tsubu import ffi, lib
from .engine import Engine, doubles
from .errors import InputError, UnsupportedError, check, raised, text
from .given import did_you_mean, file_name, number, numbers, read_ids, vector, whole, words
from .models import Model, read_parameters
from .page import Page
from .views import Array, View, memory

__all__ = ["World", "Energy", "Picture"]

_Self = TypeVar("_Self", bound="World")
CONTACT = np.dtype([("id", "u8", 2), ("wall", "i8"), ("point", "f8", 3), ("normal", "f8", 3), ("force", "f8", 3),
                    ("torque", "f8", 3), ("overlap", "f8"), ("history", "u8"), ("history_width", "u8")])
_WORDS = {"x": ("x", "y", "z"), "v": ("vx", "vy", "vz"), "omega": ("omegax", "omegay", "omegaz"), "f": ("fx", "fy", "fz"),
          "torque": ("tqx", "tqy", "tqz")}
_DERIVED = frozenset(("element", "xs", "xu", "xsu", "image", "speed", "diameter", "inertia", "volume", "group", "inverse_mass",
                      "inverse_inertia", "rank"))


class Energy(NamedTuple):
    """The accounts of energy [J]; `dissipated` by mechanism."""

    kinetic: float
    rotational: float
    gravitational: float
    elastic: float
    dissipated: dict[str, float]
    dissipated_total: float
    wall_work: float
    external_work: float
    given: float
    integration: float
    residual: float
    exchanged: float


class Picture(bytes):
    """The bytes of a PNG file; a notebook shows them."""

    def _repr_png_(self) -> bytes:
        return bytes(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes them to a file."""
        with open(path, "wb") as f:
            f.write(self)


class World(Engine):
    """A world of particles; made by `Simulation`, `load`, `copy` and `Deck`. `with` closes it at its end."""

    # ---- particles ----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return int(lib.tsu_particles_count(self._world()))

    def field(self, name: str) -> View:
        """A field of all particles, as `fields` and `tsubu reference fields` list them, or one that was added; a view."""
        view = ffi.new("tsu_view *")
        with self._lock:
            try:
                self._do(lib.tsu_field_view, self._field_name(name), view)
            except InputError as error:
                if error.remedy or "no field named" not in str(error):
                    raise
                raise InputError(f"{error}; there are: {', '.join(self.fields)}") from None
            return self._view(view)

    def _field_name(self, name: Any) -> bytes:
        """T is short for Temp."""
        return words("the name of a field", "Temp" if name == "T" and "T" not in self.fields else name)

    @property
    def fields(self) -> dict[str, int]:
        """The fields that the particles have, with the numbers that each has for a particle."""
        found: dict[str, int] = {}
        width = ffi.new("size_t *")
        with self._lock:
            while (name := lib.tsu_field_name(self._idle(), len(found), width)) != ffi.NULL:
                found[text(name)] = int(width[0])
        return found

    def table(self, *names: str) -> Array:
        """Fields of all particles as a structured array with a plain column for each number, in the order of ids, which
        `pandas.DataFrame` takes as it is; without names all that do not follow from others."""
        with self._lock:
            order = np.argsort(self.id)
            columns = {"id": self.id}
            for name in names or (n for n in self.fields if n not in _DERIVED):
                if name != "id":
                    columns.update(_columns(name, self.field(name).copy()))
            kinds = [(n, "i8" if n in ("id", "type", "image") else "f8") for n in columns]
            found = np.empty(len(self), kinds)
            for name, values in columns.items():
                found[name] = values[order]
            return found

    @property
    def x(self) -> View:
        """Positions [m]."""
        return self.field("x")

    @x.setter
    def x(self, value: Any) -> None:
        self.set("x", value)

    @property
    def v(self) -> View:
        """Velocities [m/s]."""
        return self.field("v")

    @v.setter
    def v(self, value: Any) -> None:
        self.set("v", value)

    @property
    def omega(self) -> View:
        """Spins [rad/s]."""
        return self.field("omega")

    @omega.setter
    def omega(self, value: Any) -> None:
        self.set("omega", value)

    @property
    def radius(self) -> View:
        """Radii [m]."""
        return self.field("radius")

    @property
    def mass(self) -> View:
        """Masses [kg]."""
        return self.field("mass")

    @property
    def id(self) -> Array:
        """Ids in the order of the views; a copy."""
        with self._lock:
            return memory(lib.tsu_particle_ids(self._idle()), len(self), 1, 1, np.uint64).copy()

    def set(self, name: str, value: Any, ids: Any = None) -> None:
        """Writes a field, for these ids or for all particles in the order of the views; what that changes of the energy is recorded
        as given. A single row is for all."""
        with self._lock:
            known = ffi.new("tsu_view *")
            field = self._field_name(name)
            check(lib.tsu_field_view, self._idle(), field, known)
            who = None if ids is None else read_ids(ids)
            count = len(self) if who is None else len(who)
            shape: tuple[int, ...] = (count,) if known.width == 1 else (count, known.width)
            values = numbers(name, value, shape)
            self._do(lib.tsu_field_write, field, ffi.NULL if who is None else ffi.from_buffer("uint64_t[]", who), count,
                     known.width, doubles(values))

    def add_field(self, name: str, width: int = 1, initial: float = 0.0) -> None:
        """Adds a field with `width` numbers a particle, which is saved, and seen by formulas."""
        self._do(lib.tsu_fields_add, words("the name of a field", name), whole("width", width, 1, 1000), number("initial", initial))

    def remove(self, ids: Any) -> None:
        """Removes particles by their ids."""
        who = read_ids(ids)
        self._do(lib.tsu_particles_remove_ids, ffi.from_buffer("uint64_t[]", who), len(who))

    # ---- models -------------------------------------------------------------------------------------------------------

    def model(self, kind: str, name: str | None = None, **parameters: Any) -> Model:
        """Adds a model: insertion, springs, added forces, heat, prescribed motion, mass flow ... `tsubu.model_kinds()` lists them
        with their parameters."""
        if name is None:
            taken = {m.name for m in self.models}
            name = next(n for k in range(1, len(taken) + 2) if (n := f"{kind}{k}") not in taken)
        given, hold = read_parameters(kind, parameters)
        self._do(lib.tsu_models_add, kind.encode(), name.encode(), given, len(parameters))
        del hold
        return Model(self, name, kind)

    @property
    def models(self) -> list[Model]:
        """The models of the world, in the order in which they act; in a deck its fixes, too."""
        found: list[Model] = []
        kind = ffi.new("const char **")
        with self._lock:
            while (name := lib.tsu_model_name(self._idle(), len(found), kind)) != ffi.NULL:
                found.append(Model(self, text(name), text(kind[0])))
        return found

    # ---- state --------------------------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """Simulated time [s]."""
        return float(lib.tsu_world_time(self._world()))

    @property
    def timestep(self) -> float:
        """The time step [s]."""
        return super().timestep

    @timestep.setter
    def timestep(self, value: float) -> None:
        self._do(lib.tsu_world_set_timestep, number("timestep", value))

    @property
    def gravity(self) -> tuple[float, float, float]:
        """Gravity [m/s^2]."""
        g = ffi.new("double[3]")
        lib.tsu_world_gravity(self._world(), g)
        return float(g[0]), float(g[1]), float(g[2])

    @gravity.setter
    def gravity(self, value: Any) -> None:
        self._do(lib.tsu_world_set_gravity, vector("gravity", value))

    @property
    def hash(self) -> str:
        """Hash of the state, as the program prints it: equal for equal runs."""
        with self._lock:
            return f"{lib.tsu_world_hash(self._idle()):016x}"

    @property
    def energy(self) -> Energy:
        """The accounts of energy [J]."""
        e = ffi.new("tsu_energy *")
        self._do(lib.tsu_world_energy, e)
        lost = {text(lib.tsu_account_name(k)): float(e.dissipated[k]) for k in range(lib.TSU_ACCOUNT_COUNT)}
        return Energy(*(lost if name == "dissipated" else getattr(e, name) for name in Energy._fields))

    @property
    def contacts(self) -> Array:
        """All contacts that touch, a structured array: id (0 for a wall), wall (-1: none), point, normal, force on the first, torque of
        rolling resistance, overlap. `tsubu.columns` makes plain columns of it."""
        view = ffi.new("tsu_contacts_view *")
        names = [n for n in CONTACT.names or () if not n.startswith("history")]
        with self._lock:
            self._do(lib.tsu_contacts_list, view)
            found = np.empty(view.count, np.dtype([(n, CONTACT[n]) for n in names]))
            if view.count:
                rows = np.frombuffer(ffi.buffer(view.contact, view.count * CONTACT.itemsize), CONTACT)
                for name in names:
                    found[name] = rows[name]
        return found

    def stable_dt(self, fraction: float = 0.2) -> float:
        """A time step at this fraction of the shortest time that particles, materials and contact models know [s]."""
        found = ffi.new("double *")
        self._do(lib.tsu_world_stable_timestep, number("the fraction", fraction), found)
        return float(found[0])

    def wall_force(self, name: str) -> Array:
        """Force of the particles on a wall in the last step [N]."""
        found = ffi.new("double[3]")
        self._do(lib.tsu_wall_force, str(name).encode(), found)
        return np.array(list(found))

    def mesh_force(self, name: str) -> Array:
        """Force of the particles on the wall of a mesh in the last step [N]."""
        return self.wall_force(name)

    def wall_torque(self, name: str, point: Any = (0, 0, 0)) -> Array:
        """Their torque about a point [N m]."""
        found = ffi.new("double[3]")
        self._do(lib.tsu_wall_torque, str(name).encode(), vector("point", point), found)
        return np.array(list(found))

    # ---- files and pictures -------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the whole world to a file, but for callbacks; `load` reads it."""
        self._do(lib.tsu_world_save, file_name("the file", path))

    def load(self, path: str | os.PathLike[str], threads: int = 0) -> None:
        """Continues from a file of `save`, with bitwise identical results and the present callbacks. If the file cannot be read nothing has
        changed."""
        with self._lock:
            self._idle()
            self._adopt(load_pointer(path, threads))

    def _adopt(self, pointer: Any) -> None:
        """Another world in place of this one; its callbacks go along."""
        self.close_view()
        old = self._pointer
        self._pointer = ffi.gc(pointer, lib.tsu_world_destroy)
        calls, self._callbacks = list(self._callbacks.values()), {}
        for call in calls:
            self._callbacks[self._add(call[2][0])] = call
        if old is not None:
            ffi.release(old)

    def copy(self) -> World:
        """A world that continues with bitwise identical results, without callbacks."""
        return World(self._copied())

    def _copied(self) -> Any:
        err = ffi.new("tsu_error *")
        with self._lock:
            made = lib.tsu_world_copy(self._idle(), err)
        if made == ffi.NULL:
            raise raised(err)
        return made

    def diff(self, other: World, most: int = 20) -> list[str]:
        """What differs between two worlds, bit by bit, as sentences; empty if nothing does."""
        out, count = ffi.new("tsu_difference[]", max(int(most), 1)), ffi.new("size_t *")
        if not isinstance(other, World):
            raise InputError(f"diff() compares with another simulation or deck, not with {other!r}")
        first, second = sorted((self, other), key=id)
        with first._lock, second._lock:
            self._do(lib.tsu_world_diff, other._idle(), out, int(most), count)
        line = ffi.new("char[400]")
        told = []
        for k in range(min(count[0], int(most))):
            lib.tsu_difference_tell(out + k, line, 400)
            told.append(text(line))
        return told

    def snapshot(self, color: str = "speed", view: str = "iso", size: tuple[int, int] = (800, 600), range: Any = None, title: str = "",
                 map: str = "viridis", dark: bool = False, plain: bool = False) -> Picture:
        """A picture of the world: PNG, which a notebook shows. `view` is iso, front, back, left, right, top, bottom, or "AZIMUTH,ELEVATION"
        in degrees."""
        d = ffi.new("tsu_picture_def *", lib.tsu_picture_def_default())
        hold = [ffi.new("char[]", words(n, w)) for n, w in (("color", color), ("view", view), ("title", title), ("map", map))]
        d.color, d.view, d.title, d.map = hold
        d.width, d.height = (whole("a side of the picture", v, 1) for v in _two("size", size))
        d.dark, d.plain = bool(dark), bool(plain)
        if range is not None:
            d.low, d.high = _range(range)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "picture.png")
            self._do(lib.tsu_world_picture, d, os.fsencode(path))
            with open(path, "rb") as f:
                return Picture(f.read())

    # ---- the live page ------------------------------------------------------------------------------------------------

    def view(self, title: str | None = None, port: int = 0, height: int = 540) -> Page:
        """The live page: in the cell of a notebook, or at its `address`. It follows this simulation from now on; a second call gives the
        same page."""
        with self._lock:
            self._idle()
            if self._page is None or self._page._pointer is None:
                self._page = self._shown(title or self._title(), port, height)
            return self._page

    def close_view(self) -> None:
        """Ends the live page, if there is one."""
        page, self._page = self._page, None
        if page is not None:
            page.close()

    def _title(self) -> str:
        return "simulation"

    def _shown(self, title: str, port: int, height: int) -> Page:
        return Page(self, self._idle(), lib.tsu_page_show, title, port, height)

    # ---- copies and names --------------------------------------------------------------------------------------------

    def __copy__(self: _Self) -> _Self:
        return cast(_Self, self.copy())

    def __deepcopy__(self: _Self, memo: Any) -> _Self:
        return cast(_Self, self.copy())

    def __reduce__(self) -> Any:
        raise UnsupportedError(f"a {type(self).__name__} cannot be pickled; save() it to a file, and load() that in the other process")

    def __setattr__(self, name: str, value: Any) -> None:
        """What is no attribute is a slip: it would change nothing. Classes of users may have their own."""
        if not name.startswith("_") and not hasattr(type(self), name) and type(self).__module__.startswith("tsubu."):
            known = [n for n in dir(type(self)) if getattr(getattr(type(self), n), "fset", None)]
            raise InputError(f"a {type(self).__name__} has no {name!r} to be set; {did_you_mean(name, known)}")
        object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        if self._running:
            return f"<tsubu.{type(self).__name__} running>"
        if self._pointer is None:
            return f"<tsubu.{type(self).__name__} {self._unmade()}>"
        return f"<tsubu.{type(self).__name__} {len(self)} particles, step {self.step}>"

    def _unmade(self) -> str:
        return "closed"

    # ---- end ----------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Gives the memory back at once; views become stale."""
        if self._running:
            raise InputError("this simulation is running; wait for the end of run()")
        with self._lock:
            self.close_view()
            pointer, self._pointer = self._pointer, None
            if pointer is not None:
                ffi.release(pointer)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def _two(what: str, value: Any) -> tuple[Any, Any]:
    try:
        first, second = value
    except (TypeError, ValueError):
        raise InputError(f"{what}={value!r}: two numbers are needed") from None
    return first, second


def _range(value: Any) -> tuple[float, float]:
    """Two ends of a colour bar."""
    try:
        low, high = (float(v) for v in value)
    except (TypeError, ValueError):
        raise InputError(f"range={value!r}: two numbers are needed, the ends of the colour bar") from None
    if not low < high:
        raise InputError(f"range=({low}, {high}): the first must be below the second")
    return low, high


def _columns(name: str, values: Array) -> dict[str, Array]:
    """A plain column for each number of a field."""
    if values.ndim == 1:
        return {name: values}
    width = values.shape[1]
    words = _WORDS.get(name) or tuple(f"{name}_{q}" for q in ("xyz" if width == 3 else range(1, width + 1)))
    return {w: values[:, q] for q, w in enumerate(words)}


def load_pointer(path: str | os.PathLike[str], threads: int) -> Any:
    """A world of the engine from a file."""
    err = ffi.new("tsu_error *")
    made = lib.tsu_world_load(file_name("the file", path), whole("threads", threads), err)
    if made == ffi.NULL:
        raise raised(err)
    return made


def load(path: str | os.PathLike[str], threads: int = 0) -> World:
    """A world from a file of `save`, or from a restart file of a deck as far as it goes."""
    return World(load_pointer(path, threads))
