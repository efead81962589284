# SPDX-License-Identifier: Apache-2.0
"""Words of which no text is a secret: common English ones, and those of Scratch and of games."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

__all__ = ["HarmlessWords"]


class HarmlessWords:
    """The words that come with the package, in ``words.txt``, and those that the user keeps.

    Case never matters. A single letter of the Latin alphabet is harmless.
    """

    def __init__(self, keep: Iterable[str] = ()) -> None:
        self._words = _shipped() | {word.lower() for word in keep}

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._words or (len(word) == 1 and word.isascii())


@cache
def _shipped() -> frozenset[str]:
    text = files("generators.privacy").joinpath("words.txt").read_text("ascii")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))
