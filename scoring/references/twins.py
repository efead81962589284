# SPDX-License-Identifier: Apache-2.0
"""Invariant: answers both twins of a counterfactual pair with what the factual one did.

It is a bound, no baseline: it is told the factual label, which no model sees. So it stands for a
perfect simulator that ignores every alteration, and for any copy of the factual outcome. By theory
its factual F1 is 1, its sensitivity and its effect match are 0, its over-invariance is 1.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.references.base import Predict, Reference
from scratchworld.world import CounterfactualInstance, Delta, Instance

__all__ = ["INVARIANT", "fit_invariant"]


def fit_invariant(instances: Iterable[Instance]) -> Predict:
    """Note what the factual twins did."""
    factual: dict[tuple[str, str], Delta] = {
        (instance.project, instance.pair_id): instance.target
        for instance in instances
        if isinstance(instance, CounterfactualInstance) and instance.alteration is None
    }

    def predict(instance: Instance) -> dict[str, object]:
        return {"delta": dict(factual.get((instance.project, instance.pair_id), {}))}

    return predict


INVARIANT = Reference(
    "invariant",
    "the factual outcome, told, for both twins: a bound",
    fit_invariant,
    is_told=True,
    tasks=("counterfactual",),
)
