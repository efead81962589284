# SPDX-License-Identifier: Apache-2.0
"""The table of counts: one row an instance, one numpy array a column."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.answer import Answer
from scoring.counts import Counts
from scoring.field_tally import FieldTable, FieldTally, Owner
from scoring.questions import Labels, Question, action_of
from scoring.tasks import COUNTS, SCORED_TASKS
from scoring.tasks.pairing import TwinPairing
from scoring.touched_fields import TouchedFields
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    Instance,
    KeyframesInstance,
)

__all__ = ["LABELS", "Codes", "CountsTable", "TableRows", "count_all"]

LABELS = (*Labels._fields, "status", "modality", "condition", "adapter")
"""Text columns besides ``instance_id``."""

NUMBERS = ("horizon", "n_fields", *COUNTS)
"""Integer columns."""

_ROWS_AT_A_TIME = 1_000
_FIELDS_AT_A_TIME = 100_000


@dataclass(frozen=True, slots=True)
class Codes:
    """A text column of few distinct values: a code a row, and what each code stands for."""

    codes: NDArray[np.int32]
    names: tuple[str, ...]

    def is_(self, name: str) -> NDArray[np.bool_]:
        """Return the mask of the rows with that text."""
        code = self.names.index(name) if name in self.names else -1
        return np.asarray(self.codes == code)

    def present(self) -> list[str]:
        """Return the distinct texts of the rows, sorted."""
        return sorted(self.names[code] for code in np.unique(self.codes))

    def texts(self) -> list[str]:
        """Return the column as a list of texts."""
        return [self.names[code] for code in self.codes.tolist()]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Codes:
        """Code a column of texts."""
        known: dict[str, int] = {}
        codes = [known.setdefault(text, len(known)) for text in texts]
        return cls(np.array(codes, dtype=np.int32), tuple(known))


@dataclass(frozen=True, slots=True)
class CountsTable:
    """Columns of equal length: ids, :data:`LABELS` as codes, the rest as 64-bit integers."""

    ids: NDArray[np.object_]
    labels: Mapping[str, Codes]
    numbers: Mapping[str, NDArray[np.int64]]
    fields: FieldTable
    """Counts by kind of field, and the errors, of all rows."""
    pairs: Mapping[tuple[str, str], NDArray[np.int64]]
    """By task and kind of perturbation, the rows of each original and its perturbed twin, shape
    (pairs, 2); of the whole table too."""

    def __len__(self) -> int:
        return len(self.numbers["usable"])

    def where(self, mask: NDArray[np.bool_]) -> CountsTable:
        """Return the rows for which ``mask`` is true; ``fields`` and ``pairs`` stay whole."""
        return CountsTable(
            self.ids[mask],
            {name: Codes(column.codes[mask], column.names) for name, column in self.labels.items()},
            {name: column[mask] for name, column in self.numbers.items()},
            self.fields,
            self.pairs,
        )


def count_all(answered: Iterable[tuple[Question | Instance, Answer]]) -> CountsTable:
    """Count every instance with its answer, holding a thousand of them at most."""
    rows = TableRows()
    for instance, answer in answered:
        rows.add(instance, answer)
    return rows.table()


class TableRows:
    """The rows of a table to be; what is about fields is compared for many rows at a time."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._labels: dict[tuple[Labels, str, str, str, str], int] = {}
        self._codes = array("i")
        self._blocks: list[dict[str, NDArray[np.int64]]] = []
        self._tally = FieldTally()
        self._pairings: dict[str, TwinPairing] = {}
        self._pairs: dict[tuple[str, str], list[tuple[int, str]]] = {}
        self._start_block()

    def add(self, instance: Question | Instance, answer: Answer) -> None:
        """Add the next row."""
        labels = _labels(instance)
        task = SCORED_TASKS[labels.task]
        row = len(self._ids)
        self._ids.append(instance.instance_id)
        key = (labels, answer.status, answer.modality, answer.condition, answer.adapter)
        self._codes.append(self._labels.setdefault(key, len(self._labels)))
        if pair := _perturbed_pair(instance):
            members = self._pairs.setdefault((task.name, pair), [])
            members.append((row, labels.variant))
        self._numbers.append((instance.horizon, instance.n_fields))
        if task.about_fields:
            self._of_fields.append(row - self._first)
            self._touched.add(instance, answer)
            self._owners.append(Owner(instance.instance_id, task.name, labels.project))
        if task.counts != Counts._fields:
            compared = task.compare(instance, answer)
            self._own_counts.append((row - self._first, task.counts, compared.counts))
            if task.pairing is not None and isinstance(instance, CounterfactualInstance):
                if task.name not in self._pairings:
                    self._pairings[task.name] = task.pairing()
                self._pairings[task.name].add(row, instance, compared)
        if len(self._numbers) >= _ROWS_AT_A_TIME or self._touched.fields >= _FIELDS_AT_A_TIME:
            self._end_block()

    def table(self) -> CountsTable:
        """Return the table; no row may be added afterwards."""
        self._end_block()
        columns = {name: self._column(name) for name in NUMBERS}
        for pairing in self._pairings.values():
            for row, counts in pairing.counts():
                for name, count in counts.items():
                    columns[name][row] = count
        codes = np.array(self._codes, dtype=np.int32)
        distinct = [(*texts, *of_answer) for texts, *of_answer in self._labels]
        labels = {}
        for at, name in enumerate(LABELS):
            of_text = Codes.of(texts[at] for texts in distinct)
            labels[name] = Codes(of_text.codes[codes], of_text.names)
        return CountsTable(
            np.array(self._ids, dtype=object),
            labels,
            columns,
            self._tally.table(),
            self._perturbed(),
        )

    def _perturbed(self) -> dict[tuple[str, str], NDArray[np.int64]]:
        found: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for (task, _), members in self._pairs.items():
            original = next((row for row, variant in members if variant == "original"), None)
            for row, variant in members:
                if original is not None and variant != "original":
                    found.setdefault((task, variant), []).append((original, row))
        return {key: np.array(rows, dtype=np.int64) for key, rows in found.items()}

    def _start_block(self) -> None:
        self._first = len(self._ids)
        self._numbers: list[tuple[int, int]] = []
        self._of_fields: list[int] = []
        self._touched = TouchedFields()
        self._owners: list[Owner] = []
        self._own_counts: list[tuple[int, tuple[str, ...], tuple[int, ...]]] = []

    def _end_block(self) -> None:
        numbers = np.array(self._numbers, dtype=np.int64).reshape(-1, 2)
        block = {"horizon": numbers[:, 0], "n_fields": numbers[:, 1]}
        if self._owners:
            entries = self._touched.entries()
            counts = self._touched.counts(entries)
            for at, name in enumerate(Counts._fields):
                block[name] = np.zeros(len(numbers), dtype=np.int64)
                block[name][self._of_fields] = counts[:, at]
            self._tally.add(entries, self._owners, self._touched.usable())
        for row, names, of_row in self._own_counts:
            for name, count in zip(names, of_row, strict=True):
                if name not in block:
                    block[name] = np.zeros(len(numbers), dtype=np.int64)
                block[name][row] = count
        self._blocks.append(block)
        self._start_block()

    def _column(self, name: str) -> NDArray[np.int64]:
        """Join the blocks' columns of that name; where a block has none, the count is 0."""
        column = np.zeros(len(self._ids), dtype=np.int64)
        start = 0
        for block in self._blocks:
            end = start + len(block["horizon"])
            if name in block:
                column[start:end] = block[name]
            start = end
        return column


def _perturbed_pair(instance: Question | Instance) -> str:
    """What an instance and its perturbed twins share; empty when there can be no twins."""
    if isinstance(instance, CounterfactualInstance):
        return instance.original_id or instance.instance_id
    return instance.pair_id


def _labels(instance: Question | Instance) -> Labels:
    if isinstance(instance, Question):
        return instance.labels
    return Labels(
        instance.task,
        instance.source,
        instance.family,
        instance.project,
        instance.split,
        instance.variant,
        action_of(instance.actions),
        _kind(instance),
    )


def _kind(instance: Instance) -> str:
    if isinstance(instance, CounterfactualInstance):
        return instance.kind
    if isinstance(instance, DecisionInstance):
        return instance.reward.kind
    if isinstance(instance, KeyframesInstance):
        return instance.goal
    return instance.query.event if isinstance(instance, CausalInstance) else ""
