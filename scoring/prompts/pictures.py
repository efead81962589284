# SPDX-License-Identifier: Apache-2.0
"""Pictures in prompts: the frames that an instance shows, as parts of a chat message."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from scoring.pictures import PICTURE_FORMATS, render_picture
from scratchworld.errors import InputError
from scratchworld.release import Pictures
from scratchworld.world import STAGE_OWNER, Instance, KeyframesInstance, Reference

__all__ = [
    "TOKENS_A_PICTURE",
    "frames_of",
    "image_parts",
    "pictures_text",
    "reference_text",
    "references_text",
    "screenshot_format",
    "shown_frames",
]

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


def shown_frames(pictures: Pictures, instance: KeyframesInstance, format: str) -> list[bytes]:
    """Return the first frame of key frames and the pictures of their references, as PNG files."""
    first = render_picture(pictures, instance, "screenshot", format)
    return [first, *pictures.references(instance.instance_id)]


def references_text(references: Sequence[Reference]) -> str:
    """Return what a prompt says of a first frame and the reference pictures behind it."""
    texts = [f"Picture {at}: {reference_text(one)}." for at, one in enumerate(references, 2)]
    return " ".join(("The first picture shows it now.", *texts))


def reference_text(reference: Reference) -> str:
    """Return what a reference picture shows."""
    if reference.kind == "costume":
        if reference.sprite == STAGE_OWNER:
            return f"the backdrop {reference.costume}"
        return f"the sprite {reference.sprite}, its costume {reference.costume}"
    if reference.kind == "goal":
        return "the goal: the true frame at the end of the window"
    when = f"{abs(reference.ticks)} ticks {'before' if reference.ticks < 0 else 'after'}"
    return f"a demonstration: a true frame of an earlier window, {when} the first frame"


def image_parts(pngs: Sequence[bytes]) -> list[dict[str, object]]:
    """Return pictures as parts of a chat message."""
    texts = [base64.b64encode(png).decode("ascii") for png in pngs]
    return [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{text}"}}
        for text in texts
    ]
