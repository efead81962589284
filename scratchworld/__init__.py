# SPDX-License-Identifier: Apache-2.0
"""ScratchWorld: Scratch projects as executable worlds for testing world models."""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

__all__ = ["__version__", "load_release", "reward"]

# Known by name only, as in the command line's table: no arrow leaves the ground floor.
_LAZY = {
    "load_release": "scratchworld.release:load_release",
    "reward": "scoring.reward:reward",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LAZY[name].split(":")
    return getattr(importlib.import_module(module), attribute)
