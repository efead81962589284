# SPDX-License-Identifier: Apache-2.0
"""Rename: sprites, variables, lists, messages, custom blocks and their parameters get new names.

Costumes keep theirs: programs go through them by number and by parts of their names. Random draws
stay those of the original. What Scratch knows by name (``x position``) keeps it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.rewriting import (
    RESERVED,
    Names,
    ProjectDocument,
    Translation,
    names_of,
    placeholders,
    rewrite,
    texts_of,
    with_draws_of,
)
from generators.synthetic.names import Names as Words

__all__ = ["RENAME"]

_KINDS = ("sprites", "variables", "lists", "arguments")


def rename(document: ProjectDocument, rng: random.Random) -> Changed:
    """Give everything that has a name another one."""
    known = names_of(document)
    if not any(known[kind] for kind in (*_KINDS, "broadcasts", "blocks")):
        raise NotPerturbed("nothing_to_change")
    draw = _fresh({name for names in known.values() for name in names} | {*texts_of(document)}, rng)
    plain = {kind: _renamed(kind, known[kind], draw) for kind in _KINDS}
    by_case: dict[str, str] = {}
    for name in known["broadcasts"]:
        by_case.setdefault(name.upper(), draw())
    names = Names(
        **plain,
        broadcasts={name: by_case[name.upper()] for name in known["broadcasts"]},
        blocks={name: " ".join((draw(), *placeholders(name))) for name in known["blocks"]},
    )
    changed = rewrite(document, names)
    translation = Translation.between(document, changed, names)
    return Changed(with_draws_of(changed, list(translation.owners)), translation)


def _renamed(kind: str, names: Iterable[str], draw: Callable[[], str]) -> dict[str, str]:
    return {name: draw() for name in names if name not in RESERVED.get(kind, ())}


def _fresh(used: set[str], rng: random.Random) -> Callable[[], str]:
    """Words that nothing in the project is called yet, in whatever case."""
    words = Words(rng)
    folded = {name.casefold() for name in used}

    def draw() -> str:
        while (word := words.draw()).casefold() in folded:
            pass
        return word

    return draw


RENAME = Perturbation("rename", True, rename)
