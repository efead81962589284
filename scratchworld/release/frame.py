# SPDX-License-Identifier: Apache-2.0
"""Instances as a data frame."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scratchworld.release.columns import Column

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["to_frame"]


def to_frame(
    tables: Iterable[tuple[Sequence[Column], Iterable[Mapping[str, Any]]]], *, decode: bool
) -> pd.DataFrame:
    """Return the rows of all tables, each with its columns, in one frame.

    A column that only some tables have is ``None`` in the rows of the others. With ``decode`` the
    JSON columns hold dicts, lists, texts and ``None``, else their text.
    """
    import pandas as pd

    names: dict[str, Column] = {}
    rows: list[Mapping[str, Any]] = []
    for columns, table in tables:
        names |= {column.name: column for column in columns}
        rows += table
    frame: pd.DataFrame = pd.DataFrame(
        {
            name: _series([row.get(name) for row in rows], column, decode=decode)
            for name, column in names.items()
        }
    )
    return frame


def _series(values: list[Any], column: Column, *, decode: bool) -> pd.Series[Any]:
    import pandas as pd

    if column.storage == "json" and decode:
        values = [None if value is None else json.loads(value) for value in values]
    typed = column.storage in ("integer", "boolean") and None not in values
    series: pd.Series[Any] = pd.Series(values, dtype=None if typed else "object")
    return series
