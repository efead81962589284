# SPDX-License-Identifier: Apache-2.0
"""Changed-field F1 under an alteration, beside that without one.

``counterfactual_f1``: value-aware changed-field F1 of the counterfactuals, pooled.
``factual_f1``: the same of their factual twins, each counted once.
``counterfactual_f1_drop``: mean over the pairs of the twin's own F1 minus the counterfactual's, -1
to 1, so that its interval is one of a paired difference; pairs in which nothing changes or is
claimed on one side are left out. 0 is best; above 0 a model is worse at what it could not have
seen.
``counterfactual_exact``: share of the counterfactuals whose delta is right in every field.

Scale: 0 to 1 but for the drop; copying scores 0 in all but ``counterfactual_exact``, where it earns
the share of empty deltas. Empty case: ``None``. Errors: none; an unusable answer has no claims.
Source: DESIGN of the benchmark.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats, quotient

__all__ = ["METRICS"]


def _twice(columns: Columns) -> Floats:
    return 2 * floats(columns["tp_value"])


def _claims_and_changes(columns: Columns) -> Floats:
    return floats(columns["n_pred"] + columns["n_gold"])


def _altered(columns: Columns) -> Floats:
    return floats(columns["is_counterfactual"])


def _factual(columns: Columns) -> Floats:
    return floats(1 - columns["is_counterfactual"])


def _both(columns: Columns) -> Floats:
    return (
        floats(columns["is_pair"])
        * (_claims_and_changes(columns) > 0)
        * (columns["twin_claims_and_changes"] > 0)
    )


def _drop(columns: Columns) -> Floats:
    twin = quotient(
        2 * floats(columns["twin_tp_value"]), floats(columns["twin_claims_and_changes"])
    )
    return (twin - quotient(_twice(columns), _claims_and_changes(columns))) * _both(columns)


METRICS = (
    Metric(
        "counterfactual_f1",
        "counterfactual F1",
        "pooled",
        "claims and changes",
        lambda columns: _twice(columns) * _altered(columns),
        lambda columns: _claims_and_changes(columns) * _altered(columns),
        short="F1",
    ),
    Metric(
        "factual_f1",
        "factual F1",
        "pooled",
        "claims and changes",
        lambda columns: _twice(columns) * _factual(columns),
        lambda columns: _claims_and_changes(columns) * _factual(columns),
        short="factual F1",
    ),
    Metric(
        "counterfactual_f1_drop",
        "factual minus counterfactual F1",
        "instance mean",
        "pairs",
        _drop,
        _both,
        short="drop",
        higher_is_better=False,
    ),
    Metric(
        "counterfactual_exact",
        "exact delta match",
        "instance mean",
        "counterfactuals",
        lambda columns: floats(columns["exact"]) * _altered(columns),
        _altered,
        short="exact",
    ),
)
