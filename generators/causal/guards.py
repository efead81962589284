# SPDX-License-Identifier: Apache-2.0
"""What a program says by its form alone: on which conditions does a block hang, who calls it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generators.exploration import Program

__all__ = ["Guard", "ProgramIndex"]

_IN_BRANCH: Mapping[tuple[str, str], bool] = {
    ("control_if", "SUBSTACK"): True,
    ("control_if_else", "SUBSTACK"): True,
    ("control_if_else", "SUBSTACK2"): False,
    ("control_repeat_until", "SUBSTACK"): False,
    ("control_while", "SUBSTACK"): True,
}
"""Outcome that lets a branch run."""
_PASSED: Mapping[str, bool] = {
    "control_wait_until": True,
    "control_repeat_until": True,
    "control_while": False,
}
"""Outcome that lets what stands behind run."""
_BRANCHES = ("SUBSTACK", "SUBSTACK2")
_ENDS = ("this script", "all")

Block = Mapping[str, Any]


class Guard(NamedTuple):
    """A condition, and the outcome that lets a block run."""

    block: str
    """Id of the block with the condition."""
    outcome: bool


class ProgramIndex:
    """A program by its ids."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._rules: dict[str, Sequence[Block]] = {}
        self._above: dict[str, dict[int, tuple[int, str]]] = {}
        self._calls: dict[tuple[str, str], list[str]] = {}
        self._definitions: dict[tuple[str, str], str] = {}
        for target in program:
            for rule in target["rules"]:
                self._add(target["name"], rule["rule"], rule["blocks"])

    def _add(self, target: str, rule: str, blocks: Sequence[Block]) -> None:
        self._rules[rule] = blocks
        above = self._above[rule] = {}
        for index, block in enumerate(blocks):
            for name, inner in block["inputs"].items():
                above[inner] = (index, name)
            if block["next"] is not None:
                above[block["next"]] = (index, "")
            code = block.get("proccode")
            if code is not None and block["opcode"] == "procedures_call":
                self._calls.setdefault((target, code), []).append(f"{rule}/{index}")
            elif code is not None:
                self._definitions[target, code] = rule

    def block(self, block_id: str) -> Block:
        """Return a block. Raises ``KeyError`` when there is none."""
        rule, index = self._place(block_id)
        try:
            return self._rules[rule][index]
        except IndexError:
            raise KeyError(block_id) from None

    def hat(self, rule: str) -> Block:
        """Return the first block of a rule."""
        return self._rules[rule][0]

    def rules(self) -> Iterator[str]:
        """Yield all rule ids."""
        yield from self._rules

    def calls_of(self, rule: str, callers: frozenset[str]) -> list[str]:
        """Return the blocks in the rules ``callers`` that call the custom block of ``rule``."""
        for (target, code), defined in self._definitions.items():
            if defined == rule:
                calls = self._calls.get((target, code), ())
                return [call for call in calls if self._place(call)[0] in callers]
        return []

    def is_definition(self, rule: str) -> bool:
        """Tell whether a rule defines a custom block."""
        return rule in self._definitions.values()

    def guards(self, block_id: str) -> list[Guard]:
        """Return the conditions that a block's running hangs on within its rule, outermost first.

        Those of the branches that it stands in, of waits and loops that have to be over before it,
        and of branches before it that end the script.
        """
        rule, index = self._place(block_id)
        blocks, above = self._rules[rule], self._above[rule]
        found: list[Guard] = []
        while index in above:
            parent, name = above[index]
            block = blocks[parent]
            if name == "":
                found += self._passed(rule, parent)
            elif (block["opcode"], name) in _IN_BRANCH:
                found.append(Guard(f"{rule}/{parent}", _IN_BRANCH[block["opcode"], name]))
            index = parent
        return found[::-1]

    def _passed(self, rule: str, index: int) -> Iterator[Guard]:
        """What the block at ``index`` asks of those that stand behind it."""
        block = self._rules[rule][index]
        if block["opcode"] in _PASSED:
            yield Guard(f"{rule}/{index}", _PASSED[block["opcode"]])
        elif block["opcode"] in ("control_if", "control_if_else"):
            ends = [name for name in _BRANCHES if self._ends(rule, block["inputs"].get(name))]
            if len(ends) == 1:
                yield Guard(f"{rule}/{index}", not _IN_BRANCH[block["opcode"], ends[0]])

    def _ends(self, rule: str, index: int | None) -> bool:
        """Whether a branch has a block that ends the script, on its own level."""
        while index is not None:
            block = self._rules[rule][index]
            option = block["fields"].get("STOP_OPTION", {}).get("value")
            if block["opcode"] == "control_stop" and option in _ENDS:
                return True
            if block["opcode"] == "control_delete_this_clone":
                return True
            index = block["next"]
        return False

    @staticmethod
    def _place(block_id: str) -> tuple[str, int]:
        rule, _, index = block_id.rpartition("/")
        return rule, int(index)
