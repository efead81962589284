# SPDX-License-Identifier: Apache-2.0
"""Holds this package's renderer against the real one: scratch-render on WebGL in Chromium.

Needs a Chromium and the extra ``scratchworld[browser]``. ``docs/fidelity.md`` says what it found.
"""

from vm_runner.browser.check import VERDICTS, FrameCheck, ProjectCheck, check_project
from vm_runner.browser.chromium import CONFIGURATIONS, Configuration, find_chromium
from vm_runner.browser.inputs import inputs
from vm_runner.browser.page import ChromiumPage
from vm_runner.browser.projects import Traits, choose_projects
from vm_runner.browser.report import WorstFrames, describe, render_summary, report_json
from vm_runner.browser.site import Site

__all__ = [
    "CONFIGURATIONS",
    "VERDICTS",
    "ChromiumPage",
    "Configuration",
    "FrameCheck",
    "ProjectCheck",
    "Site",
    "Traits",
    "WorstFrames",
    "check_project",
    "choose_projects",
    "describe",
    "find_chromium",
    "inputs",
    "render_summary",
    "report_json",
]
