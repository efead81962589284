# SPDX-License-Identifier: Apache-2.0
"""Still frames: where nothing changes, does the answer leave all as it is?

The share of requested frames without any pixel that differs noticeably from the first frame, for
which the predicted frame has none either.

Scale: 0 to 1, higher is better; the first frame again scores 1.
Average: pooled over such frames. Empty case: without any there is no value (``None``).
Errors: none; an unusable answer is wrong.
Source: no-op accuracy (:mod:`scoring.metrics.no_op_accuracy`) with pixels as fields, ours.
"""

from __future__ import annotations

from scoring.metrics.base import pooled_share

__all__ = ["METRICS"]

METRICS = (
    pooled_share(
        "still_frames", "still frames left as they are", "still frames", "still_right", "still"
    ),
)
