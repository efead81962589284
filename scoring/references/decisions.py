# SPDX-License-Identifier: Apache-2.0
"""References for decisions: an option by chance; and what the first step alone earns.

``greedy`` is a bound, no baseline: it is told what the VM earned in the first step of each option.
So it stands for a perfect simulator that looks no further.
"""

from __future__ import annotations

from scoring.references.base import Reference
from scratchworld.world import DecisionInstance, Instance, digest

__all__ = ["GREEDY", "RANDOM_OPTION", "greedy", "random_option"]


def random_option(instance: Instance) -> dict[str, object]:
    """Pick an option by the hash of the instance's id."""
    number = len(instance.menu) if isinstance(instance, DecisionInstance) else 1
    return {"pick": int(digest(instance.instance_id)[:8], 16) % number}


def greedy(instance: Instance) -> dict[str, object]:
    """Give each option the executed reward of its first step."""
    rewards = instance.rewards if isinstance(instance, DecisionInstance) else ((0.0,),)
    return {"rewards": [steps[0] for steps in rewards]}


RANDOM_OPTION = Reference(
    "random-option",
    "an option by chance",
    lambda _: random_option,
    is_quick=True,
    tasks=("decision",),
)
GREEDY = Reference(
    "greedy",
    "the executed reward of the first step, told: a bound",
    lambda _: greedy,
    is_told=True,
    is_quick=True,
    tasks=("decision",),
)
