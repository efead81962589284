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
]
"""``family`` is given for synthetic instances, ``variant`` where there is more than one.
``changed``: number of executed changed fields. ``hidden``: whether some of them are hidden.
``kind``: of an alteration, or of an event. ``modality`` and ``condition``: as the lines of the
prediction file say."""
BREAKDOWNS: tuple[Breakdown, ...] = get_args(Breakdown)
