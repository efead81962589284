# SPDX-License-Identifier: Apache-2.0
"""Counts by kind of field: which kinds are found, which are mis-valued, and how they go wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring.errors_of_fields import ErrorKind, wrong_value
from scoring.touched_fields import Entries, Mask
from scratchworld.world import Value, normalise

__all__ = ["UNKNOWN_KIND", "FieldKey", "FieldTable", "FieldTally", "Owner", "WrongValue"]

UNKNOWN_KIND = "no such field"
"""Stands for the kind of a path that no field can have."""


class FieldKey(NamedTuple):
    """What fields are counted by."""

    task: str
    project: str
    kind: str
    """:attr:`scratchworld.world.FieldKind.name`, or :data:`UNKNOWN_KIND`."""
    hidden: bool


class WrongValue(NamedTuple):
    """A wrong value that may be that of a neighbouring step."""

    instance_id: str
    path: str
    claimed: Value


class Owner(NamedTuple):
    """The instance of a row of :class:`scoring.touched_fields.Entries`."""

    instance_id: str
    task: str
    project: str


@dataclass(frozen=True, slots=True)
class FieldTable:
    """Counts of fields."""

    counts: Mapping[FieldKey, tuple[int, int, int, int]]
    """|P|, |G|, presence TP and value-aware TP of these fields."""
    errors: Counter[tuple[str, ErrorKind]]
    """Fields by task and error."""
    unknown: Counter[str]
    """Claimed paths that neither the input nor the executed state has, with their number."""
    unresolved: tuple[WrongValue, ...]
    """The wrong values counted as ``other_value``, for :mod:`scoring.timing`."""


class FieldTally:
    """A running count over the entries of many instances."""

    def __init__(self) -> None:
        self._counts: dict[FieldKey, list[int]] = {}
        self._errors: Counter[tuple[str, ErrorKind]] = Counter()
        self._unknown: Counter[str] = Counter()
        self._unresolved: list[WrongValue] = []

    def add(self, entries: Entries, owners: Sequence[Owner], usable: Mask) -> None:
        """Count the fields of some instances; both of these are by row."""
        self._count_kinds(entries, owners)
        self._count_errors(entries, owners, usable)

    def table(self) -> FieldTable:
        """Return what was counted."""
        counts = {key: (row[0], row[1], row[2], row[3]) for key, row in self._counts.items()}
        return FieldTable(counts, self._errors, self._unknown, tuple(self._unresolved))

    def _count_kinds(self, entries: Entries, owners: Sequence[Owner]) -> None:
        names = [kind.name if kind else UNKNOWN_KIND for kind in entries.kinds]
        kinds: dict[str, int] = {}
        kind_codes = np.array([kinds.setdefault(name, len(kinds)) for name in names], np.int64)
        groups: dict[tuple[str, str], int] = {}
        grouped = (groups.setdefault((one.task, one.project), len(groups)) for one in owners)
        group_codes = np.fromiter(grouped, np.int64, len(owners))
        cells = (group_codes[entries.row] * len(kinds) + kind_codes[entries.path]) * 2
        cells += entries.hidden
        number = len(groups) * len(kinds) * 2
        present = np.flatnonzero(np.bincount(cells, minlength=number))
        found = entries.claimed & entries.gold
        sums = [
            np.bincount(cells[mask], minlength=number)[present].tolist()
            for mask in (entries.claimed, entries.gold, found, entries.right)
        ]
        group_names, kind_names = list(groups), list(kinds)
        for key, *counts in zip(present.tolist(), *sums, strict=True):
            group, kind = divmod(key // 2, len(kinds))
            task, project = group_names[group]
            of = FieldKey(task, project, kind_names[kind], bool(key % 2))
            row = self._counts.setdefault(of, [0, 0, 0, 0])
            self._counts[of] = [one + more for one, more in zip(row, counts, strict=True)]

    def _count_errors(self, entries: Entries, owners: Sequence[Owner], usable: Mask) -> None:
        claimed, gold = entries.claimed, entries.gold
        missed = gold & ~claimed
        answered = usable[entries.row]
        invented = claimed & ~gold
        unknown = invented & ~entries.known
        tasks: dict[str, int] = {}
        task = np.array([tasks.setdefault(one.task, len(tasks)) for one in owners], np.int64)
        masks: Mapping[ErrorKind, Mask] = {
            "unusable": missed & ~answered,
            "stale": missed & answered & entries.stated,
            "missed": missed & answered & ~entries.stated,
            "invented": invented & entries.known,
            "unknown_field": unknown,
        }
        for error, mask in masks.items():
            fields = np.bincount(task[entries.row[mask]], minlength=len(tasks)).tolist()
            for name, count in zip(tasks, fields, strict=True):
                if count:
                    self._errors[name, error] += count
        self._unknown.update(entries.paths[code] for code in entries.path[unknown].tolist())
        wrong = claimed & gold & ~entries.right
        rows, paths = entries.row[wrong].tolist(), entries.path[wrong].tolist()
        for row, code, values in zip(rows, paths, entries.values, strict=True):
            self._add_wrong(owners[row], entries.paths[code], *values)

    def _add_wrong(
        self,
        owner: Owner,
        path: str,
        said: Value | None,
        executed: Value | None,
        known: Value | None,
    ) -> None:
        claimed = None if said is None else normalise(said)
        error = wrong_value(path, claimed, executed, known)
        self._errors[owner.task, error] += 1
        if error == "other_value" and claimed is not None:
            self._unresolved.append(WrongValue(owner.instance_id, path, claimed))
