# SPDX-License-Identifier: Apache-2.0
"""JSON Schemas (draft 2020-12) of what users write and read, and the checks against them.

``annotations``: what an annotator said of event queries. ``build``: the configuration of a build.
``episode``: the script of an episode. ``model_split``: models that a judge learns from or not.
``trace``: one line of a trace file.
``prediction_<task>``: the ``prediction`` object of a line of ``predictions.jsonl``.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from scratchworld.errors import InputError

__all__ = [
    "SCHEMA_NAMES",
    "Fault",
    "check",
    "find_fault",
    "load_schema",
    "read_json",
    "schema_text",
]

SCHEMA_NAMES = (
    "annotations",
    "build",
    "episode",
    "model_split",
    "prediction_causal",
    "prediction_counterfactual",
    "prediction_decision",
    "prediction_keyframes",
    "prediction_next_state",
    "prediction_rollout",
    "trace",
)

_LONGEST_MESSAGE = 300


def load_schema(name: str) -> dict[str, Any]:
    """Return the schema of that name. Raises as :func:`schema_text` does."""
    schema: dict[str, Any] = json.loads(schema_text(name))
    return schema


def schema_text(name: str) -> str:
    """Return the text of the schema's file, ``<name>.schema.json``.

    Raises:
        ValueError: when ``name`` is not one of :data:`SCHEMA_NAMES`.
    """
    if name not in SCHEMA_NAMES:
        raise ValueError(f"no schema {name!r}; known: {', '.join(SCHEMA_NAMES)}")
    return (files(__name__) / f"{name}.schema.json").read_text("utf-8")


class Fault(NamedTuple):
    """Where plain data does not fit a schema, and why."""

    path: tuple[str | int, ...]
    """Keys and indices from the root; of a key that is not allowed, to that key."""
    json_path: str
    """Of what does not fit, as text: ``$.steps[0]``."""
    message: str
    """One line."""


def find_fault(data: object, name: str) -> Fault | None:
    """Return the fault of plain data against the schema ``name`` that says most, or ``None``."""
    from jsonschema.exceptions import best_match

    error = best_match(_validator(name).iter_errors(data))
    if error is None:
        return None
    message = " ".join(error.message.split())
    if len(message) > _LONGEST_MESSAGE:
        message = message[:_LONGEST_MESSAGE] + "..."
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties":
        path = (*path, min(set(error.instance) - set(error.schema.get("properties", ()))))
    return Fault(path, error.json_path, message)


def check(data: object, name: str, where: str) -> None:
    """Check plain data against the schema ``name``; ``where`` names its file.

    Raises:
        InputError: one line with ``where``, the JSON path of the fault, and the fault.
    """
    fault = find_fault(data, name)
    if fault is not None:
        raise InputError(f"{where}: {fault.json_path}: {fault.message}")


def read_json(path: Path, name: str) -> Any:
    """Read a JSON file and check it against the schema ``name``.

    Raises:
        InputError: when the file is missing, unreadable, not JSON (a bare NaN is not), or does
            not fit the schema.
    """
    try:
        data = json.loads(path.read_bytes(), parse_constant=_refuse_constant)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InputError(f"{path}: not JSON ({error.msg}, {place})") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not JSON ({error})") from None
    check(data, name, str(path))
    return data


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(load_schema(name))


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is not a JSON number")
