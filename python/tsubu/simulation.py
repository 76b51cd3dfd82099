# SPDX-License-Identifier: Apache-2.0
"""Simulations that are built in Python."""
from __future__ import annotations

import os
import threading
from typing import Any, Iterable

import numpy as np

from ._tsubu import ffi, lib
from .engine import doubles
from .errors import InputError, check, raised, text
from .given import did_you_mean, number, numbers, shape_of, triangles, vector, whole, words
from .models import Model, templates
from .views import Array
from .world import World, load_pointer

__all__ = ["Simulation"]

_ONE = {"young": "youngsModulus", "poisson": "poissonsRatio"}
_TWO = {"restitution": "coefficientRestitution", "friction": "coefficientFriction", "rolling_friction": "coefficientRollingFriction"}
_PARTICLE = np.dtype([("id", "u8"), ("type", "i4"), ("radius", "f8"), ("density", "f8"), ("position", "f8", 3), ("velocity", "f8", 3),
                      ("spin", "f8", 3)], align=True)


_SCRATCH: list[Any] = []
_SCRATCH_LOCK = threading.Lock()


def _check_property(key: str, short: Iterable[str]) -> None:
    """A misspelt property is refused where it is written: a world of one material is asked."""
    with _SCRATCH_LOCK:
        if not _SCRATCH:
            d, err = ffi.new("tsu_world_def *", lib.tsu_world_def_default()), ffi.new("tsu_error *")
            d.timestep, d.threads = 1.0, 1
            made = lib.tsu_world_create(d, err)
            if made == ffi.NULL:
                raise raised(err)
            _SCRATCH.append(ffi.gc(made, lib.tsu_world_destroy))
        err = ffi.new("tsu_error *")
        if lib.tsu_property_set(_SCRATCH[0], words("the name of a property", key), 1.0, err) == lib.TSU_OK:
            return
    near = did_you_mean(key, list(short))
    if near.startswith("did") and "did you mean" not in text(err.message):
        raise InputError(f"no contact model has a property {key!r}; {near} (`tsubu laws` lists them)")
    raise raised(err)


class Simulation(World):
    """A world that is built step by step: materials, pairs, contact models, walls, particles.

    box: two corners [m]; gravity [m/s^2]; timestep [s], None: 0.15 of the stable one when the first run begins; boundary: a letter for
    each axis, f fixed, p periodic, s follows the particles, m follows but not below the box; threads: 0 for all, with the same result."""

    def __init__(self, box: Any = ((0, 0, 0), (1, 1, 1)), gravity: Any = (0, 0, 0), timestep: float | None = None,
                 boundary: str = "fff", threads: int = 0):
        super().__init__()
        self._box = numbers("box", box, (2, 3))
        self._gravity = vector("gravity", gravity)
        if (self._box[0] >= self._box[1]).any():
            axis = int(np.argmax(self._box[0] >= self._box[1]))
            raise InputError(f"the box has no extent along {'xyz'[axis]}: {self._box[0][axis]} to {self._box[1][axis]}; "
                             "say box=((xlo, ylo, zlo), (xhi, yhi, zhi))")
        self._faces = words("boundary", boundary).decode().replace(" ", "")
        if len(self._faces) != 3 or set(self._faces) - set("fpsm"):
            raise InputError(f"boundary is {boundary!r}; say one of f, p, s, m for each axis, as in \"ppf\"")
        self._auto, self._dt = timestep is None, 1e-9 if timestep is None else number("timestep", timestep)
        if self._dt <= 0:
            raise InputError(f"timestep is {timestep}; it must be positive")
        self._threads = whole("threads", threads)
        self._materials: dict[str, dict[str, Any]] = {}
        self._pairs: dict[str, dict[frozenset[str], float]] = {}
        self._walls = 0
        self._dirty = True
        self._closed = self._loaded = False

    # ---- materials and contact models ---------------------------------------------------------------------------------

    def material(self, name: str, young: float | None = None, poisson: float | None = None, density: float | None = None,
                 **properties: float) -> str:
        """A material: Young's modulus [Pa], Poisson's ratio, density [kg/m^3] of its particles, and other properties of materials by the
        names of `tsubu laws`. All materials come before the first wall or particle. Gives the name."""
        if self._pointer is not None:
            raise InputError(f"material {name!r} comes too late: say all materials before the first wall, mesh or particle")
        if not words("the name of a material", name) or name in self._materials:
            raise InputError(f"material {name!r}: a material needs a name of its own")
        given = {**{_ONE[k]: v for k, v in (("young", young), ("poisson", poisson)) if v is not None}, **properties}
        read = {k: number(f"{k} of {name}", v) for k, v in given.items()}
        for key in properties:
            _check_property(key, ("young", "poisson", "density"))
        self._materials[name] = {"density": None if density is None else number(f"density of {name}", density), **read}
        return name

    def pair(self, a: str, b: str, **properties: float) -> None:
        """Properties of two materials in contact: restitution, friction, rolling_friction, and others by the names of `tsubu laws`."""
        if self._running:
            raise InputError("this simulation is running; wait for the end of run()")
        for name in (a, b):
            self._type(name)
        read = {key: number(f"{key} of {a} and {b}", value) for key, value in properties.items()}
        for key in set(read) - set(_TWO):
            _check_property(key, _TWO)
        for key, value in read.items():
            self._pairs.setdefault(_TWO.get(key, key), {})[frozenset((a, b))] = value
        self._dirty = True

    def constant(self, name: str, value: float) -> None:
        """A property that belongs to no material, by its name in `tsubu laws`."""
        self._do(lib.tsu_property_set, words("the name of a property", name), number(name, value))

    def laws(self, normal: str, tangential: str | None = None, rolling: str | None = None, cohesion: str | None = None,
             **keywords: Any) -> None:
        """Chooses the contact models between particles, and at walls that come after, by the words of a deck."""
        said = [f"model {words('the normal model', normal).decode()}"]
        said += [f"{k} {v}" for k, v in (("tangential", tangential), ("rolling_friction", rolling), ("cohesion", cohesion)) if v]
        said += [f"{k} {'on' if v is True else 'off' if v is False else v}" for k, v in keywords.items()]
        if self._running:
            raise InputError("this simulation is running; wait for the end of run()")
        with self._lock:  # properties may be missing yet
            check(lib.tsu_laws_choose, self._made(), words("the contact models", " ".join(said)))

    def _type(self, name: str) -> int:
        if name not in self._materials:
            raise InputError(f"there is no material {name!r}; {did_you_mean(str(name), list(self._materials))}")
        return list(self._materials).index(name) + 1

    def _made(self) -> Any:
        """The world, made when it is first needed."""
        if self._pointer is None and not self._closed:
            if not self._materials:
                raise InputError("there is no material yet; say sim.material(\"glass\", young=..., poisson=..., density=...)")
            d = ffi.new("tsu_world_def *", lib.tsu_world_def_default())
            d.lo, d.hi, d.gravity = list(self._box[0]), list(self._box[1]), self._gravity
            for q, letter in enumerate(self._faces):
                d.boundary[q][0] = d.boundary[q][1] = letter.encode()
            d.materials, d.timestep, d.threads = len(self._materials), self._dt, self._threads
            err = ffi.new("tsu_error *")
            made = lib.tsu_world_create(d, err)
            if made == ffi.NULL:
                raise raised(err)
            self._pointer = ffi.gc(made, lib.tsu_world_destroy)
        return super()._world()

    def _world(self) -> Any:
        world = self._made()
        if self._dirty:
            self._set_properties(world)
            self._dirty = False
        return world

    def _set_properties(self, world: Any) -> None:
        """Those that were said, for all materials and pairs."""
        names = list(self._materials)
        for key in {k for m in self._materials.values() for k in m} - {"density"}:
            missing = [n for n in names if key not in self._materials[n]]
            if missing:
                raise InputError(f"material {missing[0]!r} has no {key}, which others have; give all materials one")
            check(lib.tsu_property_set_type, world, key.encode(), [self._materials[n][key] for n in names])
        for key, given in self._pairs.items():
            rows = [given.get(frozenset((a, b))) for a in names for b in names]
            if None in rows:
                a, b = divmod(rows.index(None), len(names))
                raise InputError(f"{key} is not said for {names[a]} and {names[b]}; add sim.pair({names[a]!r}, {names[b]!r}, ...)")
            check(lib.tsu_property_set_pair, world, key.encode(), rows)

    # ---- walls --------------------------------------------------------------------------------------------------------

    def wall(self, shape: str, material: str, name: str | None = None, **given: Any) -> str:
        """A wall by its shape (plane, cylinder, sphere, cone ...) and the numbers of `tsu_wall_def`: centre, direction, radius, end,
        end_radius, position, velocity, spin. Gives its name."""
        self._walls += 1
        name = name or f"{shape}{self._walls}"
        d = ffi.new("tsu_wall_def *", lib.tsu_wall_def_default())
        hold = [ffi.new("char[]", words(f"the {k} of a wall", w)) for k, w in (("name", name), ("shape", shape), ("mesh", given.pop("mesh", "")))]
        d.name, d.shape = hold[:2]
        if shape == "mesh":
            d.mesh = hold[2]
        d.type = self._type(material)
        for key, value in given.items():
            if key in ("centre", "direction", "end", "velocity"):
                setattr(d, key, vector(key, value))
            elif key in ("radius", "end_radius", "position", "spin"):
                setattr(d, key, number(key, value))
            else:
                raise InputError(f"a wall has no {key}; it has centre, direction, radius, end, end_radius, position, velocity, spin")
        self._do(lib.tsu_walls_add, d)
        return name

    def remove_wall(self, name: str) -> None:
        """Takes a wall away."""
        self._do(lib.tsu_walls_remove, words("the name of a wall", name))

    def plane(self, point: Any, normal: Any, material: str, name: str | None = None) -> str:
        """A plane through a point; particles are on the side that the normal points to."""
        return self.wall("plane", material, name, centre=point, direction=normal)

    def cylinder(self, point: Any, axis: Any, radius: float, material: str, name: str | None = None, spin: float = 0.0) -> str:
        """An endless cylinder about an axis through a point; it may spin about it [rad/s]."""
        return self.wall("cylinder", material, name, centre=point, direction=axis, radius=radius, spin=spin)

    def mesh(self, source: Any, material: str | None, name: str | None = None, scale: float = 1.0, move: Any = (0, 0, 0),
             axis: Any = (0, 0, 1), angle: float = 0.0) -> str:
        """A surface of triangles: a file (STL, OBJ, PLY, VTK), or (vertices, triangles); scaled, turned [rad], moved. Without a material
        (None) particles do not feel it: an inlet of `insert`. Gives its name."""
        name = name or f"mesh{self._walls + 1}"
        d = ffi.new("tsu_mesh_def *", lib.tsu_mesh_def_default())
        keep: list[Any] = [ffi.new("char[]", words("the name of a mesh", name))]
        d.name, d.scale, d.angle = keep[0], number("scale", scale), number("angle", angle)
        d.axis, d.translation = vector("axis", axis), vector("move", move)
        if isinstance(source, (str, os.PathLike)):
            keep.append(ffi.new("char[]", os.fsencode(source)))
            d.file = keep[-1]
        else:
            points, faces = triangles(name, source)
            keep += [points, faces, ffi.from_buffer("double[]", points), ffi.from_buffer("int32_t[]", faces)]
            d.vertices, d.triangles, d.vertex_count, d.triangle_count = keep[-2], keep[-1], len(points), len(faces)
        if material is not None:
            self._type(material)
        self._do(lib.tsu_meshes_add, d)
        if material is not None:
            self.wall("mesh", material, name, mesh=name)
        return name

    def mesh_motion(self, name: str, velocity: Any = (0, 0, 0), spin: Any = (0, 0, 0), centre: Any = (0, 0, 0)) -> None:
        """From now on a mesh moves with a velocity [m/s] and turns with a spin [rad/s] about a centre that goes along."""
        self._do(lib.tsu_mesh_set_motion, words("the name of a mesh", name), *(vector(w, q) for w, q in
                 (("velocity", velocity), ("spin", spin), ("centre", centre))))

    def mesh_move(self, name: str, by: Any) -> None:
        """Moves a mesh at once [m]: where it meets particles, energy is given."""
        self._do(lib.tsu_mesh_move, words("the name of a mesh", name), vector("by", by))

    # ---- particles ----------------------------------------------------------------------------------------------------

    def add(self, position: Any, radius: Any, material: str, velocity: Any = (0, 0, 0), spin: Any = (0, 0, 0),
            density: Any = None) -> Array:
        """Adds particles: positions [n, 3], radii [n] or one for all. Gives their ids."""
        try:
            places = np.atleast_2d(np.asarray(position, np.float64))
        except (TypeError, ValueError):
            raise InputError(f"position: {shape_of(position)}; (n, 3) is needed") from None
        if places.ndim != 2 or places.shape[1] != 3:
            raise InputError(f"position: an array of shape {np.shape(position)}; (n, 3) is needed")
        n = len(places)
        kind = self._type(material)
        self._check_inside(numbers("position", places, (n, 3)))
        density = self._density(material, density)
        rows = np.zeros(n, _PARTICLE)
        rows["type"] = kind
        for key, value, shape in (("position", places, (n, 3)), ("velocity", velocity, (n, 3)), ("spin", spin, (n, 3)),
                                  ("radius", radius, (n,)), ("density", density, (n,))):
            rows[key] = numbers(key, value, shape)
        with self._lock:
            self._do(lib.tsu_particles_add, ffi.from_buffer("tsu_particle_def[]", rows), n)
            return np.sort(self.id)[len(self) - n:]

    def _check_inside(self, places: Array) -> None:
        """Who begins beyond a fixed face would be lost in the first step."""
        if self._loaded:
            return
        for axis, face in enumerate(self._faces):
            low, high = float(self._box[0][axis]), float(self._box[1][axis])
            beyond = np.flatnonzero((places[:, axis] < low) | (places[:, axis] > high))
            if face == "f" and len(beyond):
                row = int(beyond[0])
                raise InputError(f"position: row {row} has {'xyz'[axis]} = {places[row, axis]:g}, and the box goes from {low:g} to {high:g} there; "
                                 "make the box larger, or its faces follow the particles (boundary=\"s\" for that axis)")

    def _density(self, material: str, given: Any = None) -> Any:
        density = self._materials[material]["density"] if given is None else given
        if density is None:
            raise InputError(f"material {material!r} has no density; say density=...")
        return density

    def insert(self, kind: str, material: str | None = None, radius: Any = None, density: Any = None, name: str | None = None,
               **parameters: Any) -> Model:
        """Particles that come by themselves: "stream" through a planar mesh (face=), "rate" into a region, "pack" to fill one (once, unless every= says otherwise). One kind of
        particles by material and radius (a number, or ("uniform", a, b), ("gaussian", a, b), ("lognormal", a, b)), or a mixture by
        templates=[dict(material=, radius=, density=, weight=), ...]. The other parameters are those of the models insert_stream,
        insert_rate and insert_pack in `tsubu.model_kinds()`. The model tells ["particles"] and ["mass"]."""
        kinds = {n: k + 1 for k, n in enumerate(self._materials)}
        if kind == "pack" and not {"every", "every_time"} & set(parameters):
            parameters["every"] = 0
        mixture = parameters.pop("templates", None)
        if mixture is None:
            if material is None or radius is None:
                raise InputError("insert() needs material= and radius=, or templates=")
            self._type(material)
            mixture = {"material": material, "radius": radius, "density": self._density(material, density), "weight": 1.0}
        if not isinstance(mixture, str):
            rows = mixture if isinstance(mixture, (list, tuple)) else [mixture]
            mixture = templates(kinds, [{"density": self._materials.get(str(r.get("material")), {}).get("density"), **r}
                                        if isinstance(r, dict) else r for r in rows])
        return self.model(kind if kind.startswith("insert_") else f"insert_{kind}", name, templates=mixture, **parameters)

    def run(self, steps: int | None = None, time: float | None = None, progress: bool | None = None) -> None:
        self._choose_timestep()
        super().run(steps, time, progress)

    run.__doc__ = World.run.__doc__

    def _choose_timestep(self) -> None:
        if self._auto and not self._running:
            if not len(self):
                raise InputError("no time step can be chosen before there are particles; say Simulation(timestep=...)")
            self.timestep = self.stable_dt(0.15)
            self._auto = True

    @property
    def timestep(self) -> float:
        """The time step [s]; if none was given, 0.15 of the stable one, chosen when it is first needed."""
        self._choose_timestep()
        return float(lib.tsu_world_timestep(self._world()))

    @timestep.setter
    def timestep(self, value: float) -> None:
        self._do(lib.tsu_world_set_timestep, number("timestep", value))
        self._auto = False

    def save(self, path: str | os.PathLike[str]) -> None:
        self._choose_timestep()
        super().save(path)

    save.__doc__ = World.save.__doc__

    def load(self, path: str | os.PathLike[str], threads: int | None = None) -> None:
        with self._lock:
            if self._running:
                raise InputError("this simulation is running; wait for the end of run()")
            self._adopt(load_pointer(path, self._threads if threads is None else threads))
            self._auto = self._dirty = self._closed = False
            self._loaded = True  # its box is that of the file

    load.__doc__ = World.load.__doc__

    def copy(self) -> Simulation:
        """A simulation that continues with bitwise identical results, without callbacks."""
        self._choose_timestep()
        made = Simulation(self._box, self._gravity, None, self._faces, self._threads)
        made._adopt(self._copied())
        made._materials, made._pairs = dict(self._materials), {k: dict(v) for k, v in self._pairs.items()}
        made._walls, made._auto, made._dirty, made._loaded = self._walls, self._auto, self._dirty, self._loaded
        return made

    def close(self) -> None:
        super().close()
        self._closed = True

    close.__doc__ = World.close.__doc__

    def _unmade(self) -> str:
        return "closed" if self._closed else "without particles yet"
