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
from typing import Any

import numpy as np
import orjson
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from scratchworld.world import Value

__all__ = ["Changes", "changes_of_texts", "find_values", "looks_canonical"]

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
    before = ""
    for path in paths:
        try:
            key = _key(path)
        except UnicodeEncodeError:  # A lone surrogate has no UTF-8; in JSON text it is an escape.
            return None
        if path < before:
            at = 0
        before = path
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


def changes_of_texts(
    bodies: Sequence[bytes], states: Sequence[bytes], *, spaced: bool
) -> list[Changes | None]:
    """Return of each claimed state what it says that its input does not.

    ``bodies`` are the members of the claimed states' JSON objects, without the braces; ``spaced``
    when a blank follows each colon and comma in all of them, as Python writes it. ``states`` are
    canonical. They are compared as texts, the fields of all instances at once, and only what
    differs is parsed. ``None`` where the two do not have the same fields in the same order, where a
    text holds a backslash, and where a body may not be JSON.
    """
    # Without backslashes each quotation mark opens or closes a text.
    rows = [
        row
        for row, (body, state) in enumerate(zip(bodies, states, strict=True))
        if body.startswith(b'"/') and b"\\" not in body and b"\\" not in state
    ]
    claimed = _split([bodies[row][2:] for row in rows], ', "/' if spaced else ',"/')
    known = _split([states[row][3:-1] for row in rows], ',"/')
    alike = pc.equal(pc.list_value_length(claimed), pc.list_value_length(known))
    if alike.false_count:
        rows = list(compress(rows, alike.to_pylist()))
        claimed, known = claimed.filter(alike), known.filter(alike)
    ends = known.offsets.to_numpy()[1:]
    said, held = claimed.values, known.values
    if spaced:
        held = pc.replace_substring(held, '":', '": ', max_replacements=1)
    differing = np.flatnonzero(pc.not_equal(said, held).to_numpy(zero_copy_only=False))
    found: list[Changes | None] = [None] * len(bodies)
    for row in rows:
        found[row] = {}
    for at, claim, field in zip(
        np.searchsorted(ends, differing, side="right").tolist(),
        _texts_at(said, differing),
        _texts_at(held, differing),
        strict=True,
    ):
        changes = found[rows[at]]
        if changes is not None and not _add_change(changes, claim, field):
            found[rows[at]] = None
    return found


def _split(texts: Sequence[bytes], separator: str) -> Any:
    return pc.split_pattern(pa.array(texts, pa.binary()), separator)


def _texts_at(column: Any, places: NDArray[np.int64]) -> list[bytes]:
    texts: list[bytes] = column.take(places).to_pylist()
    return texts


def _add_change(changes: Changes, said: bytes, known: bytes) -> bool:
    """Add a field that is not as in the input; false where it is another field, or no value."""
    path, _, value = said.partition(b'":')
    if path != known.partition(b'":')[0]:
        return False
    try:
        parsed = orjson.loads(value)
    except ValueError:
        return False
    changes["/" + str(path, "utf-8")] = parsed
    return type(parsed) in _SCALARS
