# SPDX-License-Identifier: Apache-2.0
"""Field paths: JSON Pointers (RFC 6901) whose tokens are Scratch names.

Any legal Scratch name (dots, slashes, emoji, control characters, ``__proto__``, empty) is one
token, so distinct names give distinct paths and every path splits back into its names.
"""

from __future__ import annotations

__all__ = ["STAGE_OWNER", "escape", "join_path", "split_path", "unescape"]

STAGE_OWNER = "_stage_"
"""Owner token of variables and lists for all sprites. Scratch reserves this name, so no sprite
can bear it."""


def escape(token: str) -> str:
    """Escape one name for use inside a path: ``~`` becomes ``~0`` and ``/`` becomes ``~1``."""
    return token.replace("~", "~0").replace("/", "~1")


def unescape(token: str) -> str:
    """Undo :func:`escape`."""
    return token.replace("~1", "/").replace("~0", "~")


def join_path(*tokens: str | int) -> str:
    """Build a path from its tokens: ``join_path("sprite", "a/b", "x") == "/sprite/a~1b/x"``."""
    return "".join("/" + escape(str(token)) for token in tokens)


def split_path(path: str) -> tuple[str, ...]:
    """Split a path into its unescaped tokens.

    Raises:
        ValueError: when the path is not empty and does not start with ``/``.
    """
    if not path:
        return ()
    if not path.startswith("/"):
        raise ValueError(f"a field path starts with '/': {path!r}")
    return tuple(unescape(token) for token in path[1:].split("/"))
