# SPDX-License-Identifier: Apache-2.0
"""Tells which attributes of an object somebody reads."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeVar

__all__ = ["watch"]

T = TypeVar("T")

_UNWATCHED: tuple[frozenset[str], list[str]] = (frozenset(), [])


def watch(one: T, names: Collection[str]) -> tuple[T, Callable[[], bool]]:
    """Return a copy of a dataclass instance, and what tells whether any of ``names`` was read.

    The copy is of a subclass. Copying or printing it, and its own methods, read too.
    """
    read: list[str] = []
    copy: T = object.__new__(_watched(type(one)))  # type: ignore[arg-type]
    for field in fields(one):  # type: ignore[arg-type]
        object.__setattr__(copy, field.name, getattr(one, field.name))
    object.__setattr__(copy, "_watch", (frozenset(names), read))
    return copy, lambda: bool(read)


@lru_cache(maxsize=16)
def _watched(kind: Any) -> Any:
    class Watched(kind):  # type: ignore[misc]
        __slots__ = ("_watch",)

        def __getattribute__(self, name: str) -> Any:
            if name != "_watch":
                # whoever copies this has read it all before
                names, read = getattr(self, "_watch", _UNWATCHED)
                if name in names:
                    read.append(name)
            return super().__getattribute__(name)

    return Watched
