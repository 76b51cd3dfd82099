# SPDX-License-Identifier: Apache-2.0
"""Views: arrays of the engine's own memory that cannot be read once they are stale."""
from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Callable, ContextManager, Iterator

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from ._tsubu import ffi
from .errors import InputError, StaleError

__all__ = ["Array", "View"]

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]
else:
    Array = np.ndarray  # numpy before 1.21 has no types
_FREE: ContextManager[Any] = contextlib.nullcontext()
_HIDDEN = frozenset(("data", "ctypes", "base", "flat", "view", "setflags", "fill", "put", "sort", "itemset", "partition", "resize",
                     "byteswap", "setfield", "real", "imag"))


class View(NDArrayOperatorsMixin):
    """An array that is lent by the engine, without a copy.

    It behaves as a numpy array in expressions, functions of numpy and slices. Each use asks first whether the world is still in the
    state it was lent in, and raises `StaleError` if not. `copy()` and `numpy.asarray()` give an independent array, which
    lives on. It can only be read, but for forces and torques within a callback: write with `sim.x = ...` or `sim.set(...)`."""

    __slots__ = ("_raw", "_check", "_writable", "_lock")
    __array_priority__ = 100.0

    def __init__(self, raw: Array, check: Callable[[], None], writable: bool = False, lock: ContextManager[Any] = _FREE):
        if not writable:
            raw.flags.writeable = False
        self._raw = raw
        self._check = check
        self._writable = writable
        self._lock = lock  # no other thread changes the world while it is read

    def _now(self) -> Array:
        self._check()
        return self._raw

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows, and numbers a row."""
        return self._raw.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the numbers."""
        return self._raw.dtype

    @property
    def ndim(self) -> int:
        """1 or 2."""
        return self._raw.ndim

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self._raw.size

    @property
    def itemsize(self) -> int:
        """Bytes of a number."""
        return self._raw.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all numbers."""
        return self._raw.nbytes

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from a row to the next, and from a number to the next: rows of three lie in four."""
        return self._raw.strides

    @property
    def T(self) -> View:
        """Rows and columns exchanged; a view again."""
        return View(self._now().T, self._check, self._writable, self._lock)

    @property
    def stale(self) -> bool:
        """Whether the world has changed since."""
        try:
            self._check()
        except StaleError:
            return True
        return False

    def copy(self) -> Array:
        """An independent array."""
        with _held(self):
            return self._now().copy()

    def __reduce__(self) -> Any:
        """A pickle, and a deep copy, is an independent array."""
        return np.array, (self.copy(),)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Array:
        with _held(self):
            return np.array(self._now(), dtype=dtype)

    def __len__(self) -> int:
        return len(self._raw)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.copy())

    def __contains__(self, value: Any) -> bool:
        return value in self.copy()

    def __bool__(self) -> bool:
        return bool(self.copy())

    def __float__(self) -> float:
        return float(self.copy())

    def __repr__(self) -> str:
        return "View(stale)" if self.stale else f"View({np.array2string(self.copy(), threshold=20)})"

    def __getitem__(self, key: Any) -> Any:
        """A number, or a part, which is a view again as long as it shares memory."""
        with _held(self, key):
            part = self._now()[_bare(key)]
            if isinstance(part, np.ndarray) and np.may_share_memory(part, self._raw):
                return View(part, self._check, self._writable, self._lock)
            return part

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self._writable:
            raise InputError("a view can only be read; write with sim.x = array, or sim.set(\"v\", array, ids)")
        with _held(self, key, value):
            self._now()[_bare(key)] = _bare(value)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        out = options.get("out")
        if out is not None and any(isinstance(o, View) and not o._writable for o in out):
            raise InputError("a view can only be read; take a copy(), or write with sim.x = array")
        with _held(*inputs, *(out or ())):
            if out is not None:
                options["out"] = tuple(_bare(o) for o in out)
            found = getattr(ufunc, method)(*(_bare(i) for i in inputs), **options)
            if out is not None:
                return out[0] if len(out) == 1 else out
            return self._own(found)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        with _held(*arguments, *options.values()):
            return self._own(function(*_bare(list(arguments)), **{k: _bare(v) for k, v in options.items()}))

    def __getattr__(self, name: str) -> Any:
        found = None if name.startswith("_") or name in _HIDDEN else getattr(np.ndarray, name, None)
        if not callable(found):
            raise AttributeError(f"a view has no attribute {name!r}; copy() makes an array of your own")
        method = found

        def call(*a: Any, **k: Any) -> Any:
            with _held(self, *a, *k.values()):
                return self._own(method(self._now(), *_bare(list(a)), **{n: _bare(v) for n, v in k.items()}))

        return call

    def _own(self, found: Any) -> Any:
        """What shares memory with the engine does not get out."""
        if isinstance(found, np.ndarray) and np.may_share_memory(found, self._raw):
            return found.copy()
        if isinstance(found, (tuple, list)):
            return type(found)(self._own(f) for f in found)
        return found


def _views(value: Any) -> Iterator[View]:
    if isinstance(value, View):
        yield value
    elif isinstance(value, (tuple, list)):
        for v in value:
            yield from _views(v)


@contextlib.contextmanager
def _held(*values: Any) -> Iterator[None]:
    """No other thread changes the worlds of these views meanwhile. A stale one is found before anybody waits."""
    found = list(_views(values))
    for v in found:
        v._check()
    with contextlib.ExitStack() as stack:
        for lock in sorted({id(v._lock): v._lock for v in found}.values(), key=id):
            stack.enter_context(lock)
        yield


def _bare(value: Any) -> Any:
    if isinstance(value, View):
        return value._now()
    if isinstance(value, (tuple, list)) and any(isinstance(v, (View, tuple, list)) for v in value):
        return type(value)(_bare(v) for v in value)
    return value


def memory(pointer: Any, count: int, width: int, stride: int, kind: Any = np.float64) -> Array:
    """An array over memory of the engine, without a copy; [count] or [count, width]."""
    size = np.dtype(kind).itemsize
    if count == 0:
        return np.empty((0,) if width == 1 else (0, width), kind)
    flat = np.frombuffer(ffi.buffer(pointer, count * stride * size), kind)
    rows = flat.reshape(count, stride)
    return rows[:, 0] if width == 1 else rows[:, :width]
