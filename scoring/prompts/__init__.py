# SPDX-License-Identifier: Apache-2.0
"""Instances as text, and the prompts made of it; see ``docs/modalities.md``.

Everything here is a function of the columns that are given, and works on a release folder alone.
"""

from scoring.prompts.conditions import CONDITIONS, Condition
from scoring.prompts.deeds import action_words
from scoring.prompts.language import describe_state
from scoring.prompts.leaks import Leak, LeakCheck
from scoring.prompts.programs import ProgramIndex
from scoring.prompts.prompt import Prompt, make_prompt, plain_prompt
from scoring.prompts.scratchblocks import write_program
from scoring.prompts.slicing import relevant_rules
from scoring.prompts.table import render_table
from scoring.prompts.tokens import estimate_tokens
from scoring.prompts.views import VIEWS, View, render_view

__all__ = [
    "CONDITIONS",
    "VIEWS",
    "Condition",
    "Leak",
    "LeakCheck",
    "ProgramIndex",
    "Prompt",
    "View",
    "action_words",
    "describe_state",
    "estimate_tokens",
    "make_prompt",
    "plain_prompt",
    "relevant_rules",
    "render_table",
    "render_view",
    "write_program",
]
