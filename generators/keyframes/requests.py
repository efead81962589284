# SPDX-License-Identifier: Apache-2.0
"""What is asked for, in a sentence a moment: from the actions alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.prompts import action_words

__all__ = ["requests_of"]

_TICKS_A_SECOND = 30


def requests_of(
    actions: Sequence[Sequence[Mapping[str, Any]]], ticks: int, moments: Sequence[int], goal: str
) -> tuple[str, ...]:
    """Return a text for each moment: when it is, and what the user does before it."""
    texts = []
    start = 0
    for number, moment in enumerate(moments, 1):
        seconds = moment * ticks / _TICKS_A_SECOND
        text = (
            f"Frame {number} of {len(moments)}: the stage after step {moment}, {seconds:.2f} s "
            f"after the first frame. {_doings(actions[start:moment], start)}"
        )
        if goal == "goal_frame" and number == len(moments):
            text += " This frame is given: it is the goal."
        texts.append(text)
        start = moment
    return tuple(texts)


def _doings(steps: Sequence[Sequence[Mapping[str, Any]]], start: int) -> str:
    idle = action_words(())
    said = [
        f"In step {number}: {words}"
        for number, words in enumerate(map(action_words, steps), start + 1)
        if words != idle
    ]
    return " ".join(said) if said else f"Until then: {idle}"
