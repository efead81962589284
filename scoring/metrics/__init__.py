# SPDX-License-Identifier: Apache-2.0
"""The metrics, one file each. A new one is a new file and a line in the tuple of its tasks."""

from scoring.metrics import (
    changed_field_f1,
    exact_match,
    full_state_accuracy,
    hidden_accuracy,
    no_op_accuracy,
)
from scoring.metrics.base import Columns, Floats, Metric

__all__ = ["CHANGED_FIELD_METRICS", "METRICS", "Columns", "Floats", "Metric"]

CHANGED_FIELD_METRICS: tuple[Metric, ...] = (
    *changed_field_f1.METRICS,
    *no_op_accuracy.METRICS,
    *hidden_accuracy.METRICS,
    *full_state_accuracy.METRICS,
    *exact_match.METRICS,
)
"""The metrics of the tasks that ask which fields change, in the order of the report."""

METRICS: tuple[Metric, ...] = CHANGED_FIELD_METRICS
"""Every metric, in the order of the report."""
