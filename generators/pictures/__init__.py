# SPDX-License-Identifier: Apache-2.0
"""Pictures of instances: frames of the stage, and clips of them."""

from generators.pictures.clips import CLIP_FORMATS, clip_versions, encode_clip
from generators.pictures.drawing import draw
from generators.pictures.making import make_pictures, pictures_from_json, pictures_to_json
from generators.pictures.moments import Moments, PicturePlan, moments_of
from generators.pictures.store import FrameStore, frame_name

__all__ = [
    "CLIP_FORMATS",
    "FrameStore",
    "Moments",
    "PicturePlan",
    "clip_versions",
    "draw",
    "encode_clip",
    "frame_name",
    "make_pictures",
    "moments_of",
    "pictures_from_json",
    "pictures_to_json",
]
