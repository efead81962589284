# SPDX-License-Identifier: Apache-2.0
"""``programs/``: the programs of a release's projects, one row for each project and variant."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from scratchworld.release.columns import Column
from scratchworld.release.parquet import read_rows, write_instance_rows
from scratchworld.release.spool import Spool
from scratchworld.world import canonical_json

__all__ = ["PROGRAMS", "PROGRAM_COLUMNS", "Program", "Programs", "read_programs"]

PROGRAMS = "programs"
"""Name of the folder, and of the configuration on the card."""

PROGRAM_COLUMNS: tuple[Column, ...] = (
    Column("project", "text", "keyed hash of the project, as in the instances"),
    Column("variant", "text", "`original`, or the name of the perturbation, as in the instances"),
    Column("split", "text", "`dev` or `test`"),
    Column("program", "json", "the program in canonical form"),
    Column("scratchblocks", "text", "the program as text, in the notation of scratchblocks"),
    Column("canary", "text", "the release's canary GUID"),
)
"""The columns, in the order of :class:`Program`."""


@dataclass(frozen=True)
class Program:
    """The program of one project in one variant."""

    project: str
    """As in the instances."""
    variant: str
    """As in the instances: ``original``, or the name of the perturbation."""
    split: str
    program: Mapping[str, Any]
    """Canonical form; see ``docs/modalities.md``."""
    scratchblocks: str
    """The same as text, in the notation of scratchblocks."""
    canary: str = ""
    """The release's canary GUID."""

    @cached_property
    def text(self) -> str:
        """The program as canonical JSON."""
        return canonical_json(self.program)


@dataclass(frozen=True, slots=True)
class Programs:
    """The programs as a part of a release that is being written."""

    rows: Iterable[Program] = field(repr=False)
    """In any order; read once."""

    def write(self, folder: Path, canary: str) -> Mapping[str, Sequence[Column]]:
        """Write one file a split, sorted by project and variant.

        Raises:
            ValueError: when two programs have the same project and variant.
        """
        written: dict[str, Sequence[Column]] = {}
        spool = Spool(folder)
        try:
            for row in self.rows:
                spool.add((PROGRAMS, row.split), (row.project, row.variant), _row(row, canary))
            for table in spool.tables():
                name = f"{PROGRAMS}/{table[1]}-00000-of-00001.parquet"
                (folder / name).parent.mkdir(exist_ok=True)
                rows = spool.sorted_rows(table)
                write_instance_rows(folder / name, PROGRAM_COLUMNS, rows, canary)
                written[name] = PROGRAM_COLUMNS
        finally:
            spool.discard()
        return written


def _row(program: Program, canary: str) -> dict[str, str | int]:
    return {
        "project": program.project,
        "variant": program.variant,
        "split": program.split,
        "program": program.text,
        "scratchblocks": _clean(program.scratchblocks),
        "canary": canary,
    }


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def read_programs(path: Path) -> Iterator[Program]:
    """Yield what :class:`Programs` wrote into one file.

    Raises:
        ReleaseError: when the file is missing, damaged, or lacks a column.
    """
    names = [column.name for column in PROGRAM_COLUMNS]
    for row in read_rows(path, names):
        values = {name: row[name] for name in names}
        yield Program(**{**values, "program": json.loads(row["program"])})
