# SPDX-License-Identifier: Apache-2.0
"""What an answer to a key frames instance says, before any file of it is opened."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from scoring.answer import Answer, Status, rejected

__all__ = ["ADAPTERS", "FORMS", "Adapter", "Said", "read_said"]

Adapter = Literal["uniform", "scene", "times", "align"]
"""How frames are chosen from a video; see :mod:`scoring.keyframes.adapters`."""
ADAPTERS: tuple[Adapter, ...] = get_args(Adapter)

FORMS = ("frames", "grid", "video")
"""Keys of which a prediction has exactly one."""

_MOST_FILES = 64


@dataclass(frozen=True, slots=True)
class Said:
    """The files that an answer names, in its order."""

    form: str
    """A member of :data:`FORMS`."""
    files: tuple[str, ...]
    """Paths relative to the folder of the predictions, or ``data:`` URLs; one for a grid or a
    video."""
    adapter: Adapter = "uniform"
    """For a video."""
    times: tuple[float, ...] | None = None
    """For a video: when its key frames are, in seconds, as the answer itself says."""


def read_said(prediction: object, status: Status = "ok") -> Answer:
    """Read a prediction object, as ``prediction_keyframes.schema.json`` has it; opens no file."""
    if not isinstance(prediction, dict):
        return rejected("schema_invalid", "the prediction is not an object")
    given = [key for key in FORMS if key in prediction]
    if len(given) != 1:
        what = " and ".join(map(repr, given)) or "none of 'frames', 'grid' and 'video'"
        return rejected("schema_invalid", f"the prediction has {what}")
    form = given[0]
    files = prediction[form] if form == "frames" else [prediction[form]]
    if not isinstance(files, list) or not all(isinstance(one, str) and one for one in files):
        what = "a list of paths" if form == "frames" else "a path"
        return rejected("schema_invalid", f"{form!r} is not {what}")
    if not 0 < len(files) <= _MOST_FILES:
        return rejected("schema_invalid", f"{form!r} has no file, or more than {_MOST_FILES}")
    said = Said(form, tuple(files))
    if form == "video":
        found = _read_video(said, prediction)
        if isinstance(found, str):
            return rejected("schema_invalid", found)
        said = found
    return Answer(status, content=said)


def _read_video(said: Said, prediction: dict[str, object]) -> Said | str:
    adapter = prediction.get("adapter", "uniform")
    if adapter not in ADAPTERS:
        return f"the adapter is none of {', '.join(ADAPTERS)}"
    if "times" not in prediction:
        return Said(said.form, said.files, adapter)
    times = prediction["times"]
    if adapter != "times":
        return "'times' goes with the adapter 'times' only"
    if not isinstance(times, list) or not times or not all(map(_is_time, times)):
        return "'times' is not a list of seconds from the start of the video"
    read = tuple(map(float, times))
    if any(one > other for one, other in pairwise(read)):
        return "'times' do not rise"
    return Said(said.form, said.files, adapter, read)


def _is_time(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return 0 <= value < 1e6 and math.isfinite(value)
