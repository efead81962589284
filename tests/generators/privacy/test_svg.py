# SPDX-License-Identifier: Apache-2.0
"""Text of SVG costumes is replaced; what is not seen goes; the rest stays to the letter."""

from __future__ import annotations

import pytest

from generators.privacy import replace_svg_text


@pytest.mark.parametrize(
    ("svg", "expected"),
    [
        (b"<svg><text y='1'>by Zoe</text><g/></svg>", b"<svg><text y='1'>BY ZOE</text><g/></svg>"),
        (b"<text>a<tspan x='1'>b</tspan>c</text>", b"<text>A<tspan x='1'>B</tspan>C</text>"),
        (b"<svg:text>a</svg:text>", b"<svg:text>A</svg:text>"),
        (b"<text>a &amp; b&lt;</text>", b"<text>A &amp; B&lt;</text>"),
        (b"<text><![CDATA[a<b]]></text>", b"<text>A&lt;B</text>"),
        (b"<text/><path d='m'/>rest", b"<text/><path d='m'/>rest"),
        (b"<textPath>a</textPath>", b"<textPath>a</textPath>"),
        (b"<!-- zoe --><metadata>zoe</metadata><title>t</title><g/>", b"<g/>"),
        (b"<style><!-- .a{} --></style>", b"<style><!-- .a{} --></style>"),
        (b"\xff<text>\xfe a</text>", b"\xff<text>\xfe A</text>"),
    ],
)
def test_text_is_replaced(svg: bytes, expected: bytes) -> None:
    assert replace_svg_text(svg, str.upper) == expected
