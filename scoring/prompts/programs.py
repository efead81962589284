# SPDX-License-Identifier: Apache-2.0
"""Finds the program of an instance in its release."""

from __future__ import annotations

import pickle
import sqlite3
import weakref
from functools import cached_property

from scratchworld.release import Program, Release
from scratchworld.world import Instance

__all__ = ["ProgramIndex"]


class ProgramIndex:
    """The programs of a release, read when one is first asked for and then kept on disk.

    One at a time is in memory: what is asked for in the order of a release is mostly the last one.
    """

    def __init__(self, release: Release) -> None:
        self._release = release
        self._last: tuple[tuple[str, str], Program | None] | None = None

    @cached_property
    def _programs(self) -> sqlite3.Connection:
        # without a name it is a temporary file, which SQLite itself removes
        database = sqlite3.connect("", check_same_thread=False)
        weakref.finalize(self, database.close)
        database.execute(
            "CREATE TABLE programs (project, variant, program, UNIQUE (project, variant))"
        )
        database.executemany(
            "INSERT OR REPLACE INTO programs VALUES (?, ?, ?)",
            ((each.project, each.variant, pickle.dumps(each)) for each in self._release.programs()),
        )
        return database

    def get(self, instance: Instance) -> Program | None:
        """Return the program of an instance; ``None`` when the release does not hold it.

        Raises:
            ReleaseError: when the programs are damaged.
        """
        key = instance.project, instance.variant
        if self._last is None or self._last[0] != key:
            query = "SELECT program FROM programs WHERE (project, variant) = (?, ?)"
            found = self._programs.execute(query, key).fetchone()
            self._last = key, found and pickle.loads(found[0])
        return self._last[1]
