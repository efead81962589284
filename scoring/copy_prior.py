# SPDX-License-Identifier: Apache-2.0
"""The copy-prior check: copying the input gets almost every field right and earns nothing.

Most fields of a Scratch project do not change in a step, so full-state accuracy flatters a model
that only repeats its input. Changed-field F1 must give such a model exactly 0; if it does not, a
label calls something a change that is none, and the release is broken.

For key frames the first frame again looks much like the true ones, and its changed-region F1 must
be 0 as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass

import numpy as np

from scoring.answer import Answer, answer_from
from scoring.breakdowns import Breakdown
from scoring.cuts import Cut, cuts_of
from scoring.keyframes import Opening
from scoring.metrics import CHANGED_FIELD_METRICS
from scoring.references import REFERENCES
from scoring.results import figures_of
from scoring.shown import with_pictures
from scoring.statistics import Bootstrap, Figure
from scoring.table import CountsTable, count_all
from scoring.tasks import FIELD_TASKS
from scoring.tasks.keyframes import KEYFRAMES
from scratchworld import __version__
from scratchworld.errors import InputError
from scratchworld.release import Release, Sizes
from scratchworld.world import Instance, KeyframesInstance, same_value

__all__ = ["FRAME_FIGURES", "CopiedFrames", "CopyPrior", "CopyPriorRow", "copy_prior"]

_SHOWN: dict[str, tuple[Breakdown, ...]] = {
    "all": ("all", "source", "split"),
    **dict.fromkeys(FIELD_TASKS, ("all", "source", "split", "horizon")),
}
_FIGURES = (
    "full_state_accuracy",
    "full_state_accuracy_instance_mean",
    "changed_field_f1_pooled",
    "changed_field_f1_presence_pooled",
    "exact_match",
)
FRAME_FIGURES = (
    *("frame_ssim", "frame_psnr", "changed_region_f1_pooled", "changed_region_f1_close_pooled"),
    *("object_f1", "frame_order"),
)
"""Names of the metrics of copied frames: those that copying does well by first."""
_EARNED = ("tp_presence", "pixels_right", "close_right", "object_right")
"""Counts that copying must leave at 0."""


@dataclass(frozen=True, slots=True)
class CopyPriorRow:
    """What copying scores on a group of instances, and the sizes that explain it."""

    task: str
    """A task, or ``all`` for all tasks together."""
    by: Breakdown
    value: str
    instances: int
    projects: int
    figures: dict[str, Figure]
    """Full-state accuracy, changed-field F1 and exact match, by name of the metric."""
    fields: Sizes
    """Fields of the input state."""
    changed: Sizes
    """Executed changed fields, empty deltas included."""
    empty_share: float
    """Share of instances whose delta is empty, 0 to 1."""


@dataclass(frozen=True, slots=True)
class CopiedFrames:
    """What the first frame again scores on a group of key frames instances."""

    by: Breakdown
    value: str
    instances: int
    projects: int
    figures: dict[str, Figure]
    """SSIM, PSNR, changed-region F1, object F1 and order, by name of the metric."""


@dataclass(frozen=True, slots=True)
class CopyPrior:
    """The outcome of the check."""

    rows: tuple[CopyPriorRow, ...]
    frames: tuple[CopiedFrames, ...]
    earned: int
    """Changed fields that copying gets, over all instances: 0 for a sound release. Of key frames
    changed pixels and properties of sprites."""
    offenders: tuple[str, ...]
    """Ids of the first instances on which copying earns something."""

    @property
    def passed(self) -> bool:
        """True when copying earns no changed-field F1."""
        return self.earned == 0

    def to_json(self) -> dict[str, object]:
        """Return the outcome as plain objects."""
        return {
            "format": "scratchworld-copy-prior",
            "format_version": 1,
            "tool_version": __version__,
            "passed": self.passed,
            "earned": self.earned,
            "offenders": list(self.offenders),
            "rows": [asdict(row) for row in self.rows],
            "frames": [asdict(row) for row in self.frames],
        }


def copy_prior(
    release: Release,
    bootstrap: Bootstrap | None = None,
    progress: Callable[[Iterable[Instance], int], Iterable[Instance]] | None = None,
) -> CopyPrior:
    """Score copying on every instance of a release whose task is about fields or frames.

    Besides the score proper, each label is checked: a "change" to the very value that the input
    has would be earned by copying, so it counts as earned.

    Raises:
        ReleaseError: when the release cannot be read.
        InputError: when it holds no instance.
    """
    bootstrap = bootstrap or Bootstrap()
    instances: Iterable[Instance] = with_pictures(release, release.instances())
    if progress:
        instances = progress(instances, int(release.counts.get("instances", 0)))
    labels = _LabelCheck()
    whole = count_all(labels.copies(instances))
    if not len(whole):
        raise InputError(f"{release.path}: the release holds no instance, so nothing to check")
    of_frames = whole.labels["task"].is_(KEYFRAMES.name)
    gains = np.stack([whole.numbers[name] for name in _EARNED]).sum(axis=0)
    offenders = [*labels.offenders, *whole.ids[gains > 0].tolist()]
    table = whole.where(~of_frames)
    cuts = [cut for task, axes in _SHOWN.items() for cut in cuts_of(table, task, axes)]
    shown = [metric for metric in CHANGED_FIELD_METRICS if metric.name in _FIGURES]
    figures = figures_of(table, cuts, bootstrap, shown)
    return CopyPrior(
        rows=tuple(
            _row(table.where(cut.mask), cut, of_cut)
            for cut, of_cut in zip(cuts, figures, strict=True)
        ),
        frames=_frames(whole.where(of_frames), bootstrap),
        earned=labels.earned + int(gains.sum()),
        offenders=tuple(dict.fromkeys(offenders))[:10],
    )


class _LabelCheck:
    """Gives copying's answers, and counts the labels that are no changes on the way."""

    def __init__(self) -> None:
        self.earned = 0
        self.offenders: list[str] = []

    def copies(self, instances: Iterable[Instance]) -> Iterator[tuple[Instance, Answer]]:
        predict = REFERENCES["copy"].fit(())
        for instance in instances:
            if isinstance(instance, KeyframesInstance):
                answer = KEYFRAMES.form.read(predict(instance), "ok")
                yield instance, KEYFRAMES.opened(instance, answer, Opening())
            if instance.task not in FIELD_TASKS:
                continue
            known = instance.state
            unchanged = sum(
                same_value(known.get(path), value) for path, value in instance.target.items()
            )
            if unchanged:
                self.earned += unchanged
                self.offenders.append(instance.instance_id)
            yield instance, answer_from(predict(instance))


def _frames(table: CountsTable, bootstrap: Bootstrap) -> tuple[CopiedFrames, ...]:
    cuts = [*cuts_of(table, KEYFRAMES.name, ("all", "source", "split", "kind"))]
    shown = [KEYFRAMES.metric(name) for name in FRAME_FIGURES]
    return tuple(
        CopiedFrames(
            cut.by,
            cut.value,
            int(cut.mask.sum()),
            len(table.where(cut.mask).labels["project"].present()),
            of_cut,
        )
        for cut, of_cut in zip(cuts, figures_of(table, cuts, bootstrap, shown), strict=True)
    )


def _row(rows: CountsTable, cut: Cut, figures: dict[str, Figure]) -> CopyPriorRow:
    changed = rows.numbers["n_gold"].tolist()
    return CopyPriorRow(
        task=cut.task,
        by=cut.by,
        value=cut.value,
        instances=len(rows),
        projects=len(rows.labels["project"].present()),
        figures=figures,
        fields=Sizes.of(rows.numbers["n_fields"].tolist()),
        changed=Sizes.of(changed),
        empty_share=changed.count(0) / len(changed),
    )
