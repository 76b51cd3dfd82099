# SPDX-License-Identifier: Apache-2.0
"""The public C header as cffi has it; nothing of it is part of the package's own interface."""
from typing import Any

ffi: Any
lib: Any
