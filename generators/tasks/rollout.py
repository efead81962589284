# SPDX-License-Identifier: Apache-2.0
"""Task ``rollout``: from s_t and the actions of H steps to s_{t+H}."""

from __future__ import annotations

from collections.abc import Sequence

from generators.tasks.window import Window, windows
from scratchworld.world import Episode, Trace

__all__ = ["HORIZONS", "TASK", "cut_rollouts"]

TASK = "rollout"

HORIZONS = (2, 5, 10, 15, 20)
"""Steps H of a rollout."""


def cut_rollouts(episode: Episode, trace: Trace, horizons: Sequence[int]) -> list[Window]:
    """Return all windows of each horizon that fit into the episode."""
    return [window for horizon in horizons for window in windows(TASK, episode, trace, horizon)]
