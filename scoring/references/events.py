# SPDX-License-Identifier: Apache-2.0
"""References for event queries: nothing occurs; or what mostly does with events of the kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scoring.references.base import Predict, Reference
from scratchworld.world import CausalInstance, Instance

__all__ = ["MAJORITY_EVENT", "NO_EVENT", "fit_majority_event"]

NO_EVENT = Reference(
    "no-event",
    "no event occurs",
    lambda _: lambda _: {"occurs": False, "chain": []},
    is_quick=True,
    tasks=("causal",),
)


def fit_majority_event(instances: Iterable[Instance]) -> Predict:
    """Learn for each kind of event whether it mostly occurs; ties, and new kinds, do not.

    Chains are of a project's own rules, so none can be learned from another project.
    """
    balance: Counter[str] = Counter()
    for instance in instances:
        if isinstance(instance, CausalInstance):
            balance[instance.query.event] += 1 if instance.occurs else -1

    def predict(instance: Instance) -> dict[str, object]:
        event = instance.query.event if isinstance(instance, CausalInstance) else ""
        return {"occurs": balance[event] > 0, "chain": []}

    return predict


MAJORITY_EVENT = Reference(
    "majority-event",
    "what mostly happens with events of the kind",
    fit_majority_event,
    learns=True,
    tasks=("causal",),
)
