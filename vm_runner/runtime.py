# SPDX-License-Identifier: Apache-2.0
"""Where the JavaScript side and its packages live.

Node resolves a package from the importing file's own folder upwards, so the sources and
``node_modules`` must stand side by side. They do so in the installed ``vm_runner/js`` if that
folder can be written or already has its packages. Otherwise the sources are copied to a folder
of the user's cache, named by a digest of what they hold.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs

__all__ = ["CACHE_VARIABLE", "cache_root", "cached_copy", "is_writable", "source_folder"]

CACHE_VARIABLE = "SCRATCHWORLD_CACHE"
"""Environment variable that names the cache folder to use."""

# Neither is needed to run the worker: packages, the state of their installation, tests.
_LEFT_OUT = frozenset({"node_modules", ".setup", "test"})


def source_folder() -> Path:
    """The folder of the JavaScript sources that were installed with this package."""
    return Path(__file__).resolve().parent / "js"


def cache_root() -> Path:
    """The user's cache folder for ScratchWorld; it may not exist yet."""
    override = os.environ.get(CACHE_VARIABLE)
    return Path(override).absolute() if override else platformdirs.user_cache_path("scratchworld")


def is_writable(folder: Path) -> bool:
    """Whether a file can be made in ``folder``, found out by making one."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cached_copy(source: Path, root: Path) -> Path:
    """A copy of the sources below ``root``, made unless it is there already.

    Raises:
        OSError: if the copy cannot be written.
    """
    copy = root / f"js-{_digest(source)[:16]}"
    if copy.is_dir():
        return copy
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root, prefix=".copy-") as workplace:
        draft = Path(workplace) / "js"
        for relative in _files(source):
            (draft / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / relative, draft / relative)
        try:
            draft.rename(copy)
        except OSError:
            # Another process was faster, and its copy has the same content.
            if not copy.is_dir():
                raise
    return copy


def _files(source: Path) -> Iterator[Path]:
    for folder, subfolders, names in os.walk(source):
        here = Path(folder).relative_to(source)
        subfolders[:] = sorted(set(subfolders) - _LEFT_OUT)
        yield from (here / name for name in sorted(names))


def _digest(source: Path) -> str:
    digest = hashlib.sha256()
    for relative in _files(source):
        content = hashlib.sha256((source / relative).read_bytes()).hexdigest()
        digest.update(f"{relative.as_posix()}\0{content}\n".encode())
    return digest.hexdigest()
