# SPDX-License-Identifier: Apache-2.0
"""PSNR: how far off are the colours of the whole frame? Copying the first frame scores high.

10 log10(255^2 / mean square error) of predicted and true frames, in decibels.

Scale: 0 to 1, which is 0 to 100 decibels, so that tables in per cent show decibels; higher is
better. Equal frames, whose ratio is infinite, count 100 decibels. A diagnostic, as SSIM is.
Average: pooled over requested frames, but for those that the instance shows.
Empty case: there is none. Errors: none; a frame of an unusable answer counts 0.
Source: the usual definition; see :func:`scoring.keyframes.similarity.psnr`.
"""

from __future__ import annotations

from scoring.metrics.base import MILLION, pooled_share

__all__ = ["METRICS"]

METRICS = (
    pooled_share(
        "frame_psnr",
        "PSNR of frames, in decibels",
        "frames",
        "psnr",
        "moments",
        short="PSNR dB",
        per=MILLION,
    ),
)
