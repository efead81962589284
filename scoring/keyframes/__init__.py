# SPDX-License-Identifier: Apache-2.0
"""Key frames: from the pictures and videos of an answer to frames, and what they get right.

Nothing here knows of prediction files or releases; see :mod:`scoring.tasks.keyframes`.
"""

from scoring.keyframes.adapters import select_frames
from scoring.keyframes.external import AdapterCommand
from scoring.keyframes.grid import GRIDS, join_grid, split_grid
from scoring.keyframes.opening import Opened, Opening, open_answer
from scoring.keyframes.picture import (
    HEIGHT,
    WIDTH,
    Picture,
    fit_to_stage,
    read_picture,
    write_png,
)
from scoring.keyframes.said import ADAPTERS, Adapter, Said, read_said
from scoring.keyframes.video import Footage, look_through, take_frames
from scoring.keyframes.wanted import Wanted

__all__ = [
    "ADAPTERS",
    "GRIDS",
    "HEIGHT",
    "WIDTH",
    "Adapter",
    "AdapterCommand",
    "Footage",
    "Opened",
    "Opening",
    "Picture",
    "Said",
    "Wanted",
    "fit_to_stage",
    "join_grid",
    "look_through",
    "open_answer",
    "read_picture",
    "read_said",
    "select_frames",
    "split_grid",
    "take_frames",
    "write_png",
]
