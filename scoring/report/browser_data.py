# SPDX-License-Identifier: Apache-2.0
"""The data of the instance browser: an index of short columns, and packed chunks of instances.

A chunk is gzipped JSON in base64, unpacked by the page when one of its instances is opened, so a
page of 50,000 instances opens at once.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from scoring.answer import Answer
from scoring.counts import only_counts
from scoring.evaluation import Selection
from scoring.intake import PredictionFile
from scoring.keyframes import Opening
from scoring.shown import with_pictures
from scoring.table import Codes, CountsTable
from scoring.tasks import SCORED_TASKS
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = ["CHUNK", "browser_chunks", "browser_index"]

CHUNK = 200
"""Instances a chunk."""

_COLUMNS = (
    "task",
    "source",
    "family",
    "split",
    "action",
    "status",
    "modality",
    "condition",
    "adapter",
)


def browser_index(table: CountsTable, pictured: Collection[str] = ()) -> str:
    """Return the packed index of a table's rows; the instances in ``pictured`` have a frame."""
    numbers = table.numbers
    exact = numbers["exact"].tolist()
    worth = np.zeros(len(table))
    for name, task in SCORED_TASKS.items():
        of_task = table.labels["task"].is_(name)
        worth[of_task] = task.scores(table.where(of_task).numbers)
    # Rounded twice: first away what doubles cannot hold, then, halves to even, to per cent.
    score = np.round(np.round(100 * worth, 9)).astype(np.int64).astype(str).tolist()
    columns = {name: table.labels[name] for name in _COLUMNS}
    columns["horizon"] = Codes.of(str(horizon) for horizon in numbers["horizon"].tolist())
    columns["outcome"] = Codes.of("right" if is_exact else "wrong" for is_exact in exact)
    ids = table.ids.tolist()
    columns["frame"] = Codes.of("shown" if name in pictured else "" for name in ids)
    return _pack(
        {
            "chunk": CHUNK,
            "ids": ids,
            "score": score,
            "columns": {name: column.codes.tolist() for name, column in columns.items()},
            "names": {name: list(column.names) for name, column in columns.items()},
        }
    )


def browser_chunks(
    release: Release,
    predictions: Path,
    selection: Selection,
    frames: Mapping[str, str],
    *,
    strict: bool,
) -> Iterator[str]:
    """Yield the packed chunks of the selection, in the order of the table's rows.

    ``frames`` are the names of frames that the page holds, by instance id.

    Raises:
        ReleaseError, PredictionError: as scoring does.
    """
    with PredictionFile(predictions, strict=strict) as file:
        chunk: list[object] = []
        opening = Opening(file.folder, strict=strict)
        for instance in with_pictures(release, release.instances(selection.task, selection.split)):
            task = SCORED_TASKS[instance.task]
            answer = file.answer(instance.instance_id, task.form)
            held = _held(instance, task.opened(instance, answer, opening))
            if instance.instance_id in frames:
                held["frame"] = frames[instance.instance_id]
            chunk.append(held)
            if len(chunk) == CHUNK:
                yield _pack(chunk)
                chunk = []
        if chunk:
            yield _pack(chunk)


def _held(instance: Instance, answer: Answer) -> dict[str, object]:
    task = SCORED_TASKS[instance.task]
    compared = task.compare(instance, answer) if task.about_fields else only_counts()
    claims, gold, state = compared.claims, instance.target, instance.state
    fields = []
    for path in sorted(claims.keys() | gold.keys()):
        # A missing entry is JSON null otherwise, which stands for a field that is gone.
        row: list[object] = [path, state.get(path), gold.get(path, state.get(path))]
        row += [claims.get(path, state.get(path)), path in compared.right]
        fields.append(row)
    return {
        "ticks": instance.ticks,
        "actions": _steps(instance.actions),
        "answer": ": ".join(filter(None, (answer.status, answer.detail))),
        "fields": fields,
        "state": state,
    }


def _steps(steps: Iterable[Iterable[object]]) -> str:
    texts = [", ".join(map(_action, step)) or "wait" for step in steps]
    return " / ".join(texts)


def _action(action: object) -> str:
    if not isinstance(action, dict):
        return str(action)
    details = (str(value) for name, value in sorted(action.items()) if name != "type")
    return " ".join([str(action["type"]), *details])


def _pack(data: object) -> str:
    text = json.dumps(data, separators=(",", ":")).encode("ascii")
    return base64.b64encode(gzip.compress(text, 6, mtime=0)).decode("ascii")
