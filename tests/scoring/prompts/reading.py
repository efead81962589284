# SPDX-License-Identifier: Apache-2.0
"""Reads states back from the texts that are made of them, by their grammar alone."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator

from scratchworld.world import State, Value, escape, join_path

TEXT = r'"(?:[^"\\]|\\.)*"'
VALUE = rf"(?:{TEXT}|true|false|-?[0-9][^ ,]*?)"


def read_json_table(text: str) -> State:
    groups: dict[str, dict[str, Value]] = json.loads(text)
    return {f"{prefix}/{rest}": to for prefix, held in groups.items() for rest, to in held.items()}


def read_csv_table(text: str) -> State:
    _, *rows = csv.reader([*lines(text)])
    return {path_of(path): json.loads(value) for path, value in rows}


def lines(text: str) -> Iterator[str]:
    """Lines with their ends, as the csv module wants them to join quoted ones."""
    yield from (f"{line}\n" for line in text.split("\n"))


def read_markdown_table(text: str) -> State:
    state: State = {}
    head: list[str] = []
    for line in text.split("\n"):
        if not line.startswith("| "):
            # the line below the head goes on with the table, an empty one ends it
            head = head if line else []
            continue
        cells = [cell.replace("\\|", "|") for cell in re.split(r"(?<!\\) \| ", line[2:-2])]
        if not head:
            head = cells
        elif head[0] == "list":
            prefix = path_of(cells[0])
            state[f"{prefix}/length"] = json.loads(cells[1])
            for number, item in enumerate(json.loads(f"[{cells[2]}]"), 1):
                state[f"{prefix}/{number}"] = item
        elif head[0] == "field":
            state[path_of(cells[0])] = json.loads(cells[1])
        else:
            prefix = path_of(cells[0])
            state |= {
                f"{prefix}/{name}": json.loads(cell)
                for name, cell in zip(head[1:], cells[1:], strict=True)
            }
    return state


def path_of(cell: str) -> str:
    return str(json.loads(cell)) if cell.startswith('"') else cell


SUBJECT = rf"(?:[Tt]he stage|(?:[Cc]lone \"\d+\" of sprite|[Ss]prite) {TEXT})"
FIELDS_OF = {
    "rotation style": "rotationStyle",
    "volume": "volume",
    "pen color": "pen/color",
    "pen saturation": "pen/saturation",
    "pen brightness": "pen/brightness",
    "pen transparency": "pen/transparency",
    "pen size": "pen/size",
}


def subject(words: str) -> str:
    """Return the path that the fields of a subject start with."""
    if words.lower().endswith("the stage"):
        return "/stage"
    names = [json.loads(text) for text in re.findall(TEXT, words)]
    return (
        join_path("clone", names[1], names[0]) if len(names) == 2 else join_path("sprite", *names)
    )


def owner(words: str | None) -> str:
    return "_stage_" if not words else str(json.loads(re.findall(TEXT, words)[-1]))


def data_prefix(kind: str, name: str, of: str | None) -> str:
    if of and "lone" in of:
        return f"{subject(of)}/{kind}/{escape(json.loads(name))}"
    return join_path(kind, owner(of), json.loads(name))


def read_list(found: re.Match[str]) -> State:
    prefix = data_prefix("list", found["name"], found["of"])
    state: State = {f"{prefix}/length": int(found["length"])}
    items = json.loads(f"[{found['items']}]")
    return state | {f"{prefix}/{number}": item for number, item in enumerate(items, 1)}


def read_placing(found: re.Match[str]) -> State:
    prefix = subject(found["it"])
    state: State = {f"{prefix}/visible": found["visible"] == "shown"}
    for name in ("x", "y", "direction", "size", "costume", "layer"):
        state[f"{prefix}/{name}"] = json.loads(found[name])
    return state


def one(path: str, value: Value) -> State:
    return {path: value}


OF = rf"(?P<of> of {SUBJECT})?"
IT = rf"(?P<it>{SUBJECT})"
V = rf"(?P<v>{VALUE})"
NAME = rf"(?P<name>{TEXT})"
SENTENCES: tuple[tuple[str, Callable[[re.Match[str]], State]], ...] = (
    (
        rf"{IT} is at x (?P<x>{VALUE}), y (?P<y>{VALUE}), faces direction (?P<direction>{VALUE}), "
        rf"has (?P<size>{VALUE}) % of its size, wears the costume (?P<costume>{VALUE}), is "
        rf"(?P<visible>shown|hidden) and on layer (?P<layer>{VALUE})\.",
        read_placing,
    ),
    (rf"{IT} says nothing\.", lambda m: one(f"{subject(m['it'])}/say", "")),
    (rf"{IT} says {V}\.", lambda m: one(f"{subject(m['it'])}/say", json.loads(m["v"]))),
    (rf"The backdrop is {V}\.", lambda m: one("/stage/backdrop", json.loads(m["v"]))),
    (rf"The tempo is {V}\.", lambda m: one("/stage/tempo", json.loads(m["v"]))),
    (rf"The answer is {V}\.", lambda m: one("/stage/answer", json.loads(m["v"]))),
    (r"No question is open\.", lambda m: one("/stage/question", "")),
    (rf"The open question is {V}\.", lambda m: one("/stage/question", json.loads(m["v"]))),
    (
        rf"The effect {NAME} of {IT} is {V}\.",
        lambda m: one(f"{subject(m['it'])}/effect/{json.loads(m['name'])}", json.loads(m["v"])),
    ),
    (
        rf"The (?P<field>{'|'.join(FIELDS_OF)}) of {IT} is {V}(?: %)?\.",
        lambda m: one(f"{subject(m['it'])}/{FIELDS_OF[m['field']]}", json.loads(m["v"])),
    ),
    (
        rf"The pen of {IT} is (?P<way>down|up)\.",
        lambda m: one(f"{subject(m['it'])}/pen/down", m["way"] == "down"),
    ),
    (
        rf"{IT} (?P<can>can|cannot) be dragged\.",
        lambda m: one(f"{subject(m['it'])}/draggable", m["can"] == "can"),
    ),
    (
        rf"The variable {NAME}{OF} is {V}\.",
        lambda m: one(data_prefix("variable", m["name"], m["of"]), json.loads(m["v"])),
    ),
    (
        rf"The list {NAME}{OF} is empty\.",
        lambda m: one(f"{data_prefix('list', m['name'], m['of'])}/length", 0),
    ),
    (
        rf"The list {NAME}{OF} has length (?P<length>\d+)(?:: |, beginning with )"
        rf"(?P<items>{VALUE}(?:, {VALUE})*)\.",
        read_list,
    ),
    (
        rf"The message {NAME} was sent (?P<v>\d+) times? so far\.",
        lambda m: one(join_path("event", json.loads(m["name"])), int(m["v"])),
    ),
    (
        rf"The script {NAME} is {V}\.",
        lambda m: one("/script/" + json.loads(m["name"]), json.loads(m["v"])),
    ),
    (rf"The field {NAME} is {V}\.", lambda m: one(json.loads(m["name"]), json.loads(m["v"]))),
)


def read_language(text: str) -> State:
    """Read sentence after sentence; nothing may be left over.

    Raises:
        ValueError: where no sentence begins.
    """
    state: State = {}
    at = 0
    while at < len(text):
        sentences = ((re.compile(f"{p}(?=[ \\n]|\\Z)").match(text, at), r) for p, r in SENTENCES)
        found, read = next(((m, r) for m, r in sentences if m), (None, None))
        if found is None or read is None:
            raise ValueError(f"no sentence: {text[at : at + 80]!r}")
        state |= read(found)
        at = found.end() + 1
    return state
