# SPDX-License-Identifier: Apache-2.0
"""Find a template in a frame: the place where it fits best, and how well it fits there.

The sum of squared differences under the template's alpha is computed for all places at once in the
Fourier domain, on pictures of half the size; the best places are then searched closely. Source of
the method: J. P. Lewis, "Fast template matching", Vision Interface, 1995.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.keyframes.picture import HEIGHT, WIDTH, Picture
from scoring.keyframes.templates import Template

__all__ = ["FITS", "Found", "Scene", "Sought", "find", "look_at"]

FITS = 0.6
"""Share of a template's opaque pixels that must be as they should for a sprite to be seen."""

_LEVELS = 40
"""By which every colour of a pixel may be off."""
_PLACES = 3
"""That are searched closely."""
_AROUND = 2
"""Stage pixels around a place."""
_NEAR_BY = np.array([*product(range(-_AROUND, _AROUND + 1), repeat=2)])
_LEAST_INSIDE = 0.5
"""Share of a template that must be on the stage."""

_ROWS, _COLUMNS = _HALF = HEIGHT // 2, WIDTH // 2
_SHAPES = ((4 * _ROWS // 3, 4 * _COLUMNS // 3), (2 * _ROWS, 2 * _COLUMNS))
"""Of transforms: the frame and room for a template, up to a third of the stage or all of it."""

Shape = tuple[int, int]
Complex = NDArray[np.complexfloating]
Floats = NDArray[np.floating]


class Found(NamedTuple):
    """Where a costume fits best, and how well."""

    evidence: float
    """Opaque pixels times what the fit is above :data:`FITS`: positive where it is seen, and the
    more the more pixels it explains."""
    nearness: float
    """Minus the mean difference of colours."""
    x: float
    """Of the centre of rotation, in stage units."""
    y: float
    template: Template


class Scene:
    """A frame, ready to be searched."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture.astype(np.int16)
        self._half = _halve(picture.astype(np.float32))
        self._transforms: dict[Shape, tuple[Complex, Complex]] = {}

    def transforms(self, shape: Shape) -> tuple[Complex, Complex]:
        """Return the transforms of the squared colours' sum and of the three colours."""
        if shape not in self._transforms:
            squares = np.fft.rfft2((self._half**2).sum(axis=-1), shape)
            self._transforms[shape] = squares, _of_colours(self._half, shape)
        return self._transforms[shape]


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """A template, ready to be looked for."""

    template: Template
    shape: Shape
    alpha: Complex
    colours: Complex
    squares: Floats
    """At each place, the sum of alpha times squared colour of what is on the stage there."""
    inside: Floats
    """At each place, the sum of alpha that is on the stage."""

    @classmethod
    def of(cls, template: Template) -> Sought:
        """Prepare a template."""
        alpha, colour = _halve(template.alpha), _halve(template.colour)
        whole = np.divide(colour, alpha[..., None], out=np.zeros_like(colour), where=colour > 0)
        squares = (colour * whole).sum(axis=-1)
        shape = next(
            (rows, columns)
            for rows, columns in _SHAPES
            if alpha.shape[0] + _ROWS <= rows and alpha.shape[1] + _COLUMNS <= columns
        )
        alphas, stage = np.conj(np.fft.rfft2(alpha, shape)), _stage(shape)
        return cls(
            template,
            shape,
            alphas,
            np.conj(_of_colours(colour, shape)),
            np.fft.irfft2(np.conj(np.fft.rfft2(squares, shape)) * stage, shape),
            np.fft.irfft2(alphas * stage, shape),
        )


def find(scene: Scene, sought: Sought) -> Found:
    """Return the best place of a template in a frame."""
    squares, colours = scene.transforms(sought.shape)
    spectrum = sought.alpha * squares - 2 * (sought.colours * colours).sum(axis=0)
    sums = np.fft.irfft2(spectrum, sought.shape) + sought.squares
    allowed = sought.inside >= _LEAST_INSIDE * sought.inside.max()
    means = np.where(allowed, sums / np.maximum(sought.inside, 1e-3), np.inf)
    places = _minima(np.round(means, 2))
    return max(
        (_closely(scene.picture, sought.template, top, left) for top, left in places),
        key=lambda found: found[:2],
    )


def look_at(scene: Scene, template: Template, x: float, y: float) -> Found:
    """Return the best place of a template near one, given in stage units."""
    top, left = HEIGHT / 2 - y - template.centre[1], WIDTH / 2 + x - template.centre[0]
    return _closely(scene.picture, template, round(top), round(left))


def _minima(means: Floats) -> list[tuple[int, int]]:
    """Return the corner, in stage pixels, of the template at the best places; spends ``means``."""
    found = []
    for _ in range(_PLACES):
        at = int(means.argmin())
        row, column = divmod(at, means.shape[1])
        if not np.isfinite(means[row, column]):
            break
        # places left of the stage and above it are at the far end
        top = row - means.shape[0] if row >= _ROWS else row
        left = column - means.shape[1] if column >= _COLUMNS else column
        found.append((2 * top, 2 * left))
        rows = np.arange(row - 2, row + 3) % means.shape[0]
        columns = np.arange(column - 2, column + 3) % means.shape[1]
        means[np.ix_(rows, columns)] = np.inf
    return found


def _closely(picture: NDArray[np.int16], template: Template, top: int, left: int) -> Found:
    wanted = template.colour[template.rows, template.columns]
    tops, lefts = top + _NEAR_BY[:, :1], left + _NEAR_BY[:, 1:]
    rows, columns = template.rows + tops, template.columns + lefts
    on = (rows >= 0) & (rows < HEIGHT) & (columns >= 0) & (columns < WIDTH)
    seen = picture[np.clip(rows, 0, HEIGHT - 1), np.clip(columns, 0, WIDTH - 1)]
    apart = np.abs(seen - wanted)
    # by hand, as max() along an axis of three is slow
    apart = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])
    there = on.sum(axis=1)
    enough = there >= _LEAST_INSIDE * on.shape[1]
    fits = np.round((on & (apart <= _LEVELS)).sum(axis=1) / np.maximum(there, 1), 6)
    far = np.round((on * apart).sum(axis=1) / np.maximum(there, 1), 3)
    # the best fit, of equal ones the nearest in colour, of these the first
    at = np.lexsort((far, -np.where(enough, fits, -1)))[0]
    x = float(lefts[at, 0]) + template.centre[0] - WIDTH / 2
    y = HEIGHT / 2 - (float(tops[at, 0]) + template.centre[1])
    fit = float(fits[at]) if enough[at] else 0.0
    return Found(template.opaque * (fit - FITS), -float(far[at]), x, y, template)


def _halve(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Means of squares of two by two, what is beyond the edge being 0."""
    rows, columns = values.shape[:2]
    more = [(0, rows % 2), (0, columns % 2), *[(0, 0)] * (values.ndim - 2)]
    even = np.pad(values, more)
    return np.asarray(
        (even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]) / 4,
        dtype=np.float32,
    )


def _of_colours(values: NDArray[np.float32], shape: Shape) -> Complex:
    return np.asarray(np.fft.rfft2(np.moveaxis(values, -1, 0), shape))


@cache
def _stage(shape: Shape) -> Complex:
    """The transform of the stage's mask."""
    return np.asarray(np.fft.rfft2(np.ones(_HALF, dtype=np.float32), shape))
