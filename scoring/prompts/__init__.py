# SPDX-License-Identifier: Apache-2.0
"""Instances as text, and the prompts made of it; see ``docs/modalities.md``.

Everything here is a function of the columns that are given, and works on a release folder alone.
"""

from scoring.prompts.scratchblocks import write_program

__all__ = ["write_program"]
