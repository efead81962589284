# SPDX-License-Identifier: Apache-2.0
"""Scored predictions as the entries of a leaderboard: the folders that ``score --out`` writes.

The total of an instance is its score in per cent, the one by which ``scratchworld compare`` tells
who wins: for changed fields the value-aware F1, for an event query half for the event and half for
the whole answer. Its category is its task. Folders that ``judge --out`` writes are read likewise;
see :mod:`scoring.leaderboard.judged`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from scoring.document import RESULTS_FORMAT, RESULTS_FORMAT_VERSION
from scoring.judged.evaluation import JUDGED_FORMAT, JUDGED_FORMAT_VERSION, JUDGED_TASK
from scoring.leaderboard.grid import Entry, Grid, Scale
from scoring.leaderboard.judged import (
    JUDGED_COLUMNS,
    JUDGED_CRITERIA,
    JUDGED_TOTAL,
    judged_entries,
)
from scoring.tasks import SCORED_TASKS
from scratchworld.errors import InputError

__all__ = ["grid_of_results"]

_CRITERIA = (Scale("exact", 100), Scale("usable", 100))
_TEXTS = ("instance_id", "task", "project")


def grid_of_results(folders: Mapping[str, Path]) -> Grid:
    """Read the results of models, by their names.

    Raises:
        InputError: when a folder does not hold them, is damaged or of another version, or holds
            the results of other instances than the first.
    """
    entries: list[Entry] = []
    first: tuple[Path, object, list[str]] | None = None
    judge: str | None = None
    for model, folder in folders.items():
        judge, basis = _basis(folder)
        table = _table(folder, _TEXTS if judge is None else JUDGED_COLUMNS)
        ids = _texts(table, "instance_id")
        if first is None:
            first = folder, basis, ids
        elif (basis, ids) != first[1:]:
            _fail(
                folder,
                f"scored on other instances, or another release, than {first[0]}; or one is judged "
                "and the other not so, or by another judge",
            )
        if judge is None:
            entries += _entries(model, folder, table)
        else:
            entries += judged_entries(model, judge, table)
    if judge is None:
        return Grid.of(entries, Scale("score", 100), _CRITERIA)
    return Grid.of(entries, JUDGED_TOTAL, JUDGED_CRITERIA)


def _basis(folder: Path) -> tuple[str | None, object]:
    """Return the judge, ``None`` for exact scores, and all that must be the same for all models."""
    try:
        document = json.loads((folder / "results.json").read_bytes())
        told = document["format"], document["format_version"]
        release: object = document["release"]["files"]
        if told == (JUDGED_FORMAT, JUDGED_FORMAT_VERSION):
            about = dict(document["configs"][JUDGED_TASK])
            del about["predictions"]
            return str(about["model"]), (told, release, about)
    except OSError as error:
        _fail(folder, f"no results.json ({error.strerror}); scratchworld score --out writes it")
    except (ValueError, KeyError, TypeError):
        _fail(folder, "results.json is damaged; score the predictions again")
    if told != (RESULTS_FORMAT, RESULTS_FORMAT_VERSION):
        _fail(folder, f"results.json is {told[0]} {told[1]}; score the predictions again")
    return None, (told, release)


def _table(folder: Path, wanted: Sequence[str]) -> pa.Table:
    try:
        table = pq.read_table(folder / "instances.parquet")
    except (OSError, pa.ArrowException):
        _fail(folder, "no instances.parquet, or a damaged one; score the predictions again")
    if missing := [name for name in wanted if name not in table.column_names]:
        _fail(folder, f"instances.parquet has no column {missing[0]!r}; score again")
    return table


def _entries(model: str, folder: Path, table: pa.Table) -> Iterator[Entry]:
    texts = {name: _texts(table, name) for name in _TEXTS}
    tasks = np.array(texts["task"], dtype=object)
    numbers: dict[str, Any] = {
        name: table.column(name).to_numpy()
        for name in table.column_names
        if pa.types.is_integer(table.schema.field(name).type)
    }
    for task, known in SCORED_TASKS.items():
        rows = np.flatnonzero(tasks == task)
        columns = {name: column[rows] for name, column in numbers.items()}
        try:
            scores = 100 * known.scores(columns)
            labels = 100 * np.stack([columns["exact"], columns["usable"]], axis=1)
        except KeyError as error:
            _fail(folder, f"instances.parquet has no column {error}; score the predictions again")
        for at, score, label in zip(rows, scores.tolist(), labels.tolist(), strict=True):
            yield Entry(
                instance=texts["instance_id"][at],
                model=model,
                rater="VM",
                category=task,
                cluster=texts["project"][at],
                total=score,
                labels=tuple(label),
            )


def _texts(table: pa.Table, name: str) -> list[str]:
    return [str(text) for text in table.column(name).to_pylist()]


def _fail(folder: Path, what: str) -> NoReturn:
    raise InputError(f"{folder}: {what}")
