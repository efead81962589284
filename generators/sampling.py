# SPDX-License-Identifier: Apache-2.0
"""Chooses few windows of a project, for variety."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Sequence

from generators.tasks import Window

__all__ = ["sample"]

_LARGEST_MAGNITUDE = 4
"""Of the number of changed fields: 1, 2 to 3, 4 to 7, and all the larger ones together, so that
the few very large changes of a project are not chosen as often as all others."""


def sample(
    candidates: Sequence[Window], cap: int, *, empty_share: float, rng: random.Random
) -> list[Window]:
    """Choose at most ``cap`` windows.

    The choice goes round the kinds of window: horizon, ticks, magnitude of the number of changed
    fields, whether hidden and whether visible fields change. Within a kind it prefers sets of
    changed fields not chosen before. No two chosen windows have the same state, actions and
    delta. On average ``empty_share`` of ``cap`` go to empty deltas, if there are any; they are
    never used to fill up.
    """
    wanted_empty = _round_at_random(cap * empty_share, rng)
    empty = [window for window in candidates if not window.target]
    changing = [window for window in candidates if window.target]
    chosen = _take(empty, wanted_empty, rng, set())
    return chosen + _take(changing, cap - len(chosen), rng, set())


def _round_at_random(value: float, rng: random.Random) -> int:
    whole = int(value)
    return whole + (rng.random() < value - whole)


def _kind(window: Window) -> tuple[int, int, int, bool, bool]:
    hidden = window.n_hidden_changed
    changed = len(window.target)
    magnitude = min(changed.bit_length(), _LARGEST_MAGNITUDE)
    return (window.horizon, window.ticks, magnitude, hidden > 0, hidden < changed)


def _take(
    windows: Iterable[Window], count: int, rng: random.Random, used: set[Hashable]
) -> list[Window]:
    chosen: list[Window] = []
    fingerprints: set[str] = set()
    for window in _in_turn(windows, rng):
        if len(chosen) >= count:
            break
        signature = (window.horizon, frozenset(window.target))
        if window.target and signature in used:
            continue
        if window.fingerprint in fingerprints:
            continue
        used.add(signature)
        fingerprints.add(window.fingerprint)
        chosen.append(window)
    return chosen


def _in_turn(windows: Iterable[Window], rng: random.Random) -> Iterator[Window]:
    """Yield one window of each kind, then another of each, and so on."""
    kinds: dict[tuple[int, int, int, bool, bool], list[Window]] = {}
    for window in windows:
        kinds.setdefault(_kind(window), []).append(window)
    queues = [kinds[kind] for kind in sorted(kinds)]
    for queue in queues:
        rng.shuffle(queue)
    rng.shuffle(queues)
    while queues:
        for queue in queues:
            yield queue.pop()
        queues = [queue for queue in queues if queue]
