# SPDX-License-Identifier: Apache-2.0
"""The report on a corpus: a parquet file with one row a project file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from corpus_filters.corpus import Judged
from scratchworld.errors import InputError
from scratchworld.release.parquet import write_table

__all__ = ["write_corpus_report"]


def write_corpus_report(path: Path, rows: Sequence[Judged]) -> None:
    """Write the rows in their order; ``docs/corpus.md`` lists the columns.

    The same rows give the same bytes. A lone surrogate in a text is written as ``\\udxxx``.

    Raises:
        InputError: when the file cannot be written.
    """
    texts = {
        "file": [row.file.name for row in rows],
        "sha256": [row.file.sha256 for row in rows],
        "verdict": ["kept" if row.verdict.kept else "rejected" for row in rows],
        "group": [row.verdict.group for row in rows],
        "reason": [row.verdict.reason for row in rows],
        "detail": [row.verdict.detail for row in rows],
        "sentence": [row.verdict.sentence for row in rows],
        "kind": [row.kind for row in rows],
        "duplicate_of": [row.duplicate_of for row in rows],
        "cluster": [row.cluster for row in rows],
    }
    table = pa.table(
        {
            **{name: pa.array(map(_clean, cells), pa.string()) for name, cells in texts.items()},
            "blocks": pa.array([row.blocks for row in rows], pa.int64()),
            "structure": pa.array([row.structure for row in rows], pa.float64()),
            "surface": pa.array([row.surface for row in rows], pa.float64()),
        }
    )
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write_table(partial, table)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written: {error.strerror or error}") from error


def _clean(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
