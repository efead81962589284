# SPDX-License-Identifier: Apache-2.0
"""Libraries of optional parts of the installation, imported when they are needed."""

from __future__ import annotations

import importlib
from typing import Any

from scratchworld.errors import InputError

__all__ = ["import_av", "import_choix", "import_openai", "import_scipy_stats"]


def import_av() -> Any:
    """Return ``av``, which is PyAV. Raises ``InputError`` when it is not installed."""
    return _import("av", "videos", "PyAV", "video")


def import_choix() -> Any:
    """Return ``choix``. Raises ``InputError`` when it is not installed."""
    return _import("choix", "ratings", "choix", "leaderboard")


def import_openai() -> Any:
    """Return ``openai``. Raises ``InputError`` when it is not installed."""
    return _import("openai", "judges", "openai", "judge")


def import_scipy_stats() -> Any:
    """Return ``scipy.stats``. Raises ``InputError`` when it is not installed."""
    return _import("scipy.stats", "rank correlations", "scipy", "leaderboard")


def _import(name: str, what: str, library: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        message = f'{what} need {library}: pip install "scratchworld[{extra}]"'
        raise InputError(message) from None
