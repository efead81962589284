# SPDX-License-Identifier: Apache-2.0
"""From a release and a prediction file to cases, one at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator, MutableMapping
from pathlib import Path

from scoring.intake import PredictionFile
from scoring.judged.case import Case, Shown
from scoring.judged.exact import ExactScores, exact_scores
from scoring.keyframes import AdapterCommand, Opened, Opening, read_picture, write_png
from scoring.prompts.pictures import reference_text
from scoring.prompts.wording import steps_text, window_text
from scoring.shown import ShownKeyframes, with_pictures
from scoring.tasks import SCORED_TASKS
from scratchworld.closing import Closing
from scratchworld.errors import InputError, ReleaseError
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = ["CaseReader", "read_ids"]

_TASK = SCORED_TASKS["keyframes"]


def read_ids(text: str) -> frozenset[str]:
    """Return the instance ids of a file with one a line, or of a list with commas.

    Raises:
        InputError: when there is none, or a file cannot be read.
    """
    lines = text.split(",")
    # a long list is no name that a file can have
    if os.path.isfile(text):
        try:
            lines = Path(text).read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{text}: cannot be read ({error})") from None
    ids = frozenset(name for line in lines if (name := line.strip()))
    if not ids:
        raise InputError("--cases names no instance; give a file of ids, one a line, or id,id,...")
    return ids


class CaseReader(Closing):
    """The cases of a prediction file; use it as a context manager.

    Every key frames instance of the selection is a case, answered or not.
    """

    def __init__(
        self,
        release: Release,
        predictions: Path,
        ids: frozenset[str] | None = None,
        split: str | None = None,
        *,
        strict: bool = False,
        command: AdapterCommand | None = None,
    ) -> None:
        """Open a prediction file; ``ids`` and ``split`` select, ``None`` for all.

        ``command`` chooses the frames of videos, in the place of the adapters that answers name.

        Raises:
            PredictionError: as :class:`scoring.PredictionFile` does, or for an id that the release
                does not have.
            ReleaseError: when targets are withheld, or the release has no key frames.
            InputError: when an id of the selection is no key frames instance of the release.
        """
        release.require_labels()
        self._release, self._ids, self._split = release, ids, split
        known = frozenset(release.instance_ids(_TASK.name))
        if not known:
            raise ReleaseError(
                f"{release.path}: has no key frames; build it with --tasks keyframes"
            )
        if unknown := sorted((ids or frozenset()) - known):
            raise InputError(f"{release.path}: has no key frames instance {unknown[0]!r} (--cases)")
        self.exact: MutableMapping[str, ExactScores] = {}
        """Exact scores of the cases that were given so far, by instance id."""
        self._file = PredictionFile(predictions, strict=strict)
        self._opening = Opening(self._file.folder, command, strict)
        try:
            self._file.refuse_unknown(release.instance_ids())
        except BaseException:
            self.close()
            raise

    def digest(self) -> str:
        """SHA-256 of the prediction file."""
        return self._file.digest()

    def __len__(self) -> int:
        chosen = self._release.instance_ids(_TASK.name, self._split)
        return sum(self._ids is None or name in self._ids for name in chosen)

    def cases(self, *, exact: bool = True) -> Iterator[Case]:
        """Yield the cases in the release's order; ``exact`` fills :attr:`exact`."""
        for instance in with_pictures(self._release, self._chosen()):
            assert isinstance(instance, ShownKeyframes)
            yield self._case(instance, exact)

    def _chosen(self) -> Iterator[Instance]:
        for instance in self._release.instances(_TASK.name, self._split):
            if self._ids is None or instance.instance_id in self._ids:
                yield instance

    def close(self) -> None:
        """Close the prediction file."""
        self._file.close()

    def _case(self, instance: ShownKeyframes, exact: bool) -> Case:
        name = instance.instance_id
        answer = _TASK.opened(instance, self._file.answer(name, _TASK.form), self._opening)
        frames = answer.content.frames if isinstance(answer.content, Opened) else ()
        given = tuple(instance.known())
        if frames and exact:
            first, truth = read_picture(instance.first), instance.true_frames()
            self.exact[name] = exact_scores(first, truth, frames, given)
        shown = zip(instance.references, instance.shown, strict=True)
        return Case(
            instance_id=name,
            project=instance.project,
            source=instance.source,
            split=instance.split,
            goal=instance.goal,
            weight=instance.result_weight,
            window=window_text(instance.ticks, instance.horizon),
            actions=steps_text(instance.actions),
            rules=instance.rules,
            requests=instance.requests,
            hints=instance.hints,
            first=instance.first,
            references=tuple(Shown(reference_text(one), file) for one, file in shown),
            status=answer.status,
            detail=answer.detail,
            adapter=answer.adapter,
            given=given,
            frames=tuple(map(write_png, frames)),
        )
