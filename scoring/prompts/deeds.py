# SPDX-License-Identifier: Apache-2.0
"""What a user does, in plain English; for prompts and for annotators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scratchworld.world import STAGE_OWNER

__all__ = ["action_words", "deed"]

_ACTION_WORDS: Mapping[str, str] = {
    "green_flag": "clicks the green flag",
    "stop_all": "clicks the stop sign",
    "key_down": "presses the key {key}",
    "key_up": "lets go of the key {key}",
    "mouse_move": "moves the mouse to x {x}, y {y}",
    "mouse_down": "presses the mouse at x {x}, y {y}",
    "mouse_up": "lets go of the mouse at x {x}, y {y}",
    "drag_start": "takes hold of what is at x {x}, y {y}",
    "drag_move": "drags to x {x}, y {y}",
    "drag_end": "lets go at x {x}, y {y}",
    "sprite_click": "clicks {sprite}",
    "broadcast": "sends the message {message}",
    "answer": "answers {text}",
    "loudness": "makes a sound of loudness {level}",
    "wait": "waits",
}


def action_words(
    actions: Sequence[Mapping[str, Any]], quote: Callable[[str], str] | None = None
) -> str:
    """Return what the user does in a step: ``The user presses the key “a”.``

    ``quote`` puts names between other quotes.
    """
    done = [deed(action, quote) for action in actions if action["type"] != "wait"]
    return f"The user {', then '.join(done)}." if done else "The user does nothing."


def deed(action: Mapping[str, Any], quote: Callable[[str], str] | None = None) -> str:
    """Return what one action is: ``presses the key “a”``; of a ``wait``, ``waits``."""
    return _ACTION_WORDS[action["type"]].format(
        **{
            name: _argument(name, value, quote or _quoted)
            for name, value in action.items()
            if name != "type"
        }
    )


def _argument(name: str, value: object, quote: Callable[[str], str]) -> object:
    if name == "sprite" and value == STAGE_OWNER:
        return "the stage"
    return quote(value) if isinstance(value, str) else value


def _quoted(name: str) -> str:
    return f"“{name}”"
