# SPDX-License-Identifier: Apache-2.0
"""The metrics, one file each. A new one is a new file and a line in :data:`METRICS`."""

from scoring.metrics import (
    changed_field_f1,
    exact_match,
    full_state_accuracy,
    hidden_accuracy,
    no_op_accuracy,
)
from scoring.metrics.base import Metric

__all__ = ["METRICS", "Metric"]

METRICS: tuple[Metric, ...] = (
    *changed_field_f1.METRICS,
    *no_op_accuracy.METRICS,
    *hidden_accuracy.METRICS,
    *full_state_accuracy.METRICS,
    *exact_match.METRICS,
)
"""Every metric, in the order of the report; all of them apply to all tasks of today."""
