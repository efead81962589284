# SPDX-License-Identifier: Apache-2.0
"""Decisions: how much worse than the best option of its menu is the one that was picked?

``regret``: (best - picked) / (best - worst). Scale 0 to 1, lower is better: 0 for the best option,
1 for the worst.
``regret_to_random``: (best - picked) / (best - mean), where the mean of the menu is what picking at
random earns on average. 0 for the best option, 1 for one as good as chance, more for a worse one.
Lower is better.
``top_1``: share of menus whose best option was picked. Scale 0 to 1, higher is better; 1/5 by
chance.

Averages: instance mean, over menus. Ties: of options that are said to be equally good the worst
counts as picked. Empty case: every menu has a best option and a worse one, so there is none.
Errors: none; an unusable answer, or a pick that is not on the menu, counts as the worst option.
Source: regret against the options of one menu follows WorldModelGym (Reka, 2026), whose menus have
five options of which one is random; the normalisations are ours. ``docs/protocols/decisions.md``.
"""

from __future__ import annotations

import numpy as np

from scoring.metrics.base import MILLION, Columns, Floats, Metric, floats

__all__ = ["METRICS"]


def _menus(columns: Columns) -> Floats:
    return np.ones(len(columns["regret"]))


METRICS = (
    Metric(
        "regret",
        "regret",
        "instance mean",
        "menus",
        lambda columns: floats(columns["regret"]) / MILLION,
        _menus,
        higher_is_better=False,
        short="regret",
    ),
    Metric(
        "regret_to_random",
        "regret to random",
        "instance mean",
        "menus",
        lambda columns: floats(columns["regret_to_random"]) / MILLION,
        _menus,
        higher_is_better=False,
        short="to random",
    ),
    Metric(
        "top_1",
        "best option picked",
        "instance mean",
        "menus",
        lambda columns: floats(columns["exact"]),
        _menus,
        short="top-1",
    ),
)
