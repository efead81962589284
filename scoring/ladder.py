# SPDX-License-Identifier: Apache-2.0
"""The ladder: what the references score on a release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.answer import Answer
from scoring.cuts import cuts_of
from scoring.evaluation import Selection, read_asked
from scoring.references import REFERENCES, Predict, Reference, fit_reference
from scoring.results import figures_of
from scoring.statistics import Bootstrap, Figure
from scoring.table import CountsTable, count_all
from scoring.tasks import SCORED_TASKS
from scratchworld import __version__
from scratchworld.errors import InputError
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = ["Ladder", "Rung", "score_references"]


@dataclass(frozen=True, slots=True)
class Rung:
    """What one reference scores on one task."""

    task: str
    reference: str
    title: str
    instances: int
    figures: dict[str, Figure]
    """By :attr:`scoring.metrics.Metric.name`."""

    def to_json(self) -> dict[str, object]:
        """Return the rung as plain objects."""
        return {
            "task": self.task,
            "reference": self.reference,
            "title": self.title,
            "instances": self.instances,
            "metrics": {name: figure.to_json() for name, figure in self.figures.items()},
        }


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs, by task and then in the order of :data:`scoring.REFERENCES`."""

    rungs: tuple[Rung, ...]
    skipped: dict[str, str]
    """References that could not be scored, with the reason."""
    tables: dict[str, CountsTable]
    """The counts of each reference."""

    def to_json(self) -> dict[str, object]:
        """Return the ladder as plain objects."""
        return {
            "format": "scratchworld-references",
            "format_version": 1,
            "tool_version": __version__,
            "rungs": [rung.to_json() for rung in self.rungs],
            "skipped": dict(self.skipped),
        }


def score_references(
    release: Release,
    selection: Selection | None = None,
    bootstrap: Bootstrap | None = None,
    progress: Callable[[Iterable[Any], int], Iterable[Any]] | None = None,
    learn_from: Release | None = None,
    *,
    only_constant: bool = False,
) -> Ladder:
    """Score every reference on a release. One whose extra is not installed is left out, named.

    With ``only_constant`` only those that say the same of every instance, which takes a fraction
    of the time. ``learn_from`` is the release from whose dev split references learn, by default the
    same.

    Raises:
        ReleaseError: when the release cannot be read.
        InputError: when the selection holds no instance.
    """
    selection = selection or Selection()
    bootstrap = bootstrap or Bootstrap()
    rungs: list[Rung] = []
    skipped: dict[str, str] = {}
    tables: dict[str, CountsTable] = {}
    total = sum(1 for _ in release.instance_ids(selection.task, selection.split))
    if not total:
        raise InputError(f"{release.path}: has no instance of that task and split")
    for reference in REFERENCES.values():
        if only_constant and not reference.is_constant:
            continue
        # What a constant reference says takes no whole instances, which are slower to read.
        instances: Iterable[Any] = (
            read_asked(release, selection)
            if reference.is_constant
            else release.instances(selection.task, selection.split)
        )
        if progress:
            instances = progress(instances, total)
        try:
            predict = fit_reference(reference, release, learn_from)
            table = count_all(_answered(instances, reference, predict))
        except InputError as error:
            if not reference.extra:
                raise
            skipped[reference.name] = str(error)
            continue
        tables[reference.name] = table
        cuts = [cut for task in SCORED_TASKS for cut in cuts_of(table, task, ("all",))]
        for cut, figures in zip(cuts, figures_of(table, cuts, bootstrap), strict=True):
            count = int(cut.mask.sum())
            rungs.append(Rung(cut.task, reference.name, reference.title, count, figures))
    order = {task: at for at, task in enumerate(SCORED_TASKS)}
    rungs.sort(key=lambda rung: order[rung.task])
    return Ladder(tuple(rungs), skipped, tables)


def _answered(
    instances: Iterable[Instance], reference: Reference, predict: Predict
) -> Iterator[tuple[Instance, Answer]]:
    for instance in instances:
        if instance.task in reference.tasks:
            yield instance, SCORED_TASKS[instance.task].form.read(predict(instance), "ok")
