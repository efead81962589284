# SPDX-License-Identifier: Apache-2.0
"""Pictures in prompts: the frames that an instance shows, as parts of a chat message."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from scoring.pictures import PICTURE_FORMATS, render_picture
from scratchworld.errors import InputError
from scratchworld.release import Pictures
from scratchworld.world import Instance

__all__ = ["TOKENS_A_PICTURE", "frames_of", "image_parts", "pictures_text", "screenshot_format"]

TOKENS_A_PICTURE = 255
"""What a picture of up to 512 x 512 pixels is counted as by an interface that many follow."""


def screenshot_format(format: str | None) -> str:
    """Return the format of screenshots, the usual one if none is named.

    Raises:
        InputError: when there is none of that name.
    """
    known = PICTURE_FORMATS["screenshot"]
    if format is not None and format not in known:
        raise InputError(
            f"the modality 'screenshot' has no format {format!r}; known: {', '.join(known)}"
        )
    return format or known[0]


def frames_of(pictures: Pictures, instance: Instance, format: str) -> list[bytes]:
    """Return the history frames, oldest first, and the frame of the input state, as PNG files.

    Only the last one has labels, where ``format`` asks for them: the states of the others are not
    part of the instance.
    """
    history = pictures.history(instance.instance_id)
    return [*history, render_picture(pictures, instance, "screenshot", format)]


def pictures_text(number: int) -> str:
    """Return what a prompt says of so many pictures."""
    if number == 1:
        return "The picture shows it now."
    return (
        f"The {number} pictures show it in the order of time, one step from each to the next; the "
        "last one shows it now."
    )


def image_parts(pngs: Sequence[bytes]) -> list[dict[str, object]]:
    """Return pictures as parts of a chat message."""
    texts = [base64.b64encode(png).decode("ascii") for png in pngs]
    return [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{text}"}}
        for text in texts
    ]
