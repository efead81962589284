# SPDX-License-Identifier: Apache-2.0
"""Full-state field accuracy: how many fields of the implied state are right?

The claims are applied to the input; over the union of the fields of that state and of the executed
one, the share with a matching value. A field that is in one of the two only is wrong.

Scale: 0 to 1, higher is better; copying the input scores nearly 1, so never read it alone.
Averages: pooled over all fields; instance mean over the instances.
Empty case: no field at all gives no value (``None``).
Errors: none; all fields of an unusable answer are wrong. Source: DESIGN of the benchmark.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats, quotient

__all__ = ["METRICS"]


def _right(columns: Columns) -> Floats:
    return floats(columns["fields_right"])


def _fields(columns: Columns) -> Floats:
    return floats(columns["fields_total"])


def _own_share(columns: Columns) -> Floats:
    return quotient(_right(columns), _fields(columns))


def _has_fields(columns: Columns) -> Floats:
    return floats(columns["fields_total"] > 0)


METRICS = (
    Metric(
        "full_state_accuracy",
        "full-state accuracy, pooled",
        "pooled",
        "fields",
        _right,
        _fields,
        short="full state",
    ),
    Metric(
        "full_state_accuracy_instance_mean",
        "full-state accuracy, instance mean",
        "instance mean",
        "instances",
        _own_share,
        _has_fields,
    ),
)
