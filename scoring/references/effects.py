# SPDX-License-Identifier: Apache-2.0
"""Effects: what happened to a field, said so that it can happen to another field.

``("add", 10)`` for a number that moved, ``("set", "open")`` for any other new value, ``GONE`` for a
field that disappeared, ``SAME`` for one that did not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from scoring.questions import action_of
from scratchworld.world import Delta, Instance, Value, kind_of, normalise

__all__ = [
    "GONE",
    "SAME",
    "Effect",
    "Situation",
    "apply_effect",
    "changes",
    "commonest",
    "effect_of",
    "field_rows",
    "situation_of",
]

_K = TypeVar("_K")

Effect = tuple[str, Value | None]
SAME: Effect = ("same", None)
GONE: Effect = ("gone", None)

Situation = tuple[str, int, int, str, str]
"""Task, horizon, ticks, action (see :func:`scoring.questions.action_of`), key or message."""


def situation_of(instance: Instance) -> Situation:
    """Return the situation that an instance asks about."""
    first = next((action for step in instance.actions for action in step), {})
    detail = next((str(value) for name, value in first.items() if name != "type"), "")
    return (
        instance.task,
        instance.horizon,
        instance.ticks,
        action_of(instance.actions),
        detail,
    )


def effect_of(before: Value | None, after: Value | None) -> Effect:
    """Say how one value became another; ``None`` is absence."""
    if after is None:
        return GONE
    if _is_number(before) and _is_number(after):
        moved = normalise(round(float(after) - float(before or 0), 9))
        return SAME if moved == 0 else ("add", moved)
    return ("set", after)


def apply_effect(before: Value | None, effect: Effect) -> Value | None:
    """Let an effect happen to a value; one that cannot happen to it leaves it as it is."""
    name, value = effect
    if name in ("gone", "set"):
        return value
    if name == "add" and _is_number(before):
        return normalise(float(before or 0) + float(value or 0))
    return before


def field_rows(instance: Instance) -> Iterator[tuple[str, str, Effect]]:
    """Yield (path, kind, effect) of every field of an instance's input state."""
    target: Mapping[str, Value | None] = instance.target
    for path, value in instance.state.items():
        kind = kind_of(path)
        effect = effect_of(value, target[path]) if path in target else SAME
        yield path, kind.name if kind else "", effect


def commonest(times: Mapping[tuple[_K, Effect], int]) -> dict[_K, Effect]:
    """Return the effect that is counted most often of each key; of equals the first as text."""
    best: dict[_K, tuple[int, Effect]] = {}
    for (key, effect), number in times.items():
        held = best.get(key)
        if held is None or number > held[0] or (number == held[0] and repr(effect) < repr(held[1])):
            best[key] = number, effect
    return {key: effect for key, (_, effect) in best.items()}


def changes(claims: Iterable[tuple[str, Value | None, Value | None]]) -> Delta:
    """Return the delta of (path, before, after) triples, those that differ."""
    return {path: after for path, before, after in claims if after != before}


def _is_number(value: Value | None) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
