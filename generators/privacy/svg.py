# SPDX-License-Identifier: Apache-2.0
"""Text within SVG costumes, which frames show."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

__all__ = ["replace_svg_text"]

_TEXT = re.compile(r"(<(?P<tag>(?:[\w.-]+:)?text)\b[^>]*(?<!/)>)(.*?)(</(?P=tag)\s*>)", re.DOTALL)
_UNSEEN = re.compile(
    r"(?P<style><(?:[\w.-]+:)?style\b.*?</(?:[\w.-]+:)?style\s*>)"
    r"|<!--.*?-->"
    r"|<(?P<tag>(?:[\w.-]+:)?(?:metadata|title|desc))\b[^>]*(?<!/)>.*?</(?P=tag)\s*>",
    re.DOTALL,
)
"""What nobody sees; comments within styles are left alone, since they may hold the styles."""
_MARKUP = re.compile(r"(<!\[CDATA\[.*?\]\]>|<[^>]*>)", re.DOTALL)
_CDATA = "<![CDATA["


def replace_svg_text(svg: bytes, new: Callable[[str], str]) -> bytes:
    """Return an SVG image with ``new`` texts in its ``text`` elements.

    Comments, titles, descriptions and metadata are left out. All else stays to the letter.
    """
    # what is no UTF-8 goes through as it came
    document = svg.decode("utf-8", "surrogateescape")
    document = _UNSEEN.sub(lambda found: found["style"] or "", document)
    return _TEXT.sub(lambda found: _element(found, new), document).encode(
        "utf-8", "surrogateescape"
    )


def _element(found: re.Match[str], new: Callable[[str], str]) -> str:
    pieces = _MARKUP.split(found[3])
    return found[1] + "".join(_piece(piece, new) for piece in pieces) + found[4]


def _piece(piece: str, new: Callable[[str], str]) -> str:
    if piece.startswith(_CDATA):
        return escape(new(piece[len(_CDATA) : -3]), quote=False)
    if piece.startswith("<") or not piece.strip():
        return piece
    return escape(new(unescape(piece)), quote=False)
