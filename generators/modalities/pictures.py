# SPDX-License-Identifier: Apache-2.0
"""The modalities that show the stage: a frame of the input state, and a clip that leads to it.

Both are drawn in one run of the project, by :func:`make_pictures`, so neither makes anything alone.
"""

from __future__ import annotations

from collections.abc import Collection

from generators.modalities.base import Modality, Subject
from generators.pictures import FrameStore, PicturePlan, make_pictures
from scratchworld.release import InstancePictures

__all__ = ["CLIP", "SCREENSHOT", "show"]

SCREENSHOT = Modality("screenshot", make=None)
CLIP = Modality("clip", make=None)


def show(
    subject: Subject, modalities: Collection[str], plan: PicturePlan, store: FrameStore
) -> dict[str, InstancePictures]:
    """Draw what these modalities show of a variant into ``store``; return names by instance id.

    Raises:
        ProjectError: when the project cannot be run, or does not run as its instances tell.
        InputError: when the store cannot be written, or the package for a format is missing.
    """
    screenshots, clips = SCREENSHOT.name in modalities, CLIP.name in modalities
    if not screenshots and not clips:
        return {}
    return make_pictures(
        subject.data,
        subject.instances,
        plan,
        subject.runner,
        store,
        screenshots=screenshots,
        clips=clips,
    )
