# SPDX-License-Identifier: Apache-2.0
"""Causal events: is it said of an event whether it occurs?

``event_accuracy``: share of all queries. ``event_precision``: of those said to occur, the share
that does. ``event_recall``: of those that occur, the share said to. ``event_f1``:
2 TP / (said + occurring). ``no_hallucination``: of those that do not occur, the share of which that
is said.

Scale: 0 to 1, higher is better. Saying that nothing occurs earns the share of negatives in
accuracy, 1 in no-hallucination, and 0 in recall and F1.
Averages: pooled. Empty case: nothing to divide by gives no value (``None``).
Errors: none; an unusable answer is wrong and says nothing.
Source: DESIGN of the benchmark; F1 is van Rijsbergen's, "Information Retrieval", 1979.
"""

from __future__ import annotations

import numpy as np

from scoring.metrics.base import Columns, Floats, Metric, floats

__all__ = ["METRICS"]


def _right(columns: Columns) -> Floats:
    return floats(columns["event_right"])


def _all(columns: Columns) -> Floats:
    return np.ones(len(columns["event_right"]))


def _true_positives(columns: Columns) -> Floats:
    return floats(columns["occurs"] * columns["says_occurs"])


def _said(columns: Columns) -> Floats:
    return floats(columns["says_occurs"])


def _occurring(columns: Columns) -> Floats:
    return floats(columns["occurs"])


def _not_occurring(columns: Columns) -> Floats:
    return floats(1 - columns["occurs"])


METRICS = (
    Metric("event_accuracy", "event accuracy", "pooled", "queries", _right, _all, short="accuracy"),
    Metric(
        "event_precision",
        "event precision",
        "pooled",
        "said to occur",
        _true_positives,
        _said,
        short="precision",
    ),
    Metric(
        "event_recall",
        "event recall",
        "pooled",
        "occurring events",
        _true_positives,
        _occurring,
        short="recall",
    ),
    Metric(
        "event_f1",
        "event F1",
        "pooled",
        "said and occurring",
        lambda columns: 2 * _true_positives(columns),
        lambda columns: _said(columns) + _occurring(columns),
        short="event F1",
    ),
    Metric(
        "no_hallucination",
        "no hallucination",
        "pooled",
        "events that do not occur",
        lambda columns: _right(columns) * _not_occurring(columns),
        _not_occurring,
        short="no halluc.",
    ),
)
