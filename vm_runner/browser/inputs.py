# SPDX-License-Identifier: Apache-2.0
"""The user of a check: a seeded stream of key presses, mouse moves and clicks."""

from __future__ import annotations

import random

from scratchworld.world import Action, Step

__all__ = ["inputs"]

_KEYS = ("right arrow", "left arrow", "up arrow", "down arrow", "space", "space", "a", "w", "1")
_LONGEST_PRESS = 12
_EVERY = 5
"""A new input every so many ticks."""


def inputs(ticks: int, seed: int) -> list[Step]:
    """Return ``ticks`` steps of one tick: a green flag, then something every few ticks.

    The same arguments give the same steps. A key is held for up to 12 ticks, so that several may be
    down at once; a click is down for one tick where the mouse is.
    """
    draw = random.Random(seed)
    actions: list[list[Action]] = [[] for _ in range(ticks)]
    actions[0].append(Action.make("green_flag"))
    for tick in range(_EVERY, ticks, _EVERY):
        what = draw.random()
        if what < 0.6:
            key = draw.choice(_KEYS)
            actions[tick].append(Action.make("key_down", key=key))
            released = tick + 1 + draw.randrange(_LONGEST_PRESS)
            if released < ticks:
                actions[released].append(Action.make("key_up", key=key))
        elif what < 0.9:
            place = {"x": draw.randrange(-230, 231), "y": draw.randrange(-170, 171)}
            actions[tick].append(Action.make("mouse_move", **place))
            if what < 0.75:
                actions[tick].append(Action.make("mouse_down", **place))
                if tick + 1 < ticks:
                    actions[tick + 1].append(Action.make("mouse_up", **place))
        else:
            actions[tick].append(Action.make("answer", text=str(draw.randrange(10))))
    return [Step(1, tuple(at_tick)) for at_tick in actions]
