# SPDX-License-Identifier: Apache-2.0
"""Sort more rows than memory holds: rows go to a file, their sort keys to a database beside it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scratchworld.disk import open_scratch

__all__ = ["Spool"]

Pair = tuple[str, str]

_TABLES = """
CREATE TABLE rows (task TEXT, split TEXT, project TEXT, name TEXT, place INTEGER,
    PRIMARY KEY (task, split, project, name)) WITHOUT ROWID;
CREATE TABLE ids (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE splits (project TEXT PRIMARY KEY, split TEXT) WITHOUT ROWID;
"""


class Spool:
    """The rows of some tables of a release, added in any order and read back sorted.

    A table is called by a pair of texts, as is a row in it: by its project, and a name of its own.
    Memory does not grow with the rows.
    """

    def __init__(self, folder: Path) -> None:
        self._paths = folder / "spool", folder / "spool.sqlite"
        self._stream = self._paths[0].open("wb+")
        self._database = open_scratch(self._paths[1])
        for statement in _TABLES.split(";"):
            self._database.execute(statement)
        self._end = 0

    def check(self, instance_id: str, project: str, split: str) -> None:
        """Check that an instance fits to those checked before.

        Raises:
            ValueError: when the id has occurred, or the project is in another split.
        """
        try:
            self._database.execute("INSERT INTO ids VALUES (?)", (instance_id,))
        except sqlite3.IntegrityError:
            raise ValueError(f"instance {instance_id} occurs twice") from None
        self._database.execute("INSERT OR IGNORE INTO splits VALUES (?, ?)", (project, split))
        query = "SELECT split FROM splits WHERE project = ?"
        if self._database.execute(query, (project,)).fetchone()[0] != split:
            raise ValueError(f"project {project} is in two splits (instance {instance_id})")

    def add(self, table: Pair, key: Pair, row: Mapping[str, Any]) -> None:
        """Store one row.

        Raises:
            ValueError: when the table has a row of this key.
        """
        try:
            place = (*table, *key, self._end)
            self._database.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", place)
        except sqlite3.IntegrityError:
            raise ValueError(f"project {key[0]} has two rows {key[1]!r}") from None
        line = json.dumps(row).encode("ascii") + b"\n"
        self._stream.write(line)
        self._end += len(line)

    def tables(self) -> list[Pair]:
        """Return the tables that have rows, sorted."""
        query = "SELECT DISTINCT task, split FROM rows ORDER BY task, split"
        return self._database.execute(query).fetchall()

    def sorted_rows(self, table: Pair) -> Iterator[dict[str, Any]]:
        """Yield the rows of a table by project and name; no row may be added afterwards."""
        self._stream.flush()
        query = "SELECT place FROM rows WHERE task = ? AND split = ? ORDER BY project, name"
        for (place,) in self._database.execute(query, table):
            self._stream.seek(place)
            yield json.loads(self._stream.readline())

    def discard(self) -> None:
        """Close and remove the files."""
        self._stream.close()
        self._database.close()
        for path in self._paths:
            path.unlink(missing_ok=True)
