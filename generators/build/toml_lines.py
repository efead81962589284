# SPDX-License-Identifier: Apache-2.0
"""Finds the line of a TOML text that a key stands on; the standard parser does not tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["line_of"]

_HEADER = re.compile(r"^\s*(\[\[?)([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_.\s\"'-]+?)\s*=")

_Path = tuple[str | int, ...]


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """Return the 1-based line of the key, or of what holds it; ``None`` if neither is found.

    Meant for messages: keys inside inline tables and arrays are found as the key of these.
    """
    places = _places(text)
    wanted = tuple(path)
    while wanted:
        if wanted in places:
            return places[wanted]
        wanted = wanted[:-1]
    return None


def _places(text: str) -> dict[_Path, int]:
    """The first line of each key and table."""
    places: dict[_Path, int] = {}
    counts: dict[_Path, int] = {}
    table: _Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header:
            table = _parts(header[2])
            if header[1] == "[[":
                places.setdefault(table, number)
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            places.setdefault(table, number)
        elif key:
            places.setdefault((*table, *_parts(key[1])), number)
    return places


def _parts(dotted: str) -> _Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
