# SPDX-License-Identifier: Apache-2.0
"""Exploration: reads what a project listens to and plays it toward unexecuted blocks."""

from generators.exploration.explorer import Coverage, explore
from generators.exploration.listening import Listener, Program, find_listeners

__all__ = ["Coverage", "Listener", "Program", "explore", "find_listeners"]
