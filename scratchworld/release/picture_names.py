# SPDX-License-Identifier: Apache-2.0
"""Which pictures the tables of a release must hold, on disk: memory does not grow with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scratchworld.disk import open_scratch

__all__ = ["PictureNames", "PictureRow"]

_TABLE = """
CREATE TABLE pictures (kind TEXT, split TEXT, name TEXT, number INTEGER, file TEXT, ticks TEXT,
    PRIMARY KEY (kind, split, name, number)) WITHOUT ROWID
"""


class PictureRow(NamedTuple):
    """A row of a table of pictures."""

    name: str
    """What the row is called by: a picture, or an instance."""
    file: str
    """Name of the picture, without the format."""
    ticks: tuple[int, ...] = ()
    """When the pictures of a clip are; empty for a frame."""
    number: int = 0
    """Which one of that name, from 0."""


class PictureNames:
    """The rows of tables of pictures by kind and split, each once."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "pictures.sqlite"
        self._database = open_scratch(self._path)
        self._database.execute(_TABLE)

    def add(self, kind: str, split: str, row: PictureRow) -> None:
        """Add a row, unless the table has one of that name and number."""
        values = (kind, split, row.name, row.number, row.file, json.dumps(row.ticks))
        self._database.execute("INSERT OR IGNORE INTO pictures VALUES (?, ?, ?, ?, ?, ?)", values)

    def splits(self, kind: str) -> list[str]:
        """Return the splits in which a kind has rows, sorted."""
        query = "SELECT DISTINCT split FROM pictures WHERE kind = ? ORDER BY split"
        return [split for (split,) in self._database.execute(query, (kind,))]

    def rows(self, kind: str, split: str) -> Iterator[PictureRow]:
        """Yield the rows of a table by their names and numbers."""
        query = (
            "SELECT name, number, file, ticks FROM pictures WHERE kind = ? AND split = ? "
            "ORDER BY name, number"
        )
        for name, number, file, ticks in self._database.execute(query, (kind, split)):
            yield PictureRow(name, file, tuple(json.loads(ticks)), number)

    def close(self) -> None:
        """Close and remove the file."""
        self._database.close()
        self._path.unlink(missing_ok=True)
