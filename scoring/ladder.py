# SPDX-License-Identifier: Apache-2.0
"""The ladder: what the references score on a release."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.cuts import cuts_of
from scoring.evaluation import Selection, count_file, read_asked
from scoring.keyframes import Opening
from scoring.references import REFERENCES, Predict, fit_references
from scoring.results import figures_of
from scoring.shown import with_pictures
from scoring.statistics import Bootstrap, Figure
from scoring.table import CountsTable, TableRows
from scoring.tasks import SCORED_TASKS
from scratchworld import __version__
from scratchworld.errors import InputError
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = ["PERFECT", "VM_ORACLE", "Ladder", "Rung", "score_references"]

VM_ORACLE = "vm-oracle"
"""The reference that executes the projects; it lives with the VM, which scoring does not have."""

PERFECT = ("labels", VM_ORACLE)
"""References that must get all right."""


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
    """The rungs, by task and then as :data:`scoring.REFERENCES` has them, the VM oracle last."""

    rungs: tuple[Rung, ...]
    skipped: dict[str, str]
    """References that could not be scored, with the reason."""
    tables: dict[str, CountsTable]
    """The counts of each reference."""

    def faults(self) -> list[str]:
        """Return a sentence for each reference that must get all right and does not."""
        found = []
        for name in PERFECT:
            if name in self.tables:
                exact = self.tables[name].numbers["exact"]
                if wrong := int((exact == 0).sum()):
                    found.append(f"{name} has {wrong} of {len(exact)} instances wrong; it must not")
        return found

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
    only_quick: bool = False,
    oracle: Path | None = None,
) -> Ladder:
    """Score every reference on a release. One whose extra is not installed is left out, named.

    With ``only_quick`` only those that take little time. ``learn_from`` is the release from whose
    dev split references learn, by default the same. ``oracle`` is a file with the predictions of
    the VM oracle, which becomes the last rung.

    Raises:
        ReleaseError: when the release cannot be read.
        PredictionError: when the oracle's file cannot be scored.
        InputError: when the selection holds no instance.
    """
    selection = selection or Selection()
    bootstrap = bootstrap or Bootstrap()
    rungs: list[Rung] = []
    skipped: dict[str, str] = {}
    total = sum(1 for _ in release.instance_ids(selection.task, selection.split))
    if not total:
        raise InputError(f"{release.path}: has no instance of that task and split")
    fit = fit_references(release, learn_from)
    predictors: dict[str, Predict] = {}
    for reference in REFERENCES.values():
        if only_quick and not reference.is_quick:
            continue
        try:
            predictors[reference.name] = fit(reference)
        except InputError as error:
            if not reference.extra:
                raise
            skipped[reference.name] = str(error)
    # What a quick reference says takes no whole instances, which are slower to read.
    instances: Iterable[Any] = (
        read_asked(release, selection)
        if only_quick
        else with_pictures(release, release.instances(selection.task, selection.split))
    )
    if progress:
        instances = progress(instances, total)
    tables = _count(instances, predictors)
    for name, table in tables.items():
        rungs += _rungs(name, REFERENCES[name].title, table, bootstrap)
    if oracle is not None:
        table = tables[VM_ORACLE] = count_file(release, oracle, selection, progress).table
        rungs += _rungs(VM_ORACLE, f"the VM itself: {oracle.name}", table, bootstrap)
    order = {task: at for at, task in enumerate(SCORED_TASKS)}
    rungs.sort(key=lambda rung: order[rung.task])
    return Ladder(tuple(rungs), skipped, tables)


def _rungs(name: str, title: str, table: CountsTable, bootstrap: Bootstrap) -> Iterator[Rung]:
    cuts = [cut for task in SCORED_TASKS for cut in cuts_of(table, task, ("all",))]
    for cut, figures in zip(cuts, figures_of(table, cuts, bootstrap), strict=True):
        yield Rung(cut.task, name, title, int(cut.mask.sum()), figures)


def _count(
    instances: Iterable[Instance], predictors: Mapping[str, Predict]
) -> dict[str, CountsTable]:
    """Ask all references about each instance, so that it is read once."""
    rows = {name: TableRows() for name in predictors}
    for instance in instances:
        task = SCORED_TASKS[instance.task]
        for name, predict in predictors.items():
            if instance.task in REFERENCES[name].tasks:
                answer = task.form.read(predict(instance), "ok")
                rows[name].add(instance, task.opened(instance, answer, Opening()))
    return {name: of_one.table() for name, of_one in rows.items()}
