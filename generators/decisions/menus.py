# SPDX-License-Identifier: Apache-2.0
"""Menus: five sequences of actions of which nothing on the surface tells the best.

A sequence is drawn: what the user does in each step. Its look-alikes are small edits of it, two of
its steps exchanged or one moved elsewhere; it is not on the menu itself, so none is nearer to the
others than another. The random option does as much of each sort, but other things at other
times. The last step is the same in all. So options of one menu have the same length, the same
number of key presses and of every other sort of action, and the same end.

Which is best is decided by the VM. But what has an effect of its own is more often the only best,
and tends to look different. So a fair draw decides beforehand which place the best one takes in the
order of likeness: the random option, or that of the look-alikes that is nearest to the others,
second nearest and so on, one in five each. A draft that does not have menus of all five sorts is
not used.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from operator import ne
from typing import NamedTuple

from generators.exploration import Listener, Program, actions_of, spots
from scratchworld.world import Action, State

__all__ = ["FAULTS", "OPTIONS", "Draft", "Menu", "choose_menu", "draw_options"]

FAULTS: tuple[str, ...] = ("too_few", "flat", "small_spread", "no_unique_best", "one_sided")
"""Why there is no menu, the last is the nearest to one."""
OPTIONS = 5
"""On a menu: four look-alikes and a random one."""
_LOOK_ALIKES = 12
_RANDOM = 5
_KINDS = ("key", "mouse", "click", "broadcast")
_IDLE = 0.35
"""Chance that nothing is done in a step."""
_TRIES = 60
_MENUS = 400
"""Menus of a draft that are looked at."""

Doing = tuple[str, str, tuple[int, int]]
"""What the user does in a step: kind and name of a listener, and where the mouse goes."""
_WAIT: Doing = ("", "", (0, 0))


class Draft(NamedTuple):
    """Options from which menus are chosen."""

    look_alikes: tuple[tuple[tuple[Action, ...], ...], ...]
    """Of each the actions of each step."""
    random: tuple[tuple[tuple[Action, ...], ...], ...]


class Menu(NamedTuple):
    """Five options of a draft, by their places in look-alikes and random ones joined together."""

    places: tuple[int, ...]
    random_option: int
    """Which of the five is the random one."""


def draw_options(
    program: Program,
    listeners: Sequence[Listener],
    state: State,
    held: Sequence[str],
    steps: int,
    rng: random.Random,
) -> Draft | None:
    """Draw sequences of ``steps`` steps; ``held`` are the keys that are down before.

    ``None`` when the program listens to nothing that can be varied.
    """
    able = [one for one in listeners if one.kind in _KINDS]
    if not able:
        return None
    places = spots(state, program)

    def do(listener: Listener) -> Doing:
        return (listener.kind, listener.name, rng.choice(places))

    base = [_WAIT if rng.random() < _IDLE else do(rng.choice(able)) for _ in range(steps)]
    edits: dict[tuple[Doing, ...], None] = {}
    for _ in range(_TRIES):
        edit = tuple(_edited(base, rng))
        if edit != tuple(base) and len(edits) < _LOOK_ALIKES:
            edits[edit] = None
    drawn: dict[tuple[Doing, ...], None] = {}
    for _ in range(_TRIES):
        again = [
            one if one == _WAIT else do(rng.choice([each for each in able if each.kind == one[0]]))
            for one in base[:-1]
        ]
        rng.shuffle(again)
        other = (*again, base[-1])
        if other != tuple(base) and other not in edits and len(drawn) < _RANDOM:
            drawn[other] = None
    if len(edits) < OPTIONS - 1 or not drawn:
        return None
    return Draft(
        tuple(_spelt(one, held) for one in edits), tuple(_spelt(one, held) for one in drawn)
    )


def _edited(base: Sequence[Doing], rng: random.Random) -> list[Doing]:
    """Exchange two steps or move one elsewhere; the last stays."""
    edit = list(base)
    one, other = rng.sample(range(len(base) - 1), 2)
    if rng.random() < 0.5:
        edit[one], edit[other] = edit[other], edit[one]
    else:
        edit.insert(other, edit.pop(one))
    return edit


def _spelt(doings: Sequence[Doing], held: Sequence[str]) -> tuple[tuple[Action, ...], ...]:
    """Spell a sequence out; each key that goes down comes up in the next step."""
    down = list(held)
    steps = []
    for kind, name, spot in doings:
        actions = [Action.make("key_up", key=key) for key in down]
        down = [name] if kind == "key" else []
        if kind:
            actions += actions_of(Listener(kind, name, frozenset()), spot)
        else:
            actions.append(Action.make("wait"))
        steps.append(tuple(actions))
    return tuple(steps)


def choose_menu(
    draft: Draft, returns: Mapping[int, float], spread: float, rng: random.Random
) -> Menu | str:
    """Choose five options whose best is unique; or say in a word why there are none.

    ``returns`` are those of the options that could be run, by their places in look-alikes and
    random ones joined together. The best and the worst of a menu are at least ``spread`` apart.
    """
    look_alikes = len(draft.look_alikes)
    alike = sorted(at for at in returns if at < look_alikes)
    others = sorted(at for at in returns if at >= look_alikes)
    if len(alike) < OPTIONS - 1 or not others:
        return "too_few"
    width = max(returns.values()) - min(returns.values())
    if width == 0:
        return "flat"
    if width < spread:
        return "small_spread"
    found: dict[int, Menu] = {}
    failed: Counter[str] = Counter()
    apart = _distances(draft.look_alikes)
    for _ in range(_MENUS):
        drawn = [*rng.sample(alike, OPTIONS - 1), rng.choice(others)]
        fault = _fault([returns[at] for at in drawn], spread)
        if fault:
            failed[fault] += 1
            continue
        best = max(drawn, key=returns.__getitem__)
        sort = _likeness(drawn[:-1], apart, rng).index(best) if best < look_alikes else -1
        rng.shuffle(drawn)
        at = next(place for place, one in enumerate(drawn) if one >= look_alikes)
        found.setdefault(sort, Menu(tuple(drawn), at))
    if not found:
        return max(sorted(failed), key=failed.__getitem__)
    # All must be possible, or else which of them is best would hang on the world.
    if len(found) < OPTIONS:
        return "one_sided"
    return found[rng.choice(sorted(found))]


def _distances(options: Sequence[Sequence[object]]) -> list[list[int]]:
    """Return in how many steps each two options differ."""
    return [[sum(map(ne, one, other)) for other in options] for one in options]


def _likeness(
    look_alikes: Sequence[int], apart: Sequence[Sequence[int]], rng: random.Random
) -> list[int]:
    """Sort look-alikes by how much they differ from each other; equals in an order by chance."""
    keys = {
        one: (sum(apart[one][other] for other in look_alikes), rng.random()) for one in look_alikes
    }
    return sorted(look_alikes, key=keys.__getitem__)


def _fault(returns: Sequence[float], spread: float) -> str:
    best, worst = max(returns), min(returns)
    if best == worst:
        return "flat"
    if best - worst < spread:
        return "small_spread"
    second = sorted(returns)[-2]
    # What is told apart must differ by more than the last digits of sums.
    return "no_unique_best" if best - second < 1e-6 else ""
