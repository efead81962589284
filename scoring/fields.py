# SPDX-License-Identifier: Apache-2.0
"""Figures by kind of field: which kinds are found, and which are found but mis-valued?

For the fields of one kind: changed-field F1, value-aware and presence-only, pooled; ``found``, the
share of executed changes that are claimed; ``valued``, the share of those that have the right
value. Scale 0 to 1, higher is better. Nothing to divide by gives no value. Intervals as for the
metrics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scoring.field_tally import FieldKey, FieldTable
from scoring.statistics import Bootstrap, Figure, Ratio, ratio_figures
from scoring.tasks import FIELD_TASKS

__all__ = ["FIELD_FIGURES", "FieldGroup", "field_breakdown"]

FIELD_FIGURES = ("changed_field_f1", "changed_field_f1_presence", "found", "valued")


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """The figures of some fields of one task."""

    task: str
    by: Literal["kind", "visibility"]
    value: str
    claimed: int
    changed: int
    figures: Mapping[str, Figure]
    """By the names in :data:`FIELD_FIGURES`."""

    def to_json(self) -> dict[str, object]:
        """Return the group as plain objects."""
        return {
            "task": self.task,
            "by": self.by,
            "value": self.value,
            "claimed": self.claimed,
            "changed": self.changed,
            "figures": {name: figure.to_json() for name, figure in self.figures.items()},
        }


def field_breakdown(fields: FieldTable, bootstrap: Bootstrap) -> tuple[FieldGroup, ...]:
    """Return the groups by visibility and by kind, for each task."""
    projects = {name: at for at, name in enumerate(sorted({key.project for key in fields.counts}))}
    axes: tuple[tuple[Literal["kind", "visibility"], Callable[[FieldKey], str]], ...] = (
        ("visibility", lambda key: "hidden" if key.hidden else "visible"),
        ("kind", lambda key: key.kind),
    )
    found: list[tuple[str, Literal["kind", "visibility"], str, np.ndarray]] = []
    for task in FIELD_TASKS:
        for by, name_of in axes:
            sums: dict[str, np.ndarray] = {}
            for key, counts in fields.counts.items():
                if key.task == task:
                    of_value = sums.setdefault(name_of(key), np.zeros((4, len(projects))))
                    of_value[:, projects[key.project]] += counts
            found += [(task, by, value, sums[value]) for value in sorted(sums)]
    figures = iter(ratio_figures([r for *_, sums in found for r in _ratios(sums)], bootstrap))
    return tuple(
        FieldGroup(
            task,
            by,
            value,
            claimed=int(sums[0].sum()),
            changed=int(sums[1].sum()),
            figures={name: next(figures) for name in FIELD_FIGURES},
        )
        for task, by, value, sums in found
    )


def _ratios(sums: np.ndarray) -> Iterable[Ratio]:
    claimed, changed, presence, value = sums
    yield Ratio(2 * value, claimed + changed, "claims and changes")
    yield Ratio(2 * presence, claimed + changed, "claims and changes")
    yield Ratio(presence, changed, "changes")
    yield Ratio(value, presence, "found changes")
