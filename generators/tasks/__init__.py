# SPDX-License-Identifier: Apache-2.0
"""Tasks: how a trace is cut into questions with labels. One file a task."""

from generators.tasks.next_state import cut_next_state
from generators.tasks.rollout import HORIZONS, cut_rollouts
from generators.tasks.window import Provenance, Window

__all__ = ["HORIZONS", "Provenance", "Window", "cut_next_state", "cut_rollouts"]
