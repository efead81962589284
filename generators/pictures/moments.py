# SPDX-License-Identifier: Apache-2.0
"""When pictures are taken for an instance."""

from __future__ import annotations

from dataclasses import dataclass

from scratchworld.world import Instance

__all__ = ["HISTORY_TASKS", "Moments", "PicturePlan", "moments_of"]

HISTORY_TASKS = ("rollout", "counterfactual", "decision")
"""Tasks whose instances show the frames of the states before the input."""


@dataclass(frozen=True, slots=True)
class PicturePlan:
    """Which pictures a release holds of each instance, apart from the frame of its input state."""

    history: int = 8
    """Most steps before the input state that are shown: by the history frames, one a step, and by
    the clip."""
    interval: int = 6
    """Most ticks from one picture of a clip to the next."""
    formats: tuple[str, ...] = ("mp4", "webp")
    """Formats of clips."""


@dataclass(frozen=True, slots=True)
class Moments:
    """When pictures are taken, in ticks from the start of the instance's episode."""

    now: int
    """Of the input state, s_t."""
    history: tuple[int, ...]
    """Of the states before it, oldest first; empty for tasks without history frames."""
    before: tuple[int, ...]
    """Of the clip that ends with s_t."""
    after: tuple[int, ...]
    """Of the target's clip: all that comes after s_t, up to s_{t+H}."""


def moments_of(instance: Instance, plan: PicturePlan, *, clips: bool) -> Moments:
    """Return when pictures are taken for an instance; none for clips unless ``clips``.

    Each picture of a clip is as many ticks after the one before as the largest divisor of the
    step's ticks that ``plan.interval`` allows, so every state between steps is one of them.
    """
    ticks = instance.ticks
    now = instance.step * ticks
    first = max(0, instance.step - plan.history) * ticks
    shown = instance.task in HISTORY_TASKS
    gap = max(each for each in range(1, min(plan.interval, ticks) + 1) if ticks % each == 0)
    end = now + instance.horizon * ticks
    return Moments(
        now,
        tuple(range(first, now, ticks)) if shown else (),
        tuple(range(first, now + 1, gap)) if clips else (),
        tuple(range(now + gap, end + 1, gap)) if clips else (),
    )
