# SPDX-License-Identifier: Apache-2.0
"""Copy: the state after the window is the input state, given whole."""

from __future__ import annotations

from scoring.references.base import Reference
from scoring.shown import ShownKeyframes, as_url
from scoring.tasks import FIELD_TASKS
from scratchworld.world import DecisionInstance, Instance

__all__ = ["COPY", "copy"]


def copy(instance: Instance) -> dict[str, object]:
    """Predict the input state itself, after each step of each option, or its frame again."""
    if isinstance(instance, ShownKeyframes):
        return {"frames": [as_url(instance.first)] * len(instance.moments)}
    if isinstance(instance, DecisionInstance):
        return {"deltas": [[{} for _ in option] for option in instance.menu]}
    return {"state": dict(instance.state)}


COPY = Reference(
    "copy",
    "the input state again",
    lambda _: copy,
    tasks=(*FIELD_TASKS, "decision", "keyframes"),
)
