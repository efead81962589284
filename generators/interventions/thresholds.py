# SPDX-License-Identifier: Apache-2.0
"""Kinds ``threshold_across`` and ``threshold_short``: a comparison's number, moved near misses.

A block such as ``score > 10`` compares a field with a number. While the field holds a value v, the
number is moved just across v, so that the comparison turns, or up to v but not across it, so that
it stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from generators.interventions.situation import Candidate, Literal, Situation, intervention, literals
from scratchworld.world import STAGE_OWNER, State, Value, join_path

__all__ = ["live_value", "moved_thresholds", "threshold_candidates"]

_READERS = {
    "motion_xposition": "x",
    "motion_yposition": "y",
    "motion_direction": "direction",
    "looks_size": "size",
}
_OPERANDS = {"operator_lt": ("OPERAND1", "OPERAND2"), "operator_gt": ("OPERAND2", "OPERAND1")}
"""Comparisons as "first < second"."""


def threshold_candidates(situation: Situation) -> Iterator[Candidate]:
    """Yield both moves of each number that is compared with a field of the state."""
    for literal in literals(situation.program):
        opcode = literal.block["opcode"]
        if opcode not in (*_OPERANDS, "operator_equals"):
            continue
        value = live_value(literal, situation.state)
        try:
            threshold = float(literal.value)
        except ValueError:
            continue
        if value is None or not math.isfinite(threshold):
            continue
        moved = moved_thresholds(opcode, literal.name, value, threshold)
        for kind, number in zip(("threshold_across", "threshold_short"), moved, strict=True):
            if number is not None:
                yield intervention(
                    kind, "set_literal", block=literal.block_id, name=literal.name, value=number
                )


def live_value(literal: Literal, state: State) -> float | None:
    """Return the number that a comparison's other side has in ``state``, if a field tells it."""
    blocks, inputs = literal.rule["blocks"], literal.block["inputs"]
    others = [blocks[index] for name, index in inputs.items() if name != literal.name]
    if len(others) != 1:
        return None
    value = _read(others[0], literal.target, state)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value)


def _read(block: Mapping[str, Any], target: Mapping[str, Any], state: State) -> Value | None:
    if block["opcode"] == "data_variable":
        name = str(block["fields"]["VARIABLE"]["value"])
        own = join_path("variable", target["name"], name)
        return state.get(own, state.get(join_path("variable", STAGE_OWNER, name)))
    part = _READERS.get(block["opcode"])
    return None if part is None else state.get(join_path("sprite", target["name"], part))


def moved_thresholds(
    opcode: str, name: str, value: float, threshold: float
) -> tuple[Value | None, Value | None]:
    """Return the number moved just across ``value``, and up to it but not across.

    ``name`` is the side on which the number stands. The second is ``None`` where it is as near as
    it gets already.
    """
    if opcode == "operator_equals":
        across, short = (value + 1, None) if value == threshold else (value, value + 1)
    elif _OPERANDS[opcode][1] == name:  # value < number
        across, short = (value, value + 1) if value < threshold else (value + 1, value)
    else:  # number < value
        across, short = (value, value - 1) if threshold < value else (value - 1, value)
    return _number(across), None if short in (None, threshold) else _number(short)


def _number(value: float | None) -> Value | None:
    if value is None:
        return None
    return int(value) if float(value).is_integer() else float(value)
