# SPDX-License-Identifier: Apache-2.0
"""The work folder: one file a finished project, so that an interrupted run loses nothing."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scratchworld.errors import InputError
from scratchworld.world import canonical_json, digest

__all__ = ["WorkFolder"]

_IDENTITY = "identity.json"


class WorkFolder:
    """JSON documents of a run in progress, by the SHA-256 of the project file.

    ``identity`` is everything that a document depends on apart from its file; those of a run with
    another identity are thrown away.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._identity = {"digest": digest(identity)}

    def open(self) -> None:
        """Make the folder, or take over what an interrupted run left.

        Raises:
            InputError: when the folder cannot be written.
        """
        try:
            if self.path.exists() and self._stored_identity() != self._identity:
                shutil.rmtree(self.path)
            self.path.mkdir(parents=True, exist_ok=True)
            self._write(_IDENTITY, self._identity)
        except OSError as error:
            raise InputError(
                f"{self.path}: cannot be written ({error.strerror}); choose another output folder"
            ) from error

    def load(self, sha256: str) -> Any:
        """Return the document of a project, or ``None``."""
        try:
            return json.loads(self._file(sha256).read_bytes())
        except (OSError, ValueError):
            return None

    def save(self, sha256: str, document: Mapping[str, Any]) -> None:
        """Store the document of a project: wholly, or not at all.

        Raises:
            InputError: when the disk is full or the folder is gone.
        """
        try:
            self._write(self._file(sha256).name, document)
        except OSError as error:
            raise InputError(
                f"{self.path}: {error.strerror}; make room and run the same command again, "
                "finished projects are kept"
            ) from error

    def remove(self) -> None:
        """Delete the folder: the run is over."""
        shutil.rmtree(self.path, ignore_errors=True)

    def _file(self, sha256: str) -> Path:
        return self.path / f"{sha256}.json"

    def _stored_identity(self) -> object:
        try:
            return json.loads((self.path / _IDENTITY).read_bytes())
        except (OSError, ValueError):
            return None

    def _write(self, name: str, document: Mapping[str, Any]) -> None:
        partial = self.path / f".{name}.{os.getpid()}"
        partial.write_text(canonical_json(document), encoding="utf-8")
        partial.replace(self.path / name)
