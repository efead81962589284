# SPDX-License-Identifier: Apache-2.0
"""The tables that ``scratchworld annotate agreement`` prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.agreement import Agreement
from scoring.annotation.agreement import AnnotationAgreement, Compared, Disagreement
from scoring.annotation.answers import EventAnswer
from scoring.report.text_table import coefficient_cell, render_table, value_cell

__all__ = ["render_agreement"]


def render_agreement(result: AnnotationAgreement) -> str:
    """Return the report: agreement on occurrence and on chains, then each disagreement."""
    answered = ", ".join(f"{who} {count}" for who, count in result.answered.items())
    blocks = [
        f"Events answered: {answered}",
        "Does it occur?",
        _table(result.compared, "exact %", lambda each: each.occurrence),
        "By which rules, in order? Over events that occur",
        _table(result.compared, "exact %", lambda each: each.chain),
        "The same by edit distance",
        _table(result.compared, "similarity %", lambda each: each.similarity, kappa=False),
        "With 95 % intervals from a bootstrap over projects. Kappa is Cohen's, alpha "
        "Krippendorff's: 1 is agreement,\n0 what chance gives. A dash: nothing to compare, or all "
        "say the same throughout.",
        *_disagreements(result.disagreements),
    ]
    return "\n\n".join(blocks)


def _table(
    compared: Sequence[Compared],
    exact: str,
    of: Callable[[Compared], Agreement],
    *,
    kappa: bool = True,
) -> str:
    names = ["who", "n", exact, *(["kappa"] if kappa else []), "alpha"]
    rows = []
    for each in compared:
        found = of(each)
        cells = [" and ".join(each.who), str(found.exact.n), value_cell(found.exact)]
        cells += [coefficient_cell(found.kappa)] if kappa else []
        rows.append([*cells, coefficient_cell(found.alpha)])
    return render_table(names, rows)


def _disagreements(found: Sequence[Disagreement]) -> list[str]:
    if not found:
        return ["No disagreements."]
    rows = [
        [*((each.instance_id, each.event) if at == 0 else ("", "")), who, _said(said)]
        for each in found
        for at, (who, said) in enumerate(each.said.items())
    ]
    table = render_table(["instance", "event", "who", "says"], rows, texts=range(4))
    events = "1 event" if len(found) == 1 else f"{len(found)} events"
    return [f"{events} on which not all agree", table]


def _said(said: EventAnswer) -> str:
    if not said.occurs:
        return "does not occur"
    return f"occurs: {' > '.join(said.rules) or 'no rules'}"
