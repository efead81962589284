# SPDX-License-Identifier: Apache-2.0
"""Kinematic extrapolation: what moves goes on moving, at constant velocity.

The velocity of x, y, direction and size is the difference between the input state and the nearest
earlier input state of the same episode that the release holds (same project, variant, seed and
ticks, and actions that agree), divided by the steps between them. Where there is no earlier state,
or a field is not in it, nothing is claimed. Uses input states only, no target.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.references.base import Predict, Reference
from scratchworld.world import Delta, Instance, Value, kind_of, normalise

__all__ = ["KINEMATIC", "fit_kinematic"]

_MOVING = ("kinematic", "direction")


class _Moment(NamedTuple):
    step: int
    history: tuple[tuple[Mapping[str, Any], ...], ...]
    moving: dict[str, float]


def fit_kinematic(instances: Iterable[Instance]) -> Predict:
    """Collect the moments of every episode from the input states."""
    episodes: dict[tuple[str, str, int, int], dict[int, list[_Moment]]] = defaultdict(dict)
    for instance in instances:
        moments = episodes[_episode(instance)].setdefault(instance.step, [])
        moments.append(_Moment(instance.step, instance.history, _moving(instance)))

    def predict(instance: Instance) -> dict[str, object]:
        earlier = _nearest(episodes.get(_episode(instance), {}), instance)
        if earlier is None:
            return {"delta": {}}
        ratio = instance.horizon / (instance.step - earlier.step)
        delta: Delta = {}
        for path, now in _moving(instance).items():
            moved = now - earlier.moving.get(path, now)
            if _turns(path):
                moved = _into_range(moved)  # The shorter way round.
            if moved:
                then = now + moved * ratio
                delta[path] = normalise(_into_range(then) if _turns(path) else then)
        return {"delta": delta}

    return predict


KINEMATIC = Reference(
    "kinematic", "constant velocity from earlier input states", fit_kinematic, looks_at_inputs=True
)


def _episode(instance: Instance) -> tuple[str, str, int, int]:
    return (instance.project, instance.variant, instance.seed, instance.ticks)


def _nearest(moments: Mapping[int, list[_Moment]], instance: Instance) -> _Moment | None:
    for step in sorted((step for step in moments if step < instance.step), reverse=True):
        for moment in moments[step]:
            if moment.history == instance.history[:step]:
                return moment
    return None


def _moving(instance: Instance) -> dict[str, float]:
    return {
        path: float(value)
        for path, value in instance.state.items()
        if (kind := kind_of(path)) and kind.tolerance in _MOVING and _is_number(value)
    }


def _turns(path: str) -> bool:
    kind = kind_of(path)
    return kind is not None and kind.tolerance == "direction"


def _into_range(degrees: float) -> float:
    """Bring an angle into (-180, 180]."""
    turned = degrees % 360
    return turned - 360 if turned > 180 else turned


def _is_number(value: Value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
