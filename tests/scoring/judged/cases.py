# SPDX-License-Identifier: Apache-2.0
"""Cases made by hand."""

from __future__ import annotations

from typing import Any

from scoring.judged import Case, Shown


def make_case(number: int = 0, **changes: Any) -> Case:
    values: dict[str, Any] = {
        "instance_id": f"{number:016x}",
        "project": f"p{number // 2}",
        "source": "synthetic",
        "split": "test",
        "goal": "goal_frame",
        "weight": 50,
        "window": "2 steps of 5 ticks each, 0.33 s in all",
        "actions": "Step 1: the user presses space.\nStep 2: nothing.",
        "rules": "when [space v] key pressed\nmove (10) steps",
        "requests": ("After step 1.", "After step 2."),
        "hints": ("Cat moves from x 0 to x 10.", "Nothing changes."),
        "first": b"first",
        "references": (Shown("a costume of the sprite Cat", b"cat"),),
        "status": "ok",
        "frames": (b"one", b"two"),
    }
    return Case(**{**values, **changes})


UNUSABLE: dict[str, Any] = {"status": "missing", "detail": "no line", "frames": ()}
