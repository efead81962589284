# SPDX-License-Identifier: Apache-2.0
"""A state in plain English: one sentence or more a line, names and values spelled as in JSON.

Complete: every field that is given can be read back from the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scoring.prompts.grouping import PREFIX_TOKENS, Group, grouped, whole_list
from scoring.prompts.spelling import spell
from scratchworld.world import STAGE_OWNER, State, Value, split_path

__all__ = ["describe_state"]

_PLACING = (
    "{it} is at x {x}, y {y}, faces direction {direction}, has {size} % of its size, wears the "
    "costume {costume}, is {visible} and on layer {layer}."
)
_PLACING_FIELDS = ("x", "y", "direction", "size", "costume", "visible", "layer")
_SENTENCES: Mapping[str, str] = {
    "backdrop": "The backdrop is {value}.",
    "say": "{it} says {value}.",
    "tempo": "The tempo is {value}.",
    "answer": "The answer is {value}.",
    "question": "The open question is {value}.",
    "rotationStyle": "The rotation style of {its} is {value}.",
    "volume": "The volume of {its} is {value} %.",
    "pen/color": "The pen color of {its} is {value}.",
    "pen/saturation": "The pen saturation of {its} is {value}.",
    "pen/brightness": "The pen brightness of {its} is {value}.",
    "pen/transparency": "The pen transparency of {its} is {value}.",
    "pen/size": "The pen size of {its} is {value}.",
}
_CHOICES: Mapping[str, tuple[str, str]] = {
    "pen/down": ("The pen of {its} is down.", "The pen of {its} is up."),
    "draggable": ("{it} can be dragged.", "{it} cannot be dragged."),
}
_EMPTY: Mapping[str, str] = {
    "say": "{it} says nothing.",
    "question": "No question is open.",
}


def describe_state(state: State) -> str:
    """Return the text, one line for each sprite, clone, list, and so on."""
    return "\n".join(" ".join(_sentences(group)) for group in grouped(state))


def _sentences(group: Group) -> Iterator[str]:
    tokens = split_path(group.prefix)
    known = tokens and PREFIX_TOKENS.get(tokens[0]) == len(tokens)
    yield from (_WRITERS[tokens[0]] if known else _plain)(tokens, group)


def _plain(tokens: tuple[str, ...], group: Group) -> Iterator[str]:
    for rest, value in group.fields.items():
        yield _field(group.path(rest), value)


def _field(path: str, value: Value | None) -> str:
    return f"The field {spell(path)} is {spell(value)}."


def _target(tokens: tuple[str, ...], group: Group) -> Iterator[str]:
    """The stage, a sprite or a clone."""
    its = _name(tokens)
    it = its[0].upper() + its[1:]
    rest = dict(group.fields)
    if all(name in rest for name in _PLACING_FIELDS) and isinstance(rest["visible"], bool):
        placing = {name: spell(rest.pop(name)) for name in _PLACING_FIELDS if name != "visible"}
        shown = "shown" if rest.pop("visible") else "hidden"
        yield _PLACING.format(it=it, visible=shown, **placing)
    names = [name for name in rest if not name.startswith(("variable/", "list/"))]
    for name in names:
        value = rest.pop(name)
        sentence = _sentence(name, value)
        if sentence is None:
            yield _field(group.path(name), value)
        else:
            effect = name.partition("/")[2]
            yield sentence.format(it=it, its=its, value=spell(value), effect=spell(effect))
    yield from _own_data(its, {group.path(name): value for name, value in rest.items()})


def _sentence(name: str, value: Value | None) -> str | None:
    if name in _CHOICES and isinstance(value, bool):
        return _CHOICES[name][0 if value else 1]
    if name in _EMPTY and value == "":
        return _EMPTY[name]
    if name.startswith("effect/"):
        return "The effect {effect} of {its} is {value}."
    return _SENTENCES.get(name)


def _own_data(its: str, fields: Mapping[str, Value | None]) -> Iterator[str]:
    """Variables and lists of a clone."""
    lists: dict[str, dict[str, Value | None]] = {}
    for path, value in fields.items():
        tokens = split_path(path)
        if tokens[3] == "variable" and len(tokens) == 5:
            yield f"The variable {spell(tokens[4])} of {its} is {spell(value)}."
        elif tokens[3] == "list" and len(tokens) == 6:
            prefix, _, rest = path.rpartition("/")
            lists.setdefault(prefix, {})[rest] = value
        else:
            yield _field(path, value)
    for prefix, items in lists.items():
        name = f"{spell(split_path(prefix)[4])} of {its}"
        yield from _list_sentences(name, Group(prefix, items))


def _variable(tokens: tuple[str, ...], group: Group) -> Iterator[str]:
    for rest, value in group.fields.items():
        names = split_path(group.path(rest))
        if len(names) == 3:
            yield f"The variable {spell(names[2])}{_of(tokens[1])} is {spell(value)}."
        else:
            yield _field(group.path(rest), value)


def _list(tokens: tuple[str, ...], group: Group) -> Iterator[str]:
    yield from _list_sentences(f"{spell(tokens[2])}{_of(tokens[1])}", group)


def _list_sentences(name: str, group: Group) -> Iterator[str]:
    items = whole_list(group)
    if items is None:
        yield from _plain((), group)
        return
    length = group.fields["length"]
    shown = ", ".join(map(spell, items))
    if not items:
        yield f"The list {name} is empty."
    elif length == len(items):
        yield f"The list {name} has length {length}: {shown}."
    else:
        yield f"The list {name} has length {length}, beginning with {shown}."


def _event(tokens: tuple[str, ...], group: Group) -> Iterator[str]:
    for rest, value in group.fields.items():
        names = split_path(group.path(rest))
        times = "1 time" if value == 1 and value is not True else f"{spell(value)} times"
        if len(names) == 2:
            yield f"The message {spell(names[1])} was sent {times} so far."
        else:
            yield _field(group.path(rest), value)


def _script(tokens: tuple[str, ...], group: Group) -> Iterator[str]:
    for rest, value in group.fields.items():
        yield f"The script {spell(group.path(rest)[len('/script/') :])} is {spell(value)}."


def _name(tokens: tuple[str, ...]) -> str:
    if tokens[0] == "stage":
        return "the stage"
    if tokens[0] == "sprite":
        return f"sprite {spell(tokens[1])}"
    return f"clone {spell(tokens[2])} of sprite {spell(tokens[1])}"


def _of(owner: str) -> str:
    return "" if owner == STAGE_OWNER else f" of sprite {spell(owner)}"


_WRITERS: Mapping[str, Callable[[tuple[str, ...], Group], Iterator[str]]] = {
    "stage": _target,
    "sprite": _target,
    "clone": _target,
    "variable": _variable,
    "list": _list,
    "event": _event,
    "script": _script,
}
