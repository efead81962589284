# SPDX-License-Identifier: Apache-2.0
"""Which scripts of a project can run, and what starts them."""

from __future__ import annotations

from collections.abc import Iterator

from corpus_filters.project import Block, Project, Script, Target

__all__ = ["can_start_later", "live_blocks", "live_scripts"]

_STARTED_BY_USER_OR_TIME = frozenset(
    {
        "event_whengreaterthan", "event_whenkeypressed", "event_whenstageclicked",
        "event_whenthisspriteclicked", "event_whentouchingobject",
        "makeymakey_whenCodePressed", "makeymakey_whenMakeyKeyPressed",
    }
)  # fmt: skip


def live_scripts(target: Target) -> Iterator[Script]:
    """Yield the scripts of a target that can run without a click in the editor.

    They begin with a hat block, or define a custom block that another of them calls.
    """
    live: list[Script] = []
    definitions: dict[str, list[Script]] = {}
    for script in target.scripts:
        if not script.blocks:
            continue
        if _is_hat(script.blocks[0]):
            live.append(script)
        for name in _defined(script):
            definitions.setdefault(name, []).append(script)
    for script in live:  # grows while it is read
        yield script
        for block in script.blocks:
            if block.opcode == "procedures_call":
                live.extend(definitions.pop(block.proccode, ()))


def live_blocks(project: Project) -> Iterator[Block]:
    """Yield the blocks of all live scripts."""
    for target in project.targets:
        for script in live_scripts(target):
            yield from script.blocks


def can_start_later(project: Project) -> bool:
    """Tell whether a key, a click, a timer or another sensor can start a script at any time."""
    return any(
        script.blocks[0].opcode in _STARTED_BY_USER_OR_TIME
        for target in project.targets
        for script in live_scripts(target)
    )


def _is_hat(block: Block) -> bool:
    return "_when" in block.opcode or block.opcode == "control_start_as_clone"


def _defined(script: Script) -> set[str]:
    """Return the name of the custom block that a script defines, if it does."""
    if script.blocks[0].opcode != "procedures_definition":
        return set()
    return {block.proccode for block in script.blocks if block.opcode == "procedures_prototype"}
