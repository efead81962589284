# SPDX-License-Identifier: Apache-2.0
"""Wrong values that are right one step earlier or later, where the release holds that step.

Instances of one project, seed and step length whose actions agree are moments of one episode. If
another instance starts or ends one step after (before) the end of a window, the values there are
known, and a claim with such a value is early (late) rather than just wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from scoring.errors_of_fields import ErrorKind
from scoring.field_tally import WrongValue
from scoring.matching import matches
from scoring.questions import parse_column
from scratchworld.release import Release
from scratchworld.world import State, apply_delta

__all__ = ["find_timing_errors"]

_COLUMNS = (
    *("instance_id", "task", "project", "variant", "seed", "ticks"),
    *("step", "horizon", "history", "actions", "state", "target"),
)

Episode = tuple[str, str, int, int]
Timing = Literal["one_step_early", "one_step_late"]


class _Wanted(NamedTuple):
    """A wrong value, and the moment at which it would be right."""

    number: int
    task: str
    timing: Timing
    shared: list[Any]
    """The actions that both moments must have behind them."""
    value: WrongValue


def find_timing_errors(
    release: Release, wrong: Iterable[WrongValue]
) -> Counter[tuple[str, ErrorKind]]:
    """Count, by task, the wrong values that a neighbouring step explains.

    Reads the release twice more, but only where there is something to explain.

    Raises:
        ReleaseError: when the release cannot be read.
    """
    by_instance: dict[str, list[WrongValue]] = defaultdict(list)
    for value in wrong:
        by_instance[value.instance_id].append(value)
    if not by_instance:
        return Counter()
    wanted = _wanted(release, by_instance)
    found: dict[int, tuple[str, ErrorKind]] = {}
    for row in _rows(release):
        for at, is_end in ((row["step"], False), (row["step"] + row["horizon"], True)):
            here = wanted.get((_episode(row), at))
            if not here:
                continue
            actions = parse_column(row["history"])
            if is_end:
                actions += parse_column(row["actions"])
            state = _state(row, is_end)
            for one in here:
                path = one.value.path
                if actions[: len(one.shared)] == one.shared[: len(actions)] and matches(
                    path, one.value.claimed, state.get(path)
                ):
                    found.setdefault(one.number, (one.task, one.timing))
    return Counter(found.values())


def _wanted(
    release: Release, by_instance: Mapping[str, list[WrongValue]]
) -> dict[tuple[Episode, int], list[_Wanted]]:
    wanted: dict[tuple[Episode, int], list[_Wanted]] = defaultdict(list)
    number = 0
    for row in _rows(release):
        for value in by_instance.get(row["instance_id"], ()):
            shared = parse_column(row["history"]) + parse_column(row["actions"])
            end = row["step"] + row["horizon"]
            number += 1
            for at, timing in _NEIGHBOURS:
                wanted[_episode(row), end + at].append(
                    _Wanted(number, row["task"], timing, shared, value)
                )
    return wanted


_NEIGHBOURS: tuple[tuple[int, Timing], ...] = ((1, "one_step_early"), (-1, "one_step_late"))


def _rows(release: Release) -> Iterator[dict[str, Any]]:
    for name in release.verified_files():
        if "/counterfactual/" in name:
            continue  # What an alteration did is no moment of the episode.
        for row in release.read_columns(name, _COLUMNS):
            yield dict(zip(_COLUMNS, row, strict=True))


def _episode(row: Mapping[str, Any]) -> Episode:
    return (row["project"], row["variant"], row["seed"], row["ticks"])


def _state(row: Mapping[str, Any], is_end: bool) -> State:
    state: State = parse_column(row["state"])
    return apply_delta(state, parse_column(row["target"])) if is_end else state
