# SPDX-License-Identifier: Apache-2.0
"""The versions of everything that can change a label or the bytes of a release."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from pathlib import Path

import vm_runner
from vm_runner import VmRunner
from vm_runner.spidermonkey import SecondEngine

__all__ = ["find_versions"]

_LIBRARIES = ("datasketch", "imagehash", "pillow", "pyarrow")
"""Packages that decide which projects are near-duplicates, or the bytes of a parquet file."""
_NO_SOURCES = ("node_modules", ".setup", "test", "benchmarks")


def find_versions(runner: VmRunner, *, second_engine: bool) -> dict[str, str]:
    """Return the version of each part by its name; of our own JavaScript a hash of its sources."""
    versions = {**runner.versions, **{name: version(name) for name in _LIBRARIES}}
    versions["vm_runner/js"] = _digest(Path(vm_runner.__file__).with_name("js"))
    if second_engine:
        with SecondEngine(runner) as second:
            versions |= second.versions
    return versions


def _digest(folder: Path) -> str:
    """SHA-256 over the sources and the lock file of the VM's packages, 16 hexadecimal digits."""
    sha = hashlib.sha256()
    tops = [top for top in folder.iterdir() if top.name not in _NO_SOURCES]
    files = [file for top in tops for file in (top, *top.rglob("*"))]
    for file in sorted(files, key=Path.as_posix):
        if file.suffix in (".js", ".json"):
            text = file.read_bytes().replace(b"\r\n", b"\n")
            name = file.relative_to(folder).as_posix()
            sha.update(f"{name} {len(text)}\n".encode() + text)
    return sha.hexdigest()[:16]
