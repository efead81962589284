# SPDX-License-Identifier: Apache-2.0
"""Exploration: reads what a project listens to and plays it toward unexecuted blocks."""

from generators.exploration.explorer import Coverage, explore
from generators.exploration.listening import (
    Listener,
    Program,
    actions_of,
    find_listeners,
    spots,
)

__all__ = [
    "Coverage",
    "Listener",
    "Program",
    "actions_of",
    "explore",
    "find_listeners",
    "spots",
]
