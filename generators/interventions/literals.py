# SPDX-License-Identifier: Apache-2.0
"""Kinds ``literal`` and ``event_condition``: what is written in a block, and what a hat waits for.

Only literals of which another value is sure to be legal are altered: numbers, keys and messages.
"""

from __future__ import annotations

from collections.abc import Iterator

from generators.interventions.situation import (
    Candidate,
    Literal,
    Situation,
    intervention,
    literals,
    other_number,
)

__all__ = ["literal_candidates"]

_KEYS = ("space", "up arrow", "down arrow", "left arrow", "right arrow", "a", "s", "w", "1")
_KEY, _MESSAGE = "KEY_OPTION", ("BROADCAST_OPTION", "BROADCAST_INPUT")
_COMPARISONS = ("operator_lt", "operator_gt", "operator_equals")


def literal_candidates(situation: Situation) -> Iterator[Candidate]:
    """Yield one other value of each literal; of thresholds see :mod:`.thresholds`."""
    found = list(literals(situation.program))
    messages = sorted({literal.value for literal in found if literal.name in _MESSAGE})
    pressed = [
        str(dict(action.arguments)["key"])
        for step in situation.steps
        for action in step.actions
        if action.type == "key_down"
    ]
    for literal in found:
        if literal.name == _KEY:
            # a key that is pressed in the window, so that the block hears it now
            keys = [key for key in pressed or _KEYS if key != literal.value]
            yield from _change("event_condition", literal, keys or _KEYS, situation)
        elif literal.name in _MESSAGE:
            yield from _change("event_condition", literal, messages, situation)
        elif literal.block["opcode"] not in _COMPARISONS and _is_number(literal.value):
            other = other_number(float(literal.value), situation.rng)
            kind = "event_condition" if literal.place == 0 else "literal"
            yield intervention(
                kind, "set_literal", block=literal.block_id, name=literal.name, value=other
            )


def _change(
    kind: str, literal: Literal, values: tuple[str, ...] | list[str], situation: Situation
) -> Iterator[Candidate]:
    others = [value for value in values if value.lower() != literal.value.lower()]
    if others:
        yield intervention(
            kind,
            "set_literal",
            block=literal.block_id,
            name=literal.name,
            value=situation.rng.choice(others),
        )


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < 1e9
    except ValueError:
        return False
