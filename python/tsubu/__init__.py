# SPDX-License-Identifier: Apache-2.0
"""tsubu: a discrete element engine. `Simulation` builds a world in Python, `Deck` runs input scripts of LIGGGHTS."""
try:
    import numpy as _numpy  # noqa: F401
except ImportError as _error:
    raise ImportError("tsubu needs numpy (Debian: apt-get install python3-numpy)") from _error
try:
    from ._tsubu import lib as _lib
except ImportError as _error:
    raise ImportError(f"the engine of tsubu cannot be loaded: {_error} (cffi: apt-get install python3-cffi-backend)") from _error

from .contact import Contact
from .deck import Deck
from .engine import Moment
from .errors import (Error, FileError, InputError, OutOfMemoryError, StaleError, UnstableError, UnsupportedError, text as _text)
from .models import Model, Parameter, model_kinds
from .page import Page
from .simulation import Simulation
from .slider import Slider, Stability
from .tables import Restart, columns, read_dump, read_log, read_restart
from .views import View
from .world import Energy, Picture, World, load

if _lib.tsu_abi() != _lib.TSU_ABI:
    raise ImportError(f"libtsubu has interface {_lib.tsu_abi()}, this package was built for {_lib.TSU_ABI}; install both of one version")

__version__ = _text(_lib.tsu_version())
__all__ = ["Contact", "Deck", "Energy", "Error", "FileError", "InputError", "Model", "Moment", "OutOfMemoryError", "Page", "Parameter", "Picture",
           "Restart", "Simulation", "Slider", "Stability", "StaleError", "UnstableError", "UnsupportedError", "View", "World", "columns", "load",
           "model_kinds", "read_dump", "read_log", "read_restart"]
