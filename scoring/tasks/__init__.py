# SPDX-License-Identifier: Apache-2.0
"""The tasks as scoring knows them. A new one is a new file and a line in :data:`SCORED_TASKS`.

Its answers are read by its form, compared with the label by its own function, and shown by its
metrics; nothing else in scoring names a task.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.tasks.base import ScoredTask
from scoring.tasks.causal import CAUSAL
from scoring.tasks.changed_fields import NEXT_STATE, ROLLOUT
from scoring.tasks.counterfactual import COUNTERFACTUAL
from scoring.tasks.decision import DECISION
from scoring.tasks.keyframes import KEYFRAMES

__all__ = ["COUNTS", "FIELD_TASKS", "SCORED_TASKS", "ScoredTask"]

SCORED_TASKS: Mapping[str, ScoredTask] = {
    task.name: task for task in (NEXT_STATE, ROLLOUT, CAUSAL, COUNTERFACTUAL, DECISION, KEYFRAMES)
}
"""Every task by name, in the order of :data:`scratchworld.world.TASKS`."""

FIELD_TASKS: tuple[str, ...] = tuple(
    task.name for task in SCORED_TASKS.values() if task.about_fields
)
"""Tasks whose answers claim changes of fields."""

COUNTS: tuple[str, ...] = tuple(
    dict.fromkeys(name for task in SCORED_TASKS.values() for name in task.counts)
)
"""The counts of all tasks; where a task does not have one, it is 0."""
