# SPDX-License-Identifier: Apache-2.0
"""Chooses the instances of a release from what its projects offer, as the configuration asks.

The choice hangs on what is offered, not on the order in which it comes. First the projects of each
source are chosen, in the order of the quota, families taking turns. Then instances are given out
one after the other, each to the project that has the fewest for its weight and still offers one;
next-state instances with an empty delta first, then the others, task by task.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import inf
from typing import NamedTuple

from generators.build.config import BuildConfig, Quota
from generators.build.corpus import ProjectFile
from generators.build.identity import derive_seed
from scratchworld.world import TASKS, CounterfactualInstance, Instance

__all__ = ["Composition", "Offer", "Share", "compose", "offers_of"]

_EMPTY = "empty deltas"
_ANY = ""
"""In the place of a task where the quota names none: all tasks are given out together."""
_WEIGHT_DIGITS = 9


class Offer(NamedTuple):
    """One instance that a project offers, or several that belong together."""

    task: str
    empty: bool
    """Whether it is a next-state instance without a change."""
    ids: tuple[str, ...]
    fields: int = 0
    """Fields of all input states."""
    changed: int = 0
    """Changed fields of all targets."""


class Share(NamedTuple):
    """What was asked for, and what there was."""

    source: str
    what: str
    """A task, ``empty deltas`` or ``projects``."""
    asked: int
    got: int


@dataclass(frozen=True, slots=True)
class Composition:
    """The instances of a release."""

    chosen: frozenset[str]
    """Instance ids."""
    shares: tuple[Share, ...]
    """One for each quantity that the configuration names."""


@dataclass(slots=True)
class _Candidate:
    """A chosen project, and what it has given so far."""

    rank: int
    weight: int
    room: float
    """Instances that it may still give."""
    offers: Mapping[tuple[str, bool], list[Offer]]
    """By task, and whether the delta is empty, so far as the quota tells these apart; the next to
    be given is at the end."""
    given: list[str] = field(default_factory=list)

    def turn(self) -> tuple[Fraction, int]:
        """Return what is smallest for the project whose turn it is (method of Sainte-Lague)."""
        return (Fraction(2 * len(self.given) + 1, self.weight), self.rank)


def offers_of(instances: Iterable[Instance]) -> list[Offer]:
    """Return what a project offers, in the order in which it is best taken.

    Instances of one task with the same ``pair_id`` are taken together or not at all, and so are
    counterfactuals and their twins on perturbed projects.
    """
    groups: dict[tuple[str, str], list[Instance]] = {}
    listed = list(instances)
    pair_of = {instance.instance_id: instance.pair_id for instance in listed}
    for instance in listed:
        label = instance.pair_id or instance.instance_id
        if isinstance(instance, CounterfactualInstance):
            label = pair_of.get(instance.original_id) or label
        groups.setdefault((instance.task, label), []).append(instance)
    return [
        Offer(
            task,
            task == "next_state" and not group[0].target,
            tuple(instance.instance_id for instance in group),
            sum(instance.n_fields for instance in group),
            sum(instance.n_changed for instance in group),
        )
        for (task, _), group in groups.items()
    ]


def compose(
    projects: Sequence[ProjectFile], offers: Mapping[str, Sequence[Offer]], config: BuildConfig
) -> Composition:
    """Choose the instances of a release.

    ``offers`` are those of each project by SHA-256. A source without a quota gives all it has.
    """
    chosen: list[str] = []
    shares: list[Share] = []
    for source in ("real", "synthetic"):
        own = [each for each in projects if each.source == source and offers.get(each.sha256)]
        quota = config.quota(source)
        if quota is None:
            every = (offer for project in own for offer in offers[project.sha256])
            chosen += [name for offer in every for name in offer.ids]
            continue
        candidates = _choose_projects(own, offers, quota, config)
        shares += _fill(candidates, source, quota)
        chosen += [name for candidate in candidates for name in candidate.given]
    return Composition(frozenset(chosen), tuple(shares))


def _fill(candidates: Sequence[_Candidate], source: str, quota: Quota) -> Iterator[Share]:
    """Let the candidates give what the quota asks for; yield what there was."""
    for task in _tasks(quota):
        wanted = inf if quota.instances is None else quota.instances[task]
        got = 0
        if task in ("next_state", _ANY) and quota.empty is not None:
            got = _give(candidates, (task, True), min(quota.empty, wanted))
            yield Share(source, _EMPTY, quota.empty, got)
        got += _give(candidates, (task, False), wanted - got)
        if quota.instances is not None:
            yield Share(source, task, quota.instances[task], got)
    if quota.projects is not None:
        given = sum(bool(candidate.given) for candidate in candidates)
        yield Share(source, "projects", quota.projects, given)


def _tasks(quota: Quota) -> list[str]:
    if quota.instances is None:
        return [_ANY]
    return [task for task in TASKS if task in quota.instances]


def _give(candidates: Sequence[_Candidate], kind: tuple[str, bool], wanted: float) -> int:
    """Give out up to ``wanted`` instances of one kind and return how many there were."""
    heap = [candidate.turn() for candidate in candidates if candidate.offers.get(kind)]
    heapq.heapify(heap)
    got = 0
    while heap and got < wanted:
        candidate = candidates[heapq.heappop(heap)[1]]
        offers = candidate.offers[kind]
        offer = offers.pop()
        if len(offer.ids) <= min(candidate.room, wanted - got):
            candidate.given += offer.ids
            candidate.room -= len(offer.ids)
            got += len(offer.ids)
        if offers:
            heapq.heappush(heap, candidate.turn())
    return got


def _choose_projects(
    projects: Sequence[ProjectFile],
    offers: Mapping[str, Sequence[Offer]],
    quota: Quota,
    config: BuildConfig,
) -> list[_Candidate]:
    def place(project: ProjectFile) -> tuple[Fraction, int, str]:
        share = _changed_share(offers[project.sha256]) if quota.order == "quiet" else Fraction(0)
        drawn = derive_seed("compose", config.seed, project.sha256)
        return (share, drawn, project.sha256)

    wanted = [
        project
        for project in projects
        if config.wants(project.source, project.family) and _by_kind(offers[project.sha256], quota)
    ]
    by_family = sorted(wanted, key=lambda each: (each.family, place(each)))
    turns = [
        (turn, place(project), project)
        for _, group in groupby(by_family, key=lambda each: each.family)
        for turn, project in enumerate(group)
    ]
    ranked = [project for _, _, project in sorted(turns, key=lambda entry: entry[:2])]
    return [
        _Candidate(
            rank,
            # whole numbers, so that no machine's power function decides a near tie
            max(1, round((rank + 1) ** -quota.concentration * 10**_WEIGHT_DIGITS)),
            inf if quota.cap is None else quota.cap,
            _by_kind(offers[project.sha256], quota),
        )
        for rank, project in enumerate(ranked[: quota.projects])
    ]


def _changed_share(offers: Sequence[Offer]) -> Fraction:
    fields = sum(offer.fields for offer in offers)
    return Fraction(sum(offer.changed for offer in offers), fields) if fields else Fraction(0)


def _by_kind(offers: Sequence[Offer], quota: Quota) -> dict[tuple[str, bool], list[Offer]]:
    """Sort the offers that the quota asks for by what it tells apart; the best at the end."""
    kinds: dict[tuple[str, bool], list[tuple[Fraction, Offer]]] = {}
    totals = Counter((offer.task, offer.empty) for offer in offers)
    seen: Counter[tuple[str, bool]] = Counter()
    for offer in offers:
        own = (offer.task, offer.empty)
        # the middle of its share, so that the first few are mixed as all of them are
        place = Fraction(2 * seen[own] + 1, 2 * totals[own])
        seen[own] += 1
        if quota.instances is not None and not quota.instances.get(offer.task):
            continue
        task = _ANY if quota.instances is None else offer.task
        kinds.setdefault((task, offer.empty and quota.empty is not None), []).append((place, offer))
    return {
        kind: [offer for _, offer in sorted(placed, key=lambda each: each[0], reverse=True)]
        for kind, placed in kinds.items()
    }
