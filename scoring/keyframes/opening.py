# SPDX-License-Identifier: Apache-2.0
"""From what an answer says to its frames: files are opened here, and nowhere else.

Paths are relative to the folder of the prediction file and never leave it, by ``..``, a link or an
absolute path; a frame or a grid can be a ``data:`` URL instead.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from scoring.answer import Answer, Status, rejected
from scoring.extras import import_av
from scoring.keyframes.adapters import select_frames
from scoring.keyframes.external import AdapterCommand
from scoring.keyframes.grid import GRIDS, split_grid
from scoring.keyframes.picture import MOST_BYTES, Picture, fit_to_stage, read_picture
from scoring.keyframes.said import Said
from scoring.keyframes.video import look_through, take_frames
from scoring.keyframes.wanted import Wanted
from scratchworld.errors import InputError

__all__ = ["EXTERNAL", "Opened", "Opening", "open_answer"]

T = TypeVar("T")

EXTERNAL = "command"
"""The name of an adapter command in results."""

_RESIZED = "frames of another size, resized to that of the stage"


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """The frames of an answer, in its order, in the stage's size."""

    frames: tuple[Picture, ...]
    adapter: str
    """``frames``, ``grid``, the name of an adapter, or :data:`EXTERNAL`."""
    resized: bool


@dataclass(frozen=True, slots=True)
class Opening:
    """How answers are opened."""

    folder: Path | None = None
    """Where paths start; ``None`` where only ``data:`` URLs can be."""
    command: AdapterCommand | None = None
    """Selects the frames of every video, instead of the adapter that its answer names."""
    strict: bool = False
    """Whether an answer that needs repair is not used."""


class _Refused(Exception):
    def __init__(self, status: Status, detail: str) -> None:
        super().__init__(detail)
        self.answer = rejected(status, detail)


def open_answer(answer: Answer, wanted: Wanted, opening: Opening) -> Answer:
    """Return an answer whose content is :class:`Opened` instead of :class:`Said`.

    Too few or too many frames are ``schema_invalid``; a file that is missing, outside the folder,
    no picture or too large is ``unparseable``; frames of another size are ``repaired``. Any other
    answer is returned as it is.

    Raises:
        InputError: when a video needs PyAV and it is missing, or the adapter command is at fault.
    """
    if not isinstance(answer.content, Said):
        return answer
    try:
        opened = _open(answer.content, wanted, opening)
    except _Refused as refused:
        return replace(refused.answer, modality=answer.modality, condition=answer.condition)
    answer = replace(answer, content=opened, adapter=opened.adapter)
    if not opened.resized:
        return answer
    detail = "; ".join(filter(None, (answer.detail, _RESIZED)))
    if opening.strict:
        detail = f"{detail}; not used, as repairs are switched off"
        return replace(answer, status="repaired", content=None, detail=detail)
    return replace(answer, status="repaired", detail=detail)


def _open(said: Said, wanted: Wanted, opening: Opening) -> Opened:
    if said.form == "video":
        frames, adapter = _from_video(said, wanted, opening)
    elif said.form == "grid":
        frames, adapter = _from_grid(said, wanted, opening), said.form
    else:
        _check_number(len(said.files), wanted)
        frames, adapter = tuple(_picture(name, opening) for name in said.files), said.form
    fitted = tuple(map(fit_to_stage, frames))
    resized = any(one is not other for one, other in zip(fitted, frames, strict=True))
    return Opened(fitted, adapter, resized)


def _from_grid(said: Said, wanted: Wanted, opening: Opening) -> tuple[Picture, ...]:
    if wanted.number not in GRIDS:
        raise _Refused("schema_invalid", f"there is no grid of {wanted.number} frames")
    picture = _picture(said.files[0], opening)
    try:
        return split_grid(picture, *GRIDS[wanted.number])
    except InputError as error:
        raise _Refused("unparseable", str(error)) from None


def _from_video(said: Said, wanted: Wanted, opening: Opening) -> tuple[tuple[Picture, ...], str]:
    import_av()  # so that what fails from here on is the video's own fault
    path = _inside(said.files[0], opening)
    if said.times is not None:
        _check_number(len(said.times), wanted)
    footage = _video(look_through, path)
    if len(footage.small) < wanted.number:
        raise _Refused("schema_invalid", "a video with fewer frames than moments are asked for")
    if opening.command is not None:
        chosen, adapter = opening.command.select(path, footage, wanted), EXTERNAL
    else:
        chosen, adapter = select_frames(footage, wanted, said.adapter, said.times), said.adapter
    return _video(take_frames, path, chosen), adapter


def _video(read: Callable[..., T], *about: object) -> T:
    try:
        return read(*about)
    except InputError as error:
        raise _Refused("unparseable", str(error)) from None


def _check_number(given: int, wanted: Wanted) -> None:
    if given != wanted.number:
        raise _Refused("schema_invalid", f"{given} frames, where {wanted.number} are asked for")


def _picture(name: str, opening: Opening) -> Picture:
    try:
        if name.startswith("data:"):
            return read_picture(_of_url(name))
        path = _inside(name, opening)
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"a picture of more than {MOST_BYTES} bytes")
        return read_picture(path.read_bytes())
    except InputError as error:
        raise _Refused("unparseable", str(error)) from None
    except OSError as error:
        raise _Refused("unparseable", f"a file cannot be read ({error.strerror})") from None


def _of_url(url: str) -> bytes:
    head, comma, text = url.partition(",")
    if not comma or not head.endswith(";base64"):
        raise InputError("a data URL that is not in base64")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("a data URL that is not in base64") from None


def _inside(name: str, opening: Opening) -> Path:
    """Return the path of a file that an answer names."""
    if opening.folder is None:
        raise _Refused("unparseable", "a file, where there is no folder of the predictions")
    try:
        folder = opening.folder.resolve()
        path = (folder / name).resolve()
        is_file = path.is_file()
    except (OSError, ValueError, RuntimeError):
        raise _Refused("unparseable", "a path that cannot be") from None
    if Path(name).is_absolute() or not path.is_relative_to(folder):
        raise _Refused("unparseable", "a path outside the folder of the predictions")
    if not is_file:
        raise _Refused("unparseable", "a file that is not there")
    return path
