# SPDX-License-Identifier: Apache-2.0
"""Finds what is worth something in a project: by the names of its fields, or by what they do.

- ``name``: a variable, a list or the count of a message that is called like a score grows; a
  variable that is called like lives stays above 0; a sprite that moves comes near one that is
  called like a goal.
- ``behaviour``: a number that nobody named so, but that changes now and then as the project runs: a
  variable, the length of a list, how often a message was sent. A sprite that moves comes near one
  that stands still, or that moves too. It gets far to the right or up, grows, or turns.
- ``construction``: the same in a synthetic world, all of whose fields are there to be changed by
  its mechanism.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from scratchworld.world import Reward, State, split_path

__all__ = ["Candidate", "find_rewards"]

_SCORES = re.compile(
    r"scor|point|punkt|punto|ponto|coin|münz|muenz|moneda|moeda|money|geld|gold|gem|star|stern"
    r"|win|treffer|hits?\b|kills?\b|caught|collected|eaten|marcador|очки|счет|счёт|分|得点|スコア",
    re.IGNORECASE,
)
_LIVES = re.compile(
    r"\bli[fv]es?\b|leben|health|\bhp\b|energ|vidas?\b|\bvies?\b|жизн", re.IGNORECASE
)
_GOALS = re.compile(
    r"goal|finish|ziel|exit|door|home|target|meta|portal|flag|apple|coin|star|food|treasure"
    r"|cheese|key|gem|banana|cake",
    re.IGNORECASE,
)
_MOST = 60
"""Candidates of one episode. To try one more takes no run of the VM."""
_PROGRESS = ("x", "y", "size", "direction")
"""Fields of a sprite that may grow."""
_OFTEN = 0.8
"""Share of steps above which a number that changes is a clock rather than a score."""


class Candidate(NamedTuple):
    """A reward, and why it is one."""

    reward: Reward
    basis: str
    """``name``, ``behaviour`` or ``construction``."""


def find_rewards(states: Sequence[State], *, synthetic: bool) -> list[Candidate]:
    """Return what may be rewarded, judged by the states that a project went through.

    Those by name come first. Lists are in canonical order, so the same states give the same.
    """
    unnamed = "construction" if synthetic else "behaviour"
    named: list[Candidate] = []
    others: list[Candidate] = []
    for name, path in _counters(states):
        gain = Reward("gain", (path,))
        if path.startswith("/variable/") and _LIVES.search(name):
            named += [Candidate(Reward("survival", (path,)), "name"), Candidate(gain, "name")]
        elif _SCORES.search(name):
            named.append(Candidate(gain, "name"))
        elif _share_of_changes(states, path) < _OFTEN:
            others.append(Candidate(gain, unnamed))
    for mover, goal in _pairs(states):
        is_named = bool(_GOALS.search(split_path(goal)[-1]))
        near = Candidate(Reward("nearness", (mover, goal)), "name" if is_named else unnamed)
        (named if is_named else others).append(near)
    others += [
        Candidate(Reward("gain", (path,)), unnamed)
        for sprite in _sprites(states)
        for path in (f"{sprite}/{part}" for part in _PROGRESS)
        if _changes(states, path)
    ]
    return [*named, *others][:_MOST]


def _counters(states: Sequence[State]) -> Iterator[tuple[str, str]]:
    """Yield name and path of what counts something: variables, then lists, then messages."""
    for place in ("/variable/", "/list/", "/event/"):
        for path in sorted(states[0]):
            is_count = place != "/list/" or path.endswith("/length")
            if path.startswith(place) and is_count and _changes(states, path):
                tokens = split_path(path)
                yield tokens[2 if place == "/list/" else -1], path


def _changes(states: Sequence[State], path: str) -> bool:
    """True when the field always holds a number, and not always the same."""
    values = [state.get(path) for state in states]
    return all(map(_is_number, values)) and len(set(values)) > 1


def _share_of_changes(states: Sequence[State], path: str) -> float:
    values = [state.get(path) for state in states]
    changes = sum(one != other for one, other in pairwise(values))
    return changes / max(1, len(values) - 1)


def _sprites(states: Sequence[State]) -> list[str]:
    return sorted(
        path.removesuffix("/x")
        for path in states[0]
        if path.startswith("/sprite/") and path.endswith("/x") and path.count("/") == 3
    )


def _pairs(states: Sequence[State]) -> Iterator[tuple[str, str]]:
    """Yield sprites that move beside visible ones that do not; then each two that move."""
    sprites = _sprites(states)
    moving = [
        one for one in sprites if _changes(states, f"{one}/x") or _changes(states, f"{one}/y")
    ]
    for mover in moving:
        for goal in sprites:
            if goal not in moving and states[0].get(f"{goal}/visible") is True:
                yield mover, goal
    yield from combinations(moving, 2)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
