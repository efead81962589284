# SPDX-License-Identifier: Apache-2.0
"""Parquet with fixed settings, so that the same rows always give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from scratchworld.errors import ReleaseError
from scratchworld.release.columns import ADDED, COLUMNS, TASK_COLUMNS, Column

__all__ = [
    "ROWS_PER_GROUP",
    "column_names",
    "column_type",
    "read_columns",
    "read_rows",
    "write_instance_rows",
    "write_stream",
    "write_table",
]

ROWS_PER_GROUP = 1_000
"""Rows of a row group: the unit in which files are written and read."""

_PICTURES_PER_GROUP = 100
"""Rows of a row group where each holds a picture, of up to two hundred thousand bytes."""

_ROWS_AT_A_TIME = 100
"""Rows that are read at once: the largest states take 0.1 MB each."""

_SETTINGS: Mapping[str, Any] = {
    "version": "2.6",
    "data_page_version": "1.0",
    "compression": "zstd",
    "compression_level": 3,
    "use_dictionary": True,
    "write_statistics": True,
    # The embedded Arrow schema says nothing that the parquet schema does not, and may change.
    "store_schema": False,
}
_PICTURES = ("image", "video")
_FILE = pa.struct([pa.field("bytes", pa.binary()), pa.field("path", pa.string())])
_TYPES: Mapping[str, pa.DataType] = {
    "text": pa.string(),
    "json": pa.string(),
    "integer": pa.int64(),
    "boolean": pa.bool_(),
    "image": _FILE,
    "video": _FILE,
    "texts": pa.list_(pa.string()),
    "integers": pa.list_(pa.int64()),
}
_FEATURES: Mapping[str, Mapping[str, Any]] = {
    "text": {"dtype": "string", "_type": "Value"},
    "json": {"dtype": "string", "_type": "Value"},
    "integer": {"dtype": "int64", "_type": "Value"},
    "boolean": {"dtype": "bool", "_type": "Value"},
    "image": {"_type": "Image"},
    "video": {"_type": "Video"},
    "texts": {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"},
    "integers": {"feature": {"dtype": "int64", "_type": "Value"}, "_type": "List"},
}
"""The same in the words of the library ``datasets``."""


def column_type(column: Column) -> pa.DataType:
    """Return the Arrow type that a column is stored as."""
    return _TYPES[column.storage]


_TYPE_OF = {
    column.name: column_type(column)
    for columns in (COLUMNS, *TASK_COLUMNS.values())
    for column in columns
}
"""Of each column of a table of instances."""


def _schema(columns: Sequence[Column]) -> pa.Schema:
    # the library ``datasets`` knows a picture only in a column that may be empty
    return pa.schema(
        [
            pa.field(column.name, column_type(column), nullable=column.storage in _PICTURES)
            for column in columns
        ]
    )


def _features(columns: Iterable[Column]) -> str:
    """Tell the library ``datasets`` what is a picture; it would take it for a struct."""
    features = {column.name: _FEATURES[column.storage] for column in columns}
    return json.dumps({"info": {"features": features}})


def write_table(path: Path, table: pa.Table) -> None:
    """Write a small table in one go."""
    with pq.ParquetWriter(path, table.schema, **_SETTINGS) as writer:
        writer.write_table(table, row_group_size=ROWS_PER_GROUP)


def write_stream(
    path: Path, schema: pa.Schema, rows: Iterable[Mapping[str, Any]], canary: str
) -> None:
    """Write rows of a schema, one row group of them in memory, and the canary as metadata."""
    groups = _groups(rows, ROWS_PER_GROUP)
    with pq.ParquetWriter(path, schema, **_SETTINGS) as writer:
        # a table without rows has one row group, without any
        for group in chain([next(groups, [])], groups):
            writer.write_table(pa.Table.from_pylist(group, schema))
        writer.add_key_value_metadata({"canary": canary})


def _groups(rows: Iterable[Mapping[str, Any]], size: int) -> Iterator[list[Mapping[str, Any]]]:
    stream = iter(rows)
    while group := list(islice(stream, size)):
        yield group


def write_instance_rows(
    path: Path,
    columns: Sequence[Column],
    rows: Iterable[Mapping[str, Any]],
    canary: str,
) -> None:
    """Write rows of these columns in the order given, holding one row group at a time.

    The canary is in the metadata of the file too.
    """
    schema = _schema(columns)
    has_files = any(column.storage in _PICTURES for column in columns)
    size = _PICTURES_PER_GROUP if has_files else ROWS_PER_GROUP
    with pq.ParquetWriter(path, schema, **_SETTINGS) as writer:
        for group in _groups(rows, size):
            writer.write_table(pa.Table.from_pylist(group, schema))
        if has_files:
            writer.add_key_value_metadata({"huggingface": _features(columns)})
        writer.add_key_value_metadata({"canary": canary})


def column_names(path: Path) -> list[str]:
    """Return the names of a parquet file's columns."""
    names: list[str] = pq.read_schema(path).names
    return names


def read_rows(
    path: Path, required: Sequence[str], columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a parquet file as dicts, few of them in memory at a time.

    They have ``columns``, or all that the file has.

    Raises:
        ReleaseError: when the file is missing or damaged, or lacks a required column.
    """
    for batch in _batches(path, required, columns):
        yield from batch.to_pylist()


def read_columns(
    path: Path, columns: Sequence[str], raw: Collection[str] = ()
) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of some columns, which is faster, as tuples in the order of ``columns``.

    Text columns in ``raw`` are given as bytes. Raises as :func:`read_rows` does.
    """
    for batch in _batches(path, columns, columns):
        values = (
            batch.column(name).cast(pa.binary()) if name in raw else batch.column(name)
            for name in columns
        )
        yield from zip(*(column.to_pylist() for column in values), strict=True)


def _batches(
    path: Path, required: Sequence[str], columns: Sequence[str] | None
) -> Iterator[pa.RecordBatch]:
    try:
        with pq.ParquetFile(path) as file:
            absent = [name for name in required if name not in file.schema_arrow.names]
            missing = [name for name in absent if name not in ADDED]
            if missing:
                raise ReleaseError(
                    f"{path}: the column {missing[0]!r} is missing; build the release again"
                )
            chosen = None if columns is None else [name for name in columns if name not in absent]
            of_instances = "instance_id" in file.schema_arrow.names
            for batch in file.iter_batches(_ROWS_AT_A_TIME, columns=chosen, use_threads=False):
                if of_instances:
                    _check_types(path, batch)
                for name in absent:
                    batch = batch.append_column(name, pa.array([""] * batch.num_rows, pa.string()))
                yield batch
    except FileNotFoundError:
        raise ReleaseError(f"{path}: missing; the release is damaged, fetch it again") from None
    except (OSError, pa.ArrowException):
        message = f"{path}: not a readable parquet file; the release is damaged, fetch it again"
        raise ReleaseError(message) from None


def _check_types(path: Path, batch: pa.RecordBatch) -> None:
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        wanted = _TYPE_OF.get(name)
        if wanted is not None and (column.type != wanted or column.null_count):
            found = column.type if column.type != wanted else "empty in some rows"
            raise ReleaseError(
                f"{path}: the column {name!r} is {found}, it must be {wanted}; the release is "
                "damaged, fetch it again"
            )
