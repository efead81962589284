# SPDX-License-Identifier: Apache-2.0
"""Frame order: do the frames come in the right order?

Each predicted frame is assigned to the true one that it fits best, as a whole; 1 less the pairs in
the wrong order, as a share of the most that can be. That is all pairs where all true frames look
different; frames that look alike can be exchanged. Of assignments that are equally good the worst
counts.

Scale: 0 to 1, higher is better. The true frames score 1, backwards 0; frames that all look alike
have no order and score 0; frames that have nothing to do with the true ones score one half by
chance.
Average: instance mean over instances whose true frames do not all look alike. All requested
frames take part, also one that the instance shows.
Empty case: without such instances there is no value (``None``). Errors: none; an unusable answer
has no pair in order.
Source: 1 - inversions / pairs, which is Kendall's tau (1938) brought to 0 to 1, ours in this use;
:func:`scoring.keyframes.order.count_order` has the details.
"""

from __future__ import annotations

from scoring.metrics.base import Metric, floats, quotient

__all__ = ["METRICS"]

METRICS = (
    Metric(
        "frame_order",
        "frames in order",
        "instance mean",
        "instances",
        lambda columns: quotient(floats(columns["order_right"]), floats(columns["order_pairs"])),
        lambda columns: floats(columns["order_pairs"] > 0),
        short="order",
    ),
)
