# SPDX-License-Identifier: Apache-2.0
"""Key frames: moments at which the stage looks different, and the pictures that belong to them."""

from generators.keyframes.checking import KeyframeCheck
from generators.keyframes.costumes import (
    CostumePlace,
    choose_costumes,
    first_moment,
    shown_costumes,
)
from generators.keyframes.drawing import Drawn, differing_pixels, draw_steps
from generators.keyframes.hints import hints_of
from generators.keyframes.moments import Draft, find_drafts, visible_changes
from generators.keyframes.requests import requests_of

__all__ = [
    "CostumePlace",
    "Draft",
    "Drawn",
    "KeyframeCheck",
    "choose_costumes",
    "differing_pixels",
    "draw_steps",
    "find_drafts",
    "first_moment",
    "hints_of",
    "requests_of",
    "shown_costumes",
    "visible_changes",
]
