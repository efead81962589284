# SPDX-License-Identifier: Apache-2.0
"""Several frames in one picture, row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.keyframes.picture import Picture
from scratchworld.errors import InputError

__all__ = ["GRIDS", "join_grid", "split_grid"]

GRIDS: Mapping[int, tuple[int, int]] = {2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Rows and columns by the number of frames."""


def split_grid(picture: Picture, rows: int, columns: int) -> tuple[Picture, ...]:
    """Cut a picture into its cells, row by row, the top left first.

    Where the sides do not divide evenly, cells differ by a pixel.

    Raises:
        InputError: when the picture has fewer pixels along a side than cells.
    """
    height, width = picture.shape[:2]
    if height < rows or width < columns:
        raise InputError(f"a picture of {width} x {height} pixels has no {rows} x {columns} cells")
    down = [height * at // rows for at in range(rows + 1)]
    across = [width * at // columns for at in range(columns + 1)]
    return tuple(
        picture[down[row] : down[row + 1], across[column] : across[column + 1]]
        for row in range(rows)
        for column in range(columns)
    )


def join_grid(frames: Sequence[Picture]) -> Picture:
    """Lay 2, 4 or 6 frames of one size out as a grid.

    Raises:
        InputError: for another number of frames.
    """
    if len(frames) not in GRIDS:
        raise InputError(f"a grid has {', '.join(map(str, GRIDS))} frames, not {len(frames)}")
    rows, columns = GRIDS[len(frames)]
    lines = (frames[row * columns : (row + 1) * columns] for row in range(rows))
    return np.concatenate([np.concatenate(line, axis=1) for line in lines])
