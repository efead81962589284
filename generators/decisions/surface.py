# SPDX-License-Identifier: Apache-2.0
"""What can be seen of a menu by whoever does not know the world, and how much that tells.

A conditional logit model (McFadden, "Conditional logit analysis of qualitative choice behavior",
1974) is fitted to what is seen of the options of some menus and picks the best of others. Menus
that tell nothing on their surface leave it at chance, one in five.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, starmap
from operator import eq
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["fit_surface", "pick_by_surface", "surface_of"]

Option = Sequence[Sequence[Mapping[str, Any]]]
"""Of each step its actions in JSON form."""
Floats = NDArray[np.float64]

_ROUNDS = 500
_RATE = 0.2
_SHRINK = 0.001


def surface_of(menu: Sequence[Option]) -> Floats:
    """Return what is seen of each option: shape (options, features).

    Length; number of actions, of keys and moves of the mouse; when something is done on average,
    first and last; how many different things; how often the same again; whether it ends like
    others; how much it differs from the others, most, least; its place on the menu.
    """
    seen = [[_doings(step) for step in option] for option in menu]
    differ = [
        sum(sum(a != b for a, b in zip(one, other, strict=False)) for other in seen) for one in seen
    ]
    rows = []
    for at, (option, doings) in enumerate(zip(menu, seen, strict=True)):
        when = [step for step, done in enumerate(doings) if done] or [len(doings)]
        types = [action["type"] for step in option for action in step]
        rows.append(
            [
                len(option),
                len(types),
                types.count("key_down"),
                types.count("mouse_move"),
                sum(when) / len(when),
                when[0],
                when[-1],
                len(set(doings)),
                sum(starmap(eq, pairwise(doings))),
                [other[-1] for other in seen].count(doings[-1]),
                differ[at],
                differ[at] == max(differ),
                differ[at] == min(differ),
                *(at == place for place in range(len(menu))),
            ]
        )
    return np.array(rows, dtype=float)


def _doings(step: Sequence[Mapping[str, Any]]) -> str:
    """What the user does in a step, as text: not what is let go, nor waiting."""
    done = [action for action in step if action["type"] not in ("key_up", "wait")]
    return str(done) if done else ""


def fit_surface(seen: Floats, best: Sequence[int]) -> Floats:
    """Fit weights of the features to menus: ``seen`` (menus, options, features), the best of each.

    The features should be standardised.
    """
    weights: Floats = np.zeros(seen.shape[2])
    chosen = seen[np.arange(len(best)), list(best)].mean(0)
    for _ in range(_ROUNDS):
        scores = seen @ weights
        odds = np.exp(scores - scores.max(1, keepdims=True))
        odds /= odds.sum(1, keepdims=True)
        expected = (odds[..., None] * seen).sum(1).mean(0)
        weights = weights + _RATE * (chosen - expected - _SHRINK * weights)
    return weights


def pick_by_surface(seen: Floats, best: Sequence[int], groups: Sequence[object]) -> list[int]:
    """Return a pick for each menu by a model that was fitted to the menus of all other groups."""
    scaled = (seen - seen.mean((0, 1))) / np.maximum(seen.std((0, 1)), 1e-9)
    told = np.array(best)
    picks = np.zeros(len(told), dtype=int)
    for group in sorted({str(one) for one in groups}):
        mine = np.array([str(one) == group for one in groups])
        picks[mine] = (scaled[mine] @ fit_surface(scaled[~mine], told[~mine])).argmax(1)
    return [int(pick) for pick in picks]
