# SPDX-License-Identifier: Apache-2.0
"""The form of a task's answers: by what they are told from other JSON, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scoring.answer import Answer, Status, answer_from

__all__ = ["CHANGED_FIELDS", "Form"]


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The form of a prediction object."""

    keys: tuple[str, ...]
    """An object with one of these keys is a prediction; so it is found in a model's raw text."""
    read: Callable[[object, Status], Answer]
    """Make an answer of a decoded prediction; the status is given to one that is fine."""
    example: Mapping[str, object]
    """A prediction in this form; error messages show that of :data:`CHANGED_FIELDS`."""


CHANGED_FIELDS = Form(("delta", "state"), answer_from, {"delta": {"/sprite/Cat/x": 0}})
"""The changed fields, or the whole state after them."""
