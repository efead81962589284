# SPDX-License-Identifier: Apache-2.0
"""Fills the templates of the pages: ``@NAME@`` stands for a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

__all__ = ["filled"]


def filled(template: str, values: Mapping[str, str | Iterable[str]]) -> Iterator[str]:
    """Yield a template piece by piece; a value in pieces is asked for when its turn comes.

    What a value holds is never taken for a name. A template has no other ``@``.

    Raises:
        KeyError: for a name without a value.
    """
    for at, part in enumerate(template.split("@")):
        if at % 2 == 0:  # every second part is a name
            yield part
        else:
            value = values[part]
            yield from (value,) if isinstance(value, str) else value
