# SPDX-License-Identifier: Apache-2.0
"""Exact match: is the implied state right in every field?

Scale: 0 to 1, higher is better; copying the input scores the share of empty G.
Averages: instance mean over all instances.
Empty case: no instance gives no value (``None``).
Errors: none; an unusable answer is wrong. Source: DESIGN of the benchmark.
"""

from __future__ import annotations

import numpy as np

from scoring.metrics.base import Columns, Floats, Metric, floats

__all__ = ["METRICS"]


def _exact(columns: Columns) -> Floats:
    return floats(columns["exact"])


def _all(columns: Columns) -> Floats:
    return np.ones(len(columns["exact"]))


METRICS = (
    Metric("exact_match", "exact match", "instance mean", "instances", _exact, _all, short="exact"),
)
