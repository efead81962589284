# SPDX-License-Identifier: Apache-2.0
"""The project files of a corpus folder, in an order that the file system does not decide."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from scratchworld.errors import InputError

__all__ = ["CorpusFile", "find_files", "iterate_files"]

_ARCHIVES = (".sb3", ".sb2", ".sb")
_PROJECT_KEYS = (b'"targets"', b'"objName"')
_CHUNK_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One project file of a corpus."""

    path: Path
    name: str
    """Path relative to the corpus folder, with ``/``."""
    sha256: str
    """Of the bytes; of the name, if the file cannot be read."""


def find_files(corpus: Path) -> list[CorpusFile]:
    """Return every project file below ``corpus``, sorted by name.

    Project files are ``.sb3``, ``.sb2`` and ``.sb`` files, and ``.json`` files that look like a
    ``project.json``. Unlike the build, files with the same bytes are all returned: each gets a
    verdict.

    Raises:
        InputError: when the folder is missing or holds no project file.
    """
    return list(iterate_files(corpus))


def iterate_files(corpus: Path, leave_out: str = "") -> Iterator[CorpusFile]:
    """Yield what :func:`find_files` returns; a file is read when its turn comes.

    Files called ``leave_out`` are no project files, whatever they hold.

    Raises:
        InputError: as :func:`find_files` does.
    """
    if not corpus.is_dir():
        raise InputError(f"{corpus}: no such folder; give the folder that holds the projects")
    named = sorted((path.relative_to(corpus).as_posix(), path) for path in _walk(corpus))
    empty = True
    for name, path in named:
        if path.name != leave_out and _fits(path):
            empty = False
            yield CorpusFile(path, name, _hash(path, name))
    if empty:
        raise InputError(f"{corpus}: holds no Scratch project (.sb3, .sb2, .sb, project.json)")


def _walk(folder: Path) -> Iterator[Path]:
    for root, _, names in os.walk(folder):
        for name in names:
            yield Path(root, name)


def _fits(path: Path) -> bool:
    if path.exists() and not path.is_file():
        return False  # a pipe or a device, which nobody may end
    suffix = path.suffix.lower()
    if suffix in _ARCHIVES:
        return True
    if suffix != ".json":
        return False
    try:
        with path.open("rb") as file:
            text = file.read(_CHUNK_BYTES)
    except OSError:
        return False
    return text.lstrip().startswith(b"{") and any(key in text for key in _PROJECT_KEYS)


def _hash(path: Path, name: str) -> str:
    sha = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                sha.update(chunk)
    except OSError:
        return hashlib.sha256(f"unreadable {name}".encode("utf-8", "surrogateescape")).hexdigest()
    return sha.hexdigest()
