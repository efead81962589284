# SPDX-License-Identifier: Apache-2.0
"""The metrics, one file each. A new one is a new file and a line in the tuple of its tasks."""

from scoring.metrics import (
    causal_chain,
    changed_field_f1,
    changed_region_f1,
    counterfactual_f1,
    counterfactual_pairs,
    decision_ranking,
    decision_regret,
    event_accuracy,
    exact_match,
    frame_order,
    frame_psnr,
    frame_ssim,
    full_state_accuracy,
    hidden_accuracy,
    no_op_accuracy,
    object_costume,
    object_position,
    object_state_f1,
    object_visibility,
    still_frames,
)
from scoring.metrics.base import Columns, Floats, Metric

__all__ = [
    "CAUSAL_METRICS",
    "CHANGED_FIELD_METRICS",
    "COUNTERFACTUAL_METRICS",
    "DECISION_METRICS",
    "KEYFRAME_METRICS",
    "METRICS",
    "Columns",
    "Floats",
    "Metric",
]

CHANGED_FIELD_METRICS: tuple[Metric, ...] = (
    *changed_field_f1.METRICS,
    *no_op_accuracy.METRICS,
    *hidden_accuracy.METRICS,
    *full_state_accuracy.METRICS,
    *exact_match.METRICS,
)
"""The metrics of the tasks that ask which fields change, in the order of the report."""

CAUSAL_METRICS: tuple[Metric, ...] = (*event_accuracy.METRICS, *causal_chain.METRICS)
"""The metrics of event queries, in the order of the report."""

_OF_COUNTERFACTUALS = (*counterfactual_f1.METRICS, *counterfactual_pairs.METRICS)

COUNTERFACTUAL_METRICS: tuple[Metric, ...] = (*_OF_COUNTERFACTUALS, *CHANGED_FIELD_METRICS)
"""The metrics of counterfactuals; those of changed fields, behind, are over both twins."""

DECISION_METRICS: tuple[Metric, ...] = (*decision_regret.METRICS, *decision_ranking.METRICS)
"""The metrics of decisions, in the order of the report."""

_OF_FRAMES = (
    *changed_region_f1.METRICS,
    *object_state_f1.METRICS,
    *frame_order.METRICS,
    *still_frames.METRICS,
    *object_position.METRICS,
    *object_costume.METRICS,
    *object_visibility.METRICS,
    *frame_ssim.METRICS,
    *frame_psnr.METRICS,
)

KEYFRAME_METRICS: tuple[Metric, ...] = (*_OF_FRAMES, *exact_match.METRICS)
"""The metrics of key frames, in the order of the report; exact means every pixel."""

METRICS: tuple[Metric, ...] = (
    *CHANGED_FIELD_METRICS,
    *CAUSAL_METRICS,
    *_OF_COUNTERFACTUALS,
    *DECISION_METRICS,
    *_OF_FRAMES,
)
"""Every metric, in the order of the report."""
