# SPDX-License-Identifier: Apache-2.0
"""The confusion of errors: in what way is a field wrong?

Every field of P or G that is not right has exactly one error, the first of these that holds:

- ``unusable``: an executed change, and no usable answer.
- ``missed``: an executed change that the answer does not mention.
- ``stale``: an executed change for which the answer states the value of the input.
- ``unknown_field``: a claimed field that neither the input nor the executed state has.
- ``invented``: a claimed change of a field that does not change.
- ``gone_or_not``: a claim that the field disappears when it does not, or the reverse.
- ``wrong_type``: text for number, number for Boolean, and so on.
- ``wrong_sign``: the negative of the executed value, or a change by the right amount in the wrong
  direction.
- ``wrong_scale``: the executed value, or its change, times 2, 10 or 100, or divided by them.
- ``one_step_early``, ``one_step_late``: the value that the field has one step after or before the
  executed one, where the release holds that state; see :mod:`scoring.timing`.
- ``other_value``: any other wrong value.

Numbers are compared with the tolerance of the field, as everywhere.
"""

from __future__ import annotations

from typing import Literal, get_args

from scoring.matching import matches
from scratchworld.world import Value

__all__ = ["ERRORS", "ErrorKind", "wrong_value"]

ErrorKind = Literal[
    "unusable",
    "missed",
    "stale",
    "unknown_field",
    "invented",
    "gone_or_not",
    "wrong_type",
    "wrong_sign",
    "wrong_scale",
    "one_step_early",
    "one_step_late",
    "other_value",
]

ERRORS: tuple[ErrorKind, ...] = get_args(ErrorKind)

_SCALES = (2.0, 10.0, 100.0, 0.5, 0.1, 0.01)


def wrong_value(
    path: str, claimed: Value | None, executed: Value | None, known: Value | None
) -> ErrorKind:
    """Name the error of a right field with a wrong value; ``known`` is the input value."""
    if claimed is None or executed is None:
        return "gone_or_not"
    if not (_is_number(claimed) and _is_number(executed)):
        return "other_value" if type(claimed) is type(executed) else "wrong_type"
    told, true = float(claimed), float(executed)
    if true and matches(path, -told, executed):
        return "wrong_sign"
    moved = true - float(known) if _is_number(known) and known is not None else None
    if moved and matches(path, told, float(known or 0) - moved):
        return "wrong_sign"
    for scale in _SCALES:
        if true and matches(path, told, true * scale):
            return "wrong_scale"
        if moved and matches(path, told, float(known or 0) + moved * scale):
            return "wrong_scale"
    return "other_value"


def _is_number(value: Value | None) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
