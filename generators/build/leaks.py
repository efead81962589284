# SPDX-License-Identifier: Apache-2.0
"""The build's own check that no input gives its label away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from scoring.prompts import VIEWS, LeakCheck, Prompt, make_prompt
from scratchworld.errors import LeakError
from scratchworld.release import Program
from scratchworld.world import Instance

__all__ = ["check_inputs"]


def check_inputs(
    instances: Iterable[Instance],
    presented: Mapping[str, Iterable[Mapping[str, Any]]],
    modalities: Iterable[str],
) -> Iterator[Instance]:
    """Yield the instances of a project, each once its columns and its prompts are checked.

    ``presented`` is what the modalities made of the project. Checked is the prompt of each
    modality that is text, with all that may be told.

    Raises:
        LeakError: for the first leak.
    """
    programs = {
        made["variant"]: Program(split="", project="", **made)
        for made in presented.get("program", ())
    }
    shown = [name for name in modalities if name in VIEWS]
    for instance in instances:
        program = programs.get(instance.variant)
        check = LeakCheck(instance, program)
        condition = "state-only" if program is None else "program+state"
        leaks = [*check.columns()]
        for name in shown:
            if program is not None or name != "program":
                make = partial(make_prompt, program=program, modality=name, condition=condition)
                leaks += check.shown(f"the prompt ({name})", partial(_text, make))
        for leak in leaks:
            raise LeakError(f"instance {leak.instance_id}: {leak.where}: {leak.what}")
        yield instance


def _text(make: partial[Prompt], instance: Instance) -> str:
    return make(instance).text
