# SPDX-License-Identifier: Apache-2.0
"""Runs Scratch projects in a pinned, deterministic scratch-vm and records what happens.

>>> from vm_runner import VmRunner                                  # doctest: +SKIP
>>> with VmRunner() as vm:                                          # doctest: +SKIP
...     trace = vm.run("project.sb3", episode)
"""

from vm_runner.explain import unexplained_changes
from vm_runner.project_file import read_project
from vm_runner.replay import BUDGET_FACTOR, check_stable
from vm_runner.runner import VmRunner
from vm_runner.session import Checkpoint, Limits, Session
from vm_runner.setup_packages import ensure_packages

__all__ = [
    "BUDGET_FACTOR",
    "Checkpoint",
    "Limits",
    "Session",
    "VmRunner",
    "check_stable",
    "ensure_packages",
    "read_project",
    "unexplained_changes",
]
