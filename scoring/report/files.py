# SPDX-License-Identifier: Apache-2.0
"""The files of ``score --out``: ``results.json``, ``instances.parquet``, ``report.html``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.evaluation import Evaluation
from scoring.table import CountsTable
from scratchworld.errors import InputError

__all__ = ["make_folder", "to_json_text", "write_outputs", "write_results"]


def to_json_text(document: object) -> str:
    """Return the one JSON text of a report: ASCII, indented, no NaN."""
    return json.dumps(document, indent=2, allow_nan=False)


def make_folder(folder: Path) -> None:
    """Create the folder of an evaluation, before anything that takes time.

    Raises:
        InputError: when it cannot be.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None


def write_outputs(folder: Path, evaluation: Evaluation, page: Iterable[str] = ()) -> None:
    """Write the files of an evaluation as :func:`write_results` does; raises as it does."""
    write_results(folder, evaluation.document, _arrow(evaluation.table), page)


def write_results(
    folder: Path, document: object, instances: pa.Table, page: Iterable[str] = ()
) -> None:
    """Write ``results.json``, ``instances.parquet`` and ``report.html``.

    Creates the folder, and replaces older files of these names. ``page`` are the parts of
    ``report.html``; without any it is not written.

    Raises:
        InputError: when the folder cannot be written.
    """
    make_folder(folder)
    try:
        text = to_json_text(document) + "\n"
        (folder / "results.json").write_text(text, encoding="ascii", newline="\n")
        pq.write_table(instances, folder / "instances.parquet", compression="zstd")
        parts = iter(page)
        first = next(parts, None)
        if first is not None:
            # A lone surrogate, which names may hold, cannot be written; it is shown as an escape.
            path = folder / "report.html"
            with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as out:
                out.write(first)
                out.writelines(parts)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _unwritable(folder: Path, error: OSError) -> InputError:
    what = error.strerror or error
    return InputError(f"{folder}: cannot be written ({what}); choose another folder")


def _arrow(table: CountsTable) -> pa.Table:
    texts = {"instance_id": pa.array(table.ids.tolist(), pa.string())}
    texts |= {name: pa.array(column.texts(), pa.string()) for name, column in table.labels.items()}
    numbers = {name: pa.array(column, pa.int64()) for name, column in table.numbers.items()}
    return pa.table({**texts, **numbers})
