# SPDX-License-Identifier: Apache-2.0
"""Folders and files on this machine, or at a URL that fsspec knows.

A *location* is a :class:`~pathlib.Path`, or the text of a URL such as ``s3://bucket/folder``. Only
URLs need fsspec, which the extra ``[cluster]`` installs.
"""

from __future__ import annotations

import os
import shutil
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scratchworld.errors import InputError, ProjectError
from vm_runner import read_project
from vm_runner.project_file import MAX_FILE_BYTES

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

__all__ = ["Location", "Storage", "file_system", "join", "open_storage", "read_source"]

Location = Path | str


class Storage(Protocol):
    """The files of one folder, by name. Can be pickled."""

    def read(self, name: str) -> bytes:
        """Return a file's bytes. Raises ``OSError`` when there is none."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file: wholly, or not at all. Raises ``OSError``."""

    def has(self, name: str) -> bool:
        """Tell whether there is a file of that name."""

    def make(self) -> None:
        """Make the folder if it is missing."""

    def remove(self) -> None:
        """Delete the folder, with all that is in it."""


def open_storage(location: Location) -> Storage:
    """Return the storage at ``location``.

    On this machine it waits with each write until the file would survive a power cut; what a URL
    does is its own affair.
    """
    if isinstance(location, Path):
        return _Folder(location)
    return _Remote(location)


def join(location: Location, name: str) -> Location:
    """Return the location of ``name`` below ``location``."""
    if isinstance(location, Path):
        return location / name
    return location + ("" if location.endswith("/") else "/") + name


def file_system(url: str) -> tuple[AbstractFileSystem, str]:
    """Return the file system of a URL, and the path of the URL in it.

    Raises:
        InputError: when fsspec, or what it needs for this kind of URL, is not installed.
    """
    try:
        from fsspec.core import url_to_fs

        system, path = url_to_fs(url)
    except (ImportError, ValueError) as error:
        raise InputError(
            f"{url}: cannot be reached ({error}); install scratchworld[cluster], and the package "
            "that fsspec needs for this kind of URL"
        ) from error
    return system, path


def read_source(source: Location | bytes) -> bytes:
    """Return the bytes of a project file at a location.

    Raises:
        ProjectError: ``unreadable`` or ``too_large``.
    """
    if not isinstance(source, str) or "://" not in source:
        return read_project(source)
    system, path = file_system(source)
    try:
        size = system.size(path)
        if size is not None and size > MAX_FILE_BYTES:
            raise ProjectError("too_large", f"{source}: {size} bytes, at most {MAX_FILE_BYTES}")
        return bytes(system.cat_file(path))
    except OSError as error:
        raise ProjectError("unreadable", f"{source}: {error.strerror or error}") from error


class _Folder:
    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self, name: str) -> bytes:
        return (self._path / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        # a name of its own, since two machines may have a process of the same number
        partial = self._path / f".{name}.{uuid.uuid4().hex[:12]}"
        try:
            with partial.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path / name)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
        _sync_folder(self._path)

    def has(self, name: str) -> bool:
        return (self._path / name).exists()

    def make(self) -> None:
        self._path.mkdir(parents=True, exist_ok=True)

    def remove(self) -> None:
        if self._path.exists():
            shutil.rmtree(self._path)


class _Remote:
    def __init__(self, url: str) -> None:
        self._url = url

    def read(self, name: str) -> bytes:
        system, path = file_system(self._url)
        return bytes(system.cat_file(f"{path}/{name}"))

    def write(self, name: str, data: bytes) -> None:
        system, path = file_system(self._url)
        # An object store shows an object once it is whole. Where a file could be seen half
        # written, its reader finds that it is.
        system.pipe_file(f"{path}/{name}", data)

    def has(self, name: str) -> bool:
        system, path = file_system(self._url)
        return bool(system.exists(f"{path}/{name}"))

    def make(self) -> None:
        system, path = file_system(self._url)
        system.makedirs(path, exist_ok=True)

    def remove(self) -> None:
        system, path = file_system(self._url)
        if system.exists(path):
            system.rm(path, recursive=True)


def _sync_folder(path: Path) -> None:
    """Make a rename last; not every system can open a folder for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
