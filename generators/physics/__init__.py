# SPDX-License-Identifier: Apache-2.0
"""Physical checks: does a predicted state break a law that the trace upholds?"""

from generators.physics.checking import EXECUTED, Check, Outcome, check_physics
from generators.physics.laws import LAWS
from generators.physics.tally import Tally, render_tally, vote_of

__all__ = [
    "EXECUTED",
    "LAWS",
    "Check",
    "Outcome",
    "Tally",
    "check_physics",
    "render_tally",
    "vote_of",
]
