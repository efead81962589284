# SPDX-License-Identifier: Apache-2.0
"""Runs Scratch projects in a pinned, deterministic scratch-vm and records what happens.

>>> from vm_runner import VmRunner                                  # doctest: +SKIP
>>> with VmRunner() as vm:                                          # doctest: +SKIP
...     trace = vm.run("project.sb3", episode)
"""

from vm_runner.runner import Limits, Session, VmRunner, read_project

__all__ = ["Limits", "Session", "VmRunner", "read_project"]
