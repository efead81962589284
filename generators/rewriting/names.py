# SPDX-License-Identifier: Apache-2.0
"""New names for what a project calls by name.

One name of a kind has one new name wherever it is borne: a variable of a sprite and one for all
sprites that are called alike are called alike afterwards, so each still hides what it hid before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

from scratchworld.world import STAGE_OWNER

__all__ = ["RESERVED", "Names", "placeholders"]

RESERVED: Mapping[str, frozenset[str]] = {
    "sprites": frozenset({STAGE_OWNER, "_mouse_", "_random_", "_edge_", "_myself_"}),
    "costumes": frozenset(
        {
            "next costume", "previous costume", "next backdrop", "previous backdrop",
            "random backdrop",
        }
    ),
    "variables": frozenset(
        {
            "x position", "y position", "direction", "costume #", "costume name", "size", "volume",
            "backdrop #", "backdrop name", "background #",
        }
    ),
}  # fmt: skip
"""What Scratch takes for something of its own in places where a name of this kind may stand."""


@dataclass(frozen=True, slots=True)
class Names:
    """Old name -> new name, by kind. What is not named keeps its name."""

    sprites: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    lists: Mapping[str, str] = field(default_factory=dict)
    broadcasts: Mapping[str, str] = field(default_factory=dict)
    """Scratch takes messages that differ in case alone for one; so they have one new name."""
    blocks: Mapping[str, str] = field(default_factory=dict)
    """Custom blocks by their ``proccode``, such as ``jump %s times``; parameters stay."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """Parameters of custom blocks."""
    costumes: Mapping[str, str] = field(default_factory=dict)
    """Costumes and backdrops."""
    sounds: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for each in fields(self):
            self._check(each.name, getattr(self, each.name))

    @staticmethod
    def _check(kind: str, mapping: Mapping[str, str]) -> None:
        reserved = RESERVED.get(kind, frozenset())
        for old, new in mapping.items():
            if old != new and (old in reserved or new in reserved):
                raise ValueError(f"{kind}: {old!r} -> {new!r}: Scratch reserves the name")
            if kind == "blocks" and placeholders(old) != placeholders(new):
                raise ValueError(f"{kind}: {old!r} -> {new!r}: other parameters")
        olds, news = list(mapping), list(mapping.values())
        if kind == "broadcasts":
            olds, news = _folded(olds), _folded(mapping[old] for old in _one_of_each(mapping))
        if len(set(news)) != len(set(olds)):
            raise ValueError(f"{kind}: two names would become one")

    def broadcast(self, name: str) -> str:
        """Return the new name of a message, in whatever case it is written."""
        if name in self.broadcasts:
            return self.broadcasts[name]
        wanted = name.upper()
        return next((new for old, new in self.broadcasts.items() if old.upper() == wanted), name)

    def inverse(self) -> Names:
        """Return the mapping back. Messages come back in one of their spellings."""
        return Names(
            **{
                each.name: {
                    new: old for old, new in reversed(list(getattr(self, each.name).items()))
                }
                for each in fields(self)
            }
        )


def placeholders(proccode: str) -> list[str]:
    """Return the parameters of a custom block in its ``proccode``: ``%s``, ``%n`` and ``%b``."""
    found = []
    at = proccode.find("%")
    while at >= 0:
        if proccode[at + 1 : at + 2] in ("s", "n", "b"):
            found.append(proccode[at : at + 2])
        at = proccode.find("%", at + 1)
    return found


def _folded(names: Iterable[str]) -> list[str]:
    return [name.upper() for name in names]


def _one_of_each(names: Iterable[str]) -> list[str]:
    """The first spelling of each message."""
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(name.upper(), name)
    return list(seen.values())
