# SPDX-License-Identifier: Apache-2.0
"""Check a prediction file against a release without scoring it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scoring.answer import STATUSES
from scoring.claims import claimed_changes
from scoring.evaluation import Asked, Progress, Selection, read_asked
from scoring.intake import PredictionFile
from scoring.keyframes import AdapterCommand, Opening
from scoring.problems import Problems
from scoring.tasks import SCORED_TASKS
from scratchworld.release import Release

__all__ = ["Validation", "validate_predictions"]


@dataclass(frozen=True, slots=True)
class Validation:
    """What can be said about a prediction file without looking at a label."""

    statuses: dict[str, int]
    """Instances of the selection by status, every status named."""
    problems: Problems
    unknown: Counter[str]
    """Claimed paths that the input state does not have, with their number. A project can make new
    fields (clones, list items, running scripts), so not each of them is a mistake."""
    ignored: int
    """Lines for instances outside the selection."""
    wanting: tuple[str, ...]
    """The tasks that some answer is not used as given of, in the release's order."""

    @property
    def is_clean(self) -> bool:
        """True when every instance has an answer that can be used as it is."""
        return sum(self.statuses.values()) == self.statuses["ok"]


def validate_predictions(
    release: Release,
    predictions: Path,
    selection: Selection | None = None,
    progress: Progress | None = None,
    command: AdapterCommand | None = None,
) -> Validation:
    """Read every line and say what each is worth. ``command`` is as for scoring.

    Raises:
        PredictionError: when the file cannot be scored at all; see :class:`PredictionFile`.
        ReleaseError: when the release cannot be read.
    """
    selection = selection or Selection()
    statuses: Counter[str] = Counter()
    problems, unknown = Problems(), Counter[str]()
    with PredictionFile(predictions) as file:
        file.refuse_unknown(release.instance_ids())
        questions: Iterable[Asked] = read_asked(release, selection)
        if progress:
            questions = progress(questions, int(release.counts.get("instances", 0)))
        used, opening, wanting = 0, Opening(file.folder, command), dict[str, None]()
        for question in questions:
            name = question.instance_id
            task = SCORED_TASKS[question.task]
            answer = task.opened(question, file.answer(name, task.form), opening)
            statuses[answer.status] += 1
            if answer.status != "ok":
                wanting[question.task] = None
            used += name in file
            place = f"{file.unit} {file.line_of(name)}, " if name in file else ""
            problems.add(answer, f"{place}instance {name!r}")
            if task.about_fields:
                claimed = claimed_changes(answer, question)
                unknown.update(path for path in claimed if path not in question.state)
        ignored = len(file) - used
    counted = {str(status): statuses[status] for status in STATUSES}
    return Validation(counted, problems, unknown, ignored, (*wanting,))
