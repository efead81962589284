# SPDX-License-Identifier: Apache-2.0
"""Labels: every instance is answered with its own executed label.

No predictor, but a check of the scorer, since it is told everything: whatever it does not get right
is a fault of the scorer or of the release. The VM oracle, which has to find the same answers by
executing the projects, checks the labels too.
"""

from __future__ import annotations

from scoring.questions import Labelled
from scoring.references.base import Reference
from scoring.tasks import SCORED_TASKS

__all__ = ["LABELS", "labels"]


def labels(instance: Labelled) -> dict[str, object]:
    """Answer with the label."""
    return SCORED_TASKS[instance.task].gold(instance)


LABELS = Reference(
    "labels",
    "the label itself, told: checks the scorer, must earn 100",
    lambda _: labels,
    is_told=True,
    is_quick=True,
    tasks=tuple(SCORED_TASKS),
)
