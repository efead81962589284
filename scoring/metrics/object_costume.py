# SPDX-License-Identifier: Apache-2.0
"""Costume accuracy: of the sprites that a true frame shows, how many are seen in their costume?

Scale: 0 to 1, higher is better. Costumes that look the same are the same; a sprite that the
predicted frame does not show is wrong. Sprites that stay as they are count too, so the first frame
again scores high.
Average: pooled over sprites and frames. Empty case: without any there is no value (``None``).
Errors: none; an unusable answer shows no sprite.
Source: ours; :mod:`scoring.keyframes.objects` says how sprites are read.
"""

from __future__ import annotations

from scoring.metrics.base import pooled_share

__all__ = ["METRICS"]

METRICS = (
    pooled_share(
        "costume_accuracy",
        "costume accuracy",
        "sprites shown",
        "costume_right",
        "sprites_shown",
        short="costume",
    ),
)
