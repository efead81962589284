# SPDX-License-Identifier: Apache-2.0
"""An estimate of how many tokens a text is for a language model, without any model's tokenizer."""

from __future__ import annotations

import re

__all__ = ["estimate_tokens"]

_PIECES = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<number>[0-9]+)|(?P<mark>[!-/:-@\[-`{-~]+)|(?P<space>[ \t\n]+)"
    r"|(?P<other>[^\x00-\x7f]+)"
)
_LETTERS_A_TOKEN = 6
_DIGITS_A_TOKEN = 3
_MARKS_A_TOKEN = 2
_OTHERS_A_TOKEN = 2


def estimate_tokens(text: str) -> int:
    """Return the estimate; ``docs/modalities.md`` says how good it is."""
    count = 0
    for piece in _PIECES.finditer(text):
        length = piece.end() - piece.start()
        if piece["word"]:
            count += -(-length // _LETTERS_A_TOKEN)
        elif piece["number"]:
            count += -(-length // _DIGITS_A_TOKEN)
        elif piece["mark"]:
            count += -(-length // _MARKS_A_TOKEN)
        elif piece["other"]:
            count += -(-length // _OTHERS_A_TOKEN)
        elif length > 1:
            # a single blank is a part of the word behind it
            count += 1
    return count
