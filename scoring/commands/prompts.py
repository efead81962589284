# SPDX-License-Identifier: Apache-2.0
"""``scratchworld prompts``."""

from __future__ import annotations

from pathlib import Path

import click

from scoring.commands.options import progress, release_argument, selection_options, view_options
from scoring.prompts import VIEWS
from scoring.prompts.file import SCREENSHOT, write_prompts
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("prompts")
@release_argument
@selection_options
@click.option(
    "--modality",
    type=click.Choice((*VIEWS, SCREENSHOT)),
    default="table",
    show_default=True,
    help="In which form instances are shown.",
)
@view_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file to write, one JSON object a line.",
)
def command(
    release: str,
    task: str | None,
    split: str | None,
    modality: str,
    format: str | None,
    condition: str | None,
    out: Path,
) -> None:
    """Write chat prompts for the instances of a release.

    RELEASE is a folder that `scratchworld build` wrote. Each line has the messages, the JSON Schema
    of the answer, an estimate of the tokens, and a hash of the templates. Every prompt is checked
    for leaks of the label; exit code 1 when there is one.
    """
    opened = load_release(release)
    written = write_prompts(
        opened, out, modality, format, condition, task=task, split=split, progress=progress
    )
    click.echo(f"{written.prompts} prompts, about {written.tokens} tokens, in {out}")
