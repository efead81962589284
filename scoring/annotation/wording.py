# SPDX-License-Identifier: Apache-2.0
"""Fields and event queries in plain English. Names stand in curly quotes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from scratchworld.world import STAGE_OWNER, Query, State, Value, kind_of, split_path

__all__ = ["field_words", "query_words", "target_words", "value_words"]

_FIELD_WORDS: Mapping[str, str] = {
    "x": "x position",
    "y": "y position",
    "layer": "layer",
    "rotation_style": "rotation style",
    "pen_down": "pen (down or not)",
    "pen_color": "pen colour",
    "pen_saturation": "pen saturation",
    "pen_brightness": "pen brightness",
    "pen_transparency": "pen transparency",
    "pen_size": "pen size",
    "say": "speech bubble",
    "visible": "visibility",
}
"""Of kinds whose own name would not do."""
_EVENT_WORDS: Mapping[str, str] = {
    "sprite_shows": "is {it} shown, which is hidden at first?",
    "sprite_hides": "is {it} hidden, which is shown at first?",
    "clone_appears": "is a clone of {it} made?",
    "clone_disappears": "is a clone of {it} deleted?",
    "broadcast_sent": "is the message {it} sent by a script?",
    "script_starts": "does the script {it} start?",
    "script_ends": "does the script {it} come to its end?",
}


def value_words(value: Value) -> str:
    """Return a value as JSON spells it, texts in quotes."""
    return json.dumps(value, ensure_ascii=False)


def target_words(target: str) -> str:
    """Return whom the fields at a path such as ``/sprite/Cat`` or ``/clone/Cat/2`` belong to."""
    tokens = split_path(target)
    if tokens[0] == "clone":
        return f"clone {tokens[2]} of {_quoted(tokens[1])}"
    return "the stage" if tokens[0] == "stage" else _quoted(tokens[1])


def field_words(path: str) -> str:
    """Return what the field at ``path`` is; of an unknown one the path."""
    kind = kind_of(path)
    if kind is None:
        return path
    tokens = split_path(path)
    if kind.name == "backdrop":
        return "the backdrop"
    if tokens[0] == "event":
        return f"how often the message {_quoted(tokens[1])} was sent"
    if tokens[0] == "script":
        return f"the script {tokens[1]}/{tokens[2]}"
    if tokens[0] in ("variable", "list"):
        return _data_words(tokens[0], tokens[2:], _owner(tokens[1]))
    target = target_words("/".join(path.split("/", 4)[: 4 if tokens[0] == "clone" else 3]))
    own = tokens[3:] if tokens[0] == "clone" else tokens[2:]
    if own[:1] in (("variable",), ("list",)):
        return _data_words(own[0], own[1:], f" of {target}")
    name = _FIELD_WORDS.get(kind.name, kind.name)
    if kind.name == "effect":
        name = f"{tokens[-1]} effect"
    return f"the {name} of {target}"


def query_words(query: Query, state: State, block_text: Callable[[str], str]) -> str:
    """Return the question whether an event occurs, without its window.

    ``state`` is the one before the window; ``block_text`` gives the text of a block by its id.
    """
    about = dict(query.arguments)
    event = query.event
    if event.startswith("field_"):
        return _field_query(event, str(about["path"]), about.get("value"), state)
    if event == "costume_switches":
        part = "backdrop" if about["target"] == "/stage" else "costume"
        path = f"{about['target']}/{part}"
        return f"is {field_words(path)} switched to another than {_now(path, state)}?"
    if event == "list_grows":
        path = f"{about['path']}/length"
        items = _now(path, state)
        return f"does a block leave {_list_words(path)} longer than the {items} items it has?"
    if event == "sprite_touches":
        block = str(about["block"])
        rule = block.rpartition("/")[0]
        return f"is the question {_quoted(block_text(block))} of the script {rule} answered yes?"
    [(name, value)] = query.arguments
    shown = target_words(str(value)) if name == "target" else _quoted(str(value))
    return _EVENT_WORDS[event].format(it=str(value) if name == "rule" else shown)


def _field_query(event: str, path: str, value: Value | None, state: State) -> str:
    field, now = field_words(path), _now(path, state)
    if event == "field_changes":
        return f"is {field} given another value than {now}?"
    assert value is not None
    if event == "field_becomes":
        return f"does {field} become {value_words(value)}? It is {now} at first."
    word = "above" if event == "field_exceeds" else "below"
    return f"is {field} given a number {word} {value_words(value)}? It is {now} at first."


def _now(path: str, state: State) -> str:
    return value_words(state[path]) if path in state else "absent"


def _list_words(path: str) -> str:
    return field_words(path).removeprefix("the length of ")


def _data_words(kind: str, tokens: Sequence[str], whose: str) -> str:
    if kind == "variable":
        return f"the variable {_quoted(tokens[0])}{whose}"
    part = "the length" if tokens[1] == "length" else f"item {tokens[1]}"
    return f"{part} of the list {_quoted(tokens[0])}{whose}"


def _owner(token: str) -> str:
    return "" if token == STAGE_OWNER else f" of {_quoted(token)}"


def _quoted(name: str) -> str:
    return f"“{name}”"
