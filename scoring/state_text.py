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
from operator import ne

import orjson

from scratchworld.world import Value

__all__ = ["Changes", "changes_of_text", "find_values", "looks_canonical"]

Changes = dict[str, Value | None]

_BEGINNING = re.compile(rb'\{(?:\}|"/(?:[^"\\]|\\.)*":(?=[^ \t\r\n]))')
_NEXT_FIELD = b',"/'
_MOST_ABSENT = 3
_SCALARS = (str, int, float, bool, type(None))


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
    found: list[bytes] = []
    at = absent = 0
    for path in paths:
        try:
            key = _key(path)
        except UnicodeEncodeError:  # A lone surrogate has no UTF-8; in JSON text it is an escape.
            return None
        place = text.find(key, at)
        if place < 0:
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


def changes_of_text(body: bytes, state: bytes, spaced: bool) -> Changes | None:
    """Return what a claimed state says that the input does not.

    ``body`` are the members of the claimed state's JSON object, without the braces; ``spaced`` when
    a blank follows each colon and comma, as Python writes it. ``state`` is canonical. The two are
    compared as texts, field by field, and only what differs is parsed. Returns ``None`` where they
    do not have the same fields in the same order, where a text holds a backslash, and where the
    body may not be JSON.
    """
    if b"\\" in body or b"\\" in state or not body.startswith(b'"/'):
        return None
    # Without backslashes each quotation mark opens or closes a text.
    separator = _NEXT_FIELD
    if spaced:
        body, separator = body.replace(b'": ', b'":'), b', "/'
    claimed = body.split(separator)
    known = state[1:-1].split(_NEXT_FIELD)
    if len(claimed) != len(known):
        return None
    claimed[0] = claimed[0][2:]
    known[0] = known[0][2:]
    changes: Changes = {}
    for at in compress(range(len(known)), map(ne, claimed, known)):
        path, _, value = claimed[at].partition(b'":')
        if path != known[at].partition(b'":')[0]:
            return None
        try:
            said = orjson.loads(value)
        except ValueError:
            return None
        if type(said) not in _SCALARS:
            return None
        changes["/" + str(path, "utf-8")] = said
    return changes
