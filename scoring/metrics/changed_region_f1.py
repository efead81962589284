# SPDX-License-Identifier: Apache-2.0
"""Changed-region F1: do the right pixels change, and to the right colours?

Each pixel of a requested frame is a field whose input value is its colour in the first frame. Over
the requested frames of an instance, P are the pixels where the predicted frame differs from the
first, G those where the true one does, and TP those of both where the predicted frame looks as the
true one::

    F1 = 2 TP / (|P| + |G|)

Colours differ when they are more than a tolerance apart in CIELAB: 2.3, just noticeable, or, for
``close``, 10, a shade, as lossy compression leaves it.

Scale: 0 to 1, higher is better. The first frame again has P empty and scores 0.
A moment whose frame the instance shows, as a goal, takes no part: it could be copied.
Averages: pooled over all pixels of all instances, frames that do not change included, so that an
invented change is paid for; instance mean over the instances in which something changes.
Empty case: nothing to divide by gives no value (``None``).
Errors: none; an unusable answer has P empty.
Source: changed-field F1 with pixels as fields, ours; key frames are those of WorldCast. The
distance is CIE 1976's and its threshold Mahy, Van Eycken and Oosterlinck's (1994); see
:mod:`scoring.keyframes.colour`. ``docs/protocols/key_frames.md``.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats, quotient

__all__ = ["METRICS"]


def _family(name: str, title: str, prefix: str, short: str, short_mean: str) -> tuple[Metric, ...]:
    def twice(columns: Columns) -> Floats:
        return 2 * floats(columns[f"{prefix}_right"])

    def both(columns: Columns) -> Floats:
        return floats(columns[f"{prefix}_claimed"] + columns[f"{prefix}_changed"])

    def own(columns: Columns) -> Floats:
        return quotient(twice(columns), both(columns))

    def changes(columns: Columns) -> Floats:
        return floats(columns[f"{prefix}_changed"] > 0)

    unit = "claimed and changed pixels"
    return (
        Metric(f"{name}_pooled", f"{title}, pooled", "pooled", unit, twice, both, short=short),
        Metric(
            f"{name}_instance_mean",
            f"{title}, instance mean",
            "instance mean",
            "instances",
            own,
            changes,
            short=short_mean,
        ),
    )


METRICS = (
    *_family("changed_region_f1", "changed-region F1", "pixels", "region F1", "region mean"),
    *_family("changed_region_f1_close", "changed-region F1 (close)", "close", "F1 close", ""),
)
