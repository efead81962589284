# SPDX-License-Identifier: Apache-2.0
"""The build's own check that no input gives its label away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from scoring.prompts import VIEWS, Leak, LeakCheck, Prompt, make_prompt
from scratchworld.errors import LeakError
from scratchworld.release import Program
from scratchworld.world import Instance

__all__ = ["check_inputs", "find_leaks"]


def check_inputs(
    instances: Iterable[Instance],
    presented: Mapping[str, Iterable[Mapping[str, Any]]],
    modalities: Iterable[str],
) -> Iterator[Instance]:
    """Yield the instances of a project, each once :func:`find_leaks` finds none.

    ``presented`` is what the modalities made of the project.

    Raises:
        LeakError: for the first leak.
    """
    programs = {
        made["variant"]: Program(split="", project="", **made)
        for made in presented.get("program", ())
    }
    for instance in instances:
        for leak in find_leaks(instance, programs.get(instance.variant), modalities):
            raise LeakError(f"instance {leak.instance_id}: {leak.where}: {leak.what}")
        yield instance


def find_leaks(
    instance: Instance, program: Program | None, modalities: Iterable[str]
) -> Iterator[Leak]:
    """Yield what gives the label away, in the columns and in prompts with all that may be told.

    Of the ``modalities`` those count that are text, ``program`` only where there is one.
    """
    check = LeakCheck(instance, program)
    condition = "state-only" if program is None else "program+state"
    yield from check.columns()
    for name in modalities:
        if name in VIEWS and (program is not None or name != "program"):
            make = partial(make_prompt, program=program, modality=name, condition=condition)
            yield from check.shown(f"the prompt ({name})", partial(_text, make))


def _text(make: partial[Prompt], instance: Instance) -> str:
    return make(instance).text
