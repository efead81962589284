# SPDX-License-Identifier: Apache-2.0
"""Which values are texts and nothing else."""

from __future__ import annotations

import re

__all__ = ["is_free_text"]

_NUMBER = re.compile(
    r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?Infinity|0[xX][0-9a-fA-F]+"
    r"|0[oO][0-7]+|0[bB][01]+"
)


def is_free_text(value: object) -> bool:
    """Whether a value is a text that is nothing else: no number, no Boolean, no colour, not empty.

    Such a text can be replaced without Scratch reading it in another way.
    """
    if not isinstance(value, str) or not value.strip():
        return False
    text = value.strip()
    return (
        _NUMBER.fullmatch(text) is None
        and text.lower() not in ("true", "false")
        and re.fullmatch(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?", text) is None
    )
