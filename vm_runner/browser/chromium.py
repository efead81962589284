# SPDX-License-Identifier: Apache-2.0
"""Which Chromium runs the page, and in which configurations."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from scratchworld.errors import InputError

__all__ = ["CONFIGURATIONS", "REFERENCE", "Configuration", "find_chromium", "load_playwright"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_HINT = "install one (on Debian `apt-get install chromium`), or name it with --chromium"


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way to run Chromium."""

    name: str
    flags: tuple[str, ...]
    """Command-line flags beside those that all have."""
    gpu_mode: str = "Automatic"
    """How scratch-render answers colour queries; its own default is ``Automatic``."""


COMMON_FLAGS = (
    "--use-angle=swiftshader",  # WebGL in software: the same on every machine
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--force-device-scale-factor=1",
    "--disable-lcd-text",
    "--host-resolver-rules=MAP * ~NOTFOUND",  # no name leads anywhere
)
_SOFTWARE_CANVAS = "--disable-accelerated-2d-canvas"

REFERENCE = Configuration("reference", (_SOFTWARE_CANVAS,))
"""What ours is held against."""

CONFIGURATIONS = (
    REFERENCE,
    Configuration("accelerated canvas", ()),
)
"""Chromium against itself: where two of these differ, no renderer can agree with both."""


def find_chromium(named: str | None = None) -> Path:
    """Return the Chromium that is named, or the one on PATH.

    Raises:
        InputError: when there is none.
    """
    if named is not None:
        found = shutil.which(named)
        if found is None:
            raise InputError(f"--chromium {named}: there is no such program; {_HINT}")
        return Path(found)
    for name in _NAMES:
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    raise InputError(f"there is no Chromium on PATH; {_HINT}")


def load_playwright() -> ModuleType:
    """Import Playwright's asynchronous interface.

    Raises:
        InputError: when it is not installed.
    """
    try:
        return importlib.import_module("playwright.async_api")
    except ImportError as error:
        raise InputError(
            f"Playwright, which drives the browser, cannot be imported ({error}): "
            'install it with `pip install "scratchworld[browser]"`'
        ) from error


def all_flags(configuration: Configuration) -> Sequence[str]:
    """Every flag that Chromium is started with."""
    return [*COMMON_FLAGS, *configuration.flags]
