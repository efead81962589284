# SPDX-License-Identifier: Apache-2.0
"""Decisions: what is worth something in a project, and menus of what a user may do for it."""

from generators.decisions.menus import FAULTS, OPTIONS, Draft, Menu, choose_menu, draw_options
from generators.decisions.rewards import Candidate, find_rewards

__all__ = [
    "FAULTS",
    "OPTIONS",
    "Candidate",
    "Draft",
    "Menu",
    "choose_menu",
    "draw_options",
    "find_rewards",
]
