# SPDX-License-Identifier: Apache-2.0
"""``report.html``: one page that holds everything it shows."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path

from scoring.errors_of_fields import ERRORS
from scoring.evaluation import Evaluation, Selection
from scoring.ladder import PERFECT, Ladder
from scoring.page_template import filled
from scoring.report.browser_data import browser_chunks, browser_index
from scoring.report.frames import choose_frames
from scoring.report.html_tables import (
    breakdown_tables,
    field_tables,
    gap_table,
    main_tables,
    summary,
    unknown_table,
)
from scoring.report.plots import Curve, Point, copy_gap, error_bars, horizon_curves
from scoring.tasks import FIELD_TASKS
from scratchworld.errors import InputError
from scratchworld.release import Release

__all__ = ["html_parts"]

_COPY_GAP = ("full_state_accuracy", "changed_field_f1_pooled")
_CURVES = {
    "changed_field_f1_pooled": "changed-field F1",
    "full_state_accuracy": "full-state accuracy",
    "exact_match": "exact match",
}


def html_parts(
    release: Release,
    predictions: Path,
    evaluation: Evaluation,
    ladder: Ladder | None,
    selection: Selection,
    *,
    strict: bool,
) -> Iterator[str]:
    """Yield the text of the page piece by piece; the chunks of instances are never all held.

    Raises:
        ReleaseError, PredictionError: as scoring does.
    """
    frames = choose_frames(release, selection)
    title = f"{release.manifest.name}: {predictions.name}"
    try:
        pictures = _pictures(evaluation, ladder)
        errors = _error_pictures(evaluation)
    except InputError as error:  # Without matplotlib the page has all but its pictures.
        pictures, errors = f'<p class="note">{escape(str(error))}</p>', ""
    chunks = browser_chunks(release, predictions, selection, frames.names, strict=strict)
    values: dict[str, str | Iterator[str]] = {
        "TITLE": escape(title),
        "CSS": _page("page.css"),
        "SUMMARY": summary(evaluation),
        "FIGURES": main_tables(evaluation, ladder),
        "PLOTS": pictures,
        "BREAKDOWNS": breakdown_tables(evaluation.groups),
        "FIELDS": field_tables(evaluation),
        "GAPS": gap_table(evaluation),
        "ERRORS": errors + unknown_table(evaluation),
        "INDEX": browser_index(evaluation.table, frames.names),
        "CHUNKS": (_held(f"chunk-{number}", chunk) for number, chunk in enumerate(chunks)),
        "FRAMES": (
            _held(f"frame-{name}", base64.b64encode(png).decode("ascii"))
            for name, png in frames.files.items()
        ),
        "JS": _page("page.js"),
    }
    yield from filled(_page("page.html"), values)


def _held(name: str, text: str) -> str:
    """An element that holds data under an id."""
    return f'<script type="text/plain" id="{name}">{text}</script>\n'


def _pictures(evaluation: Evaluation, ladder: Ladder | None) -> str:
    figures = [
        _figure(
            copy_gap(points, task),
            "Full-state accuracy flatters whoever copies the input; changed-field F1 does not.",
        )
        for task in FIELD_TASKS
        if (points := _points(evaluation, ladder, task))
    ]
    curves = _horizons(evaluation)
    if curves:
        figures.append(_figure(horizon_curves(curves), "How rollouts fade with their length."))
    return f'<div class="plots">{"".join(figures)}</div>'


def _points(evaluation: Evaluation, ladder: Ladder | None, task: str) -> list[Point]:
    named = [
        ("the model", group.figures)
        for group in evaluation.groups
        if group.task == task and group.by == "all"
    ]
    if ladder:
        named += [
            (rung.reference, rung.figures)
            for rung in ladder.rungs
            if rung.task == task and rung.reference not in PERFECT
        ]
    points = []
    for name, figures in named:
        full, f1 = (figures[metric].value for metric in _COPY_GAP)
        if full is not None and f1 is not None:
            points.append(Point(name, full, f1))
    return points


def _horizons(evaluation: Evaluation) -> list[Curve]:
    groups = [
        group for group in evaluation.groups if (group.task, group.by) == ("rollout", "horizon")
    ]
    if len(groups) < 2:
        return []
    return [
        Curve(
            title,
            [int(group.value) for group in groups],
            [group.figures[name].value for group in groups],
            [group.figures[name].low for group in groups],
            [group.figures[name].high for group in groups],
        )
        for name, title in _CURVES.items()
    ]


def _error_pictures(evaluation: Evaluation) -> str:
    counts = evaluation.table.fields.errors
    figures = []
    for task in FIELD_TASKS:
        errors = {
            error.replace("_", " "): counts[task, error] for error in ERRORS if counts[task, error]
        }
        if errors:
            figures.append(_figure(error_bars(errors, f"{task}: wrong fields"), ""))
    return f'<div class="plots">{"".join(figures)}</div>'


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _page(name: str) -> str:
    return (files("scoring.report") / "page" / name).read_text("utf-8")
