# SPDX-License-Identifier: Apache-2.0
"""Tasks: how a trace is cut into questions with labels. One file a task."""

from generators.tasks.causal import CausalPlan, make_causal
from generators.tasks.counterfactual import CounterfactualPlan, make_counterfactuals
from generators.tasks.decision import DecisionPlan, make_decisions
from generators.tasks.keyframes import KeyframesPlan, make_keyframes
from generators.tasks.material import Material
from generators.tasks.next_state import cut_next_state
from generators.tasks.rollout import HORIZONS, cut_rollouts
from generators.tasks.window import Provenance, Window

__all__ = [
    "HORIZONS",
    "CausalPlan",
    "CounterfactualPlan",
    "DecisionPlan",
    "KeyframesPlan",
    "Material",
    "Provenance",
    "Window",
    "cut_next_state",
    "cut_rollouts",
    "make_causal",
    "make_counterfactuals",
    "make_decisions",
    "make_keyframes",
]
