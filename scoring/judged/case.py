# SPDX-License-Identifier: Apache-2.0
"""A case: one answer in frames, and all that a judge is shown to score it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scoring.answer import Status

__all__ = ["Case", "Shown"]


class Shown(NamedTuple):
    """A reference picture of an instance."""

    caption: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Case:
    """One instance of the task ``keyframes`` with a model's answer.

    Nothing of it is a true frame: the judge goes by the hints.
    """

    instance_id: str
    project: str
    source: str
    split: str
    goal: str
    """``rules``, ``goal_frame`` or ``demonstration``."""
    weight: int
    """Result weight, 0 to 100."""
    window: str
    """How long the window is, in words."""
    actions: str
    """What the user does in it, one line a step."""
    rules: str
    """The rules that can run, as scratchblocks text; may be empty."""
    requests: tuple[str, ...]
    """What is asked for, one sentence a moment."""
    hints: tuple[str, ...]
    """What happened, one text a moment, from the executed trace: a label."""
    first: bytes
    """PNG of the first frame."""
    references: tuple[Shown, ...]
    status: Status
    """Of the answer."""
    detail: str = ""
    """Why the answer is not used, or what was repaired."""
    adapter: str = ""
    """How its frames were given or chosen: ``frames``, ``grid``, or the name of an adapter."""
    given: tuple[int, ...] = ()
    """Numbers of the moments, from 0, whose frame the model was shown, as the goal."""
    frames: tuple[bytes, ...] = ()
    """The answer: one PNG a moment; none where it cannot be used."""
