# SPDX-License-Identifier: Apache-2.0
"""The table of counts: one row an instance, one numpy array a column."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.answer import Answer
from scoring.field_tally import FieldTable, FieldTally
from scoring.questions import Question, action_of
from scoring.tasks import COUNTS, SCORED_TASKS
from scoring.tasks.pairing import TwinPairing
from scratchworld.world import CausalInstance, CounterfactualInstance, Instance

__all__ = ["LABELS", "Codes", "CountsTable", "count_all"]

LABELS = ("task", "source", "family", "project", "split", "variant", "action", "kind", "status")
"""Text columns besides ``instance_id``."""

NUMBERS = ("horizon", "n_fields", *COUNTS)
"""Integer columns."""


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

    def __len__(self) -> int:
        return len(self.numbers["usable"])

    def where(self, mask: NDArray[np.bool_]) -> CountsTable:
        """Return the rows for which ``mask`` is true; ``fields`` stays whole."""
        return CountsTable(
            self.ids[mask],
            {name: Codes(column.codes[mask], column.names) for name, column in self.labels.items()},
            {name: column[mask] for name, column in self.numbers.items()},
            self.fields,
        )


def count_all(answered: Iterable[tuple[Question | Instance, Answer]]) -> CountsTable:
    """Count every instance with its answer, holding none of them longer than it takes."""
    ids: list[str] = []
    known: tuple[dict[str, int], ...] = tuple({} for _ in LABELS)
    codes, numbers = array("i"), array("q")
    tally = FieldTally()
    pairings: dict[str, TwinPairing] = {}
    for instance, answer in answered:
        ids.append(instance.instance_id)
        texts = (*_labels(instance), answer.status)
        codes.extend([of.setdefault(text, len(of)) for of, text in zip(known, texts, strict=True)])
        task = SCORED_TASKS[instance.task]
        compared = task.compare(instance, answer)
        numbers.extend((instance.horizon, instance.n_fields))
        numbers.extend(_in_order(compared.counts, task.counts))
        if task.pairing is not None and isinstance(instance, CounterfactualInstance):
            if task.name not in pairings:
                pairings[task.name] = task.pairing()
            pairings[task.name].add(len(ids) - 1, instance, compared)
        if task.about_fields:
            tally.add(instance.task, instance.project, instance, answer, compared)
    labels = np.array(codes, dtype=np.int32).reshape(len(ids), len(LABELS)).T.copy()
    matrix = np.array(numbers, dtype=np.int64).reshape(len(ids), len(NUMBERS)).T.copy()
    columns = dict(zip(NUMBERS, matrix, strict=True))
    for pairing in pairings.values():
        for row, counts in pairing.counts():
            for name, count in counts.items():
                columns[name][row] = count
    return CountsTable(
        np.array(ids, dtype=object),
        {
            name: Codes(column, tuple(of))
            for name, column, of in zip(LABELS, labels, known, strict=True)
        },
        columns,
        tally.table(),
    )


def _in_order(counts: tuple[int, ...], names: tuple[str, ...]) -> Iterable[int]:
    """The counts of an instance in the order of :data:`scoring.tasks.COUNTS`."""
    if names == COUNTS:
        return counts
    found = dict(zip(names, counts, strict=True))
    return [found.get(name, 0) for name in COUNTS]


def _labels(instance: Question | Instance) -> tuple[str, ...]:
    """The texts of :data:`LABELS` but the last."""
    if isinstance(instance, Question):
        action, kind = instance.action, ""
    else:
        action, kind = action_of(instance.actions), _kind(instance)
    return (
        instance.task,
        instance.source,
        instance.family,
        instance.project,
        instance.split,
        instance.variant,
        action,
        kind,
    )


def _kind(instance: Instance) -> str:
    if isinstance(instance, CounterfactualInstance):
        return instance.kind
    return instance.query.event if isinstance(instance, CausalInstance) else ""
