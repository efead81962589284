# SPDX-License-Identifier: Apache-2.0
"""The snapshot and the scorer have the same table of fields."""

from __future__ import annotations

from vm_runner import field_table


def test_the_javascript_side_has_the_table() -> None:
    text = field_table.FILE.read_text(encoding="utf-8")
    assert text == field_table.source(), "run python -m vm_runner.field_table"
