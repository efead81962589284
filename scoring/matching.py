# SPDX-License-Identifier: Apache-2.0
"""When does a predicted value match the executed one?

Tolerances come from the field table (:data:`scratchworld.world.FIELD_KINDS`): positions, size and
direction within 1e-3 (direction modulo 360 degrees), other numbers within 1e-6, everything else
exactly. A value exactly at the bound is within it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from scratchworld.world import Value, kind_of, same_value

__all__ = ["KINEMATIC_TOLERANCE", "LIMITS", "NUMBER_TOLERANCE", "matches"]

KINEMATIC_TOLERANCE = 1e-3
"""Stage pixels, per cent of size, or degrees."""
NUMBER_TOLERANCE = 1e-6

# 10.001 - 10 is not 0.001 in floating point; without this room the bound itself would hang on
# the rounding of the subtraction.
_ROUNDING = 1 + 1e-6

LIMITS: Mapping[str, float] = {
    "kinematic": KINEMATIC_TOLERANCE * _ROUNDING,
    "direction": KINEMATIC_TOLERANCE * _ROUNDING,
    "number": NUMBER_TOLERANCE * _ROUNDING,
    "exact": -1.0,
}
"""The largest distance between two different numbers that match, by tolerance of the field."""


def matches(path: str, predicted: Value | None, executed: Value | None) -> bool:
    """True when ``predicted`` counts as right for the field at ``path``.

    Both values are canonical (see :func:`scratchworld.world.normalise`); ``None`` means that the
    field is absent and matches only ``None``. ``1``, ``"1"`` and ``True`` are three different
    values. A path that no field can have is matched exactly.
    """
    if not (_is_number(predicted) and _is_number(executed)):
        return same_value(predicted, executed)
    if predicted == executed:
        return True
    kind = kind_of(path)
    tolerance = kind.tolerance if kind else "exact"
    if tolerance == "exact":
        return False
    distance = abs(float(predicted) - float(executed))
    if tolerance == "direction":
        distance %= 360
        distance = min(distance, 360 - distance)
    return distance <= LIMITS[tolerance]


def _is_number(value: Value | None) -> TypeGuard[int | float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
