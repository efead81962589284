# SPDX-License-Identifier: Apache-2.0
"""Checks as votes, and as a table by model and law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from generators.physics.checking import Check
from generators.physics.laws import LAWS
from scoring.report.text_table import render_table, share_cell
from scoring.votes import CRITERIA, Vote

__all__ = ["RATER", "Tally", "render_tally", "vote_of"]

RATER = "vm"


def vote_of(check: Check) -> Vote:
    """Return the vote of the VM: 1 for a law that is kept, ``None`` where none applies.

    It says nothing of the labels that are not among :data:`LAWS`.
    """
    labels = [check.outcomes.get(criterion.name) for criterion in CRITERIA]
    return Vote(
        instance=check.instance.instance_id,
        model=check.model,
        rater=RATER,
        kind="vm",
        labels=tuple(None if each is None else int(each.kept) for each in labels),
        category=check.instance.task,
        prompt="",
        media="",
    )


class Tally:
    """Counts of answers by model and law."""

    def __init__(self) -> None:
        self.answers: Counter[str] = Counter()
        """By model; those that predict states."""
        self.applies: Counter[tuple[str, str]] = Counter()
        """By model and law."""
        self.tested: Counter[tuple[str, str]] = Counter()
        """Those that say something that the law is about, or cannot be used."""
        self.kept: Counter[tuple[str, str]] = Counter()
        """Those of ``applies`` that keep the law."""

    def add(self, check: Check) -> None:
        """Count one answer."""
        self.answers[check.model] += 1
        for law, outcome in check.outcomes.items():
            if outcome is not None:
                key = check.model, law
                self.applies[key] += 1
                self.tested[key] += outcome.looked_at > 0 or not outcome.kept
                self.kept[key] += outcome.kept

    def is_clean(self, model: str) -> bool:
        """True when a model broke no law."""
        return all(self.kept[model, law] == self.applies[model, law] for law in LAWS)


def render_tally(tally: Tally, models: Iterable[str]) -> str:
    """Return a row for each model and law."""
    rows = []
    for model in models:
        for law in LAWS:
            applies, tested, kept = (
                counts[model, law] for counts in (tally.applies, tally.tested, tally.kept)
            )
            broken = applies - kept
            rows.append(
                [
                    model,
                    str(tally.answers[model]),
                    law,
                    str(applies),
                    str(tested),
                    share_cell(kept / applies if applies else None),
                    share_cell((tested - broken) / tested if tested else None),
                ]
            )
    header = ["model", "answers", "law", "applies", "tested", "kept, %", "of tested, %"]
    return render_table(header, rows, texts=(0, 2))
