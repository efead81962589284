# SPDX-License-Identifier: Apache-2.0
"""Move thresholds: every literal number in a "<" or ">" block is another one.

Each moves up or down by 10 to 40 per cent, and by no less than 1 where it is whole, so that whole
numbers stay whole. The world is another one, whose labels are its own.
"""

from __future__ import annotations

import random

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.perturbations.literals import comparisons, copied, number_at
from generators.rewriting import ProjectDocument, Translation

__all__ = ["MOVE_THRESHOLD"]

_LEAST, _MOST = 0.1, 0.4


def move_threshold(document: ProjectDocument, rng: random.Random) -> Changed:
    """Move all thresholds."""
    changed = copied(document)
    moved = 0
    for _, block in comparisons(changed):
        for name in ("OPERAND1", "OPERAND2"):
            literal = number_at(block, name)
            if literal is None:
                continue
            step = abs(literal.value) * rng.uniform(_LEAST, _MOST)
            if literal.value == int(literal.value):
                step = max(1, round(step))
            literal.write(literal.value + rng.choice((-1, 1)) * step)
            moved += 1
    if not moved:
        raise NotPerturbed("nothing_to_change")
    return Changed(changed, Translation.between(document, changed))


MOVE_THRESHOLD = Perturbation("move_threshold", False, move_threshold)
