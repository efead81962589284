# SPDX-License-Identifier: Apache-2.0
"""Fields by whom they belong to: the stage first, then sprite after sprite with all that is its."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from scratchworld.world import LIST_HEAD, STAGE_OWNER, Value

__all__ = ["PREFIX_TOKENS", "Group", "grouped", "whole_list"]

_KINDS = ("stage", "sprite", "variable", "list", "script", "clone", "event")
_LONG = 19
"""Digits that are no number of anything."""
_DIGITS = re.compile(r"(\d+)")
PREFIX_TOKENS = {
    "stage": 1,
    "event": 1,
    "sprite": 2,
    "variable": 2,
    "script": 2,
    "clone": 3,
    "list": 3,
}
"""By the first token of a path, how many tokens say what the field is a part of."""


class Group(NamedTuple):
    """Fields whose paths start alike."""

    prefix: str
    """``/sprite/Cat``, ``/variable/Cat``, ``/list/Cat/words``, ``/clone/Cat/2``, ``/event``..."""
    fields: Mapping[str, Value | None]
    """By the rest of the path, without the slash between."""

    def path(self, rest: str) -> str:
        """Return the path of one of the fields."""
        return f"{self.prefix}/{rest}"


def grouped(fields: Mapping[str, Value | None]) -> list[Group]:
    """Return the groups of a state or delta. Every field is in one; numbers are in their order."""
    groups: dict[str, dict[str, Value | None]] = {}
    for path, value in fields.items():
        prefix, rest = _split(path)
        groups.setdefault(prefix, {})[rest] = value
    return [
        Group(prefix, {rest: groups[prefix][rest] for rest in sorted(groups[prefix], key=_natural)})
        for prefix in sorted(groups, key=_place)
    ]


def whole_list(group: Group) -> list[Value] | None:
    """Return the items of a list's head, if the group is its length and its head without gaps."""
    length = group.fields.get("length")
    if isinstance(length, bool) or not isinstance(length, int) or length < 0:
        return None
    head = [str(n) for n in range(1, min(length, LIST_HEAD) + 1)]
    if set(group.fields) != {"length", *head}:
        return None
    items = [group.fields[n] for n in head]
    return [item for item in items if item is not None] if None not in items else None


@lru_cache(maxsize=1 << 16)
def _split(path: str) -> tuple[str, str]:
    parts = path.split("/")
    count = PREFIX_TOKENS.get(parts[1] if len(parts) > 1 else "", 1)
    # at least one token is the rest, even of a path that no field has
    cut = min(count + 1, len(parts) - 1)
    return "/".join(parts[:cut]), "/".join(parts[cut:])


def _place(prefix: str) -> tuple[int, str, int, tuple[tuple[int, str], ...]]:
    parts = prefix.split("/")
    kind = parts[1] if len(parts) > 1 else ""
    owner = parts[2] if len(parts) > 2 else ""
    of_all = kind in ("stage", "event") or owner == STAGE_OWNER
    rank = _KINDS.index(kind) if kind in _KINDS else len(_KINDS)
    if kind == "event":
        return (2, "", rank, _natural(prefix))
    return (0 if of_all else 1, "" if of_all else owner, rank, _natural(prefix))


@lru_cache(maxsize=1 << 16)
def _natural(text: str) -> tuple[tuple[int, str], ...]:
    """Sort key that puts 2 before 10, and tells 2 from 02."""
    return tuple(
        (int(part), part) if part.isdigit() and part.isascii() and len(part) < _LONG else (-1, part)
        for part in _DIGITS.split(text)
    )
