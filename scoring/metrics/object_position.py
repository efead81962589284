# SPDX-License-Identifier: Apache-2.0
"""Position error: how far are sprites from where they should be?

The distance of the centres of a sprite in the predicted and in the true frame, over sprites that
both show, as a share of the stage's width: 1 per cent is 4.8 stage units.

Scale: 0 and more, lower is better. It leaves out sprites that the predicted frame does not show;
read it beside visibility.
Average: pooled over sprites and frames. Empty case: without any there is no value (``None``).
Errors: none; an unusable answer shows no sprite.
Source: ours; :mod:`scoring.keyframes.objects` says how sprites are read.
"""

from __future__ import annotations

from scoring.metrics.base import pooled_share

__all__ = ["METRICS"]

_STAGE = 480 * 1000
"""The width, in the thousandths of a stage unit in which distances are counted."""

METRICS = (
    pooled_share(
        "position_error",
        "position error, of the stage's width",
        "sprites seen",
        "off",
        "placed",
        short="off",
        per=_STAGE,
        higher_is_better=False,
    ),
)
