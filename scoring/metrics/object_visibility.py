# SPDX-License-Identifier: Apache-2.0
"""Visibility accuracy: of the sprites that can be read, how many are shown or hidden rightly?

``objects_readable`` is no score of a model: of the sprites of a release, times requested frames, it
is the share that the reader reads right from the true frames, and that all object metrics are over.

Scale: 0 to 1, higher is better. Sprites that stay as they are count too, so the first frame again
scores high.
Average: pooled over sprites and frames. Empty case: without any there is no value (``None``).
Errors: none; an unusable answer has every sprite wrong.
Source: ours; :mod:`scoring.keyframes.objects` says how sprites are read.
"""

from __future__ import annotations

from scoring.metrics.base import pooled_share

__all__ = ["METRICS"]

METRICS = (
    pooled_share(
        "visibility_accuracy",
        "visibility accuracy",
        "sprites read",
        "visible_right",
        "sprites_read",
        short="visible",
    ),
    pooled_share(
        "objects_readable", "sprites that can be read", "sprites", "sprites_read", "sprites"
    ),
)
