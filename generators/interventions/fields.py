# SPDX-License-Identifier: Apache-2.0
"""Kinds ``set_variable``, ``set_item``, ``move``, ``turn``, ``set_visible``, ``set_costume``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generators.exploration import spots
from generators.interventions.situation import Candidate, Situation, intervention, other_number
from scratchworld.world import STAGE_OWNER, Value, join_path, split_path

__all__ = ["field_candidates"]

_TURNS = (-90, 45, 90, 180)
_OTHER_WORD = "other"


def field_candidates(situation: Situation) -> Iterator[Candidate]:
    """Yield changes of variables, of list items, and of sprites, at the start of the window."""
    for path, value in sorted(situation.state.items()):
        tokens = split_path(path)
        if tokens[0] == "variable":
            yield intervention(
                "set_variable", "set_variable", path=path, value=_other(value, situation)
            )
        elif tokens[0] == "list" and tokens[-1] != "length":
            yield intervention("set_item", "set_item", path=path, value=_other(value, situation))
    for target in situation.program:
        yield from _of_target(target, situation)


def _other(value: Value, situation: Situation) -> Value:
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return other_number(value, situation.rng)
    return f"{value} {_OTHER_WORD}" if value else _OTHER_WORD


def _of_target(target: Mapping[str, Any], situation: Situation) -> Iterator[Candidate]:
    name, state, rng = target["name"], situation.state, situation.rng
    is_stage = name == STAGE_OWNER
    path = "/stage" if is_stage else join_path("sprite", name)
    now = state.get(f"{path}/{'backdrop' if is_stage else 'costume'}")
    others = [costume for costume in dict.fromkeys(target["costumes"]) if costume != now]
    if now is not None and others:
        yield intervention("set_costume", "set_costume", target=path, costume=rng.choice(others))
    x, y, direction = (state.get(f"{path}/{part}") for part in ("x", "y", "direction"))
    if is_stage or not isinstance(x, (int, float)) or not isinstance(direction, (int, float)):
        return
    places = [place for place in spots(state, situation.program) if place != (x, y)]
    if places:
        place = rng.choice(places)
        yield intervention("move", "move", target=path, x=place[0], y=place[1])
    turned = (direction + rng.choice(_TURNS)) % 360
    yield intervention(
        "turn", "turn", target=path, direction=turned - 360 if turned > 180 else turned
    )
    shown = state.get(f"{path}/visible") is True
    yield intervention("set_visible", "set_visible", target=path, visible=not shown)
