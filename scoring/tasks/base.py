# SPDX-License-Identifier: Apache-2.0
"""What scoring knows of a task: everything that differs between tasks, in one entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from scoring.answer import Answer, rejected
from scoring.breakdowns import Breakdown
from scoring.counts import Comparison
from scoring.forms import Form
from scoring.keyframes import Opening
from scoring.metrics import Columns, Floats, Metric
from scoring.questions import Labelled
from scoring.tasks.pairing import TwinPairing

__all__ = ["ScoredTask", "Worth"]


class Worth(NamedTuple):
    """``above / below``, or ``otherwise`` where there is nothing to divide by; 0 to 1.

    Each is a number, or an array with one number an answer.
    """

    above: Any
    below: Any
    otherwise: Any


@dataclass(frozen=True, slots=True)
class ScoredTask:
    """How the answers to one task are read, counted and shown."""

    name: str
    """A member of :data:`scratchworld.world.TASKS`."""
    form: Form
    """How an answer is read."""
    gold: Callable[[Labelled], dict[str, object]]
    """The label as an answer in that form; it earns 1 in every metric."""
    compare: Callable[[Labelled, Answer], Comparison]
    """Compare an answer with the label. The counts are whole numbers by name, among them
    ``usable`` and ``exact``, each 0 or 1."""
    counts: tuple[str, ...]
    """The names of the counts."""
    metrics: tuple[Metric, ...]
    """Made from the counts, in the order of the report."""
    worth: Callable[[Mapping[str, Any]], Worth]
    """The worth of a single answer from its counts, by plain arithmetic, so that it takes whole
    numbers and whole columns alike: who wins an instance, and the reward of an answer."""
    breakdowns: tuple[Breakdown, ...]
    """By what the figures are broken down."""
    about_fields: bool
    """True when answers claim changes of fields: these are counted by kind and by error."""
    reads_whole: bool
    """True when comparing needs columns of the task's own, so that scoring reads whole
    instances of its class; else it reads the common columns alone, which is faster."""
    headlines: tuple[str, ...]
    """Names of the metrics in the tables of breakdowns."""
    ladder: tuple[str, ...]
    """Names of the metrics in the ladder of references."""
    compared: tuple[str, ...]
    """Names of the metrics in the tables of a comparison of models."""
    judge: Callable[[Labelled, Answer], Worth] | None = None
    """The worth of a usable answer without its other counts, where that is faster."""
    pairing: Callable[[], TwinPairing] | None = None
    """Makes what counts pairs of twins, for a task that has them."""
    opens: Callable[[Labelled, Answer, Opening], Answer] | None = None
    """Opens the files that an answer names, for a task whose answers are pictures."""

    misfit: Callable[[Labelled, Answer], str] | None = None
    """Says why a usable answer is none to its instance, or nothing, for a task where the form
    alone does not tell."""

    def opened(self, instance: Labelled, answer: Answer, opening: Opening) -> Answer:
        """Return an answer with the content of its files, where it names any.

        One that does not fit its instance is ``schema_invalid``.
        """
        if self.misfit is not None and answer.usable:
            why = self.misfit(instance, answer)
            if why:
                return rejected("schema_invalid", why)
        return answer if self.opens is None else self.opens(instance, answer, opening)

    def scores(self, columns: Columns) -> Floats:
        """Return the worth of each answer, 0 to 1, from columns of counts."""
        rows = len(columns["exact"])
        parts = (np.broadcast_to(part, rows).astype(np.float64) for part in self.worth(columns))
        above, below, otherwise = parts
        return np.asarray(np.divide(above, below, out=otherwise, where=below > 0))

    def score(self, counts: Sequence[int]) -> float:
        """Return the worth of one answer, 0 to 1, from its counts."""
        above, below, otherwise = self.worth(dict(zip(self.counts, counts, strict=True)))
        return float(above / below if below else otherwise)

    def score_answer(self, instance: Labelled, answer: Answer) -> float:
        """Return the worth of one answer, 0 to 1; 0 for one that cannot be used."""
        if not answer.usable:
            return 0.0
        if self.judge is None:
            return self.score(self.compare(instance, answer).counts)
        above, below, otherwise = self.judge(instance, answer)
        return float(above / below if below else otherwise)

    def metric(self, name: str) -> Metric:
        """Return the metric of that name. Raises ``KeyError`` when the task has none."""
        for metric in self.metrics:
            if metric.name == name:
                return metric
        raise KeyError(name)
