# SPDX-License-Identifier: Apache-2.0
"""Counts by kind of field: which kinds are found, which are mis-valued, and how they go wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.answer import Answer
from scoring.counts import Comparison
from scoring.errors_of_fields import ErrorKind, wrong_value
from scoring.questions import Labelled
from scratchworld.world import Value, kind_of

__all__ = ["UNKNOWN_KIND", "FieldKey", "FieldTable", "FieldTally", "WrongValue"]

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
    """A running count over instances."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], dict[tuple[str, bool], list[int]]] = {}
        self._errors: Counter[tuple[str, ErrorKind]] = Counter()
        self._unknown: Counter[str] = Counter()
        self._unresolved: list[WrongValue] = []

    def add(
        self,
        task: str,
        project: str,
        instance: Labelled,
        answer: Answer,
        compared: Comparison,
    ) -> None:
        """Count the fields of one instance that are claimed or changed."""
        claims, gold = compared.claims, instance.target
        if not claims and not gold:
            return
        of_project = self._counts.setdefault((task, project), {})
        right, hidden = compared.right, compared.hidden
        for path in claims.keys() | gold.keys():
            kind = kind_of(path)
            key = (kind.name if kind else UNKNOWN_KIND, path in hidden)
            row = of_project.get(key)
            if row is None:
                row = of_project[key] = [0, 0, 0, 0]
            is_claimed, is_gold = path in claims, path in gold
            row[0] += is_claimed
            row[1] += is_gold
            if is_claimed and is_gold:
                row[2] += 1
                if path in right:
                    row[3] += 1
                    continue
            self._errors[
                task, self._error(path, instance, answer, claims.get(path), is_claimed)
            ] += 1

    def table(self) -> FieldTable:
        """Return what was counted."""
        counts = {
            FieldKey(*owner, *key): (row[0], row[1], row[2], row[3])
            for owner, of_project in self._counts.items()
            for key, row in of_project.items()
        }
        return FieldTable(counts, self._errors, self._unknown, tuple(self._unresolved))

    def _error(
        self, path: str, instance: Labelled, answer: Answer, claimed: Value | None, is_claimed: bool
    ) -> ErrorKind:
        state, gold = instance.state, instance.target
        if not is_claimed:
            if not answer.usable:
                return "unusable"
            stated = path in (answer.delta or answer.state or ())
            return "stale" if stated else "missed"
        if path not in gold:
            if path in state:
                return "invented"
            self._unknown[path] += 1
            return "unknown_field"
        error = wrong_value(path, claimed, gold[path], state.get(path))
        instance_id = getattr(instance, "instance_id", "")
        if error == "other_value" and claimed is not None:
            self._unresolved.append(WrongValue(instance_id, path, claimed))
        return error
