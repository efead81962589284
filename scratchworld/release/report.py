# SPDX-License-Identifier: Apache-2.0
"""``report.parquet``: what became of every project of the corpus, one row each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa

from scratchworld.release.parquet import read_rows, write_stream
from scratchworld.release.spool import Spool

__all__ = ["REPORT_NAME", "ReportRow", "read_report", "write_report"]

REPORT_NAME = "report.parquet"

_TABLE = ("report", "")
_TEXTS = ("project", "verdict", "reason", "detail", "source", "family", "related")
_ADDED_LATER = ("related",)
"""Text columns that the first releases of this format version do not have."""

Verdict = Literal["kept", "rejected"]


@dataclass(frozen=True, slots=True)
class ReportRow:
    """One project of the corpus."""

    project: str
    """Keyed hash of the project."""
    verdict: Verdict
    reason: str = ""
    """Reason word of ``docs/reasons.md`` when rejected, empty when kept."""
    detail: str = ""
    """One line for a person."""
    source: str = "real"
    family: str = ""
    related: str = ""
    """The name of the group of near-duplicates and relatives that a kept project is of: that of
    its first project. All of a group is in one split. Empty in the first releases."""
    numbers: Mapping[str, int | float | None] = field(default_factory=dict)
    """Further columns by name, for example ``instances`` or ``coverage``; ``None`` is null."""


def write_report(path: Path, rows: Iterable[ReportRow], canary: str) -> None:
    """Write the rows, sorted, so that their order of arrival does not show.

    A number column is a 64-bit integer when all its values are integers, else a double; a row
    without it gets null. Lone surrogates in texts are written as ``\\udxxx``.

    Raises:
        ValueError: when a number column has the name of a text column.
    """
    spool = Spool(path.parent)
    try:
        integral: dict[str, bool] = {}
        for number, row in enumerate(rows):
            texts = [_clean(getattr(row, name)) for name in _TEXTS]
            for name, value in row.numbers.items():
                whole = value is None or isinstance(value, int)
                integral[name] = integral.get(name, True) and whole
            key = (texts[0], "\0".join([*texts[1:], f"{number:016}"]))
            spool.add(_TABLE, key, {"texts": texts, "numbers": dict(row.numbers)})
        if clash := integral.keys() & set(_TEXTS):
            raise ValueError(f"a number column of the report cannot be called {min(clash)!r}")
        types = {name: pa.int64() if integral[name] else pa.float64() for name in sorted(integral)}
        schema = pa.schema([*((name, pa.string()) for name in _TEXTS), *types.items()])
        write_stream(
            path, schema, (_record(row, types) for row in spool.sorted_rows(_TABLE)), canary
        )
    finally:
        spool.discard()


def _record(row: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    texts = dict(zip(_TEXTS, row["texts"], strict=True))
    return {**texts, **{name: row["numbers"].get(name) for name in names}}


def read_report(path: Path) -> Iterator[ReportRow]:
    """Yield the rows that :func:`write_report` wrote, few of them in memory at a time.

    Raises:
        ReleaseError: when the file is missing, damaged, or lacks a column.
    """
    for row in read_rows(path, [name for name in _TEXTS if name not in _ADDED_LATER]):
        yield ReportRow(
            **{name: row.pop(name, "") for name in _TEXTS},
            numbers={name: value for name, value in row.items() if value is not None},
        )


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
