# SPDX-License-Identifier: Apache-2.0
"""Hidden accuracy: are the changes that the screen does not show predicted with the right value?

The share of hidden fields of G (variables and lists without a monitor on the stage, clone
bookkeeping, scripts, broadcasts) that are in P with a matching value.

Scale: 0 to 1, higher is better; copying the input scores 0.
Averages: pooled over all hidden changed fields.
Empty case: no hidden change gives no value (``None``).
Errors: none; an unusable answer finds nothing. Source: DESIGN of the benchmark.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats

__all__ = ["METRICS"]


def _found(columns: Columns) -> Floats:
    return floats(columns["tp_hidden"])


def _hidden(columns: Columns) -> Floats:
    return floats(columns["n_hidden_gold"])


METRICS = (
    Metric(
        "hidden_accuracy", "hidden accuracy", "pooled", "fields", _found, _hidden, short="hidden"
    ),
)
