# SPDX-License-Identifier: Apache-2.0
"""Reorder scripts: within a target scripts change places whose order cannot matter.

Scripts that Scratch starts together run in the order in which they stand. Two of them keep their
order where one writes what the other reads or writes (:mod:`generators.perturbations.dependence`);
the others are shuffled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.perturbations.dependence import Touched, conflict, scripts_of
from generators.perturbations.literals import copied
from generators.rewriting import ProjectDocument, Translation, js_order, path_names
from scratchworld.world import STAGE_OWNER

__all__ = ["REORDER_SCRIPTS"]


def reorder_scripts(document: ProjectDocument, rng: random.Random) -> Changed:
    """Shuffle independent scripts of every target."""
    changed = copied(document)
    names = path_names(
        STAGE_OWNER if target["isStage"] else target["name"] for target in changed.targets
    )
    rules: dict[str, dict[int, int]] = {}
    for target, name in zip(changed.targets, names, strict=True):
        blocks = target["blocks"]
        if js_order(blocks) != list(blocks):  # JavaScript would sort them its own way
            continue
        scripts = scripts_of(target)
        order = _shuffled(list(scripts.values()), rng)
        if order == sorted(order):
            continue
        tops = list(scripts)
        moved = iter(tops[place] for place in order)
        target["blocks"] = {
            following: blocks[following]
            for key in blocks
            for following in ([next(moved)] if key in scripts else [key])
        }
        rules[name] = {old: new for new, old in enumerate(order) if old != new}
    if not rules:
        raise NotPerturbed("nothing_to_change")
    return Changed(changed, Translation.between(document, changed, rules=rules))


def _shuffled(scripts: Sequence[Touched], rng: random.Random) -> list[int]:
    """Return the places of the scripts in an order that keeps what must be kept."""
    before = [
        {earlier for earlier in range(place) if conflict(scripts[earlier], touched)}
        for place, touched in enumerate(scripts)
    ]
    order: list[int] = []
    left = list(range(len(scripts)))
    while left:
        placed = set(order)
        place = rng.choice([place for place in left if before[place] <= placed])
        left.remove(place)
        order.append(place)
    return order


REORDER_SCRIPTS = Perturbation("reorder_scripts", True, reorder_scripts)
