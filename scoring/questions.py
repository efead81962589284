# SPDX-License-Identifier: Apache-2.0
"""The questions of a release: of every instance just what scoring needs, read fast.

:meth:`scratchworld.release.Release.instances` gives whole instances. Scoring 200,000 of them
needs half of the columns, so it reads those only, and parses their JSON with orjson.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from scratchworld.errors import ReleaseError
from scratchworld.release import Release
from scratchworld.world import Delta, State

__all__ = [
    "Labelled",
    "Question",
    "action_of",
    "data_files",
    "parse_column",
    "read_columns",
    "read_questions",
]

_TEXTS = ("instance_id", "task", "source", "family", "project", "split", "variant")
_ROWS_AT_A_TIME = 1_000
_COLUMNS = (*_TEXTS, "horizon", "n_fields", "actions", "state", "target", "monitors")


class Labelled(Protocol):
    """What comparing an answer needs to know of an instance."""

    @property
    def task(self) -> str:
        """A member of :data:`scratchworld.world.TASKS`."""

    @property
    def state(self) -> State:
        """The input state."""

    @property
    def target(self) -> Delta:
        """The executed delta."""

    @property
    def monitors(self) -> tuple[str, ...]:
        """Variables and lists whose monitor is on the stage."""


@dataclass(slots=True)
class Question:
    """One instance, as far as scoring is concerned; see :class:`scratchworld.world.Instance`."""

    instance_id: str
    task: str
    source: str
    family: str
    project: str
    split: str
    variant: str
    horizon: int
    n_fields: int
    action: str
    """See :func:`action_of`."""
    state: State
    target: Delta
    monitors: tuple[str, ...]


def read_questions(
    release: Release, task: str | None = None, split: str | None = None
) -> Iterator[Question]:
    """Stream the questions of a task and split (``None`` for all), in the release's order.

    Raises:
        ReleaseError: when a data file is missing, damaged or altered.
    """
    for name in data_files(release, task, split):
        path = release.path / name
        for number, row in enumerate(read_columns(path, _COLUMNS)):
            try:
                yield _question(row)
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                message = f"{path}: row {number} cannot be read ({error}); build the release again"
                raise ReleaseError(message) from None


def read_columns(path: Path, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of some columns of a data file, one row group in memory at a time.

    Raises:
        ReleaseError: when the file is damaged or lacks a column.
    """
    try:
        with pq.ParquetFile(path) as file:
            missing = [name for name in columns if name not in file.schema_arrow.names]
            if missing:
                raise ReleaseError(
                    f"{path}: the column {missing[0]!r} is missing; build the release again"
                )
            for batch in file.iter_batches(_ROWS_AT_A_TIME, columns=list(columns)):
                yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)
    except (OSError, pa.ArrowException):
        message = f"{path}: not a readable parquet file; the release is damaged, fetch it again"
        raise ReleaseError(message) from None


def data_files(release: Release, task: str | None = None, split: str | None = None) -> list[str]:
    """Return the verified data files of a task and split, in the release's order.

    Raises:
        ReleaseError: when one is missing or altered.
    """
    deque(release.instance_ids(task, split), maxlen=0)  # It checks the hashes on its way.
    return release.data_files(task, split)


def parse_column(text: str) -> Any:
    """Parse the text of a JSON column.

    Raises:
        ValueError: when it is not JSON.
    """
    try:
        return orjson.loads(text)
    except ValueError:  # Lone surrogates, which Scratch names may hold and orjson refuses.
        return json.loads(text)


def action_of(steps: object) -> str:
    """Name the actions of a window by their types: ``key_down``, ``green_flag``, ``wait``.

    ``several`` when the steps hold different types; a ``wait`` counts only when there is nothing
    else, and so does a step without actions.
    """
    if not isinstance(steps, (list, tuple)):
        raise TypeError("actions is not a list")
    types = {str(action["type"]) for step in steps for action in step} - {"wait"}
    return "several" if len(types) > 1 else next(iter(types), "wait")


@lru_cache(maxsize=4096)
def _action(text: str) -> str:
    return action_of(parse_column(text))


@lru_cache(maxsize=4096)
def _monitors(text: str) -> tuple[str, ...]:
    return tuple(parse_column(text))


def _question(row: tuple[Any, ...]) -> Question:
    name, task, source, family, project, split, variant, horizon, n_fields, *rest = row
    actions, state_text, target_text, monitors = rest
    state, target = parse_column(state_text), parse_column(target_text)
    if not (isinstance(state, dict) and isinstance(target, dict)):
        raise TypeError("state or target is not a map")
    return Question(
        name,
        task,
        source,
        family,
        project,
        split,
        variant,
        horizon,
        n_fields,
        _action(actions),
        state,
        target,
        _monitors(monitors),
    )
