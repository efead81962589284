# SPDX-License-Identifier: Apache-2.0
"""By which names the things of a project stand in field paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generators.rewriting.document import ProjectDocument, Target, js_order
from scratchworld.world import STAGE_OWNER

__all__ = [
    "costumes_of",
    "lists_of",
    "paired",
    "path_names",
    "target_names",
    "variables_of",
    "vm_order",
]

_UNSAFE = frozenset("<>&'\"")


def path_names(items: Iterable[str]) -> list[str]:
    """Return the names by which things with these names stand in field paths: all distinct.

    The first of those that are called alike keeps its name; others get the first free ``(n)``.
    """
    used: set[str] = set()
    named = []
    for wanted in items:
        name, n = wanted, 2
        while name in used:
            name, n = f"{wanted} ({n})", n + 1
        used.add(name)
        named.append(name)
    return named


def target_names(document: ProjectDocument) -> list[str]:
    """Return the names of the targets in paths; the stage is ``_stage_``."""
    return path_names(
        STAGE_OWNER if target["isStage"] else target["name"] for target in document.targets
    )


def variables_of(target: Target) -> list[str]:
    """Return the names of a target's variables in the VM's order."""
    return _ordered(target.get("variables", {}))


def lists_of(target: Target) -> list[str]:
    """Return the names of a target's lists in the VM's order."""
    return _ordered(target.get("lists", {}))


def costumes_of(target: Target) -> list[str]:
    """Return the names of a target's costumes."""
    return [costume["name"] for costume in target["costumes"]]


def vm_order(entries: Mapping[str, Any]) -> list[str]:
    """Return ids of variables, lists or messages in the VM's order.

    It replaces those with unsafe characters, and so they come last.
    """
    return sorted(js_order(entries), key=lambda name: not _UNSAFE.isdisjoint(name))


def _ordered(variables: Mapping[str, list[Any]]) -> list[str]:
    return [variables[key][0] for key in vm_order(variables)]


def paired(old: Target, new: Target, names: Callable[[Target], Iterable[str]]) -> dict[str, str]:
    """Return the names in paths of things of one target, old -> new."""
    return dict(zip(path_names(names(old)), path_names(names(new)), strict=True))
