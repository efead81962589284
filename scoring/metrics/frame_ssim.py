# SPDX-License-Identifier: Apache-2.0
"""SSIM: is the whole frame like the true one? Mind that copying the first frame scores high.

The mean structural similarity of predicted and true frames, on their lumas with the usual Gaussian
windows; :func:`scoring.keyframes.similarity.ssim` has the formula.

Scale: -1 to 1, higher is better; 1 for equal frames. It is a diagnostic: most of a frame does not
change, so the first frame again comes close to 1 and a good answer cannot be told by it alone.
Average: pooled over requested frames, but for those that the instance shows.
Empty case: there is none. Errors: none; a frame of an unusable answer counts 0.
Source: Wang, Bovik, Sheikh and Simoncelli, IEEE Transactions on Image Processing 13, 2004.
"""

from __future__ import annotations

from scoring.metrics.base import MILLION, pooled_share

__all__ = ["METRICS"]

METRICS = (
    pooled_share(
        "frame_ssim", "SSIM of frames", "frames", "ssim", "moments", short="SSIM", per=MILLION
    ),
)
