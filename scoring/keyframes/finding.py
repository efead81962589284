# SPDX-License-Identifier: Apache-2.0
"""Find a template in a frame: the place where it fits best, and how well it fits there.

The sum of squared differences under the template's alpha is computed for all places at once in the
Fourier domain, on pictures of half the size; the best places are then searched closely. Source of
the method: J. P. Lewis, "Fast template matching", Vision Interface, 1995.
"""

from __future__ import annotations

from dataclasses import dataclass
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
_LEAST_INSIDE = 0.5
"""Share of a template that must be on the stage."""

_ROWS, _COLUMNS = HEIGHT // 2, WIDTH // 2
_SHAPE = (2 * _ROWS, 2 * _COLUMNS)
"""Of the transforms: room for a template as large as the stage on any side of it."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A frame, ready to be searched."""

    picture: NDArray[np.int16]
    squares: Complex
    colours: Complex

    @classmethod
    def of(cls, picture: Picture) -> Scene:
        """Prepare a frame of the stage's size."""
        half = _halve(picture.astype(np.float32))
        squares = np.fft.rfft2((half**2).sum(axis=-1), _SHAPE)
        colours = np.fft.rfft2(np.moveaxis(half, -1, 0), _SHAPE)
        return cls(picture.astype(np.int16), squares, colours)


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """A template, ready to be looked for."""

    template: Template
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
        alphas = np.conj(np.fft.rfft2(alpha, _SHAPE))
        return cls(
            template,
            alphas,
            np.conj(np.fft.rfft2(np.moveaxis(colour, -1, 0), _SHAPE)),
            np.fft.irfft2(np.conj(np.fft.rfft2(squares, _SHAPE)) * _STAGE, _SHAPE),
            np.fft.irfft2(alphas * _STAGE, _SHAPE),
        )


def find(scene: Scene, sought: Sought) -> Found:
    """Return the best place of a template in a frame."""
    product = sought.alpha * scene.squares - 2 * (sought.colours * scene.colours).sum(axis=0)
    sums = np.fft.irfft2(product, _SHAPE) + sought.squares
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
    """Return the corner, in stage pixels, of the template at the best places."""
    found = []
    means = means.copy()
    for _ in range(_PLACES):
        at = int(means.argmin())
        row, column = divmod(at, _SHAPE[1])
        if not np.isfinite(means[row, column]):
            break
        # places left of the stage and above it are at the far end
        top = row - _SHAPE[0] if row >= _ROWS else row
        left = column - _SHAPE[1] if column >= _COLUMNS else column
        found.append((2 * top, 2 * left))
        rows = np.arange(row - 2, row + 3) % _SHAPE[0]
        columns = np.arange(column - 2, column + 3) % _SHAPE[1]
        means[np.ix_(rows, columns)] = np.inf
    return found


def _closely(picture: NDArray[np.int16], template: Template, top: int, left: int) -> Found:
    wanted = template.colour[template.rows, template.columns]
    best = (-np.inf, -np.inf, top, left)
    for row in range(top - _AROUND, top + _AROUND + 1):
        for column in range(left - _AROUND, left + _AROUND + 1):
            rows, columns = template.rows + row, template.columns + column
            on = (rows >= 0) & (rows < HEIGHT) & (columns >= 0) & (columns < WIDTH)
            if on.sum() < _LEAST_INSIDE * len(on):
                continue
            apart = np.abs(picture[rows[on], columns[on]] - wanted[on]).max(axis=-1)
            fit = round(float((apart <= _LEVELS).mean()), 6)
            best = max(best, (fit, -round(float(apart.mean()), 3), row, column))
    fit, nearness, row, column = best
    x = column + template.centre[0] - WIDTH / 2
    y = HEIGHT / 2 - (row + template.centre[1])
    return Found(template.opaque * (fit - FITS), nearness, x, y, template)


def _halve(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Means of squares of two by two, what is beyond the edge being 0."""
    rows, columns = values.shape[:2]
    more = [(0, rows % 2), (0, columns % 2), *[(0, 0)] * (values.ndim - 2)]
    even = np.pad(values, more)
    return np.asarray(
        (even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2]) / 4,
        dtype=np.float32,
    )


_STAGE = np.fft.rfft2(np.ones((_ROWS, _COLUMNS), dtype=np.float32), _SHAPE)
