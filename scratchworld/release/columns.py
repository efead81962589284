# SPDX-License-Identifier: Apache-2.0
"""The columns of a release's instance tables: an instance as one flat row, and back.

All tasks share :data:`COLUMNS`; some have columns of their own behind them.

Numbers and short texts are parquet columns of their own. Maps and lists of mixed values are
canonical JSON text, since a parquet column holds one type only.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scratchworld.world import (
    INSTANCE_TYPES,
    TASKS,
    Alteration,
    Instance,
    Query,
    Reference,
    Reward,
    canonical_json,
)

__all__ = [
    "ADDED",
    "COLUMNS",
    "TASK_COLUMNS",
    "Column",
    "answer_columns",
    "blank_label",
    "columns_of",
    "instance_to_row",
    "question_columns",
    "row_to_instance",
]

Storage = Literal["text", "integer", "boolean", "json", "image", "video", "texts", "integers"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an instance table."""

    name: str
    """Also the attribute's name on :class:`scratchworld.world.Instance`."""
    storage: Storage
    """``text`` (UTF-8), ``integer`` (64 bit), ``boolean``, or ``json`` (canonical JSON text). Where
    there are pictures, also ``image`` and ``video``, which are files as ``{"bytes", "path"}``, and
    the lists ``texts`` and ``integers``."""
    meaning: str
    label: bool = False
    """Whether it is a label, or tells something of one: withheld from a release without targets."""
    added: bool = False
    """Whether releases of this format may lack it: a text column, then read as empty."""


def _label(name: str, storage: Storage, meaning: str) -> Column:
    return Column(name, storage, meaning, label=True)


COLUMNS: tuple[Column, ...] = (
    Column("instance_id", "text", "content hash, 16 hexadecimal digits; stable across rebuilds"),
    Column("task", "text", ", ".join(f"`{task}`" for task in TASKS)),
    Column("source", "text", "`real` or `synthetic`"),
    Column("family", "text", "mechanism family of a synthetic project, empty for a real one"),
    Column("project", "text", "keyed hash of the project, 16 hexadecimal digits"),
    Column("split", "text", "`dev` or `test`; a project is in one split only"),
    Column("variant", "text", "`original`, or the name of the perturbation"),
    Column("pair_id", "text", "links factual and counterfactual twins, or perturbed ones"),
    Column("seed", "integer", "seed of the project's random draws"),
    Column("ticks", "integer", "ticks (1/30 s) of each step"),
    Column("horizon", "integer", "steps between input and target: 1, or H of a rollout"),
    Column("step", "integer", "steps between tick 0 and the input state"),
    Column("history", "json", "a list of actions for each step before the input state"),
    Column("actions", "json", "a list of actions for each of the `horizon` steps"),
    Column("state", "json", "input state: field path -> value"),
    Column(
        "target", "json", "executed delta: changed field path -> new value, `null` if gone", True
    ),
    Column("monitors", "json", "paths of the variables and lists shown on the stage"),
    Column("n_fields", "integer", "fields of the input state"),
    _label("n_changed", "integer", "fields of the target"),
    Column(
        "n_hidden_changed", "integer", "fields of the target that the renderer does not show", True
    ),
    _label("replay_digest", "text", "digest of the trace, reproduced in another process"),
    Column("replay_engines", "json", "engines that agreed on the label"),
    Column("canary", "text", "the release's canary GUID"),
)
"""The columns of every task, in the order of :class:`scratchworld.world.Instance`."""

TASK_COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "causal": (
        Column("query", "json", "the event in question"),
        _label("occurs", "boolean", "label: whether it occurs within the window"),
        Column(
            "chain", "json", "label: the links from the root event to the change, or empty", True
        ),
    ),
    "counterfactual": (
        Column("kind", "text", "kind of the alteration; `factual` for the factual twin"),
        Column("alteration", "json", "what is otherwise, and in which step; `null` if nothing"),
        Column("observed", "json", "deltas of the last steps before the input state"),
        Column(
            "original_id", "text", "of a perturbed one: its instance of the original", added=True
        ),
    ),
    "decision": (
        Column("menu", "json", "five options; `actions` is the first, `target` what that does"),
        Column("reward", "json", "what is added up over the steps of an option"),
        Column("basis", "text", "why this reward: `name`, `behaviour`, `construction`"),
        Column("earlier", "json", "state some steps before the input state, eight if there are"),
        Column("observed", "json", "deltas of the steps from there to the input state"),
        _label("rewards", "json", "label: executed reward of each step of each option"),
        _label("random_option", "integer", "label: which option is no edit of the others"),
    ),
    "keyframes": (
        Column("moments", "json", "steps after the input state whose frames are asked for"),
        Column("requests", "json", "a sentence for each moment: what is asked for"),
        Column("goal", "text", "what is given: `rules`, `goal_frame` or `demonstration`"),
        Column("references", "json", "pictures that go with the question: kind, name, centre"),
        Column("rules", "text", "the rules that can run in the window, as scratchblocks"),
        Column("result_weight", "integer", "share of the outcome in a judge's verdict, per cent"),
        _label("key_deltas", "json", "label: executed delta to each moment; the last is `target`"),
        _label("reference_moments", "json", "label: at which moment a reference first matters"),
        _label("hints", "json", "label: what happened before each moment, for a judge"),
    ),
}
"""Further columns by task, in the order of its class in :data:`scratchworld.world.INSTANCE_TYPES`.

Where the common ones say `target`, a causal instance has it as a part of its label."""


ADDED = frozenset(
    column.name for columns in TASK_COLUMNS.values() for column in columns if column.added
)
"""Names of columns that a release of this format may lack."""


_LISTS = (
    "monitors",
    "replay_engines",
    "chain",
    "observed",
    "rewards",
    "moments",
    "requests",
    "references",
    "key_deltas",
    "reference_moments",
    "hints",
)
"""JSON columns that hold a list."""


def columns_of(task: str) -> tuple[Column, ...]:
    """Return the columns of a task's tables, in order."""
    return (*COLUMNS, *TASK_COLUMNS.get(task, ()))


def question_columns(task: str) -> tuple[Column, ...]:
    """Return the columns of a task's tables where targets are withheld."""
    return tuple(column for column in columns_of(task) if not column.label)


def answer_columns(task: str) -> tuple[Column, ...]:
    """Return the columns of a task's tables of answers: instance id, labels, canary."""
    named = ("instance_id", "canary")
    return tuple(each for each in columns_of(task) if each.label or each.name in named)


def blank_label(column: Column) -> str | int:
    """Return what stands in the place of a label that is not known."""
    if column.storage == "json":
        return "[]" if column.name in _LISTS else "{}"
    if column.storage == "text":
        return ""
    return False if column.storage == "boolean" else 0


def instance_to_row(instance: Instance) -> dict[str, str | int]:
    """Return the instance as one flat row, keys in the order of :func:`columns_of`.

    Raises:
        ValueError: when a value is a NaN or an infinity, which a canonical state never holds.
        TypeError: when the instance is not of its task's class.
    """
    expected = INSTANCE_TYPES.get(instance.task)
    if type(instance) is not expected:
        raise TypeError(f"a {type(instance).__name__} is no instance of {instance.task!r}")
    row: dict[str, str | int] = {}
    for column in columns_of(instance.task):
        value = getattr(instance, column.name)
        row[column.name] = _to_json(value) if column.storage == "json" else value
    return row


def row_to_instance(row: Mapping[str, Any]) -> Instance:
    """Undo :func:`instance_to_row`.

    Raises:
        ValueError: when a JSON column does not hold JSON, or what it holds is no query or
            alteration.
        KeyError: when a column is missing, or the task is unknown.
        TypeError: when a JSON column holds another shape.
    """
    make = INSTANCE_TYPES[row["task"]]
    values = {
        column.name: json.loads(row[column.name]) if column.storage == "json" else row[column.name]
        for column in columns_of(row["task"])
    }
    for name in ("state", "target"):
        if not isinstance(values[name], dict):
            raise TypeError(f"{name} is not a map")
    for name in ("history", "actions"):
        values[name] = tuple(tuple(actions) for actions in values[name])
    for name in _LISTS:
        if name in values:
            values[name] = tuple(values[name])
    if "menu" in values:
        values["menu"] = tuple(tuple(map(tuple, option)) for option in values["menu"])
        values["rewards"] = tuple(map(tuple, values["rewards"]))
        values["reward"] = Reward.from_json(values["reward"])
    if "references" in values:
        values["references"] = tuple(map(Reference.from_json, values["references"]))
    if "query" in values:
        values["query"] = Query.from_json(values["query"])
    if values.get("alteration") is not None:
        values["alteration"] = Alteration.from_json(values["alteration"])
    return make(**values)


def _to_json(value: object) -> str:
    if isinstance(value, (Query, Alteration, Reward)):
        return canonical_json(value.to_json())
    if isinstance(value, tuple):
        value = [each.to_json() if isinstance(each, Reference) else each for each in value]
    return canonical_json(value)
