# SPDX-License-Identifier: Apache-2.0
"""Libraries of the extra ``scratchworld[leaderboard]``, imported when they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from scratchworld.errors import InputError

__all__ = ["import_choix", "import_scipy_stats"]


def import_choix() -> Any:
    """Return ``choix``. Raises ``InputError`` when it is not installed."""
    return _import("choix", "ratings")


def import_scipy_stats() -> Any:
    """Return ``scipy.stats``. Raises ``InputError`` when it is not installed."""
    return _import("scipy.stats", "rank correlations")


def _import(name: str, what: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        library = name.partition(".")[0]
        message = f'{what} need {library}: pip install "scratchworld[leaderboard]"'
        raise InputError(message) from None
