# SPDX-License-Identifier: Apache-2.0
"""The rubric: what a judge scores, and the formula that makes one number of it.

    TC = 1.5 ((1 - w) PA + 2 w OC)                    Task Completion, 0 to 3
    Overall = 100 (TC + CP + 0.5 VC) / 7.5            0 to 100, higher is better

w, between 0 and 1, is the share of the outcome: the instance's ``result_weight`` / 100. With w = 0
there is no outcome to complete, and OC is not asked. Source: WorldCast; what we changed is told in
``docs/protocols/judged.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = [
    "CAUSAL",
    "COMPONENTS",
    "OUTCOME",
    "PROGRESS",
    "STEPS",
    "VISUAL",
    "Component",
    "Scores",
    "overall",
    "task_completion",
]


@dataclass(frozen=True, slots=True)
class Component:
    """One thing that a judge scores in whole points from 0."""

    name: str
    """Its key in a judge's reply and in results."""
    symbol: str
    top: int
    """The best score."""


PROGRESS = Component("progress_alignment", "PA", 2)
OUTCOME = Component("outcome_completion", "OC", 1)
CAUSAL = Component("causal_plausibility", "CP", 3)
VISUAL = Component("visual_consistency", "VC", 3)
COMPONENTS: tuple[Component, ...] = (PROGRESS, OUTCOME, CAUSAL, VISUAL)
STEPS = "step_accuracy"
"""Key of the optional list of 0 and 1, one a requested moment; reported apart."""


class Scores(NamedTuple):
    """What a judge says of one answer, in points."""

    progress: int
    outcome: int | None
    """``None`` where there is no outcome to complete."""
    causal: int
    visual: int

    def of(self, component: Component) -> int | None:
        """Return the score of a component."""
        return self[COMPONENTS.index(component)]


def task_completion(progress: float, outcome: float | None, weight: int) -> float:
    """Return TC, 0 to 3; ``weight`` is the result weight in per cent, 0 to 100.

    Raises:
        ValueError: when the outcome has a weight and no score.
    """
    if weight == 0:
        return 1.5 * progress
    if outcome is None:
        raise ValueError("an outcome that counts needs a score")
    share = weight / 100
    return 1.5 * ((1 - share) * progress + 2 * share * outcome)


def overall(
    progress: float, outcome: float | None, causal: float, visual: float, weight: int
) -> float:
    """Return the overall score, 0 to 100. Raises as :func:`task_completion` does."""
    completion = task_completion(progress, outcome, weight)
    return 100 * (completion + causal + 0.5 * visual) / 7.5
