# SPDX-License-Identifier: Apache-2.0
"""The short way into lines as most are: an id and a prediction that is one map of plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson

from scoring.answer import Answer
from scoring.forms import Form

__all__ = ["add_about", "read_plain"]

_ABOUT = ("modality", "condition")
"""Keys by which a line says what the model was given."""


def read_plain(line: bytes, instance_id: str, form: Form) -> Answer | None:
    """Read a line that holds an id and a prediction with one map of plain values, if it does.

    A text with as many colons as the parsed value has keys has no key twice, and no nested keys.
    """
    try:
        record = orjson.loads(line)
    except ValueError:
        return None
    if type(record) is not dict or record.get("instance_id") != instance_id or "output" in record:
        return None
    prediction = record.get("prediction")
    if type(prediction) is not dict or len(prediction) != 1:
        return None
    [held] = prediction.values()
    if type(held) is not dict or line.count(b":") != len(record) + 1 + len(held):
        return None
    return add_about(form.read(prediction, "ok"), record)


def add_about(answer: Answer, record: Mapping[str, Any]) -> Answer:
    """Add what a line says of the model's input."""
    about = {key: record[key] for key in _ABOUT if isinstance(record.get(key), str)}
    return replace(answer, **about) if about else answer
