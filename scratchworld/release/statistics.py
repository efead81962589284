# SPDX-License-Identifier: Apache-2.0
"""Counts and sizes of a release, gathered while its instances stream by."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scratchworld.world import TASKS, Instance

__all__ = ["Sizes", "Statistics", "StatisticsRow"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Mean, median and maximum of some counts; all 0 when there are none."""

    mean: float
    median: float
    maximum: int

    @classmethod
    def of(cls, counts: Sequence[int]) -> Sizes:
        """Summarise the counts."""
        if not counts:
            return cls(0.0, 0.0, 0)
        return cls(statistics.fmean(counts), float(statistics.median(counts)), max(counts))


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """The instances of one task, source and split."""

    task: str
    source: str
    split: str
    instances: int
    projects: int
    fields: Sizes
    """Fields of the input state."""
    changed: Sizes
    """Fields of the target, empty targets included."""
    empty: int
    """Instances whose target is empty."""


@dataclass(slots=True)
class _Group:
    fields: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    projects: set[str] = field(default_factory=set)


class Statistics:
    """A running count of instances by task, source and split."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str, str], _Group] = {}
        self._engines = Counter[str]()

    def add(self, instance: Instance) -> None:
        """Count one instance."""
        key = (instance.task, instance.source, instance.split)
        group = self._groups.setdefault(key, _Group())
        group.fields.append(instance.n_fields)
        group.changed.append(instance.n_changed)
        group.projects.add(instance.project)
        self._engines.update(instance.replay_engines)

    def rows(self) -> tuple[StatisticsRow, ...]:
        """Return one row a group, in the order of task, source and split."""

        def order(key: tuple[str, str, str]) -> tuple[int, str, str]:
            return (TASKS.index(key[0]), key[1], key[2])

        return tuple(
            StatisticsRow(
                *key,
                instances=len(group.fields),
                projects=len(group.projects),
                fields=Sizes.of(group.fields),
                changed=Sizes.of(group.changed),
                empty=group.changed.count(0),
            )
            for key, group in sorted(self._groups.items(), key=lambda item: order(item[0]))
        )

    def counts(self) -> dict[str, Any]:
        """Return the totals for the manifest.

        ``instances``, the same by ``tasks``, ``splits`` and ``sources``, by each of the
        ``engines`` that agreed on the label, and the number of ``projects`` with at least one
        instance.
        """
        rows = self.rows()
        totals = {name: Counter[str]() for name in ("task", "split", "source")}
        for row in rows:
            for name, counter in totals.items():
                counter[getattr(row, name)] += row.instances
        projects = set[str]().union(*(group.projects for group in self._groups.values()))
        return {
            "instances": sum(row.instances for row in rows),
            "projects": len(projects),
            "tasks": dict(totals["task"]),
            "splits": dict(totals["split"]),
            "sources": dict(totals["source"]),
            "engines": dict(self._engines),
        }
