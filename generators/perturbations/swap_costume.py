# SPDX-License-Identifier: Apache-2.0
"""Swap costumes: names stay where they are, and the pictures below them change places.

Within a sprite of several pictures each goes to the next costume; where no sprite has two, the
first costumes of the sprites change places. What touches what can change: labels are its own.
"""

from __future__ import annotations

import random
from typing import Any

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.perturbations.literals import copied
from generators.rewriting import ProjectDocument, Translation

__all__ = ["SWAP_COSTUME"]

_NAME = "name"


def swap_costume(document: ProjectDocument, rng: random.Random) -> Changed:
    """Let pictures change places."""
    changed = copied(document)
    sprites = [target for target in changed.targets if not target["isStage"]]
    groups = [sprite["costumes"] for sprite in sprites]
    groups = [costumes for costumes in groups if _pictures(costumes) > 1]
    if not groups:
        groups = [[sprite["costumes"][0] for sprite in sprites]]
    if not any(_pictures(costumes) > 1 for costumes in groups):
        raise NotPerturbed("nothing_to_change")
    for costumes in groups:
        _rotate(costumes, rng.randrange(1, len(costumes)))
    return Changed(changed, Translation.between(document, changed))


def _pictures(costumes: list[dict[str, Any]]) -> int:
    return len({costume["assetId"] for costume in costumes})


def _rotate(costumes: list[dict[str, Any]], by: int) -> None:
    drawn = [{key: value for key, value in costume.items() if key != _NAME} for costume in costumes]
    for place, costume in enumerate(costumes):
        name = costume[_NAME]
        costume.clear()
        costume |= {_NAME: name, **drawn[(place + by) % len(drawn)]}


SWAP_COSTUME = Perturbation("swap_costume", False, swap_costume)
