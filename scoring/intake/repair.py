# SPDX-License-Identifier: Apache-2.0
"""Repair JSON that is nearly right, by json-repair: single quotes, Python literals, commas.

Only a whole object is repaired, never a cut one. What strict JSON makes a fault stays one: a
repeated key, or a bare NaN or Infinity, which json-repair would turn into a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from typing import Any

from scoring.intake.strict_json import Parsed

__all__ = ["LONGEST_REPAIR", "repair_object"]

LONGEST_REPAIR = 1_000_000
"""Characters; longer objects are not repaired."""
_MOST_OPENINGS = 40
"""Braces and brackets; json-repair takes quadratic time on nests, and no prediction has them."""

_KEY = re.compile(r"""(["'])((?:\\.|(?!\1)[^\\])*)\1\s*:""", re.DOTALL)
_BARE = ("NaN", "Infinity", "-Infinity")


def repair_object(text: str, keys: Collection[str]) -> Parsed | None:
    """Return the object that the text of a broken one means; ``None`` when that cannot be told.

    ``keys`` are those of the form of prediction; none of them may stand there twice.
    """
    if len(text) > LONGEST_REPAIR or text.count("{") + text.count("[") > _MOST_OPENINGS:
        return None
    from json_repair import loads

    try:
        value = loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    return Parsed(value, len(text), _fault(text, value, keys))


def _fault(text: str, value: dict[str, Any], keys: Collection[str]) -> str:
    times = Counter(match[2] for match in _KEY.finditer(text))
    for key, count in times.items():
        if count > 1 and (key.startswith("/") or key in keys):
            return f"duplicate key {key!r}"
    for key in keys:
        claimed = value.get(key)
        if isinstance(claimed, dict):
            for given in claimed.values():
                if given in _BARE and f'"{given}"' not in text and f"'{given}'" not in text:
                    return f"bare {given}"
    return ""
