# SPDX-License-Identifier: Apache-2.0
"""How names and values are spelled wherever text is made: unmistakable, and on one line."""

from __future__ import annotations

import re
from functools import lru_cache
from json.encoder import encode_basestring

from scratchworld.world import Value

__all__ = ["spell", "spell_path"]

_BREAKS = re.compile("[\x7f\x85\u2028\u2029\ud800-\udfff]")
"""What some reader takes for the end of a line, and what UTF-8 cannot hold."""
_LONG = 200
"""Characters of a text that is not worth remembering."""
_UNSAFE = frozenset('`|"\\')


def spell(value: Value | None) -> str:
    """Return a value as JSON, with all that some reader takes for the end of a line escaped."""
    if isinstance(value, str):
        return _spell_text(value) if len(value) < _LONG else _spelled(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def _spelled(text: str) -> str:
    quoted = encode_basestring(text)
    if quoted.isascii() and quoted.isprintable():
        return quoted
    return _BREAKS.sub(lambda found: f"\\u{ord(found.group()):04x}", quoted)


_spell_text = lru_cache(maxsize=1 << 16)(_spelled)


def spell_path(path: str) -> str:
    """Return a field path as it is; as JSON text where it would break its line, cell or quotes."""
    return path if path.isprintable() and _UNSAFE.isdisjoint(path) else spell(path)
