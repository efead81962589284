# SPDX-License-Identifier: Apache-2.0
"""The columns of a release's instance tables: an instance as one flat row, and back.

Numbers and short texts are parquet columns of their own. Maps and lists of mixed values are
canonical JSON text, since a parquet column holds one type only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

from scratchworld.world import Instance, canonical_json

__all__ = ["COLUMNS", "Column", "instance_to_row", "row_to_instance"]

Storage = Literal["text", "integer", "json"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an instance table."""

    name: str
    """Also the attribute's name on :class:`scratchworld.world.Instance`."""
    storage: Storage
    """``text`` (UTF-8), ``integer`` (64 bit), or ``json`` (canonical JSON text)."""
    meaning: str


COLUMNS: tuple[Column, ...] = (
    Column("instance_id", "text", "content hash, 16 hexadecimal digits; stable across rebuilds"),
    Column("task", "text", "`next_state` or `rollout`"),
    Column("source", "text", "`real` or `synthetic`"),
    Column("family", "text", "mechanism family of a synthetic project, empty for a real one"),
    Column("project", "text", "keyed hash of the project, 16 hexadecimal digits"),
    Column("split", "text", "`dev` or `test`; a project is in one split only"),
    Column("variant", "text", "`original`, or the name of the perturbation"),
    Column("pair_id", "text", "links factual and counterfactual twins; empty when there is none"),
    Column("seed", "integer", "seed of the project's random draws"),
    Column("ticks", "integer", "ticks (1/30 s) of each step"),
    Column("horizon", "integer", "steps between input and target: 1, or H of a rollout"),
    Column("step", "integer", "steps between tick 0 and the input state"),
    Column("history", "json", "a list of actions for each step before the input state"),
    Column("actions", "json", "a list of actions for each of the `horizon` steps"),
    Column("state", "json", "input state: field path -> value"),
    Column("target", "json", "executed delta: changed field path -> new value, `null` if gone"),
    Column("monitors", "json", "paths of the variables and lists shown on the stage"),
    Column("n_fields", "integer", "fields of the input state"),
    Column("n_changed", "integer", "fields of the target"),
    Column("n_hidden_changed", "integer", "fields of the target that the renderer does not show"),
    Column("replay_digest", "text", "digest of the trace, reproduced in another process"),
    Column("replay_engines", "json", "engines that agreed on the label"),
    Column("canary", "text", "the release's canary GUID"),
)
"""All columns, in the order of the table and of :class:`scratchworld.world.Instance`."""

_NAMES = tuple(field.name for field in fields(Instance))


def instance_to_row(instance: Instance) -> dict[str, str | int]:
    """Return the instance as one flat row, keys in the order of :data:`COLUMNS`.

    Raises:
        ValueError: when a value is a NaN or an infinity, which a canonical state never holds.
    """
    row: dict[str, str | int] = {}
    for column in COLUMNS:
        value = getattr(instance, column.name)
        row[column.name] = canonical_json(value) if column.storage == "json" else value
    return row


def row_to_instance(row: Mapping[str, Any]) -> Instance:
    """Undo :func:`instance_to_row`.

    Raises:
        ValueError: when a JSON column does not hold JSON.
        KeyError: when a column is missing.
        TypeError: when a JSON column holds another shape.
    """
    values = {
        column.name: json.loads(row[column.name]) if column.storage == "json" else row[column.name]
        for column in COLUMNS
    }
    for name in ("state", "target"):
        if not isinstance(values[name], dict):
            raise TypeError(f"{name} is not a map")
    for name in ("history", "actions"):
        values[name] = tuple(tuple(actions) for actions in values[name])
    for name in ("monitors", "replay_engines"):
        values[name] = tuple(values[name])
    return Instance(**values)
