# SPDX-License-Identifier: Apache-2.0
"""Task ``next_state``: from s_t and a_t to the delta; an empty delta is a valid label."""

from __future__ import annotations

from generators.tasks.window import Window, windows
from scratchworld.world import Episode, Trace

__all__ = ["TASK", "cut_next_state"]

TASK = "next_state"


def cut_next_state(episode: Episode, trace: Trace) -> list[Window]:
    """Return one window a step."""
    return windows(TASK, episode, trace, 1)
