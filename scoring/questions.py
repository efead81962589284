# SPDX-License-Identifier: Apache-2.0
"""The questions of a release: of every instance just what scoring needs, read fast.

:meth:`scratchworld.release.Release.instances` gives whole instances. Scoring 200,000 of them
needs half of the columns, so it reads those only, and parses their JSON with orjson.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import orjson

from scoring.state_text import find_values, looks_canonical
from scratchworld.errors import ReleaseError
from scratchworld.release import Release
from scratchworld.world import Delta, State, Value

__all__ = [
    "COLUMNS",
    "Labelled",
    "Labels",
    "Question",
    "action_of",
    "parse_column",
    "read_questions",
]

_WORTH_SEARCHING = 150
"""Bytes of state for each field that is looked up, above which searching beats parsing."""
COLUMNS = (
    *("instance_id", "horizon", "n_fields", "state", "target", "monitors", "pair_id"),
    *("task", "source", "family", "project", "split", "variant", "actions"),
)
"""What is read of each instance."""


class Labelled(Protocol):
    """What comparing an answer needs to know of an instance."""

    @property
    def task(self) -> str:
        """A member of :data:`scratchworld.world.TASKS`."""

    @property
    def state(self) -> State:
        """The input state."""

    @property
    def target(self) -> Delta:
        """The executed delta."""

    @property
    def monitors(self) -> tuple[str, ...]:
        """Variables and lists whose monitor is on the stage."""


class Labels(NamedTuple):
    """By what instances are told apart, as texts."""

    task: str
    source: str
    family: str
    project: str
    split: str
    variant: str
    action: str
    """See :func:`action_of`."""
    kind: str
    """Of an event or an alteration; empty where the task has neither."""


@dataclass(slots=True)
class Question:
    """One instance, as far as scoring is concerned; see :class:`scratchworld.world.Instance`."""

    instance_id: str
    horizon: int
    n_fields: int
    state_text: bytes
    """The input state as the release holds it: canonical JSON, or empty where it is not."""
    target: Delta
    monitors: tuple[str, ...]
    labels: Labels
    pair_id: str = ""
    parsed: State | None = None
    """The input state, once it was parsed."""

    @property
    def task(self) -> str:
        """A member of :data:`scratchworld.world.TASKS`."""
        return self.labels.task

    @property
    def state(self) -> State:
        """The input state, parsed when it is first asked for.

        Raises:
            ReleaseError: when it cannot be parsed.
        """
        if self.parsed is None:
            try:
                self.parsed = self.parse_state()
            except (ValueError, TypeError) as error:
                raise self._broken(str(error)) from None
        return self.parsed

    def values_at(
        self, paths: Sequence[str], known: Mapping[str, Value] | None = None
    ) -> Sequence[Value | None]:
        """Return the input's values at some paths, ``None`` where it has no such field.

        ``known`` are values of the input that are at hand already.

        Raises:
            ReleaseError: as :attr:`state` does.
        """
        if known:
            others = [path for path in paths if path not in known]
            rest = iter(self.values_at(others) if others else ())
            return [known[path] if path in known else next(rest) for path in paths]
        if self.parsed is None and len(self.state_text) > _WORTH_SEARCHING * len(paths):
            try:
                found = find_values(self.state_text, paths)
            except ValueError as error:
                raise self._broken(str(error)) from None
            if found is not None:
                return found
        return [*map(self.state.get, paths)]

    def parse_state(self) -> State:
        """Parse the input state.

        Raises:
            ValueError: when it is not JSON.
            TypeError: when it is not a map.
        """
        state = parse_column(self.state_text)
        if not isinstance(state, dict):
            raise TypeError("state is not a map")
        return state

    def _broken(self, why: str) -> ReleaseError:
        return ReleaseError(
            f"instance {self.instance_id!r}: its state cannot be read ({why}); "
            "build the release again"
        )


def read_questions(
    release: Release, task: str | None = None, split: str | None = None
) -> Iterator[Question]:
    """Stream the questions of a task and split (``None`` for all), in the release's order.

    Raises:
        ReleaseError: when a data file is missing, damaged or altered.
    """
    for name in release.verified_files(task, split):
        path = release.path / name
        for number, row in enumerate(release.read_columns(name, COLUMNS, raw=("state",))):
            try:
                yield _question(row)
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                message = f"{path}: row {number} cannot be read ({error}); build the release again"
                raise ReleaseError(message) from None


def parse_column(text: str | bytes) -> Any:
    """Parse the text of a JSON column.

    Raises:
        ValueError: when it is not JSON.
    """
    try:
        return orjson.loads(text)
    except ValueError:  # Lone surrogates, which Scratch names may hold and orjson refuses.
        return json.loads(text)


def action_of(steps: object) -> str:
    """Name the actions of a window by their types: ``key_down``, ``green_flag``, ``wait``.

    ``several`` when the steps hold different types; a ``wait`` counts only when there is nothing
    else, and so does a step without actions.
    """
    if not isinstance(steps, (list, tuple)):
        raise TypeError("actions is not a list")
    types = {str(action["type"]) for step in steps for action in step} - {"wait"}
    return "several" if len(types) > 1 else next(iter(types), "wait")


@lru_cache(maxsize=4096)
def _labels(
    task: str, source: str, family: str, project: str, split: str, variant: str, actions: str
) -> Labels:
    action = action_of(parse_column(actions))
    return Labels(task, source, family, project, split, variant, action, "")


@lru_cache(maxsize=4096)
def _monitors(text: str) -> tuple[str, ...]:
    return tuple(parse_column(text))


def _question(row: tuple[Any, ...]) -> Question:
    name, horizon, n_fields, state_text, target_text, monitors, pair_id, *labels = row
    target = parse_column(target_text)
    if not isinstance(target, dict):
        raise TypeError("target is not a map")
    question = Question(
        name, horizon, n_fields, state_text, target, _monitors(monitors), _labels(*labels), pair_id
    )
    if not looks_canonical(state_text):
        question.parsed = question.parse_state()
        question.state_text = b""
    return question
