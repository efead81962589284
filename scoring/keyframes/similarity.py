# SPDX-License-Identifier: Apache-2.0
"""How alike two whole pictures are: SSIM and PSNR."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scoring.keyframes.picture import Picture

__all__ = ["MOST_DECIBELS", "psnr", "ssim"]

MOST_DECIBELS = 100.0
"""What equal pictures have, whose ratio is infinite."""

_SIDE, _SIGMA = 11, 1.5
_DISTANCES = np.arange(_SIDE) - _SIDE // 2
_WEIGHTS = np.exp(-(_DISTANCES**2) / (2 * _SIGMA**2))
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
_LUMA = np.array([0.299, 0.587, 0.114])

Floats = NDArray[np.float64]


def ssim(one: Picture, other: Picture) -> float:
    """Return the mean structural similarity of the lumas of two pictures, -1 to 1.

    Windows are Gaussian, 11 x 11 pixels with a standard deviation of 1.5, and lie inside the
    picture; K1 = 0.01, K2 = 0.03. Source: Wang, Bovik, Sheikh and Simoncelli, "Image quality
    assessment: from error visibility to structural similarity", IEEE Transactions on Image
    Processing 13, 2004.

    Raises:
        ValueError: when the shapes differ, or a side is below 11 pixels.
    """
    if one.shape != other.shape or min(one.shape[:2]) < _SIDE:
        raise ValueError(f"pictures of {one.shape} and {other.shape} have no SSIM")
    if np.array_equal(one, other):
        return 1.0
    x, y = one @ _LUMA, other @ _LUMA
    mean_x, mean_y = _blur(x), _blur(y)
    both = mean_x * mean_y
    squares = mean_x**2 + mean_y**2
    covariance = _blur(x * y) - both
    variances = _blur(x**2 + y**2) - squares
    above = (2 * both + _C1) * (2 * covariance + _C2)
    below = (squares + _C1) * (variances + _C2)
    return float((above / below).mean())


def _blur(values: Floats) -> Floats:
    """Weighted means of all windows that lie inside."""
    down = sliding_window_view(values, _SIDE, axis=0) @ _WEIGHTS
    return np.asarray(sliding_window_view(down, _SIDE, axis=1) @ _WEIGHTS)


def psnr(one: Picture, other: Picture) -> float:
    """Return the peak signal-to-noise ratio of two pictures in decibels, 0 to 100.

    10 log10(255^2 / the mean square error of all colours); 100 for equal pictures, and for any
    whose ratio is above that.

    Raises:
        ValueError: when the shapes differ.
    """
    if one.shape != other.shape:
        raise ValueError(f"pictures of {one.shape} and {other.shape} have no PSNR")
    error = np.mean((one.astype(np.int32) - other) ** 2)
    if error == 0:
        return MOST_DECIBELS
    return min(MOST_DECIBELS, float(10 * np.log10(255**2 / error)))
