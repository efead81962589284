# SPDX-License-Identifier: Apache-2.0
"""The text of an instance in each modality."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.prompts.conditions import CONDITIONS, Condition
from scoring.prompts.language import describe_state
from scoring.prompts.scratchblocks import write_program
from scoring.prompts.slicing import relevant_rules
from scoring.prompts.table import TABLE_FORMATS, render_table
from scoring.prompts.wording import alteration_text, event_text, steps_text
from scratchworld.errors import InputError
from scratchworld.release import Program
from scratchworld.world import CausalInstance, CounterfactualInstance, Instance

__all__ = ["PROGRAM_FORMATS", "VIEWS", "View", "program_text", "render_view", "view_of"]

PROGRAM_FORMATS = ("json", "scratchblocks", "slice")
"""``json``: the canonical form; ``scratchblocks``: as text; ``slice``: of that, only the rules that
can run in the window."""

Write = Callable[[Instance, "Program | None", str, Condition], str]


@dataclass(frozen=True, slots=True)
class View:
    """A modality as text."""

    name: str
    formats: tuple[str, ...]
    """The usual one first."""
    write: Write
    """From instance, program, format and condition."""
    condition: str
    """The usual condition."""


def program_text(program: Program, instance: Instance, format: str) -> str:
    """Return the program in one of :data:`PROGRAM_FORMATS`."""
    if format == "json":
        return program.text
    if format == "slice":
        return write_program(program.program, relevant_rules(program.program, instance))
    return program.scratchblocks


def _program(instance: Instance, program: Program | None, format: str, condition: Condition) -> str:
    assert program is not None
    return program_text(program, instance, format)


def _table(instance: Instance, program: Program | None, format: str, condition: Condition) -> str:
    return render_table(condition.state_of(instance), format)


def _language(
    instance: Instance, program: Program | None, format: str, condition: Condition
) -> str:
    parts = [describe_state(condition.state_of(instance)), steps_text(instance.actions)]
    if isinstance(instance, CounterfactualInstance) and instance.alteration is not None:
        parts.append(alteration_text(instance.alteration, instance.actions))
    if isinstance(instance, CausalInstance):
        parts.append(f"In question: {event_text(instance.query)}")
    return "\n\n".join(filter(None, parts))


VIEWS: Mapping[str, View] = {
    view.name: view
    for view in (
        View("program", PROGRAM_FORMATS, _program, "program+state"),
        View("table", tuple(TABLE_FORMATS), _table, "state-only"),
        View("language", ("text",), _language, "state-only"),
    )
}
"""Every modality that is text, by name."""


def view_of(
    modality: str, format: str | None = None, condition: str | None = None
) -> tuple[View, str, Condition]:
    """Return a modality with its format and the condition, the usual ones where none is named.

    Raises:
        InputError: when there is none of that name, or the two do not go together.
    """
    view = _known("modality", modality, VIEWS)
    chosen = view.formats[0] if format is None else format
    if chosen not in view.formats:
        known = ", ".join(view.formats)
        raise InputError(f"the modality {modality!r} has no format {chosen!r}; known: {known}")
    under = _known("condition", condition or view.condition, CONDITIONS)
    if modality == "program" and not under.program:
        fit = ", ".join(name for name, each in CONDITIONS.items() if each.program)
        raise InputError(
            f"the condition {under.name!r} keeps the program back, which the modality "
            f"'program' shows; fit: {fit}"
        )
    return view, chosen, under


def _known(what: str, name: str, all: Mapping[str, Any]) -> Any:
    if name not in all:
        raise InputError(f"no {what} {name!r}; known: {', '.join(all)}")
    return all[name]


def render_view(
    instance: Instance,
    program: Program | None,
    modality: str,
    format: str | None = None,
    condition: str | None = None,
) -> str:
    """Return an instance as text in one modality. Raises as :func:`view_of` does.

    Raises:
        InputError: also when the program is needed and not there.
    """
    view, chosen, under = view_of(modality, format, condition)
    if modality == "program" and program is None:
        raise missing_program(instance)
    return view.write(instance, program, chosen, under)


def missing_program(instance: Instance) -> InputError:
    """Return the error for an instance whose program the release does not hold."""
    return InputError(
        f"the release has no program for the instance {instance.instance_id}; build it with "
        "--modalities program,..., or leave the program out"
    )
