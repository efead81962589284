# SPDX-License-Identifier: Apache-2.0
"""Does a project still do the same when its texts are others?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from generators.privacy.anonymise import Anonymised
from generators.privacy.pseudonyms import Pseudonyms
from generators.rewriting import Translation, target_names, with_draws_of, write_project
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace, Value
from vm_runner import VmRunner

__all__ = ["behaves_alike"]


_Fields = Mapping[str, Value | None]
"""A state or a delta."""


class _Pseudonymous(Mapping[str, str]):
    """Every text -> its pseudonym, also of those that a program puts together as it runs."""

    def __init__(self, pseudonyms: Pseudonyms) -> None:
        self._pseudonyms = pseudonyms

    def __getitem__(self, text: str) -> str:
        return self._pseudonyms.name(text)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def behaves_alike(
    project: Anonymised, episodes: Iterable[tuple[Episode, Trace]], runner: VmRunner
) -> bool:
    """Tell whether the original does in some episodes what the anonymised project does in them.

    Each comes with its trace on ``project.after``. The same is done to the original, in ``runner``,
    up to the first step that is not the same; states and deltas, their names and texts replaced,
    must be equal. A text may also be one that the program has joined: its words count.
    """
    before, after, pseudonyms = project.before, project.after, project.pseudonyms
    same_draws = write_project(with_draws_of(before, target_names(after)))
    back = project.back()
    forth = replace(
        Translation.between(before, after, project.names), texts=_Pseudonymous(pseudonyms)
    )
    numbers = {
        int(old): pseudonyms.number(int(old))
        for old in pseudonyms.replaced
        if old.isascii() and old.isdigit() and not old.startswith("0")
    }
    try:
        return all(
            _same_fields(fields, expected, numbers)
            for episode, trace in episodes
            for fields, expected in zip(
                _played(same_draws, back.episode(episode), forth, runner),
                _fields(trace),
                strict=True,
            )
        )
    except ProjectError:
        return False


def _fields(trace: Trace) -> Iterator[_Fields]:
    yield trace.initial
    for step in trace.steps:
        yield step.delta


def _played(
    data: bytes, episode: Episode, forth: Translation, runner: VmRunner
) -> Iterator[_Fields]:
    """Play an episode step by step; yield the first state and each delta, as of the new project."""
    session = runner.load(data, trace=False)
    yield forth.state(session.start(episode.seed)[0])
    for step in episode.steps:
        for result in session.run([step]):
            yield forth.delta(result.delta)


def _same_fields(one: _Fields, other: _Fields, numbers: Mapping[int, int]) -> bool:
    return one.keys() == other.keys() and all(
        _same(value, other[path], numbers) for path, value in one.items()
    )


def _same(old: Value | None, new: Value | None, numbers: Mapping[int, int]) -> bool:
    if isinstance(old, int) and not isinstance(old, bool) and old in numbers:
        return new == numbers[old]
    return old == new
