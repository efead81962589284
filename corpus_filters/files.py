# SPDX-License-Identifier: Apache-2.0
"""The project files of a corpus folder, in an order that the file system does not decide."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from corpus_filters.execution import Executor, LocalExecutor, in_batches
from corpus_filters.storage import Location, file_system, join
from scratchworld.errors import InputError

__all__ = [
    "CorpusFile",
    "Named",
    "find_files",
    "find_named",
    "no_projects",
    "number_files",
    "walk_files",
]

_ARCHIVES = (".sb3", ".sb2", ".sb")
_PROJECT_KEYS = (b'"targets"', b'"objName"')
_CHUNK_BYTES = 2**20
_BATCH = 64
"""Files of one job."""


@dataclass(frozen=True, slots=True)
class CorpusFile:
    """One project file of a corpus."""

    path: Location
    name: str
    """Path relative to the corpus folder, with ``/``."""
    sha256: str
    """Of the bytes; of the name, if the file cannot be read."""


class Named(NamedTuple):
    """One file below a corpus folder."""

    name: str
    """Path relative to the corpus folder, with ``/``."""
    location: Location


def find_files(corpus: Path) -> list[CorpusFile]:
    """Return every project file below ``corpus``, sorted by name.

    Project files are ``.sb3``, ``.sb2`` and ``.sb`` files, and ``.json`` files that look like a
    ``project.json``. Unlike the build, files with the same bytes are all returned: each gets a
    verdict.

    Raises:
        InputError: when the folder is missing or holds no project file.
    """
    files = [file for _, file in number_files(corpus, LocalExecutor())]
    if not files:
        raise no_projects(corpus)
    return files


def number_files(
    corpus: Location, executor: Executor, leave_out: str = ""
) -> Iterator[tuple[int, CorpusFile]]:
    """Yield every project file with a number that grows with its name, as they are read.

    Files called ``leave_out`` are no project files, whatever they hold.

    Raises:
        InputError: when the folder is missing.
    """
    named = (each for each in walk_files(corpus) if PurePosixPath(each.name).name != leave_out)
    for found in executor.run(_ReadWork(), in_batches(enumerate(named), _BATCH)):
        yield from found


def no_projects(corpus: Location) -> InputError:
    """Return the error that a folder without projects amounts to."""
    return InputError(f"{corpus}: holds no Scratch project (.sb3, .sb2, .sb, project.json)")


def find_named(corpus: Location, name: str) -> Iterator[Location]:
    """Yield the files below ``corpus`` that are called ``name``, in order.

    Raises:
        InputError: when the folder is missing.
    """
    for named in walk_files(corpus):
        if PurePosixPath(named.name).name == name:
            yield named.location


def walk_files(corpus: Location) -> Iterator[Named]:
    """Yield every file below ``corpus``, sorted by name; one folder at a time is in memory.

    Raises:
        InputError: when the folder is missing.
    """
    if isinstance(corpus, Path):
        there = corpus.is_dir()
    else:
        system, path = file_system(corpus)
        there = system.isdir(path)
    if not there:
        raise InputError(f"{corpus}: no such folder; give the folder that holds the projects")
    return _walk(corpus, "")


def _walk(folder: Location, prefix: str) -> Iterator[Named]:
    # a folder takes the place that its name with a slash has among the names of files
    for entry in sorted(_entries(folder)):
        location = join(folder, entry.rstrip("/"))
        if entry.endswith("/"):
            yield from _walk(location, prefix + entry)
        else:
            yield Named(prefix + entry, location)


def _entries(folder: Location) -> Iterator[str]:
    """Yield the names in a folder, those of folders with a slash at the end."""
    if isinstance(folder, Path):
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    yield f"{entry.name}/" if entry.is_dir(follow_symlinks=False) else entry.name
        except OSError:
            return  # what cannot be looked into holds no project
        return
    system, path = file_system(folder)
    for found in system.ls(path, detail=True):
        name = found["name"].rstrip("/")
        if name != path.rstrip("/"):
            yield PurePosixPath(name).name + ("/" if found["type"] == "directory" else "")


class _ReadWork:
    """Which of some files are project files, and their SHA-256."""

    def start(self) -> _ReadWork:
        """Return itself: a worker of this work holds nothing."""
        return self

    def process(self, job: Sequence[tuple[int, Named]]) -> list[tuple[int, CorpusFile]]:
        """Return those of some files that are project files."""
        return [
            (number, CorpusFile(named.location, named.name, _hash(named)))
            for number, named in job
            if _fits(named.location)
        ]

    def close(self) -> None:
        """Do nothing."""

    def kill(self) -> None:
        """Do nothing."""


@contextmanager
def _opened(location: Location) -> Iterator[IO[bytes]]:
    if isinstance(location, Path):
        with location.open("rb") as file:
            yield file
    else:
        system, path = file_system(location)
        with system.open(path, "rb") as file:
            yield file


def _fits(location: Location) -> bool:
    if isinstance(location, Path) and location.exists() and not location.is_file():
        return False  # a pipe or a device, which nobody may end
    suffix = PurePosixPath(str(location)).suffix.lower()
    if suffix in _ARCHIVES:
        return True
    if suffix != ".json":
        return False
    try:
        with _opened(location) as file:
            text = file.read(_CHUNK_BYTES)
    except OSError:
        return False
    return text.lstrip().startswith(b"{") and any(key in text for key in _PROJECT_KEYS)


def _hash(named: Named) -> str:
    sha = hashlib.sha256()
    try:
        with _opened(named.location) as file:
            while chunk := file.read(_CHUNK_BYTES):
                sha.update(chunk)
    except OSError:
        text = f"unreadable {named.name}"
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
    return sha.hexdigest()
