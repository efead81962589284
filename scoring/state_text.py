# SPDX-License-Identifier: Apache-2.0
"""Read what is needed from the JSON text of a state, without parsing all of it.

A release stores a state as canonical JSON: one object, no white space, sorted keys. All keys are
field paths and begin with a slash. So ``,"/`` occurs just where a new field begins: within a text
the quotation mark would have a backslash before it, and what follows the closing mark of a text is
no slash. Likewise ``"<path>":`` is that field, unless a backslash is before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from json.encoder import encode_basestring
from typing import NamedTuple

import numpy as np
import orjson

from scoring.field_texts import FieldTexts
from scratchworld.world import Value

__all__ = ["Changes", "changes_of_texts", "find_values", "looks_canonical"]

_BEGINNING = re.compile(rb'\{(?:\}|"/[^"\\]*+(?:\\.[^"\\]*+)*+":(?=[^ \t\r\n]))')
_NEXT_FIELD = b',"/'
_MOST_ABSENT = 3
_SCALARS = frozenset({str, int, float, bool, type(None)})


class Changes(NamedTuple):
    """Fields whose claimed value has another text than that of the input."""

    claimed: dict[str, Value | None]
    known: dict[str, Value]
    """Their values in the input."""


def looks_canonical(text: bytes) -> bool:
    """True when a text that is JSON begins and ends as the canonical JSON of a state does."""
    return _BEGINNING.match(text) is not None and text.endswith(b"}")


def find_values(text: bytes, paths: Sequence[str]) -> list[Value | None] | None:
    """Return the values at some paths, ``None`` where there is no such field.

    Fastest with paths in ascending order. Gives up, returning ``None``, where parsing everything is
    the better way: with many absent fields, each of which means a search through the whole text.

    Raises:
        ValueError: when a value is not JSON.
    """
    if b"\\" in text:  # Then a text may hold what looks like a field.
        return None
    try:
        keys = [*map(_key, paths)]
    except UnicodeEncodeError:  # A lone surrogate has no UTF-8; in JSON text it is an escape.
        return None
    found: list[bytes] = []
    at = absent = 0
    for key in keys:
        place = text.find(key, at)
        if place < 0 and at:
            place = text.find(key, 0, at)
        if place < 0:
            absent += 1
            if absent > _MOST_ABSENT:
                return None
            found.append(b"null")
            continue
        start = place + len(key)
        at = text.find(_NEXT_FIELD, start)  # Of the last field -1, where the closing brace is.
        found.append(text[start:at])
    values: list[Value | None] = orjson.loads(b"[" + b",".join(found) + b"]")
    if len(values) != len(paths):
        raise ValueError("a value is not JSON")
    return values


@lru_cache(maxsize=65536)
def _key(path: str) -> bytes:
    return (encode_basestring(path) + ":").encode("utf-8")


def changes_of_texts(
    bodies: Sequence[bytes], states: Sequence[bytes], *, spaced: bool
) -> list[Changes | None]:
    """Return of each claimed state what it says that its input does not.

    ``bodies`` are the members of the claimed states' JSON objects, without the braces; ``spaced``
    when a blank follows each colon and comma in all of them, as Python writes it. None holds a line
    break. ``states`` are canonical. They are compared as texts, the fields of all instances at
    once, and only what differs is parsed. ``None`` where the two do not have the same fields in the
    same order, where a text holds a backslash, and where a body may not be JSON.
    """
    # Without backslashes each quotation mark opens or closes a text.
    rows = [
        row
        for row, (body, state) in enumerate(zip(bodies, states, strict=True))
        if body.startswith(b'"/') and b"\\" not in body and b"\\" not in state
    ]
    found: list[Changes | None] = [None] * len(bodies)
    while rows:
        claimed = FieldTexts([bodies[row] for row in rows], spaced=spaced)
        known = FieldTexts([states[row][1:-1] for row in rows], spaced=False)
        alike = claimed.counts == known.counts
        if alike.all():
            break
        rows = list(compress(rows, alike.tolist()))
    else:
        return found
    differing, sound = claimed.compare(known)
    ends = np.searchsorted(differing, np.cumsum(known.counts)).tolist()
    said, held = claimed.values_at(differing), known.members_at(differing)
    for row, is_sound, start, end in zip(rows, sound, [0, *ends], ends, strict=False):
        values = _parse_values(said[start:end]) if is_sound else None
        if values is not None:
            inputs = orjson.loads(b"{" + b",".join(held[start:end]) + b"}")
            found[row] = Changes(dict(zip(inputs, values, strict=True)), inputs)
    return found


def _parse_values(texts: Sequence[bytes]) -> list[Value | None] | None:
    """Parse JSON texts without line breaks at once; ``None`` when one is no plain value.

    No text of JSON holds a line break, so what begins in one of these texts ends in it or is a list
    or an object; and where one of them holds two values there are too many.
    """
    try:
        values: list[Value | None] = orjson.loads(b"[" + b",\n".join(texts) + b"]")
    except ValueError:
        return None
    if len(values) != len(texts) or not _SCALARS.issuperset(map(type, values)):
        return None
    return values
