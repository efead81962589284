# SPDX-License-Identifier: Apache-2.0
"""The task that asks for the frames of some moments.

An answer names pictures, a grid of them or a video; once opened it has one frame a moment. A moment
whose frame the instance shows, as a goal, earns nothing: whoever copies it knows nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.answer import Answer
from scoring.counts import Comparison, only_counts
from scoring.forms import Form
from scoring.keyframes import (
    FORMS,
    Opened,
    Opening,
    compare_frames,
    count_objects,
    count_order,
    open_answer,
    read_said,
)
from scoring.metrics import KEYFRAME_METRICS
from scoring.metrics.base import MILLION
from scoring.questions import Labelled
from scoring.shown import ShownKeyframes, as_url
from scoring.tasks.base import ScoredTask, Worth
from scratchworld.errors import ReleaseError

__all__ = ["KEYFRAMES"]

_COUNTS = (
    *("usable", "exact", "moments"),
    *("pixels_claimed", "pixels_changed", "pixels_right"),
    *("close_claimed", "close_changed", "close_right"),
    *("still", "still_right", "ssim", "psnr", "order_pairs", "order_right"),
    *("sprites", "sprites_read", "object_claimed", "object_changed", "object_right"),
    *("visible_right", "sprites_shown", "costume_right", "placed", "off"),
)
_OF_THE_LABEL = frozenset(
    (
        *("moments", "pixels_changed", "close_changed", "still", "order_pairs"),
        *("sprites", "sprites_read", "object_changed", "sprites_shown"),
    )
)
"""Counts that an answer has no part in: all that is left of one that cannot be used."""


def _open(instance: Labelled, answer: Answer, opening: Opening) -> Answer:
    return open_answer(answer, _shown(instance).wanted(), opening)


def _label(instance: Labelled) -> dict[str, object]:
    return {"frames": [as_url(file) for file in _shown(instance).truth]}


def _compare(instance: Labelled, answer: Answer) -> Comparison:
    shown = _shown(instance)
    wanted, truth = shown.wanted(), shown.true_frames()
    first, known = wanted.first, wanted.known
    assert first is not None
    usable = isinstance(answer.content, Opened)
    said = answer.content.frames if isinstance(answer.content, Opened) else (first,) * len(truth)
    scored = [at for at in range(len(truth)) if at not in known]
    frames = compare_frames(first, [truth[at] for at in scored], [said[at] for at in scored])
    order = count_order(first, truth, said)
    asked = [None if at in known else frame for at, frame in enumerate(truth)]
    objects = count_objects(first, asked, said, shown.sprites())
    still = [one.region for one in frames if not one.region.changed]
    counts = {
        "usable": 1,
        "exact": int(not any(one.region.wrong_at_all for one in frames)),
        "moments": len(frames),
        "pixels_claimed": sum(one.region.claimed for one in frames),
        "pixels_changed": sum(one.region.changed for one in frames),
        "pixels_right": sum(one.region.right for one in frames),
        "close_claimed": sum(one.close.claimed for one in frames),
        "close_changed": sum(one.close.changed for one in frames),
        "close_right": sum(one.close.right for one in frames),
        "still": len(still),
        "still_right": sum(not region.claimed for region in still),
        "ssim": round(MILLION * sum(one.ssim for one in frames)),
        "psnr": round(MILLION / 100 * sum(one.psnr for one in frames)),
        "order_pairs": order.pairs,
        "order_right": order.right,
        "sprites": objects.sprites,
        "sprites_read": objects.read,
        "object_claimed": objects.claimed,
        "object_changed": objects.changed,
        "object_right": objects.right,
        "visible_right": objects.visible_right,
        "sprites_shown": objects.shown,
        "costume_right": objects.costume_right,
        "placed": objects.placed,
        "off": objects.distance,
    }
    return only_counts(*(counts[name] * (usable or name in _OF_THE_LABEL) for name in _COUNTS))


def _shown(instance: Labelled) -> ShownKeyframes:
    if not isinstance(instance, ShownKeyframes):
        raise ReleaseError(
            "key frames are scored with the pictures of their release; read its instances by "
            "scoring.with_pictures"
        )
    return instance


def _worth(counts: Mapping[str, Any]) -> Worth:
    both = counts["pixels_claimed"] + counts["pixels_changed"]
    return Worth(2 * counts["pixels_right"], both, counts["usable"])


KEYFRAMES = ScoredTask(
    name="keyframes",
    form=Form(FORMS, read_said, {"frames": ["1.png", "2.png"]}),
    gold=_label,
    compare=_compare,
    counts=_COUNTS,
    metrics=KEYFRAME_METRICS,
    worth=_worth,
    breakdowns=(
        *("all", "source", "family", "split", "variant", "horizon", "kind", "adapter"),
        *("modality", "condition"),
    ),
    about_fields=False,
    reads_whole=True,
    headlines=("changed_region_f1_pooled", "object_f1", "frame_order", "frame_ssim"),
    ladder=(
        *("changed_region_f1_pooled", "changed_region_f1_instance_mean"),
        *("changed_region_f1_close_pooled", "object_f1", "frame_order", "frame_ssim", "frame_psnr"),
    ),
    compared=("changed_region_f1_pooled", "object_f1", "frame_order"),
    opens=_open,
)
