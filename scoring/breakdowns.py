# SPDX-License-Identifier: Apache-2.0
"""By what figures are broken down."""

from __future__ import annotations

from typing import Literal, get_args

__all__ = ["BREAKDOWNS", "Breakdown"]

Breakdown = Literal[
    "all",
    "source",
    "family",
    "split",
    "variant",
    "horizon",
    "action",
    "changed",
    "hidden",
    "kind",
    "modality",
    "condition",
    "adapter",
]
"""``family`` is given for synthetic instances, ``variant`` where there is more than one.
``changed``: number of executed changed fields. ``hidden``: whether some of them are hidden.
``kind``: of an alteration, an event or a reward, or what key frames are given. ``modality`` and
``condition``: as the lines of the prediction file say. ``adapter``: how the frames of an answer
came."""
BREAKDOWNS: tuple[Breakdown, ...] = get_args(Breakdown)
