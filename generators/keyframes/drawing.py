# SPDX-License-Identifier: Apache-2.0
"""Frames at the end of some steps of an episode."""

from __future__ import annotations

import io
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from PIL import Image

from scratchworld.world import Episode, State, apply_delta
from vm_runner import Session

__all__ = ["Drawn", "differing_pixels", "draw_steps"]

_LEVELS = 8
"""Differences of a colour up to this are none: no eye sees them."""


class Drawn(NamedTuple):
    """The stage at the end of a step."""

    state: State
    png: bytes


def draw_steps(session: Session, episode: Episode, steps: Collection[int]) -> dict[int, Drawn]:
    """Run an episode from tick 0 and return the stage after each of ``steps``, by their numbers.

    ``session`` has just been loaded. 0 is the stage before anything is done; nothing is run behind
    the last.

    Raises:
        ProjectError: when the project fails.
    """
    state, _ = session.start(episode.seed)
    drawn = {0: Drawn(state, session.frame())} if 0 in steps else {}
    for number, step in enumerate(episode.steps[: max(steps)], 1):
        # one call a step: the time limit is then for a step
        (result,) = session.run([step])
        state = apply_delta(state, result.delta)
        if number in steps:
            drawn[number] = Drawn(state, session.frame())
    return drawn


def differing_pixels(one: bytes, other: bytes) -> int:
    """Count the pixels of two PNG files of one size whose colours differ by more than 8 of 255."""
    if one == other:
        return 0
    first, second = (np.asarray(Image.open(io.BytesIO(each)), np.int16) for each in (one, other))
    return int((np.abs(first - second).max(axis=-1) > _LEVELS).sum())
