# SPDX-License-Identifier: Apache-2.0
"""Key frames: from the pictures and videos of an answer to frames, and what they get right.

Nothing here knows of prediction files or releases; see :mod:`scoring.tasks.keyframes`.
"""

from scoring.keyframes.adapters import select_frames
from scoring.keyframes.comparing import FrameScores, compare_frames
from scoring.keyframes.external import AdapterCommand
from scoring.keyframes.grid import GRIDS, join_grid, split_grid
from scoring.keyframes.objects import ObjectCounts, Sprite, Stance, count_objects
from scoring.keyframes.opening import Opened, Opening, open_answer
from scoring.keyframes.order import OrderCounts, count_order
from scoring.keyframes.picture import (
    HEIGHT,
    MOST_BYTES,
    WIDTH,
    Picture,
    fit_to_stage,
    read_picture,
    write_png,
)
from scoring.keyframes.regions import RegionCounts, count_region
from scoring.keyframes.said import ADAPTERS, FORMS, Adapter, Said, read_said
from scoring.keyframes.similarity import psnr, ssim
from scoring.keyframes.templates import Costume, Pose
from scoring.keyframes.video import Footage, look_through, take_frames
from scoring.keyframes.wanted import Wanted

__all__ = [
    "ADAPTERS",
    "FORMS",
    "GRIDS",
    "HEIGHT",
    "MOST_BYTES",
    "WIDTH",
    "Adapter",
    "AdapterCommand",
    "Costume",
    "Footage",
    "FrameScores",
    "ObjectCounts",
    "Opened",
    "Opening",
    "OrderCounts",
    "Picture",
    "Pose",
    "RegionCounts",
    "Said",
    "Sprite",
    "Stance",
    "Wanted",
    "compare_frames",
    "count_objects",
    "count_order",
    "count_region",
    "fit_to_stage",
    "join_grid",
    "look_through",
    "open_answer",
    "psnr",
    "read_picture",
    "read_said",
    "select_frames",
    "split_grid",
    "ssim",
    "take_frames",
    "write_png",
]
