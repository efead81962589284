# SPDX-License-Identifier: Apache-2.0
"""Reports: tables for a terminal, and the files of ``score --out``."""

from scoring.report.compare_text import render_comparison
from scoring.report.copy_prior_text import render_copy_prior
from scoring.report.files import make_folder, to_json_text, write_outputs, write_results
from scoring.report.html import html_parts
from scoring.report.ladder_text import render_ladder
from scoring.report.problems_text import render_validation
from scoring.report.score_text import render_evaluation

__all__ = [
    "html_parts",
    "make_folder",
    "render_comparison",
    "render_copy_prior",
    "render_evaluation",
    "render_ladder",
    "render_validation",
    "to_json_text",
    "write_outputs",
    "write_results",
]
