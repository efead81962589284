# SPDX-License-Identifier: Apache-2.0
"""The fast way into strict JSON: orjson, where it provably reads what the strict decoder reads.

orjson refuses bare NaN and Infinity, but silently keeps the last of two equal keys. A JSON text
has exactly one colon outside its strings for each key, so a text with as many colons as the
parsed value has keys holds no duplicate. Where that cannot be said cheaply, or where orjson
refuses the text, the strict decoder reads it again and decides.
"""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from scoring.intake.strict_json import Parsed, StrictDecoder

__all__ = ["decode_line"]

_SPACED_COLONS = (b" :", b"\t:", b"\r:", b"\n:")


def decode_line(raw: bytes, decoder: StrictDecoder) -> Parsed:
    """Decode a line of JSON in UTF-8, as :meth:`StrictDecoder.decode` would.

    Raises:
        ValueError: when it is not JSON; ``UnicodeDecodeError`` when it is not UTF-8.
        RecursionError: when it is nested too deeply.
    """
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        pass
    else:
        if _has_no_duplicate(raw, value):
            return Parsed(value, len(raw), "")
    return decoder.decode(str(raw, "utf-8"))


def _has_no_duplicate(raw: bytes, value: object) -> bool:
    """True when there certainly is none."""
    keys = _count_keys(value, raw)
    if raw.count(b":") == keys:
        return True
    # Some strings hold colons. If no white space stands before a colon anywhere, the colon of a
    # key follows its closing quote, so there are at least as many '":' as keys in the text.
    return raw.count(b'":') == keys and not any(colon in raw for colon in _SPACED_COLONS)


def _count_keys(value: object, raw: bytes) -> int:
    """Count the keys of all objects, looking into no more of them than there are braces."""
    containers = raw.count(b"{") + raw.count(b"[")  # At least as many as there are.
    keys, queue = 0, [value]
    while queue:
        inner = queue.pop()
        if type(inner) is dict:
            keys += len(inner)
            values: Iterable[object] = inner.values()
        elif type(inner) is list:
            values = inner
        else:
            continue
        containers -= 1
        if containers > len(queue):
            queue += [one for one in values if type(one) is dict or type(one) is list]
    return keys
