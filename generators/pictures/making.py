# SPDX-License-Identifier: Apache-2.0
"""Makes all pictures of a project's instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generators.pictures.clips import encode_clip
from generators.pictures.drawing import draw
from generators.pictures.moments import PicturePlan, moments_of
from generators.pictures.store import NAME_DIGITS, FrameStore
from scratchworld.release import ClipName, InstancePictures
from scratchworld.world import Instance, digest
from vm_runner import VmRunner

__all__ = ["make_pictures", "pictures_from_json", "pictures_to_json"]


def make_pictures(
    data: bytes,
    instances: Sequence[Instance],
    plan: PicturePlan,
    runner: VmRunner,
    store: FrameStore,
    *,
    screenshots: bool,
    clips: bool,
) -> dict[str, InstancePictures]:
    """Draw the pictures of ``instances`` into ``store``; return their names by instance id.

    ``data`` is the file of the project that the instances come from.

    Raises:
        ProjectError: when the project fails, or ``unstable`` when a state is not the instance's.
        InputError: when the store cannot be written, or the package for a format is missing.
    """
    moments = {each.instance_id: moments_of(each, plan, clips=clips) for each in instances}
    drawn = draw(data, instances, moments, runner, store)
    made: dict[str, InstancePictures] = {}
    for name, frames in drawn.items():
        own = moments[name]

        def clip(ticks: Sequence[int], now: int = own.now, frames: Any = frames) -> ClipName | None:
            return _clip({tick - now: frames[tick] for tick in ticks}, plan, store)

        made[name] = InstancePictures(
            screenshot=frames[own.now] if screenshots else "",
            history=tuple(frames[tick] for tick in own.history) if screenshots else (),
            clip=clip(own.before),
            target_clip=clip(own.after),
        )
    return made


def _clip(frames: Mapping[int, str], plan: PicturePlan, store: FrameStore) -> ClipName | None:
    """Encode the frames, unless it was done for another instance; their keys are their ticks."""
    if not frames:
        return None
    ticks, names = tuple(frames), list(frames.values())
    clip = ClipName(digest([list(ticks), names])[:NAME_DIGITS], ticks)
    missing = [kind for kind in plan.formats if not store.has(f"{clip.name}.{kind}")]
    if missing:
        pngs = [store.read(f"{name}.png") for name in names]
        gap = ticks[1] - ticks[0] if len(ticks) > 1 else 1
        for kind in missing:
            store.add(f"{clip.name}.{kind}", encode_clip(pngs, gap, kind))
    return clip


def pictures_to_json(made: InstancePictures) -> dict[str, Any]:
    """Return the names as plain JSON."""
    return {
        "screenshot": made.screenshot,
        "history": list(made.history),
        "clip": made.clip and [made.clip.name, list(made.clip.ticks)],
        "target_clip": made.target_clip and [made.target_clip.name, list(made.target_clip.ticks)],
        "references": list(made.references),
        "key_frames": list(made.key_frames),
    }


def pictures_from_json(data: Mapping[str, Any]) -> InstancePictures:
    """Undo :func:`pictures_to_json`."""
    clip, target_clip = (
        data[name] and ClipName(data[name][0], tuple(data[name][1]))
        for name in ("clip", "target_clip")
    )
    return InstancePictures(
        data["screenshot"],
        tuple(data["history"]),
        clip,
        target_clip,
        tuple(data["references"]),
        tuple(data["key_frames"]),
    )
