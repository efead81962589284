# SPDX-License-Identifier: Apache-2.0
"""No-op accuracy: where nothing changes, does the model say so?

The share of instances with an empty G whose answer is usable and claims nothing.

Scale: 0 to 1, higher is better; copying the input scores 1, so read it beside changed-field F1.
Empty case: no instance with an empty G gives no value (``None``).
Errors: none; an unusable answer is wrong. Source: DESIGN of the benchmark.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats

__all__ = ["METRICS"]


def _is_no_op(columns: Columns) -> Floats:
    return floats(columns["n_gold"] == 0)


def _right(columns: Columns) -> Floats:
    claims_nothing = (columns["n_pred"] == 0) & (columns["usable"] == 1)
    return _is_no_op(columns) * floats(claims_nothing)


METRICS = (
    Metric(
        "no_op_accuracy",
        "no-op accuracy",
        "instance mean",
        "instances",
        _right,
        _is_no_op,
        short="no-op",
    ),
)
