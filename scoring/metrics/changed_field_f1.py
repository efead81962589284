# SPDX-License-Identifier: Apache-2.0
"""Changed-field F1: are the changes found, and are they found with the right value?

For one instance P are the claimed changes and G the executed ones::

    F1 = 2 TP / (|P| + |G|)

``presence``: TP = |P n G|. ``value-aware``: TP counts only those whose value matches.

Scale: 0 to 1, higher is better; copying the input scores 0.
Averages: pooled over all instances, those with an empty G included, so that an invented change is
paid for; instance mean over the instances with a non-empty G; project mean over the projects that
have one, pooled inside each.
Empty case: nothing to divide by gives no value (``None``).
Errors: none; an unusable answer has P empty.
Source: DESIGN of the benchmark; F1 is van Rijsbergen's, "Information Retrieval", 1979.
"""

from __future__ import annotations

from collections.abc import Callable

from scoring.metrics.base import Columns, Floats, Metric, floats, quotient

__all__ = ["METRICS"]


def _twice(name: str) -> Callable[[Columns], Floats]:
    return lambda columns: 2 * floats(columns[name])


def _claims_and_changes(columns: Columns) -> Floats:
    return floats(columns["n_pred"] + columns["n_gold"])


def _own_f1(name: str) -> Callable[[Columns], Floats]:
    def f1(columns: Columns) -> Floats:
        # Where G is empty TP is 0, so the instance adds nothing above the line either.
        return quotient(2 * floats(columns[name]), _claims_and_changes(columns))

    return f1


def _has_changes(columns: Columns) -> Floats:
    return floats(columns["n_gold"] > 0)


def _family(name: str, title: str, column: str, short: str, short_mean: str) -> tuple[Metric, ...]:
    unit = "claims and changes"
    return (
        Metric(
            f"{name}_pooled",
            f"{title}, pooled",
            "pooled",
            unit,
            _twice(column),
            _claims_and_changes,
            short=short,
        ),
        Metric(
            f"{name}_instance_mean",
            f"{title}, instance mean",
            "instance mean",
            "instances",
            _own_f1(column),
            _has_changes,
            short=short_mean,
        ),
        Metric(
            f"{name}_project_mean",
            f"{title}, project mean",
            "project mean",
            "projects",
            _twice(column),
            _claims_and_changes,
            _has_changes,
        ),
    )


METRICS = (
    *_family("changed_field_f1", "changed-field F1", "tp_value", "F1 pooled", "F1 instance mean"),
    *_family(
        "changed_field_f1_presence",
        "changed-field F1 (presence)",
        "tp_presence",
        "F1 presence",
        "",
    ),
)
