# SPDX-License-Identifier: Apache-2.0
"""The forms of a prediction file: JSON Lines, a JSON list, parquet; each becomes lines.

JSON Lines is read as it stands. The others, and pipes, are copied into a temporary file with one
record a line, so that everything behind this reads lines only and holds none of them.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.intake.strict_json import StrictDecoder
from scratchworld.errors import PredictionError

__all__ = ["Source", "open_source"]

_PARQUET = b"PAR1"
_COMPRESSED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ", b"BZh", b"PK\x03\x04")
"""What gzip, zstd, xz, bzip2 and zip begin with; no JSON does."""
_ROWS_AT_A_TIME = 1_000


class Source(NamedTuple):
    """An open file with one record a line."""

    stream: IO[bytes]
    """Seekable, unbuffered where it matters: the reader of lines buffers."""
    unit: str
    """What a record is called in messages: ``line``, ``item`` or ``row``."""
    sha256: str
    """Of the file as given; empty for JSON Lines, whose reader computes it on its way."""


def open_source(path: Path) -> Source:
    """Open a prediction file of any form.

    A file that begins with parquet's mark is parquet; one whose first character is ``[`` is a JSON
    list of records; anything else is JSON Lines.

    Raises:
        PredictionError: when the file is missing or unreadable, or not what it seems to be.
    """
    try:
        stream: IO[bytes] = path.open("rb", buffering=1 << 20)
        if not path.is_file():
            stream = _copy(stream)
        start = stream.read(64)
        stream.seek(0)
        if start.startswith(_PARQUET):
            return _spool(path, stream, "row", _rows(path, stream))
        if start.startswith(_COMPRESSED):
            stream.close()
            raise PredictionError(f"{path}: a compressed file; unpack it first")
        if start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"["):
            return _spool(path, stream, "item", _items(path, stream))
        return Source(stream, "line", "")
    except OSError as error:
        raise PredictionError(f"{path}: cannot be read ({error.strerror})") from None


def _copy(pipe: IO[bytes]) -> IO[bytes]:
    copy = tempfile.TemporaryFile()  # noqa: SIM115 - it is handed on
    with pipe:
        shutil.copyfileobj(pipe, copy)
    copy.seek(0)
    return copy


def _spool(path: Path, stream: IO[bytes], unit: str, lines: Iterator[bytes]) -> Source:
    spool = tempfile.TemporaryFile(buffering=1 << 20)  # noqa: SIM115 - it is handed on
    sha = hashlib.sha256()
    try:
        with stream:
            while chunk := stream.read(1 << 20):
                sha.update(chunk)
            stream.seek(0)
            spool.writelines(lines)
        spool.seek(0)
    except BaseException:
        spool.close()
        raise
    return Source(spool, unit, sha.hexdigest())


def _items(path: Path, stream: IO[bytes]) -> Iterator[bytes]:
    """Cut the items out of a JSON list, as they are written there."""
    try:
        text = str(stream.read(), "utf-8-sig").rstrip(" \t\r\n")
    except UnicodeDecodeError:
        raise PredictionError(f"{path}: not UTF-8 text; write it as UTF-8") from None
    decoder, space = StrictDecoder(), " \t\r\n"
    at, number = text.index("[") + 1, 0
    while True:
        while at < len(text) and text[at] in space:
            at += 1
        if text[at : at + 1] == "]" and at + 1 == len(text):
            return
        if number:
            if text[at : at + 1] != ",":
                raise PredictionError(
                    f"{path}: item {number}: no comma or end of the list after it", line=number
                )
            at += 1
            while at < len(text) and text[at] in space:
                at += 1
        number += 1
        try:
            end = decoder.decode_at(text, at).end
        except RecursionError:
            message = f"{path}: item {number}: nested too deeply"
            raise PredictionError(message, line=number) from None
        except (ValueError, StopIteration) as error:
            message = f"{path}: item {number}: not JSON ({error})"
            raise PredictionError(message, line=number) from None
        # A raw line break can stand between JSON tokens only, where a space means the same.
        yield _one_line(text[at:end])
        at = end


def _rows(path: Path, stream: IO[bytes]) -> Iterator[bytes]:
    """Write the rows of a parquet file as records."""
    try:
        with pq.ParquetFile(stream) as file:
            columns = _columns(path, file.schema_arrow)
            for batch in file.iter_batches(batch_size=_ROWS_AT_A_TIME, columns=columns):
                for row in batch.to_pylist():
                    yield _one_line(_record(row))
    except (OSError, pa.ArrowException, UnicodeDecodeError):
        raise PredictionError(f"{path}: not a readable parquet file; write it again") from None


def _columns(path: Path, schema: pa.Schema) -> list[str]:
    known: list[str] = [
        name
        for name in ("instance_id", "prediction", "output", "modality", "condition")
        if name in schema.names
    ]
    if "instance_id" not in known or not {"prediction", "output"} & {*known}:
        raise PredictionError(
            f"{path}: a parquet file of predictions has the columns 'instance_id' and either "
            f"'prediction' (JSON text) or 'output' (raw text), not {', '.join(schema.names)}"
        )
    for name in known:
        if schema.names.count(name) > 1:
            raise PredictionError(f"{path}: the column {name!r} is there twice; keep one of them")
        kind = schema.field(name).type
        if not _is_text(kind):
            raise PredictionError(f"{path}: the column {name!r} is {kind}; it must be text")
    return known


def _is_text(kind: pa.DataType) -> bool:
    """True for texts in any of the ways in which data frame libraries store them."""
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    types = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(is_one(kind) for is_one in types)


def _record(row: dict[str, Any]) -> str:
    parts = []
    for name, text in row.items():
        if text is not None:
            parts.append(f'"{name}": {text if name == "prediction" else json.dumps(text)}')
    return "{" + ", ".join(parts) + "}"


def _one_line(text: str) -> bytes:
    line = text.replace("\r", " ").replace("\n", " ")
    return line.encode("utf-8", "surrogatepass") + b"\n"
