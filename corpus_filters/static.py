# SPDX-License-Identifier: Apache-2.0
"""Filters that need the program alone: nothing is run."""

from __future__ import annotations

from corpus_filters.project import Block, Project
from corpus_filters.scripts import live_blocks
from scratchworld.errors import ProjectError

__all__ = ["check_calendar", "check_network", "check_scripts"]

_NETWORK = frozenset(
    {
        "sensing_online", "text2speech_speakAndWaitBlock", "translate_getTranslate",
    }
)  # fmt: skip
_CALENDAR = frozenset({"sensing_current", "sensing_dayssince2000"})


def check_scripts(project: Project) -> None:
    """Reject a project without a script that can start.

    Raises:
        ProjectError: ``no_scripts``.
    """
    if next(live_blocks(project), None) is None:
        count = project.block_count
        detail = f"{count} blocks, none of them under a hat" if count else "there are no blocks"
        raise ProjectError("no_scripts", detail)


def check_network(project: Project) -> None:
    """Reject a project that asks a server: speech, translation, "online?".

    Blocks that need a device or a camera do not come as far: their extensions are not supported.

    Raises:
        ProjectError: ``network_block``; the detail is the block's opcode.
    """
    for block in live_blocks(project):
        if block.opcode in _NETWORK:
            raise ProjectError("network_block", block.opcode)


def check_calendar(project: Project) -> None:
    """Reject a project that reads the calendar or the time of day.

    Here they always start at the same moment (``docs/determinism.md``), so such a project would
    show one day of its life. The timer block is no calendar.

    Raises:
        ProjectError: ``calendar_dependent``; the detail is what it reads.
    """
    for block in live_blocks(project):
        if block.opcode in _CALENDAR:
            raise ProjectError("calendar_dependent", _read(block))


def _read(block: Block) -> str:
    unit = block.field("CURRENTMENU").lower()
    return f"current {unit}" if unit else "days since 2000"
