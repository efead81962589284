# SPDX-License-Identifier: Apache-2.0
"""Does a project still do the same when its texts are others?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generators.privacy.anonymise import Anonymised
from generators.privacy.pseudonyms import Pseudonyms
from generators.rewriting import Translation, target_names, with_draws_of, write_project
from scratchworld.errors import ProjectError
from scratchworld.world import Episode, Trace, Value
from vm_runner import VmRunner

__all__ = ["behaves_alike"]


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


def behaves_alike(project: Anonymised, episode: Episode, trace: Trace, runner: VmRunner) -> bool:
    """Tell whether the original does in an episode what the anonymised project does in it.

    ``trace`` is that of ``episode`` on ``project.after``. The same is done to the original, in
    ``runner``; then states and deltas, their names and texts replaced, must be equal. A text may
    also be one that the program has joined: its words count.
    """
    before, after, pseudonyms = project.before, project.after, project.pseudonyms
    try:
        same_draws = write_project(with_draws_of(before, target_names(after)))
        original = runner.run(same_draws, project.back().episode(episode))
    except ProjectError:
        return False
    forth = replace(
        Translation.between(before, after, project.names), texts=_Pseudonymous(pseudonyms)
    )
    numbers = {
        int(old): pseudonyms.number(int(old))
        for old in pseudonyms.replaced
        if old.isascii() and old.isdigit() and not old.startswith("0")
    }

    def pairs() -> Iterator[tuple[Mapping[str, Value | None], Mapping[str, Value | None]]]:
        yield forth.state(original.initial), trace.initial
        for one, other in zip(original.steps, trace.steps, strict=True):
            yield forth.delta(one.delta), other.delta

    return all(
        one.keys() == other.keys()
        and all(_same(value, other[path], numbers) for path, value in one.items())
        for one, other in pairs()
    )


def _same(old: Value | None, new: Value | None, numbers: Mapping[int, int]) -> bool:
    if isinstance(old, int) and not isinstance(old, bool) and old in numbers:
        return new == numbers[old]
    return old == new
