# SPDX-License-Identifier: Apache-2.0
"""An instance as a picture: the modalities ``screenshot`` and ``clip``, as files."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.labels import label_sprites
from scratchworld.errors import InputError
from scratchworld.release import Pictures
from scratchworld.world import Instance

__all__ = ["PICTURE_FORMATS", "render_picture"]

PICTURE_FORMATS: Mapping[str, tuple[str, ...]] = {
    "screenshot": ("png", "labelled"),
    "clip": ("mp4", "webp"),
}
"""Formats by modality, the usual one first. ``labelled`` is a PNG with the names of the sprites."""


def render_picture(
    pictures: Pictures, instance: Instance, modality: str, format: str | None = None
) -> bytes:
    """Return the file that shows an instance; nothing of it comes after the input state.

    Without a format a clip is in the first that the release has.

    Raises:
        InputError: for another format, or one that the release has not.
        ReleaseError: when the release has no such pictures.
    """
    known = PICTURE_FORMATS[modality]
    if format is not None and format not in known:
        raise InputError(
            f"the modality {modality!r} has no format {format!r}; known: {', '.join(known)}"
        )
    if modality == "screenshot":
        png = pictures.screenshot(instance.instance_id)
        return label_sprites(png, instance.state) if format == "labelled" else png
    files = pictures.clip(instance.instance_id).files
    chosen = format or next(each for each in known if each in files)
    if chosen not in files:
        raise InputError(f"the release has no clips as {chosen}; it has: {', '.join(files)}")
    return files[chosen]
