# SPDX-License-Identifier: Apache-2.0
"""The embedded corpus: real projects that the npm packages carry, and small ones of our own."""

from __future__ import annotations

import shutil
from pathlib import Path

from generators.synthetic import synthesize, write_projects
from scratchworld.errors import InputError
from vm_runner import ensure_packages

__all__ = ["write_embedded_corpus"]

_REAL_PROJECTS = Path("node_modules", "scratch-parser", "test", "fixtures", "data")
"""Users' projects among the npm packages: what scratch-parser is tested with."""
_SUFFIXES = (".sb", ".sb2", ".sb3")
_LEFT_OUT = {"22690261.sb", "68971934.sb2", "_large.sb2"}
"""Hundreds of large pictures each: they would take most of the demo's time."""
_SEED = 0


def write_embedded_corpus(folder: Path) -> int:
    """Write the embedded corpus into ``folder``, new or empty, and return its project count.

    Installs the VM's npm packages if this is their first use.

    Raises:
        NodeSetupError: when the packages cannot be installed.
        InputError: when ``folder`` cannot be written.
    """
    source = ensure_packages().js / _REAL_PROJECTS
    found = [
        path
        for path in sorted(source.rglob("*"))
        if path.suffix in _SUFFIXES and path.name not in _LEFT_OUT
    ]
    real = folder / "real"
    try:
        real.mkdir(parents=True)
        for path in found:
            shutil.copyfile(path, real / path.name)
    except OSError as error:
        raise InputError(f"{real}: cannot be written ({error.strerror})") from error
    made = write_projects(synthesize(None, per_family=1, seed=_SEED), folder / "synthetic", _SEED)
    return len(found) + made
