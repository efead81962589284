# SPDX-License-Identifier: Apache-2.0
"""How names and values are spelled wherever text is made: unmistakable, and on one line."""

from __future__ import annotations

from scratchworld.world import Value, canonical_json

__all__ = ["spell", "spell_path"]

_BREAKS = {char: f"\\u{ord(char):04x}" for char in "\x7f\x85\u2028\u2029"}
_TABLE = str.maketrans(_BREAKS)


def spell(value: Value | None) -> str:
    """Return a value as JSON, with all that some reader takes for the end of a line escaped."""
    return canonical_json(value).translate(_TABLE)


def spell_path(path: str) -> str:
    """Return a field path as it is; as JSON text where it would break its line, cell or quotes."""
    return path if path.isprintable() and not set(path) & set('`|"\\') else spell(path)
