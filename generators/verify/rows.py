# SPDX-License-Identifier: Apache-2.0
"""Checks of one row of a release that need no execution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generators.build.leaks import find_leaks
from scratchworld.errors import InputError
from scratchworld.release import Program
from scratchworld.schemas import check
from scratchworld.world import Instance, hidden_paths, instance_id

__all__ = ["leaks_of", "row_faults"]


def leaks_of(
    instance: Instance, program: Program | None, modalities: Iterable[str]
) -> Iterator[str]:
    """Yield what in the views of an instance tells its label, or why it cannot be shown."""
    try:
        for leak in find_leaks(instance, program, modalities):
            yield f"{leak.where}: {leak.what}"
    except (ValueError, LookupError, TypeError) as error:
        yield f"it cannot be shown: {error}"


def row_faults(instance: Instance, *, with_label: bool) -> Iterator[str]:
    """Yield what is wrong with a row by itself, without executing it."""
    if not (len(instance.history) == instance.step and len(instance.actions) == instance.horizon):
        yield "history or actions are not as long as step and horizon say"
    try:
        check(_script(instance), "episode", "its actions")
        check(instance.episode().to_json(), "episode", "what is executed")
    except (InputError, IndexError) as error:
        yield str(error)
    if instance_id(instance.identity()) != instance.instance_id:
        yield "its id is not that of its content"
    counts = {"n_fields": len(instance.state)}
    if with_label:
        counts["n_changed"] = len(instance.target)
        counts["n_hidden_changed"] = len(hidden_paths(instance.target, instance.monitors))
    for name, counted in counts.items():
        if getattr(instance, name) != counted:
            yield f"{name} is {getattr(instance, name)}, counted {counted}"
    for values in (instance.state.values(), instance.target.values()):
        if any(not isinstance(value, (bool, int, float, str, type(None))) for value in values):
            yield "a value is no number, text, boolean or null"


def _script(instance: Instance) -> dict[str, object]:
    """The JSON form of all that happens up to the target."""
    steps = [
        {"ticks": instance.ticks, "actions": list(actions)}
        for actions in (*instance.history, *instance.actions)
    ]
    return {"seed": instance.seed, "steps": steps}
