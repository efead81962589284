# SPDX-License-Identifier: Apache-2.0
"""Which pixels look different: distances of colours in CIELAB.

The distance is CIE 1976's, Euclid's in L*a*b* under D65 from sRGB (IEC 61966-2-1). 2.3 is the mean
just noticeable difference there: Mahy, Van Eycken and Oosterlinck, "Evaluation of uniform color
spaces developed after the adoption of CIELAB and CIELUV", Color Research & Application 19, 1994.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.keyframes.picture import Picture

__all__ = ["CLOSE", "TOLERANCE", "colour_distance", "differs", "distance_map", "to_lab"]

TOLERANCE = 2.3
"""Distance up to which two colours look the same: just noticeable."""
CLOSE = 10.0
"""Distance up to which two colours are close: a shade, as lossy compression leaves it."""

Floats = NDArray[np.float32]

_LEVELS = np.arange(256) / 255
_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
# divided by the white point, which is what white has: so all greys have a* = b* = 0
_TO_XYZ = (_TO_XYZ / _TO_XYZ.sum(axis=1, keepdims=True)).astype(np.float32)


def to_lab(colours: NDArray[np.uint8]) -> Floats:
    """Return L*, a* and b* of sRGB colours; shape (..., 3)."""
    xyz = _LINEAR[colours] @ _TO_XYZ.T
    bent = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    x, y, z = bent[..., 0], bent[..., 1], bent[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def colour_distance(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Floats:
    """Return the distance of two arrays of colours, 0 to about 260; the last axis is gone."""
    apart = to_lab(one) - to_lab(other)
    return np.asarray(np.sqrt((apart * apart).sum(axis=-1)))


def distance_map(one: Picture, other: Picture) -> Floats:
    """Return the distance of the colours of every pixel; shape (height, width)."""
    unequal = one != other
    # by hand, as any() along an axis of three is slow
    mask = unequal[..., 0] | unequal[..., 1] | unequal[..., 2]
    apart = np.zeros(mask.shape, dtype=np.float32)
    apart[mask] = colour_distance(one[mask], other[mask])
    return apart


def differs(one: Picture, other: Picture, tolerance: float = TOLERANCE) -> NDArray[np.bool_]:
    """Return the mask of pixels whose colours are more than ``tolerance`` apart."""
    return np.asarray(distance_map(one, other) > tolerance)
