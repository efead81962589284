# SPDX-License-Identifier: Apache-2.0
"""Programs as text in the notation of scratchblocks, which people and models read with ease.

A program is given in the canonical form of ``docs/modalities.md``. Each rule stands under a comment
with its id; behind each block stands its number in the rule, so that ``write:Cat/0/7`` can be said.
"""

from scoring.prompts.scratchblocks.writer import write_block, write_program, write_rule

__all__ = ["write_block", "write_program", "write_rule"]
