# SPDX-License-Identifier: Apache-2.0
"""What an answer claims: the states that it predicts, window by window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.answer import Answer
from scoring.claims import claimed_changes
from scoring.matching import matches
from scoring.tasks.decision import Said
from scratchworld.world import (
    DecisionInstance,
    Delta,
    Episode,
    Instance,
    State,
    Value,
    apply_delta,
    kind_of,
    normalise,
)

__all__ = [
    "Claim",
    "Window",
    "bodies",
    "body_of",
    "claims_of",
    "parts_of",
    "windows_of",
]

_OF_FIELDS = ("next_state", "rollout", "counterfactual")
_PARTS = ("x", "y", "direction", "size", "costume", "visible")


class Window(NamedTuple):
    """Steps of an episode over which an answer predicts."""

    episode: Episode
    """From tick 0 to the end of the window at least."""
    start: int
    """Step of the state before."""
    end: int
    """Step of the state that is predicted."""


class Claim(NamedTuple):
    """What an answer says of one window."""

    before: State
    """The state before: the input, or what the answer itself predicted of the step before."""
    changes: Delta
    """What is said to change."""

    @property
    def after(self) -> State:
        """The predicted state."""
        return apply_delta(self.before, self.changes)


def windows_of(instance: Instance) -> list[Window]:
    """Return what an answer to an instance is about: the whole window, or each step of an option.

    None of other tasks, such as event queries, whose answers say nothing of states.
    """
    start, end = instance.step, instance.step + instance.horizon
    if isinstance(instance, DecisionInstance):
        return [
            Window(option.episode(), step, step + 1)
            for option in instance.options()
            for step in range(start, end)
        ]
    return [Window(instance.episode(), start, end)] if instance.task in _OF_FIELDS else []


def claims_of(instance: Instance, answer: Answer) -> list[Claim] | None:
    """Return a claim for each window, or none of an answer that says nothing of states.

    ``None`` when the answer cannot be used.
    """
    if not answer.usable:
        return None
    if not isinstance(instance, DecisionInstance):
        return [Claim(instance.state, claimed_changes(answer, instance))]
    assert isinstance(answer.content, Said)
    deltas = answer.content.deltas
    if deltas is None:
        return []
    if [len(option) for option in deltas] != [instance.horizon] * len(instance.menu):
        return None
    claims = []
    for option in deltas:
        state = instance.state
        for delta in option:
            claims.append(Claim(state, _changes(delta, state)))
            state = claims[-1].after
    return claims


def _changes(delta: Delta, state: State) -> Delta:
    news = {path: None if value is None else normalise(value) for path, value in delta.items()}
    return {
        path: value for path, value in news.items() if not matches(path, value, state.get(path))
    }


def body_of(path: str) -> tuple[str, str] | None:
    """Return the sprite or clone that a field of looks or position belongs to, and its kind.

    ``None`` for other fields, and those of the stage.
    """
    kind = kind_of(path)
    if kind is None or kind.name not in _PARTS or path.startswith("/stage/"):
        return None
    return path.rpartition("/")[0], kind.name


def parts_of(body: str, state: Mapping[str, Value]) -> dict[str, Value]:
    """Return the looks and position of a sprite or clone."""
    found = ((part, state.get(f"{body}/{part}")) for part in _PARTS)
    return {part: value for part, value in found if value is not None}


def bodies(paths: Iterable[str]) -> list[str]:
    """Return the sprites and clones that fields belong to, sorted."""
    return sorted({found[0] for path in paths if (found := body_of(path)) is not None})
