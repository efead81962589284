# SPDX-License-Identifier: Apache-2.0
"""The file of prompts: one JSON object a line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from scoring.prompts.leaks import LeakCheck
from scoring.prompts.pictures import frames_of, screenshot_format, shown_frames
from scoring.prompts.programs import ProgramIndex
from scoring.prompts.prompt import Prompt, make_prompt
from scoring.prompts.views import view_of
from scratchworld.errors import InputError, LeakError
from scratchworld.release import Pictures, Release
from scratchworld.schemas import load_schema
from scratchworld.world import Instance, KeyframesInstance

__all__ = ["SCREENSHOT", "Written", "prompt_rows", "write_prompts"]

SCREENSHOT = "screenshot"
"""The one modality of prompts that is not text."""

Progress = Callable[[Iterable[Instance], int], Iterable[Instance]]


class Written(NamedTuple):
    """What a file of prompts holds."""

    prompts: int
    tokens: int
    """Estimated, of all prompts."""


def write_prompts(
    release: Release,
    out: Path,
    modality: str,
    format: str | None = None,
    condition: str | None = None,
    *,
    task: str | None = None,
    split: str | None = None,
    progress: Progress | None = None,
) -> Written:
    """Write the prompts of a task and split (``None`` for all): the whole file, or none.

    Raises:
        InputError: when there is nothing to ask, modality, format and condition do not go together,
            or the file cannot be written.
        LeakError: when a prompt holds something of the label.
        ReleaseError: when the release is damaged.
    """
    unfinished = out.with_name(f".{out.name}.{os.getpid()}")
    count = tokens = 0
    try:
        with unfinished.open("w", encoding="ascii", newline="\n") as file:
            rows = prompt_rows(release, modality, format, condition, task, split, progress)
            for row in rows:
                file.write(json.dumps(row) + "\n")
                count += 1
                tokens += int(str(row["tokens"]))
        if not count:
            raise InputError(f"{release.path}: has no instance of that task and split")
        unfinished.replace(out)
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror})") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return Written(count, tokens)


def prompt_rows(
    release: Release,
    modality: str,
    format: str | None = None,
    condition: str | None = None,
    task: str | None = None,
    split: str | None = None,
    progress: Progress | None = None,
) -> Iterator[dict[str, object]]:
    """Yield the lines of the file as objects. Raises as :func:`write_prompts` does."""
    # beside pictures the state stands as a table, which tells what is hidden and names all fields
    in_words = "table" if modality == SCREENSHOT else modality
    _, chosen, under = view_of(in_words, None if modality == SCREENSHOT else format, condition)
    shown_as = screenshot_format(format) if modality == SCREENSHOT else chosen
    pictures = Pictures(release)
    programs = ProgramIndex(release)
    instances: Iterable[Instance] = release.without_labels().instances(task, split)
    if progress is not None:
        total = sum(1 for _ in release.instance_ids(task, split))
        instances = progress(instances, total)
    for instance in instances:
        program = programs.get(instance) if under.program else None
        shots: Sequence[bytes] = ()
        if isinstance(instance, KeyframesInstance):
            # who draws must see: in every modality
            drawn_as = shown_as if modality == SCREENSHOT else screenshot_format(None)
            shots = shown_frames(pictures, instance, drawn_as)
        elif modality == SCREENSHOT:
            shots = frames_of(pictures, instance, shown_as)
        make = partial(
            make_prompt,
            program=program,
            modality=in_words,
            format=chosen,
            condition=under.name,
            pictures=shots,
        )
        check = LeakCheck(instance, program)
        where = f"the prompt ({modality}, {shown_as}, {under.name})"
        for leak in (*check.columns(), *check.shown(where, partial(_text, make))):
            raise LeakError(f"instance {leak.instance_id}: {leak.where}: {leak.what}")
        prompt = make(instance)
        yield {
            "instance_id": instance.instance_id,
            "task": instance.task,
            "split": instance.split,
            "modality": modality,
            "format": shown_as,
            "condition": under.name,
            "messages": prompt.messages(),
            "output_schema": load_schema(f"prediction_{instance.task}"),
            "tokens": prompt.tokens,
            "templates": {name: each.version for name, each in prompt.templates.items()},
            "template_hash": prompt.template_hash,
            "canary": release.manifest.canary,
        }


def _text(make: Callable[[Instance], Prompt], instance: Instance) -> str:
    return make(instance).text
