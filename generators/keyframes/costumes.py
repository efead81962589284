# SPDX-License-Identifier: Apache-2.0
"""Which costumes go with a key frames instance as reference pictures."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from scratchworld.world import STAGE_OWNER, Reference, State, kind_of, split_path

__all__ = ["CostumePlace", "choose_costumes", "first_moment", "shown_costumes"]

Shown = tuple[str, str]
"""A sprite, ``_stage_`` for the stage, and its costume."""


class CostumePlace(NamedTuple):
    """Where a costume stands in the program of a session, and what it is called."""

    target: int
    costume: int
    sprite: str
    """``_stage_`` for the stage."""
    name: str

    @property
    def shown(self) -> Shown:
        """Sprite and costume, as :func:`shown_costumes` gives them."""
        return (self.sprite, self.name)


def shown_costumes(state: State) -> frozenset[Shown]:
    """Return the costumes of all sprites and clones that are shown, and the backdrop."""
    found: set[Shown] = set()
    for path, value in state.items():
        kind = kind_of(path)
        if kind is None or kind.name not in ("costume", "backdrop"):
            continue
        if kind.name == "backdrop":
            found.add((STAGE_OWNER, str(value)))
        elif state.get(f"{path.rpartition('/')[0]}/visible") is True:
            found.add((split_path(path)[1], str(value)))
    return frozenset(found)


def first_moment(reference: Reference, states: Sequence[State]) -> int:
    """Return the number, from 0, of the moment at which a reference first matters.

    ``states`` are the input state and those of the moments. -1: from the input state on; the number
    of moments: at none of them.
    """
    if reference.kind != "costume":
        return len(states) - 2 if reference.kind == "goal" else -1
    shown = (reference.sprite, reference.costume)
    at = [number for number, state in enumerate(states) if shown in shown_costumes(state)]
    return at[0] - 1 if at else len(states) - 1


def choose_costumes(
    program: Sequence[Mapping[str, Any]], needed: Collection[Shown], most: int, rng: random.Random
) -> list[CostumePlace]:
    """Return the costumes to show, in the order of the program.

    All of the project if they are at most ``most``. Else those that are ``needed`` and, up to
    ``most``, others: of the same sprites first, so that the choice tells little.
    """
    places = [
        CostumePlace(number, at, STAGE_OWNER if target["isStage"] else target["name"], name)
        for number, target in enumerate(program)
        for at, name in enumerate(target["costumes"])
    ]
    sprites = {sprite for sprite, _ in needed}
    others = [place for place in places if place.shown not in needed]
    rng.shuffle(others)
    others.sort(key=lambda place: place.sprite not in sprites)
    wanted = [place for place in places if place.shown in needed]
    return sorted([*wanted, *others[: max(0, most - len(wanted))]])
