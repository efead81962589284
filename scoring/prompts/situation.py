# SPDX-License-Identifier: Apache-2.0
"""What the history of an instance leaves behind and no field tells: time, keys, mouse, loudness."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.prompts.spelling import spell
from scratchworld.world import Instance

__all__ = ["situation_text"]

_TICKS_A_SECOND = 30
_BUTTON = {"mouse_down": True, "drag_start": True, "mouse_up": False, "drag_end": False}


def situation_text(instance: Instance) -> str:
    """Return a few sentences, from the actions before the input state alone."""
    return " ".join(_sentences(instance))


def _sentences(instance: Instance) -> Iterator[str]:
    keys: dict[str, None] = {}
    mouse: Mapping[str, Any] = {"x": 0, "y": 0}
    pressed = False
    loudness: object = None
    flag: int | None = None
    for step, actions in enumerate(instance.history):
        for action in actions:
            kind = action["type"]
            if kind == "key_down":
                keys[str(action["key"])] = None
            elif kind == "key_up":
                keys.pop(str(action["key"]), None)
            elif kind == "green_flag":
                flag = step
            elif kind == "loudness":
                loudness = action["level"]
            elif "x" in action:
                mouse = action
                pressed = _BUTTON.get(kind, pressed)
    passed = f"{_seconds(instance.step, instance)} s have passed since the project was loaded"
    if flag is not None:
        passed += f", {_seconds(instance.step - flag, instance)} s since the green flag was clicked"
    yield f"{passed}."
    if keys:
        held = " and ".join(map(spell, keys))
        yield f"Held down: the {'key' if len(keys) == 1 else 'keys'} {held}."
    else:
        yield "No key is held down."
    button = "down" if pressed else "up"
    yield f"The mouse is at x {spell(mouse['x'])}, y {spell(mouse['y'])}, its button {button}."
    if loudness is not None:
        yield f"The loudness is {spell(loudness)}."  # type: ignore[arg-type]


def _seconds(steps: int, instance: Instance) -> str:
    return f"{steps * instance.ticks / _TICKS_A_SECOND:.2f}"
