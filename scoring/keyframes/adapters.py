# SPDX-License-Identifier: Apache-2.0
"""Adapters: which frames of a video stand for the requested moments.

An adapter selects and never scores. It sees the video and what the instance asks and shows
(:class:`Wanted`), and nothing of the label: one that looked for the frames most like the true ones
would hand a model the best score that its video can get. Frames are chosen in the order of time.

``uniform``: the last frame of each of ``n`` equally long parts.
``scene``: the last frame before each of the largest changes from one frame to the next. A video
that starts from the given frame has ``n`` changes, one that starts after it has ``n - 1``.
``times``: the frames shown at given seconds, by default at those of the moments in the project.
``align``: a monotone path through the table of moments and frames, found by dynamic programming as
in dynamic time warping (Sakoe and Chiba, 1978). It covers as many moments as it can, that is, has
as many chosen frames as possible that differ from the one before; of such paths it takes the one
that is near to the moments in time, near to the frames that the instance shows for them, and whose
frames differ most.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from scoring.keyframes.said import Adapter
from scoring.keyframes.video import Footage, shrink
from scoring.keyframes.wanted import Wanted
from scratchworld.errors import InputError

__all__ = ["MOST_ALIGNED", "VISIBLE", "select_frames"]

MOST_ALIGNED = 128
"""Frames that ``align`` looks at: of a longer video as many, evenly spaced."""

VISIBLE = 24
"""Levels of a colour by which some pixel of two small frames is apart when they are said to show
different states; what a video's compression does stays below it."""

Floats = NDArray[np.float64]


def select_frames(
    footage: Footage,
    wanted: Wanted,
    adapter: Adapter,
    seconds: tuple[float, ...] | None = None,
) -> tuple[int, ...]:
    """Return the numbers of the chosen frames, one a moment, in the order of time.

    ``seconds`` are for the adapter ``times``; only there a frame can be chosen twice.

    Raises:
        InputError: when the video has fewer frames than moments are asked for.
    """
    frames = len(footage.small)
    if frames < wanted.number:
        raise InputError("a video with fewer frames than moments are asked for")
    if adapter == "times":
        return _by_time(footage, seconds or wanted.seconds)
    return _SELECT[adapter](footage, wanted)


def _uniform(footage: Footage, wanted: Wanted) -> tuple[int, ...]:
    frames, n = len(footage.small), wanted.number
    return tuple(frames * part // n - 1 for part in range(1, n + 1))


def _by_scene(footage: Footage, wanted: Wanted) -> tuple[int, ...]:
    small = footage.small.astype(np.int16)
    changes = np.abs(np.diff(small, axis=0)).mean(axis=(1, 2, 3))
    cuts = wanted.number - 1
    if len(changes) > cuts and _starts_from(wanted, small):
        cuts += 1
    largest = np.argsort(-changes, kind="stable")[:cuts]
    ends = (*sorted(int(at) for at in largest), len(small) - 1)
    return ends[-wanted.number :]


def _starts_from(wanted: Wanted, small: NDArray[np.int16]) -> bool:
    """Whether the first frame of a video is nearer to the given one than to the farthest other."""
    if wanted.first is None:
        return False
    farthest = np.abs(small - small[0]).mean(axis=(1, 2, 3)).max()
    return bool(2 * np.abs(small[0] - shrink(wanted.first)).mean() <= farthest)


def _by_time(footage: Footage, seconds: tuple[float, ...]) -> tuple[int, ...]:
    """The frame on the screen at each time: the last that is not after it."""
    shown = np.searchsorted(footage.seconds, np.array(seconds) + 1e-6, side="right") - 1
    return tuple(int(at) for at in np.clip(shown, 0, len(footage.seconds) - 1))


def _align(footage: Footage, wanted: Wanted) -> tuple[int, ...]:
    frames, n = len(footage.small), wanted.number
    looked_at = np.unique(np.linspace(0, frames - 1, min(frames, MOST_ALIGNED)).round().astype(int))
    small = _coarse(footage.small[looked_at])
    costs = _costs(small, wanted)
    # best[k][t]: the least cost of a path that has chosen frame t for moment k
    before = np.full(len(small), 0.0)
    if wanted.first is not None:
        before = -_gain(small, _coarse(shrink(wanted.first)))
    best, came = [before + costs[0]], []
    gains = np.stack([_gain(small, one) for one in small])
    later = np.tri(len(small), k=-1, dtype=bool).T  # [s, t]: t comes after s
    for k in range(1, n):
        through = np.where(later, best[-1][:, None] - gains, np.inf)
        came.append(through.argmin(axis=0))
        best.append(through.min(axis=0) + costs[k])
    path = [int(best[-1].argmin())]
    for of_moment in reversed(came):
        path.append(int(of_moment[path[-1]]))
    return tuple(int(looked_at[at]) for at in reversed(path))


def _coarse(small: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every other pixel down and across: enough, and keeps the table of pairs quick."""
    return np.ascontiguousarray(small[..., ::2, ::2, :])


def _costs(small: NDArray[np.uint8], wanted: Wanted) -> Floats:
    """Of each moment and frame: how far apart in time, and in looks where those are known; each
    from 0 to 1."""
    places = np.arange(len(small)) / max(len(small) - 1, 1)
    costs = np.abs(places[None, :] - np.array(wanted.shares)[:, None])
    for moment, picture in wanted.known.items():
        apart = _apart(small, _coarse(shrink(picture))).mean(axis=1)
        costs[moment] += apart / max(apart.max(), 1e-9)
    return np.asarray(costs)


def _gain(small: NDArray[np.uint8], one: NDArray[np.uint8]) -> Floats:
    """Of each frame: what it adds after another one; 0 where both show the same.

    A visible difference counts more than all that a path can cost or gain otherwise.
    """
    changed = (_apart(small, one) > VISIBLE).mean(axis=1)
    return np.asarray((changed > 0) * 100.0 + changed)


def _apart(small: NDArray[np.uint8], one: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Absolute differences of frames from one frame; shape (frames, colours of all pixels)."""
    apart = np.maximum(small, one) - np.minimum(small, one)
    return apart.reshape(len(small), -1)


_SELECT: Mapping[Adapter, Callable[[Footage, Wanted], tuple[int, ...]]] = {
    "uniform": _uniform,
    "scene": _by_scene,
    "align": _align,
}
