# SPDX-License-Identifier: Apache-2.0
"""Score a prediction file against a release, streaming both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scoring.answer import Answer
from scoring.document import build_document
from scoring.fields import FieldGroup, field_breakdown
from scoring.gaps import Gap, perturbation_gaps
from scoring.intake import PredictionFile, Wanted
from scoring.keyframes import AdapterCommand, Opening
from scoring.problems import Problems
from scoring.questions import Question, read_questions
from scoring.results import Group, breakdown, slopes_of
from scoring.shown import with_pictures
from scoring.statistics import Bootstrap, Figure
from scoring.table import CountsTable, count_all
from scoring.tasks import SCORED_TASKS
from scoring.timing import find_timing_errors
from scratchworld.errors import InputError
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = [
    "Asked",
    "CountedFile",
    "Evaluation",
    "Progress",
    "Selection",
    "count_file",
    "read_asked",
    "score_release",
]

Asked = Question | Instance
"""What an answer is compared with."""

Progress = Callable[[Iterable[Asked], int], Iterable[Asked]]
"""Wraps the stream of questions, whose number is given, to show how far it is."""

_ROWS_AT_A_TIME = 200
_BYTES_AT_A_TIME = 500_000
_LARGEST_BLOCK = 32 * 2**20 - 2**16
"""Bytes: a little less than the largest that glibc goes by, ``DEFAULT_MMAP_THRESHOLD_MAX``."""


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
    gaps: tuple[Gap, ...]
    """What perturbed projects cost; empty where the release has none."""
    problems: Problems
    ignored_lines: int
    """Lines of the prediction file for instances outside the selection."""
    document: dict[str, object]
    """``results.json``; see :mod:`scoring.document`."""


@dataclass(frozen=True, slots=True)
class CountedFile:
    """A prediction file compared with a release, before any statistics."""

    table: CountsTable
    problems: Problems
    sha256: str
    """Of the prediction file."""
    lines: int
    ignored_lines: int
    """Lines for instances outside the selection."""


def score_release(
    release: Release,
    predictions: Path,
    selection: Selection | None = None,
    bootstrap: Bootstrap | None = None,
    progress: Progress | None = None,
    *,
    strict: bool = False,
    command: AdapterCommand | None = None,
) -> Evaluation:
    """Score a prediction file.

    Every instance of the selection counts: one without a line is ``missing`` and wrong. Lines for
    instances outside the selection are ignored. With ``strict`` repaired answers are wrong.
    ``command`` chooses the frames of videos, in the place of the adapters that answers name.

    Raises:
        PredictionError: when the file cannot be scored; see :class:`PredictionFile`.
        ReleaseError: when the release cannot be read.
        InputError: when the selection holds no instance.
    """
    selection = selection or Selection()
    bootstrap = bootstrap or Bootstrap()
    counted = count_file(release, predictions, selection, progress, strict=strict, command=command)
    table = _with_timing(release, counted.table)
    groups = breakdown(table, bootstrap)
    field_groups = field_breakdown(table.fields, bootstrap)
    slopes = slopes_of(table, bootstrap)
    gaps = perturbation_gaps(table, bootstrap)
    document = build_document(
        release,
        {
            "sha256": counted.sha256,
            "lines": counted.lines,
            "outside_selection": counted.ignored_lines,
        },
        {"task": selection.task, "split": selection.split, "strict": strict},
        bootstrap,
        groups,
        field_groups,
        slopes,
        gaps,
        table.fields,
        counted.problems.rows(),
    )
    return Evaluation(
        table,
        groups,
        field_groups,
        slopes,
        gaps,
        counted.problems,
        counted.ignored_lines,
        document,
    )


def count_file(
    release: Release,
    predictions: Path,
    selection: Selection,
    progress: Progress | None = None,
    *,
    strict: bool = False,
    command: AdapterCommand | None = None,
) -> CountedFile:
    """Compare a prediction file with the labels. Raises as :func:`score_release` does."""
    problems = Problems()
    _keep_freed_memory()
    with PredictionFile(predictions, strict=strict) as file:
        file.refuse_unknown(release.instance_ids())
        asked = used = 0
        for name in release.instance_ids(selection.task, selection.split):
            asked += 1
            used += name in file
        if not asked:
            raise InputError(f"{release.path}: has no instance of that task and split")
        questions: Iterable[Asked] = read_asked(release, selection)
        if progress:
            questions = progress(questions, asked)
        opening = Opening(file.folder, command, strict)
        table = count_all(_answered(questions, file, opening, problems))
        return CountedFile(table, problems, file.digest(), len(file), len(file) - used)


def read_asked(release: Release, selection: Selection) -> Iterator[Asked]:
    """Stream what is asked, in the release's order.

    Raises:
        ReleaseError: when a data file is missing, damaged or altered.
    """
    for name, task in SCORED_TASKS.items():
        if selection.task in (None, name):
            if task.reads_whole:
                yield from with_pictures(release, release.instances(name, selection.split))
            else:
                yield from read_questions(release, name, selection.split)


def _answered(
    questions: Iterable[Asked], file: PredictionFile, opening: Opening, problems: Problems
) -> Iterator[tuple[Asked, Answer]]:
    for asked, wanted in _batches(questions):
        for question, answer in zip(asked, file.answers(wanted), strict=True):
            answer = SCORED_TASKS[question.task].opened(question, answer, opening)
            name = question.instance_id
            if answer.status != "ok":
                place = f"{file.unit} {file.line_of(name)}, " if name in file else ""
                problems.add(answer, f"{place}instance {name!r}")
            yield question, answer


def _batches(questions: Iterable[Asked]) -> Iterator[tuple[list[Asked], list[Wanted]]]:
    """Cut the stream into batches of little more than half a megabyte of states.

    One whose state is not at hand as text ends a batch: it gains nothing, and may hold pictures.
    """
    asked: list[Asked] = []
    wanted: list[Wanted] = []
    size = 0
    for question in questions:
        state = question.state_text if isinstance(question, Question) else b""
        asked.append(question)
        wanted.append(Wanted(question.instance_id, SCORED_TASKS[question.task].form, state))
        size += len(state)
        if not state or size > _BYTES_AT_A_TIME or len(asked) == _ROWS_AT_A_TIME:
            yield asked, wanted
            asked, wanted, size = [], [], 0
    yield asked, wanted


def _keep_freed_memory() -> None:
    """Let the memory of a batch be there for the next one, which saves a third of the time.

    The C library of Linux gives freed memory back to the system where it is more than twice the
    largest block that was ever mapped and freed. This block is mapped, but not touched.
    """
    np.empty(_LARGEST_BLOCK, np.uint8)


def _with_timing(release: Release, table: CountsTable) -> CountsTable:
    """Move the wrong values that a neighbouring step explains out of ``other_value``."""
    timed = find_timing_errors(release, table.fields.unresolved)
    errors = table.fields.errors + timed
    for (task, _), count in timed.items():
        errors[task, "other_value"] -= count
    return replace(table, fields=replace(table.fields, errors=errors))
