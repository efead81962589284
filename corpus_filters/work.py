# SPDX-License-Identifier: Apache-2.0
"""The work folder: one file a finished project, so that an interrupted run loses nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from corpus_filters.storage import Location, open_storage
from scratchworld.errors import InputError
from scratchworld.world import canonical_json, digest

__all__ = ["WorkFolder"]

_IDENTITY = "identity.json"


class WorkFolder:
    """Files of a run in progress, by the SHA-256 of the project file. Can be pickled.

    ``identity`` is everything that a file depends on apart from its project; those of a run with
    another identity are thrown away.
    """

    def __init__(
        self,
        path: Location,
        identity: Mapping[str, Any],
        *,
        suffix: str = ".json",
    ) -> None:
        self.path = path
        self._identity = {"digest": digest(identity)}
        self._suffix = suffix
        self._storage = open_storage(path)

    def open(self) -> None:
        """Make the folder, or take over what an interrupted run left.

        Raises:
            InputError: when the folder cannot be written.
        """
        try:
            if self._stored_identity() != self._identity:
                self._storage.remove()
            self._storage.make()
            self._storage.write(_IDENTITY, canonical_json(self._identity).encode())
        except OSError as error:
            raise InputError(
                f"{self.path}: cannot be written ({error.strerror or error}); choose another "
                "output folder"
            ) from error

    def load(self, sha256: str) -> Any:
        """Return the JSON document of a project, or ``None``."""
        data = self.read(sha256)
        try:
            return None if data is None else json.loads(data)
        except ValueError:
            return None

    def save(self, sha256: str, document: Mapping[str, Any]) -> None:
        """Store the JSON document of a project. Raises as :meth:`write` does."""
        self.write(sha256, canonical_json(document).encode())

    def read(self, sha256: str) -> bytes | None:
        """Return the file of a project, or ``None``."""
        try:
            return self._storage.read(self._file(sha256))
        except OSError:
            return None

    def write(self, sha256: str, data: bytes) -> None:
        """Store the file of a project: wholly, or not at all.

        Raises:
            InputError: when the disk is full or the folder is gone.
        """
        try:
            self._storage.write(self._file(sha256), data)
        except OSError as error:
            raise InputError(
                f"{self.path}: {error.strerror or error}; make room and run the same command "
                "again, finished projects are kept"
            ) from error

    def remove(self) -> None:
        """Delete the folder: the run is over."""
        # what is left hinders no later run
        with suppress(OSError):
            self._storage.remove()

    def _file(self, sha256: str) -> str:
        return f"{sha256}{self._suffix}"

    def _stored_identity(self) -> object:
        try:
            return json.loads(self._storage.read(_IDENTITY))
        except (OSError, ValueError):
            return None
