# SPDX-License-Identifier: Apache-2.0
"""Moments whose frames are worth asking for: where changes that can be seen add up.

Changes of a window are added up step by step, and the moments stand where the sum passes equal
shares of all of it. A *switch* weighs three times a movement: another costume or backdrop, a sprite
or clone that appears or goes, another bubble. So the frames differ, and differ in different ways,
and a picture of a costume is needed at one moment and not at another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from scratchworld.world import State, Trace, hidden_paths, kind_of, split_path

__all__ = ["Draft", "find_drafts", "visible_changes"]

_SWITCHES = ("costume", "backdrop", "visible", "say", "question")
_SWITCH_WEIGHT = 3
_NO_CHANGE = ("layer",)
"""Kinds of visible fields that change though the stage may look the same."""


class _Change(NamedTuple):
    """What can be seen to change in one step."""

    weight: int
    switches: int


class Draft(NamedTuple):
    """A window of an episode with the moments whose frames would be asked for."""

    step: int
    """Steps between tick 0 and the input state."""
    moments: tuple[int, ...]
    """Steps after the input state."""
    switched: int
    """How many of the moments have a switch between them and the one before."""

    @property
    def horizon(self) -> int:
        """Steps of the window."""
        return self.moments[-1]

    def overlaps(self, other: Draft) -> bool:
        """Whether the two windows of one episode have a step in common."""
        return self.step < other.step + other.horizon and other.step < self.step + self.horizon


def find_drafts(trace: Trace, count: int, steps: int) -> list[Draft]:
    """Return the windows of at most so many ``steps`` that have ``count`` moments, in order."""
    changes = _changes(trace)
    drafts = []
    for step in range(1, len(changes)):
        window = changes[step : step + steps]
        moments = _choose([change.weight for change in window], count)
        if moments:
            starts = (0, *moments)
            switched = sum(
                any(change.switches for change in window[start:end])
                for start, end in zip(starts, moments, strict=False)
            )
            drafts.append(Draft(step, moments, switched))
    return drafts


def visible_changes(before: State, after: State, monitors: Sequence[str]) -> list[str]:
    """Return the paths of what changes between two states and can be seen, sorted.

    What moves while it is hidden cannot. ``monitors`` are those on the stage.
    """
    paths = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    hidden = hidden_paths(paths, monitors)
    return sorted(
        path
        for path in paths - hidden
        if _kind(path) not in _NO_CHANGE and (_is_shown(path, before) or _is_shown(path, after))
    )


def _changes(trace: Trace) -> list[_Change]:
    """Return what can be seen to change in each step."""
    states = list(trace.states())
    found = []
    for number, step in enumerate(trace.steps):
        before, after = states[number], states[number + 1]
        paths = visible_changes(before, after, step.monitors)
        switches = sum(
            _kind(path) in _SWITCHES or path not in before or path not in after for path in paths
        )
        switches += step.monitors != trace.monitors_at(number)
        found.append(_Change(_SWITCH_WEIGHT * switches + min(len(paths), _SWITCH_WEIGHT), switches))
    return found


def _choose(weights: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the steps, from 1, at whose end a frame is asked for; none when too little happens."""
    busy = [step for step, weight in enumerate(weights, 1) if weight]
    if len(busy) < count:
        return ()
    sums = list(accumulate(weights))
    moments: list[int] = []
    for share in range(1, count + 1):
        left = count - share
        later = [step for step in busy if not moments or step > moments[-1]]
        # what is left must do for the moments that follow
        possible = later[: len(later) - left]
        reached = [step for step in possible if sums[step - 1] * count >= sums[-1] * share]
        moments.append(reached[0] if reached else possible[-1])
    return tuple(moments)


def _kind(path: str) -> str:
    kind = kind_of(path)
    return "" if kind is None else kind.name


def _is_shown(path: str, state: State) -> bool:
    """Whether what a field belongs to is on the stage; the stage and its monitors always are."""
    tokens = split_path(path)
    if tokens[0] not in ("sprite", "clone"):
        return True
    owner = path.split("/")[: 3 if tokens[0] == "sprite" else 4]
    return state.get("/".join([*owner, "visible"])) is True
