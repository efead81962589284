# SPDX-License-Identifier: Apache-2.0
"""How far judges (raters that are models) are from people or from the VM, label by label.

What people say of an output is the mean of their labels. Over the outputs that both a judge and
some human rated: the mean absolute error, and the mean of judge - people; above 0 the judge
inflates. Labels and totals are divided by nothing: errors are in points of their own scale. With
the VM in the place of people the same is told of people, too. A label that the VM leaves out counts
for nothing, and so does the total of such a vote.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from scoring.metrics.base import floats
from scoring.statistics import Bootstrap, Figure, Ratio, ratio_figures
from scoring.votes.criteria import CRITERIA, TOTAL
from scoring.votes.reading import RaterKind, Vote

__all__ = ["JudgeError", "judge_errors", "verdict_of"]


@dataclass(frozen=True, slots=True)
class JudgeError:
    """One judge on one label."""

    judge: str
    criterion: str
    """A name of :data:`CRITERIA`, or ``total``."""
    error: Figure
    """Mean absolute error, 0 or more; lower is better."""
    bias: Figure
    """Mean of judge - people; above 0 it inflates."""

    def to_json(self) -> dict[str, object]:
        """Return the error as plain objects."""
        return {
            "judge": self.judge,
            "criterion": self.criterion,
            "error": self.error.to_json(),
            "bias": self.bias.to_json(),
        }


def verdict_of(bias: Figure) -> str:
    """Say of judge - truth ``inflates`` or ``deflates``, where its interval leaves 0 out.

    Else the verdict is empty; without an interval it is a dash.
    """
    if bias.low is None or bias.high is None:
        return "-"
    return "inflates" if bias.low > 0 else "deflates" if bias.high < 0 else ""


def judge_errors(
    votes: Sequence[Vote],
    bootstrap: Bootstrap,
    models: Collection[str] | None = None,
    against: RaterKind = "human",
) -> tuple[JudgeError, ...]:
    """Return the error of each judge on each label and on the total, over ``models`` (all).

    ``against`` is the kind of the raters that are right; all others are judges. Intervals are
    clustered by instance. A judge that rated nothing that they rated too is left out.
    """
    right: dict[tuple[str, str], list[list[float]]] = {}
    judged: dict[str, list[tuple[str, str, list[float]]]] = {}
    for vote in votes:
        if models is None or vote.model in models:
            total = vote.total if vote.is_whole else math.nan
            labels = [*(math.nan if one is None else one for one in vote.labels), total]
            if vote.kind == against:
                right.setdefault((vote.instance, vote.model), []).append(labels)
            else:
                judged.setdefault(vote.rater, []).append((vote.instance, vote.model, labels))
    found: list[JudgeError] = []
    for judge, rated in sorted(judged.items()):
        both = [
            (instance, np.array(labels) - np.mean(right[instance, model], axis=0))
            for instance, model, labels in rated
            if (instance, model) in right
        ]
        if both:
            found += _of_judge(judge, both, bootstrap)
    return tuple(found)


def _of_judge(
    judge: str, both: Sequence[tuple[str, np.ndarray]], bootstrap: Bootstrap
) -> list[JudgeError]:
    names = {name: at for at, name in enumerate(sorted({instance for instance, _ in both}))}
    codes = np.array([names[instance] for instance, _ in both])
    apart = np.stack([difference for _, difference in both])

    def ratio(values: np.ndarray) -> Ratio:
        told = ~np.isnan(values)
        sums = floats(np.bincount(codes[told], values[told], len(names)))
        return Ratio(sums, floats(np.bincount(codes[told], minlength=len(names))), "outputs")

    columns = range(apart.shape[1])
    errors = ratio_figures([ratio(np.abs(apart[:, at])) for at in columns], bootstrap)
    biases = ratio_figures([ratio(apart[:, at]) for at in columns], bootstrap)
    labels = [*(criterion.name for criterion in CRITERIA), TOTAL]
    return [
        JudgeError(judge, label, error, bias)
        for label, error, bias in zip(labels, errors, biases, strict=True)
    ]
