# SPDX-License-Identifier: Apache-2.0
"""Templates of pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring.page_template import filled


def test_values_are_put_in_and_never_read_as_names() -> None:
    asked: list[str] = []

    def pieces() -> Iterator[str]:
        asked.append("now")
        yield from ("1", "2")

    parts = filled("<b>@A@</b>@B@.", {"A": "@B@", "B": pieces()})
    assert [next(parts), next(parts)] == ["<b>", "@B@"]
    assert asked == []
    assert "".join(parts) == "</b>12."


def test_a_name_without_a_value() -> None:
    with pytest.raises(KeyError, match="A"):
        list(filled("@A@", {}))
