# SPDX-License-Identifier: Apache-2.0
"""Whose random numbers the targets of a project draw."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

from generators.rewriting.document import ProjectDocument

__all__ = ["with_draws_of"]

_DRAWS_AS = "drawsAs"


def with_draws_of(document: ProjectDocument, names: Sequence[str]) -> ProjectDocument:
    """Return a copy whose targets draw the random numbers that targets of other names draw.

    Draws are keyed by the name of the target, so a renamed sprite would draw others. ``names`` are
    those that the targets, in their order, have in field paths of the project as it was.
    """
    content = copy.deepcopy(document.content)
    for target, name in zip(content["targets"], names, strict=True):
        target[_DRAWS_AS] = name
    return replace(document, content=content)
