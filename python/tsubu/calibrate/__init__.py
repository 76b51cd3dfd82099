# SPDX-License-Identifier: Apache-2.0
"""Calibration: finds the parameters with which bulk tests come out as they were measured, and says how sure that is.

`answer = tsubu.calibrate.run("glass.toml")`; the program does the same by `tsubu calibrate glass.toml`. What may stand in the file is in
docs/calibration.md. Fitting needs scikit-learn (Debian: python3-sklearn)."""
from .answer import Answer, Parameter, Prediction
from .bulk import Bulk, bulk_tests
from .errors import StudyError, UnreachableError
from .run import run
from .study import Study

__all__ = ["Answer", "Bulk", "Parameter", "Prediction", "Study", "StudyError", "UnreachableError", "bulk_tests", "run"]
