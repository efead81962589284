# SPDX-License-Identifier: Apache-2.0
"""Field values, and the one JSON form in which they are stored and hashed.

A value is a number, a string or a boolean. Numbers are IEEE doubles: an integral one of at most
2**53 is a Python ``int``, any other a ``float``; minus zero is 0; NaN and the infinities are the
strings ``NaN``, ``Infinity`` and ``-Infinity``.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Any

__all__ = ["Value", "canonical_json", "digest", "normalise", "same_value"]

Value = bool | int | float | str

_SAFE_INTEGER = 2**53
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def normalise(value: Value) -> Value:
    """Return the canonical form of a field value.

    Raises:
        TypeError: when ``value`` is not a number, string or boolean.
    """
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if -_SAFE_INTEGER <= value <= _SAFE_INTEGER else _from_float(_to_float(value))
    if isinstance(value, float):
        return _from_float(value)
    raise TypeError(f"a field value is a number, a string or a boolean, not {type(value).__name__}")


def _to_float(value: int) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _from_float(value: float) -> Value:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == int(value) and -_SAFE_INTEGER <= value <= _SAFE_INTEGER:
        return int(value)
    return value


def same_value(left: Value | None, right: Value | None) -> bool:
    """Exact equality of two canonical values; ``1`` and ``True`` are different."""
    return left == right and isinstance(left, bool) == isinstance(right, bool)


def canonical_json(data: Any) -> str:
    """Serialise plain data to the one JSON text used for storage and hashing.

    Keys are sorted, there is no white space, text stays Unicode except lone surrogates (Scratch
    names may hold them, UTF-8 may not), which are escaped.

    Raises:
        ValueError: when ``data`` holds a NaN or an infinity.
    """
    text = json.dumps(
        data, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def digest(data: Any) -> str:
    """SHA-256 of :func:`canonical_json`, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(data).encode("utf-8")).hexdigest()
