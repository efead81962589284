# SPDX-License-Identifier: Apache-2.0
"""Programs as annotators read them: scratchblocks, one script after another under their ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.prompts.scratchblocks import write_block, write_rule

__all__ = ["ProgramScripts", "Script", "program_scripts"]


class Script(NamedTuple):
    """One rule as text."""

    rule: str
    """``<target>/<n>``."""
    text: str
    """Its blocks, one a line."""


@dataclass(frozen=True, slots=True)
class ProgramScripts:
    """A program, script by script."""

    scripts: tuple[Script, ...]
    block_text: Callable[[str], str]
    """The text of one block by its id."""


def program_scripts(program: Mapping[str, Any]) -> ProgramScripts:
    """Return the scripts of a program in canonical form, without the numbers of their blocks."""
    rules = {rule["rule"]: rule for target in program["targets"] for rule in target["rules"]}

    def text_of(block: str) -> str:
        return write_block(rules[block.rpartition("/")[0]], block)

    # the first line is a comment with the id, which stands over the script anyway
    return ProgramScripts(
        tuple(
            Script(name, write_rule(rule, numbers=False).partition("\n")[2])
            for name, rule in rules.items()
        ),
        text_of,
    )
