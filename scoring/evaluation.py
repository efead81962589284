# SPDX-License-Identifier: Apache-2.0
"""Score a prediction file against a release, streaming both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scoring.answer import Answer
from scoring.fields import FieldGroup, field_breakdown
from scoring.intake import PredictionFile
from scoring.questions import Question, read_questions
from scoring.results import Group, breakdown, slopes_of
from scoring.statistics import LEVEL, Bootstrap, Figure
from scoring.table import CountsTable, count_all
from scratchworld import __version__
from scratchworld.errors import InputError
from scratchworld.release import Release

__all__ = ["Evaluation", "Selection", "score_release"]

RESULTS_FORMAT = "scratchworld-results"
RESULTS_FORMAT_VERSION = 1

Progress = Callable[[Iterable[Question], int], Iterable[Question]]
"""Wraps the stream of questions, whose number is given, to show how far it is."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which instances of a release are scored; ``None`` for all."""

    task: str | None = None
    split: str | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Everything that scoring one prediction file gives."""

    table: CountsTable
    groups: tuple[Group, ...]
    field_groups: tuple[FieldGroup, ...]
    slopes: dict[str, Figure]
    """Change of each rollout figure per step of horizon."""
    ignored_lines: int
    """Lines of the prediction file for instances outside the selection."""
    document: dict[str, object]
    """``results.json``: the groups and slopes, and what they were made from."""


def score_release(
    release: Release,
    predictions: Path,
    selection: Selection | None = None,
    bootstrap: Bootstrap | None = None,
    progress: Progress | None = None,
) -> Evaluation:
    """Score a prediction file.

    Every instance of the selection counts: one without a line is ``missing`` and wrong. Lines for
    instances outside the selection are ignored.

    Raises:
        PredictionError: when the file cannot be scored; see :class:`PredictionFile`.
        ReleaseError: when the release cannot be read.
        InputError: when the selection holds no instance.
    """
    selection = selection or Selection()
    bootstrap = bootstrap or Bootstrap()
    with PredictionFile(predictions) as file:
        file.refuse_unknown(frozenset(release.instance_ids()))
        ids = list(release.instance_ids(selection.task, selection.split))
        if not ids:
            raise InputError(f"{release.path}: has no instance of that task and split")
        questions: Iterable[Question] = read_questions(release, selection.task, selection.split)
        if progress:
            questions = progress(questions, len(ids))
        table = count_all(_answered(questions, file))
        ignored = len(file) - sum(name in file for name in ids)
        source = {
            "sha256": file.digest(),
            "lines": len(file),
            "outside_selection": ignored,
        }
    groups = breakdown(table, bootstrap)
    field_groups = field_breakdown(table.fields, bootstrap)
    slopes = slopes_of(table, bootstrap)
    document = {
        "format": RESULTS_FORMAT,
        "format_version": RESULTS_FORMAT_VERSION,
        "tool_version": __version__,
        "release": {"name": release.manifest.name, "canary": release.manifest.canary},
        "predictions": source,
        "selection": {"task": selection.task, "split": selection.split},
        "bootstrap": {
            "draws": bootstrap.draws,
            "seed": bootstrap.seed,
            "level": LEVEL,
            "clusters": "projects",
        },
        "groups": [group.to_json() for group in groups],
        "slopes": {name: figure.to_json() for name, figure in slopes.items()},
    }
    return Evaluation(table, groups, field_groups, slopes, ignored, document)


def _answered(
    questions: Iterable[Question], file: PredictionFile
) -> Iterator[tuple[Question, Answer]]:
    for question in questions:
        yield question, file.answer(question.instance_id)
