# SPDX-License-Identifier: Apache-2.0
"""A state as a table, grouped by sprite: Markdown, CSV or JSON. Each holds every field exactly."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence

from scoring.prompts.grouping import Group, grouped, whole_list
from scoring.prompts.spelling import spell, spell_path
from scratchworld.world import LIST_HEAD, State

__all__ = ["TABLE_FORMATS", "render_table"]

_PLACING = ("x", "y", "direction", "size", "costume", "visible", "layer")
"""The fields that every sprite and clone has."""


def render_table(state: State, format: str = "markdown") -> str:
    """Return the table of a state.

    Raises:
        KeyError: when there is no such format.
    """
    return TABLE_FORMATS[format](grouped(state))


def _as_json(groups: Sequence[Group]) -> str:
    """One line a group: ``"/sprite/Cat": {"x": 0, "y": 5}``."""
    lines = [f"{spell(group.prefix)}: {_object(group)}" for group in groups]
    return "{" + ",\n ".join(lines) + "}"


def _object(group: Group) -> str:
    return "{" + ", ".join(f"{spell(rest)}: {spell(to)}" for rest, to in group.fields.items()) + "}"


def _as_csv(groups: Sequence[Group]) -> str:
    """``field,value``: the path, as JSON where it breaks its line, and the value as JSON."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("field", "value"))
    for group in groups:
        fields = group.fields.items()
        writer.writerows((spell_path(group.path(rest)), spell(to)) for rest, to in fields)
    return out.getvalue().rstrip("\n")


def _as_markdown(groups: Sequence[Group]) -> str:
    """Three tables: of sprites and clones, of lists, and of all other fields."""
    placed: list[Sequence[str]] = []
    lists: list[Sequence[str]] = []
    others: list[Sequence[str]] = []
    for group in groups:
        rest = dict(group.fields)
        if group.prefix.startswith(("/sprite/", "/clone/")) and all(n in rest for n in _PLACING):
            placed.append((_path(group.prefix), *(_cell(rest.pop(name)) for name in _PLACING)))
        elif group.prefix.startswith("/list/") and (items := whole_list(group)) is not None:
            shown = _escape(", ".join(map(spell, items)))
            lists.append((_path(group.prefix), _cell(rest["length"]), shown))
            continue
        others += ((_path(group.path(name)), _cell(value)) for name, value in rest.items())
    tables = (
        (("sprite or clone", *_PLACING), placed),
        (("list", "length", f"first {LIST_HEAD} items"), lists),
        (("field", "value"), others),
    )
    return "\n\n".join("\n".join(_rows(head, rows)) for head, rows in tables if rows)


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _path(path: str) -> str:
    return _escape(spell_path(path))


def _cell(value: object) -> str:
    return _escape(spell(value))  # type: ignore[arg-type]


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


TABLE_FORMATS: Mapping[str, Callable[[Sequence[Group]], str]] = {
    "markdown": _as_markdown,
    "csv": _as_csv,
    "json": _as_json,
}
"""Every format by name, the usual one first."""
