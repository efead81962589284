# SPDX-License-Identifier: Apache-2.0
"""The field table for the JavaScript side: ``python -m vm_runner.field_table`` writes it."""

from __future__ import annotations

import json
from pathlib import Path

from scratchworld.world import FIELD_KINDS, LIST_HEAD

__all__ = ["FILE", "source"]

FILE = Path(__file__).resolve().parent / "js" / "trace" / "field-table.js"


def source() -> str:
    """Return the text of the module: the patterns of all fields, and how long a list's head is."""
    rows = "".join(
        f"    {{pattern: {json.dumps(kind.pattern)}, presence: {json.dumps(kind.presence)}}},\n"
        for kind in FIELD_KINDS
    ).replace('"', "'")
    return (
        "// SPDX-License-Identifier: AGPL-3.0-only\n"
        "/** Written by `python -m vm_runner.field_table` from scratchworld/world/fields.py. */\n"
        "\n"
        "/** How many items of a list are fields. */\n"
        f"export const LIST_HEAD = {LIST_HEAD};\n"
        "\n"
        f"export const FIELD_KINDS = [\n{rows.removesuffix(chr(10)).removesuffix(',')}\n];\n"
    )


if __name__ == "__main__":
    FILE.write_text(source(), encoding="utf-8")
