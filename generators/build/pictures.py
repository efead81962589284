# SPDX-License-Identifier: Apache-2.0
"""The pictures of a build, given to the one who writes the release."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass, field

from PIL import features

from generators.build.config import BuildConfig
from generators.modalities import CLIP, SCREENSHOT
from generators.pictures import FrameStore, clip_versions, moments_of
from scratchworld.release import InstancePictures
from scratchworld.world import Instance

__all__ = ["BuildPictures", "picture_versions", "ticks_shown"]


@dataclass(slots=True)
class BuildPictures:
    """The pictures of the project that is being written; a ``PictureSource``."""

    screenshots: bool
    clip_formats: tuple[str, ...]
    store: FrameStore
    of_project: Mapping[str, InstancePictures] = field(default_factory=dict)
    """By instance id."""

    @classmethod
    def wanted(cls, config: BuildConfig, store: FrameStore) -> BuildPictures | None:
        """Return the pictures that the configuration asks for, or ``None``."""
        screenshots = SCREENSHOT.name in config.modalities
        formats = config.pictures.formats if CLIP.name in config.modalities else ()
        return cls(screenshots, formats, store) if screenshots or formats else None

    def of(self, instance_id: str) -> InstancePictures:
        """Return the names of the pictures of an instance of the present project."""
        return self.of_project[instance_id]

    def read(self, file: str) -> bytes:
        """Return a file of the store."""
        return self.store.read(file)


def picture_versions(config: BuildConfig) -> dict[str, str]:
    """Return what decides the bytes of pictures besides the VM's packages; nothing without any.

    Raises:
        InputError: when the package that a format of clips needs is missing.
    """
    if not {SCREENSHOT.name, CLIP.name} & set(config.modalities):
        return {}
    found = {"machine": platform.machine()}
    if CLIP.name in config.modalities:
        found |= clip_versions(config.pictures.formats)
        if "webp" in config.pictures.formats:
            found["libwebp"] = str(features.version("webp"))
    return found


def ticks_shown(instance: Instance, config: BuildConfig) -> tuple[int, ...]:
    """Return the ticks of an instance's episode that pictures show beside its input state."""
    if SCREENSHOT.name not in config.modalities and CLIP.name not in config.modalities:
        return ()
    moments = moments_of(instance, config.pictures, clips=CLIP.name in config.modalities)
    history = moments.history if SCREENSHOT.name in config.modalities else ()
    return (*history, *moments.before)
