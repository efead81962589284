# SPDX-License-Identifier: Apache-2.0
"""Counts and sizes of a release, gathered while its instances stream by."""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from scratchworld.world import TASKS, Instance

__all__ = ["Sizes", "Statistics", "StatisticsRow"]

_FRESH = 4096


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

    @classmethod
    def of_counted(cls, counted: Mapping[int, int]) -> Sizes:
        """Summarise counts, given how often each occurs."""
        total = sum(counted.values())
        if not total:
            return cls.of(())
        places = {(total - 1) // 2, total // 2}
        middle: list[int] = []
        seen = 0
        for count, times in sorted(counted.items()):
            middle += [count for place in places if seen <= place < seen + times]
            seen += times
        mean = sum(count * times for count, times in counted.items()) / total
        return cls(mean, statistics.fmean(middle), max(counted))


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


class _Names:
    """How many different names there were, in eight bytes each: their hashes, sorted at times."""

    def __init__(self) -> None:
        self._hashes: npt.NDArray[np.uint64] = np.empty(0, np.uint64)
        self._fresh: set[int] = set()

    def add(self, name: str) -> None:
        self._fresh.add(_hash(name))
        if len(self._fresh) >= _FRESH:
            self._merge()

    def _merge(self) -> None:
        fresh = np.fromiter(self._fresh, np.uint64, len(self._fresh))
        self._hashes = np.union1d(self._hashes, fresh)
        self._fresh.clear()

    def hashes(self) -> npt.NDArray[np.uint64]:
        self._merge()
        return self._hashes


def _hash(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")


@dataclass(slots=True)
class _Group:
    fields: Counter[int] = field(default_factory=Counter)
    changed: Counter[int] = field(default_factory=Counter)
    projects: _Names = field(default_factory=_Names)


class Statistics:
    """A running count of instances by task, source and split.

    Memory grows by eight bytes for each project of a group.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str, str], _Group] = {}
        self._engines = Counter[str]()

    def add(self, instance: Instance) -> None:
        """Count one instance."""
        key = (instance.task, instance.source, instance.split)
        group = self._groups.setdefault(key, _Group())
        group.fields[instance.n_fields] += 1
        group.changed[instance.n_changed] += 1
        group.projects.add(instance.project)
        self._engines.update(instance.replay_engines)

    def rows(self) -> tuple[StatisticsRow, ...]:
        """Return one row a group, in the order of task, source and split."""

        def order(key: tuple[str, str, str]) -> tuple[int, str, str]:
            return (TASKS.index(key[0]), key[1], key[2])

        return tuple(
            StatisticsRow(
                *key,
                instances=group.fields.total(),
                projects=len(group.projects.hashes()),
                fields=Sizes.of_counted(group.fields),
                changed=Sizes.of_counted(group.changed),
                empty=group.changed[0],
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
        groups = [group.projects.hashes() for group in self._groups.values()]
        projects = np.unique(np.concatenate(groups)) if groups else ()
        return {
            "instances": sum(row.instances for row in rows),
            "projects": len(projects),
            "tasks": dict(totals["task"]),
            "splits": dict(totals["split"]),
            "sources": dict(totals["source"]),
            "engines": dict(self._engines),
        }
