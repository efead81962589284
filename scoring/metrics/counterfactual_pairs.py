# SPDX-License-Identifier: Apache-2.0
"""Does a model let an alteration matter where it does, and only there?

Over pairs of a counterfactual and its factual twin. A pair is affected when the alteration changes
any field after the window but those that it sets itself. An answer says that a pair is affected
when its two predicted states differ likewise.

``intervention_sensitivity``: share of affected pairs that are said to be affected. Higher is
better; copying and the invariant bound score 0.
``over_invariance``: share of affected pairs whose answers are usable and the same for both twins.
Lower is better; copying and the invariant bound score 1.
``false_sensitivity``: share of unaffected pairs that are said to be affected. Lower is better;
copying and the invariant bound score 0.
``effect_match``: share of affected pairs whose predicted effect is the true one, field by field;
numbers by how much they change. Higher is better; copying scores 0.

Scale: 0 to 1. Averages: over the pairs. Empty case: no such pair gives no value (``None``).
Errors: an unusable answer to either twin says nothing and is wrong.
Source: DESIGN of the benchmark.
"""

from __future__ import annotations

from scoring.metrics.base import Columns, Floats, Metric, floats

__all__ = ["METRICS"]


def _affected(columns: Columns) -> Floats:
    return floats(columns["is_affected"])


def _unaffected(columns: Columns) -> Floats:
    return floats(columns["is_pair"] - columns["is_affected"])


def _sensitive(columns: Columns) -> Floats:
    return _affected(columns) * columns["says_effect"]


def _invariant(columns: Columns) -> Floats:
    return _affected(columns) * (columns["is_answered"] - columns["says_effect"])


def _falsely_sensitive(columns: Columns) -> Floats:
    return _unaffected(columns) * columns["says_effect"]


def _effect_right(columns: Columns) -> Floats:
    return _affected(columns) * columns["effect_right"]


METRICS = (
    Metric(
        "intervention_sensitivity",
        "intervention sensitivity",
        "pooled",
        "affected pairs",
        _sensitive,
        _affected,
        short="sensitivity",
    ),
    Metric(
        "over_invariance",
        "over-invariance",
        "pooled",
        "affected pairs",
        _invariant,
        _affected,
        short="over-inv.",
        higher_is_better=False,
    ),
    Metric(
        "false_sensitivity",
        "false sensitivity",
        "pooled",
        "unaffected pairs",
        _falsely_sensitive,
        _unaffected,
        short="false sens.",
        higher_is_better=False,
    ),
    Metric(
        "effect_match",
        "effect match",
        "pooled",
        "affected pairs",
        _effect_right,
        _affected,
        short="effect",
    ),
)
