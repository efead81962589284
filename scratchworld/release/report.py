# SPDX-License-Identifier: Apache-2.0
"""``report.parquet``: what became of every project of the corpus, one row each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa

from scratchworld.release.parquet import read_rows, write_table

__all__ = ["REPORT_NAME", "ReportRow", "read_report", "write_report"]

REPORT_NAME = "report.parquet"

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
    ordered = sorted(rows, key=lambda row: [_clean(getattr(row, name)) for name in _TEXTS])
    names = sorted({name for row in ordered for name in row.numbers})
    if clash := set(names) & set(_TEXTS):
        raise ValueError(f"a number column of the report cannot be called {min(clash)!r}")
    columns: dict[str, pa.Array[Any]] = {
        name: pa.array([_clean(getattr(row, name)) for row in ordered], pa.string())
        for name in _TEXTS
    }
    for name in names:
        values = [row.numbers.get(name) for row in ordered]
        integral = all(value is None or isinstance(value, int) for value in values)
        columns[name] = pa.array(values, pa.int64() if integral else pa.float64())
    write_table(path, pa.table(columns), canary)


def read_report(path: Path) -> tuple[ReportRow, ...]:
    """Read what :func:`write_report` wrote.

    Raises:
        ReleaseError: when the file is missing, damaged, or lacks a column.
    """
    return tuple(
        ReportRow(
            **{name: row.pop(name, "") for name in _TEXTS},
            numbers={name: value for name, value in row.items() if value is not None},
        )
        for row in read_rows(path, [name for name in _TEXTS if name not in _ADDED_LATER])
    )


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
