# SPDX-License-Identifier: Apache-2.0
"""The tables of ``report.html``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

from scoring.document import commonest_unknown
from scoring.evaluation import Evaluation
from scoring.fields import FIELD_FIGURES
from scoring.ladder import Ladder
from scoring.metrics import Metric
from scoring.report.text_table import interval_cell, share_cell
from scoring.results import Group
from scoring.statistics import Figure
from scoring.tasks import SCORED_TASKS

__all__ = [
    "breakdown_tables",
    "field_tables",
    "gap_table",
    "html_table",
    "main_tables",
    "summary",
    "unknown_table",
]


def html_table(
    headers: Sequence[str],
    rows: Iterable[Sequence[str]],
    texts: Collection[int] = (0,),
    *,
    is_long: bool = False,
) -> str:
    """Return a table; cells are HTML, the columns in ``texts`` are aligned left.

    One that may be long scrolls under its headers.
    """

    def line(tag: str, cells: Sequence[str]) -> str:
        parts = (
            f'<{tag} class="text">{cell}</{tag}>' if at in texts else f"<{tag}>{cell}</{tag}>"
            for at, cell in enumerate(cells)
        )
        return f"<tr>{''.join(parts)}</tr>"

    body = "\n".join(line("td", row) for row in rows)
    kind = "scroll long" if is_long else "scroll"
    return f'<div class="{kind}"><table>\n{line("th", headers)}\n{body}\n</table></div>'


def summary(evaluation: Evaluation) -> str:
    """Return what was scored, and the answers by status."""
    overall = [group for group in evaluation.groups if group.by == "all"]
    statuses = list(overall[0].statuses)
    table = html_table(
        ["task", "instances", "projects", *statuses],
        (
            [
                group.task,
                str(group.instances),
                str(group.projects),
                *(str(group.statuses[name]) for name in statuses),
            ]
            for group in overall
        ),
    )
    problems = evaluation.problems.rows()
    if not problems:
        return table
    rows = ([*map(escape, (s, reason)), str(n), escape(first)] for s, reason, n, first in problems)
    return table + html_table(["status", "reason", "instances", "first"], rows, texts=(0, 1, 3))


def main_tables(evaluation: Evaluation, ladder: Ladder | None) -> str:
    """Return the model's figures of each task, and the references below them."""
    parts = []
    for group in evaluation.groups:
        if group.by != "all":
            continue
        shown = _shown_metrics(group.task)
        rows = [["<b>the model</b>", *_figures(group.figures, shown)]]
        rungs = ladder.rungs if ladder else ()
        rows += [
            [rung.reference, *_figures(rung.figures, shown)]
            for rung in rungs
            if rung.task == group.task
        ]
        parts.append(f"<h3>{group.task}</h3>")
        parts.append(html_table(["", *(metric.short for metric in shown)], rows))
    skipped = ladder.skipped if ladder else {}
    parts += [f'<p class="note">Left out: {escape(reason)}</p>' for reason in skipped.values()]
    faults = ladder.faults() if ladder else []
    parts += [f"<p><b>At fault: {escape(fault)}</b></p>" for fault in faults]
    tasks = dict.fromkeys(group.task for group in evaluation.groups)
    metrics = dict.fromkeys(metric for task in tasks for metric in SCORED_TASKS[task].metrics)
    units = html_table(["metric", "n counts"], ([one.title, one.unit] for one in metrics), (0, 1))
    parts.append('<p class="note">Per cent, with 95 % intervals.</p>')
    parts.append(f'<details class="units"><summary>What n counts</summary>{units}</details>')
    return "\n".join(parts)


def breakdown_tables(groups: Iterable[Group]) -> str:
    """Return the figures of every group; tasks that show the same metrics share a table."""
    tables: dict[tuple[Metric, ...], list[list[str]]] = {}
    for group in groups:
        if group.by != "all":
            shown = _shown_metrics(group.task)
            row = [group.task, group.by, escape(group.value), str(group.instances)]
            tables.setdefault(shown, []).append([*row, *_figures(group.figures, shown)])
    return "\n".join(
        html_table(
            ["task", "by", "", "n", *(one.short for one in shown)],
            rows,
            texts=(0, 1, 2),
            is_long=True,
        )
        for shown, rows in tables.items()
    )


def gap_table(evaluation: Evaluation) -> str:
    """Return what perturbed projects cost, or a line that says that there are none."""
    if not evaluation.gaps:
        return '<p class="note">The release has no pairs of original and perturbed instances.</p>'
    rows = (
        [
            gap.task,
            escape(gap.variant),
            str(gap.figure.n),
            share_cell(gap.original),
            share_cell(gap.perturbed),
            _cell(gap.figure),
        ]
        for gap in evaluation.gaps
    )
    return html_table(
        ["task", "perturbation", "pairs", "original", "perturbed", "gap"], rows, texts=(0, 1)
    )


def field_tables(evaluation: Evaluation) -> str:
    """Return the figures by visibility and kind of field."""
    rows = (
        [
            group.task,
            group.by,
            escape(group.value),
            str(group.changed),
            str(group.claimed),
            *(_cell(group.figures[name]) for name in FIELD_FIGURES),
        ]
        for group in evaluation.field_groups
    )
    headers = ["task", "by", "", "changed", "claimed", "F1", "F1 presence", "found", "valued"]
    return html_table(headers, rows, texts=(0, 1, 2), is_long=True)


def unknown_table(evaluation: Evaluation) -> str:
    """Return the commonest claimed fields that there are not; empty for none."""
    unknown = commonest_unknown(evaluation.table.fields)
    if not unknown:
        return ""
    return "<h3>Claimed fields that do not exist</h3>" + html_table(
        ["field", "claims"], ([escape(_shown(path)), str(count)] for path, count in unknown)
    )


def _shown_metrics(task: str) -> tuple[Metric, ...]:
    return tuple(metric for metric in SCORED_TASKS[task].metrics if metric.short)


def _figures(figures: Mapping[str, Figure], shown: Iterable[Metric]) -> list[str]:
    return [_cell(figures[metric.name]) for metric in shown]


def _cell(figure: Figure) -> str:
    interval = "" if figure.low is None else f"<br><small>{interval_cell(figure)}</small>"
    return f"{share_cell(figure.value)}{interval}"


def _shown(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
