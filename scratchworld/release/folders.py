# SPDX-License-Identifier: Apache-2.0
"""Folders that are written completely, or not at all."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from scratchworld.errors import ReleaseError
from scratchworld.release.manifest import is_release

__all__ = ["check_target", "move_into_place", "sibling"]

_REPLACED = "replaced"

Recognise = Callable[[Path], bool]


def check_target(path: Path, recognise: Recognise = is_release) -> None:
    """Check early that a folder may be written to ``path``.

    It may when nothing is there, or an empty folder, or an older one that ``recognise`` accepts
    (by default a release), which is then replaced.

    Raises:
        ReleaseError: when something else is there, or the parent folder is missing.
    """
    if not path.parent.is_dir():
        raise ReleaseError(f"{path}: the folder {path.parent} does not exist; create it first")
    if not path.exists() and not path.is_symlink():
        return
    if not path.is_dir():
        raise ReleaseError(f"{path}: is a file; give the name of a new folder")
    if any(path.iterdir()) and not recognise(path):
        raise ReleaseError(f"{path}: holds files that are not a release; give a new folder")


@contextmanager
def sibling(path: Path, kind: str) -> Iterator[Path]:
    """A new hidden folder beside ``path``, gone afterwards unless it was renamed.

    What killed processes have left of the same kind goes first.
    """
    if kind != _REPLACED:  # that may hold an older release until there is a new one
        _sweep(path, kind)
    folder = path.parent / f".{path.name}.{os.getpid()}.{kind}"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir()
    except OSError as error:
        message = f"{path}: cannot be written ({error.strerror}); choose another folder"
        raise ReleaseError(message) from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def move_into_place(folder: Path, path: Path, recognise: Recognise = is_release) -> None:
    """Rename ``folder`` to ``path``; whoever looks sees the old content, or the whole new one.

    Raises:
        ReleaseError: see :func:`check_target`.
    """
    check_target(path, recognise)  # It may have changed since; nobody's files are to be lost.
    if not path.exists():
        folder.rename(path)
    else:
        with sibling(path, _REPLACED) as grave:
            path.rename(grave / "old")
            try:
                folder.rename(path)
            except OSError:
                (grave / "old").rename(path)
                raise
    _sweep(path, _REPLACED)


def _sweep(path: Path, kind: str) -> None:
    """Remove the siblings of a kind whose processes were killed."""
    for folder in path.parent.glob(f".{glob.escape(path.name)}.*.{kind}"):
        number = folder.name.removeprefix(f".{path.name}.").removesuffix(f".{kind}")
        if number.isdecimal() and not _is_alive(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(process: int) -> bool:
    if os.name != "posix":
        return True  # asking would end it
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
