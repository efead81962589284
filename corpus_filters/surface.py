# SPDX-License-Identifier: Apache-2.0
"""What a project shows: the names that its author gave, and its pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus_filters.project import Project, Target
from corpus_filters.structure import count_up

__all__ = ["surface_words"]

_NAMING_TYPES = {"": "variable", "list": "list", "broadcast_msg": "message"}


def surface_words(project: Project, pictures: Sequence[str]) -> Iterator[str]:
    """Yield the surface features of a project.

    These are the names of sprites, costumes, backdrops, variables, lists, messages and custom
    blocks, without regard to case, and ``pictures``: words of its pictures, see
    :mod:`corpus_filters.pictures`.
    """
    return count_up([*_names(project), *pictures])


def _names(project: Project) -> Iterator[str]:
    for target in project.targets:
        yield from _names_of(target)
    for block in project.blocks():
        if block.opcode == "procedures_prototype":
            yield f"custom block {block.proccode.casefold()}"


def _names_of(target: Target) -> Iterator[str]:
    if not target.is_stage:
        yield f"sprite {target.name.casefold()}"
    costume = "backdrop" if target.is_stage else "costume"
    for name in target.costumes:
        yield f"{costume} {name.casefold()}"
    for variable in target.variables:
        kind = _NAMING_TYPES.get(variable.type, variable.type)
        yield f"{kind} {variable.name.casefold()}"
