# SPDX-License-Identifier: Apache-2.0
"""Does the input of one instance show what another asks?

Windows of one episode overlap: the input state of a later window is what an earlier one asks for.
With targets in the open that is no matter. Where they are withheld it would give them away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scratchworld.world import (
    CounterfactualInstance,
    DecisionInstance,
    Instance,
    KeyframesInstance,
    canonical_json,
)

__all__ = ["Ticks", "find_revealing", "without_revealing"]

Moment = tuple[str, int, tuple[tuple[int, str], ...]]
"""Project, tick, and all actions before it with their ticks.

Whatever the seed and the perturbation: many projects draw no random number, and a renamed sprite
moves as it did.
"""


Ticks = Callable[[Instance], Iterable[int]]
"""Ticks of an instance's episode that its pictures show, up to its input."""


def find_revealing(
    instances: Iterable[Instance], pictured: Ticks | None = None
) -> dict[str, frozenset[str]]:
    """Return, for each instance that others reveal, their ids.

    An instance is revealed by one whose input shows a moment of its window: as input state, in the
    deltas before it, or in pictures. What happens under an alteration is no moment of an episode,
    and the goal frame that an instance gives reveals others and not the instance itself.
    """
    asked = list(instances)
    by_id = {instance.instance_id: instance for instance in asked}
    shown: dict[Moment, set[str]] = defaultdict(set)
    for instance in asked:
        done = _original(instance, by_id)
        for moment in _shown(instance, done, pictured(instance) if pictured else ()):
            shown[moment].add(instance.instance_id)
    found: dict[str, frozenset[str]] = {}
    for instance in asked:
        moments = _asked(instance, _original(instance, by_id))
        by = set[str]().union(*(shown.get(moment, ()) for moment in moments))
        if isinstance(instance, KeyframesInstance):
            by.discard(instance.instance_id)
        if by:
            found[instance.instance_id] = frozenset(by)
    return found


def without_revealing(
    instances: Sequence[Instance], pictured: Ticks | None = None
) -> list[Instance]:
    """Return instances, in order, of which none reveals another, and leave out few.

    Which stays does not depend on their order: what stands against the most others goes, in
    proportion to its size, as instances with one ``pair_id`` go together.
    """
    unit = {each.instance_id: each.pair_id or each.instance_id for each in instances}
    against: dict[str, set[str]] = defaultdict(set)
    for name, others in find_revealing(instances, pictured).items():
        for other in others:
            if unit[name] != unit[other]:
                against[unit[name]].add(unit[other])
                against[unit[other]].add(unit[name])
    size = Counter(unit.values())
    gone: set[str] = set()
    while against:
        most = max(sorted(against), key=lambda name: Fraction(len(against[name]), size[name]))
        gone.add(most)
        for other in against.pop(most):
            against[other].discard(most)
            if not against[other]:
                del against[other]
    return [each for each in instances if unit[each.instance_id] not in gone]


def _original(instance: Instance, by_id: Mapping[str, Instance]) -> Instance:
    """Return whose actions tell the moments: of a perturbed instance, that of the original.

    A renamed project takes the same actions under other names.
    """
    if instance.variant == "original":
        return instance
    names = (getattr(instance, "original_id", ""), instance.pair_id)
    return next((by_id[name] for name in names if name in by_id), instance)


def _shown(instance: Instance, done: Instance, pictured: Iterable[int]) -> Iterator[Moment]:
    deltas = 0
    if isinstance(instance, (CounterfactualInstance, DecisionInstance)):
        deltas = len(instance.observed)
    actions = _timed((*done.history, *done.actions), instance.ticks)
    start = instance.step * instance.ticks
    told = (start - back * instance.ticks for back in range(max(1, deltas)))
    referred: Iterable[int] = ()
    if isinstance(instance, KeyframesInstance):
        referred = [start + each.ticks for each in instance.references if each.kind != "costume"]
    for tick in (*told, *pictured, *referred):
        yield _moment(instance, tick, actions)


def _asked(instance: Instance, done: Instance) -> Iterator[Moment]:
    if isinstance(instance, CounterfactualInstance) and instance.alteration is not None:
        return
    start = instance.step * instance.ticks
    actions = _timed((*done.history, *done.actions), instance.ticks)
    for tick in range(start + 1, start + instance.horizon * instance.ticks + 1):
        yield _moment(instance, tick, actions)


def _moment(instance: Instance, tick: int, actions: Sequence[tuple[int, str]]) -> Moment:
    return instance.project, tick, tuple(each for each in actions if each[0] < tick)


def _timed(steps: Sequence[Sequence[Mapping[str, Any]]], ticks: int) -> list[tuple[int, str]]:
    """Return the actions with their ticks; a step without any is as one that waits."""
    timed = []
    for number, actions in enumerate(steps):
        done = [action for action in actions if action["type"] != "wait"]
        if done:
            timed.append((number * ticks, canonical_json(done)))
    return timed
