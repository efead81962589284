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
from math import inf
from typing import NamedTuple

from generators.build.config import BuildConfig, Quota
from generators.build.identity import derive_seed
from generators.build.ledger import Ledger, Place
from generators.build.offers import Offer, changed_share
from generators.build.results import Head
from scratchworld.world import TASKS

__all__ = ["Share", "compose", "place_of"]

_EMPTY = "empty deltas"
_ANY = ""
"""In the place of a task where the quota names none: all tasks are given out together."""
_WEIGHT_DIGITS = 9


class Share(NamedTuple):
    """What was asked for, and what there was."""

    source: str
    what: str
    """A task, ``empty deltas`` or ``projects``."""
    asked: int
    got: int


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

    def give(self, kind: tuple[str, bool], wanted: float) -> int:
        """Give the next offer of a kind, if it fits; return how many instances that is."""
        offer = self.offers[kind].pop()
        if len(offer.ids) > min(self.room, wanted):
            return 0
        self.given += offer.ids
        self.room -= len(offer.ids)
        return len(offer.ids)

    def give_all(self, kind: tuple[str, bool]) -> None:
        """Give every offer of a kind that fits."""
        while self.offers.get(kind):
            self.give(kind, inf)


def place_of(head: Head, source: str, config: BuildConfig) -> Place | None:
    """Return when a project's turn is; ``None`` where its source has no quota, so all is taken."""
    quota = config.quota(source)
    if quota is None:
        return None
    return Place(
        bool(_by_kind(head.offers, quota)),
        changed_share(head.offers) if quota.order == "quiet" else Fraction(0),
        derive_seed("compose", config.seed, head.sha256),
    )


def compose(ledger: Ledger, config: BuildConfig) -> list[Share]:
    """Choose the instances of a release among what the explored projects offer.

    A source without a quota gives all it has. Memory holds what a quota takes, and no more.
    """
    shares: list[Share] = []
    for source in ("real", "synthetic"):
        quota = config.quota(source)
        if quota is not None:
            ledger.rank(source, quota.projects)
            shares += _Giving(ledger, source, quota).fill()
    return shares


class _Giving:
    """Gives out what one quota asks for.

    Only candidates that have given something are kept; the others are read when their turn comes.
    Their weights fall with their rank, so that turn is known before.
    """

    def __init__(self, ledger: Ledger, source: str, quota: Quota) -> None:
        self._ledger = ledger
        self._source = source
        self._quota = quota
        self._giving: dict[int, _Candidate] = {}
        self._projects = 0
        """Candidates that have given something."""

    def fill(self) -> Iterator[Share]:
        """Let the candidates give what the quota asks for; yield what there was."""
        quota, source = self._quota, self._source
        for task in _tasks(quota):
            wanted = inf if quota.instances is None else quota.instances[task]
            got = 0
            if task in ("next_state", _ANY) and quota.empty is not None:
                got = self._give((task, True), min(quota.empty, wanted))
                yield Share(source, _EMPTY, quota.empty, got)
            if wanted == inf:
                self._give_all((task, False))
            else:
                got += self._give((task, False), wanted - got)
            if quota.instances is not None:
                yield Share(source, task, quota.instances[task], got)
        self._note(self._giving.values())
        if quota.projects is not None:
            yield Share(source, "projects", quota.projects, self._projects)

    def _give(self, kind: tuple[str, bool], wanted: float) -> int:
        """Give out up to ``wanted`` instances of one kind and return how many there were."""
        heap = [one.turn() for one in self._giving.values() if one.offers.get(kind)]
        heapq.heapify(heap)
        drawn: dict[int, _Candidate] = {}
        others = self._others()
        first = next(others, None)
        got = 0
        while got < wanted:
            while first is not None and (not heap or first.turn() < heap[0]):
                if first.offers.get(kind):
                    drawn[first.rank] = first
                    heapq.heappush(heap, first.turn())
                first = next(others, None)
            if not heap:
                break
            rank = heapq.heappop(heap)[1]
            candidate = self._giving.get(rank) or drawn[rank]
            got += candidate.give(kind, wanted - got)
            if candidate.given:
                self._giving[rank] = candidate
            if candidate.offers[kind]:
                heapq.heappush(heap, candidate.turn())
            else:
                drawn.pop(rank, None)
        self._projects = len(self._giving)
        return got

    def _give_all(self, kind: tuple[str, bool]) -> None:
        """Let each candidate give all it may; then none has to wait for its turn."""
        for candidate in self._giving.values():
            candidate.give_all(kind)
        for candidate in self._others():
            candidate.give_all(kind)
            self._note([candidate])
            self._projects += bool(candidate.given)

    def _others(self) -> Iterator[_Candidate]:
        """Yield the candidates that have given nothing, by rank."""
        quota = self._quota
        for rank, offers in self._ledger.ranked():
            if rank not in self._giving:
                yield _Candidate(
                    rank,
                    # whole numbers, so that no machine's power function decides a near tie
                    max(1, round((rank + 1) ** -quota.concentration * 10**_WEIGHT_DIGITS)),
                    inf if quota.cap is None else quota.cap,
                    _by_kind(offers, quota),
                )

    def _note(self, candidates: Iterable[_Candidate]) -> None:
        self._ledger.choose((one.rank, one.given) for one in candidates if one.given)


def _tasks(quota: Quota) -> list[str]:
    if quota.instances is None:
        return [_ANY]
    return [task for task in TASKS if task in quota.instances]


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
