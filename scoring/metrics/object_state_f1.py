# SPDX-License-Identifier: Apache-2.0
"""Object F1: do the sprites in the frames do what they should?

Sprites are read from frames by looking for their known costumes. Over sprites and requested frames,
P are the properties (x, y, costume, visible) that are read otherwise from the predicted frame than
from the first, G those read otherwise from the true frame, TP those of both that agree, coordinates
within 3 stage units::

    F1 = 2 TP / (|P| + |G|)

Scale: 0 to 1, higher is better; the first frame again has P empty and scores 0, and the true frames
score 1. A sprite takes part where the first and the true frame are read as their states are;
``objects_readable`` tells how often.
Average: pooled. Empty case: nothing to divide by gives no value (``None``).
Errors: none; an unusable answer has P empty.
Source: changed-field F1 over what can be seen, ours; :mod:`scoring.keyframes.objects`.
"""

from __future__ import annotations

from scoring.metrics.base import Metric, floats

__all__ = ["METRICS"]

METRICS = (
    Metric(
        "object_f1",
        "object F1 (x, y, costume, visible)",
        "pooled",
        "claimed and changed properties",
        lambda columns: 2 * floats(columns["object_right"]),
        lambda columns: floats(columns["object_claimed"] + columns["object_changed"]),
        short="object F1",
    ),
)
