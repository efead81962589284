# SPDX-License-Identifier: Apache-2.0
"""Where a release goes: a folder of this machine, or a URL that it is copied to when whole."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Protocol

from corpus_filters import Location, file_system
from scratchworld.errors import ReleaseError
from scratchworld.release import answers_folder, check_answers_target, check_target

__all__ = ["Target", "open_target"]

_MANIFEST = "manifest.json"
_INCOMPLETE = ".incomplete"
"""Marks a folder in which a release is not whole yet."""
_SCRATCH = "scratch"


class Target(Protocol):
    """Where a release goes."""

    @property
    def location(self) -> Location:
        """Path or URL."""

    def scratch(self, work: Location) -> AbstractContextManager[Path]:
        """Give an empty folder of this machine, gone afterwards."""

    def folder(self) -> AbstractContextManager[Path]:
        """Give the path of this machine that the release is to be written to."""

    def put(self, folder: Path) -> None:
        """Bring the release, or the answers beside it, from there to where it goes."""


def open_target(out: Location, *, answers: bool = False) -> Target:
    """Return the target at ``out``; with ``answers`` there will be a folder of answers beside it.

    Raises:
        InputError: when something else than a release is there, or it cannot be reached.
    """
    return _Here(out, answers) if isinstance(out, Path) else _There(out, answers)


class _Here:
    def __init__(self, out: Path, answers: bool) -> None:
        self.location = out.resolve()
        check_target(self.location)
        if answers:
            check_answers_target(answers_folder(self.location))

    @contextmanager
    def scratch(self, work: Location) -> Iterator[Path]:
        # on the disk of the release, which has room for it, and never cleaned by anybody else
        folder = Path(work) / _SCRATCH
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            with suppress(OSError):  # not empty: there is more to keep
                folder.parent.rmdir()

    @contextmanager
    def folder(self) -> Iterator[Path]:
        yield self.location

    def put(self, folder: Path) -> None:
        pass


class _There:
    def __init__(self, url: str, answers: bool) -> None:
        self.location = url.rstrip("/")
        self._system, path = file_system(self.location)
        self._parent, _, self._name = path.rpartition("/")
        for name in (self._name, *[answers_folder(Path(self._name)).name] * answers):
            there = f"{self._parent}/{name}"
            if self._system.exists(there) and not self._is_ours(there):
                raise ReleaseError(f"{url}: {name} is there and no release; give a new name")

    @contextmanager
    def scratch(self, work: Location) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="scratchworld-") as folder:
            yield Path(folder)

    @contextmanager
    def folder(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(prefix="scratchworld-") as folder:
            yield Path(folder, self._name)

    def put(self, folder: Path) -> None:
        """Copy a folder, replacing an older one of its name.

        The manifest comes last: without it the files are no release, only ours to replace.
        """
        there = f"{self._parent}/{folder.name}"
        self._system.makedirs(there, exist_ok=True)
        self._system.pipe_file(f"{there}/{_INCOMPLETE}", b"")
        for name in self._system.find(there):
            if not name.endswith(f"/{_INCOMPLETE}"):
                self._system.rm_file(name)
        files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
        for file in sorted(files, key=lambda file: file == folder / _MANIFEST):
            name = f"{there}/{file.relative_to(folder).as_posix()}"
            self._system.makedirs(name.rpartition("/")[0], exist_ok=True)
            self._system.put_file(str(file), name)
        self._system.rm_file(f"{there}/{_INCOMPLETE}")

    def _is_ours(self, there: str) -> bool:
        return any(self._system.exists(f"{there}/{name}") for name in (_MANIFEST, _INCOMPLETE))
