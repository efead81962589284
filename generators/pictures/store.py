# SPDX-License-Identifier: Apache-2.0
"""Files named by a hash of what is in them: each is there once."""

from __future__ import annotations

import hashlib

from corpus_filters import Location, Storage, join, open_storage
from scratchworld.errors import InputError

__all__ = ["NAME_DIGITS", "FrameStore", "frame_name"]

NAME_DIGITS = 32


def frame_name(png: bytes) -> str:
    """Return the name of a frame: 32 hexadecimal digits of the SHA-256 of its file."""
    return hashlib.sha256(png).hexdigest()[:NAME_DIGITS]


class FrameStore:
    """A folder of pictures; several processes may write to it at once. Can be pickled."""

    def __init__(self, path: Location) -> None:
        self.path = path

    def add_frame(self, png: bytes) -> str:
        """Store a frame and return its name. Raises as :meth:`add` does."""
        name = frame_name(png)
        self.add(f"{name}.png", png)
        return name

    def add(self, name: str, content: bytes) -> None:
        """Store a file, wholly or not at all, unless there is one of that name.

        Raises:
            InputError: when the disk is full or the folder is gone.
        """
        storage = self._folder(name)
        try:
            if not storage.has(name):
                storage.make()
                storage.write(name, content)
        except OSError as error:
            raise InputError(
                f"{self.path}: {error.strerror or error}; make room and run the same command "
                "again, finished projects are kept"
            ) from error

    def has(self, name: str) -> bool:
        """Tell whether there is a file of that name."""
        return self._folder(name).has(name)

    def read(self, name: str) -> bytes:
        """Return a file of the store."""
        return self._folder(name).read(name)

    def _folder(self, name: str) -> Storage:
        # no folder of a hundred thousand files
        return open_storage(join(self.path, name[:2]))
