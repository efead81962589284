# SPDX-License-Identifier: Apache-2.0
"""``scratchworld export-lm-eval``."""

from __future__ import annotations

from pathlib import Path

import click

from scoring.commands.options import release_argument
from scoring.lm_eval_export import export_lm_eval
from scratchworld.release import SPLITS, load_release

__all__ = ["command"]


@click.command("export-lm-eval")
@release_argument
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--split", type=click.Choice(SPLITS), default="test", show_default=True)
def command(release: str, folder: Path, split: str) -> None:
    """Write a task folder for lm-evaluation-harness.

    RELEASE is a folder that `scratchworld build` wrote; FOLDER is given to `lm_eval` with
    --include_path. It reads the data from the release, so keep that where it is.
    """
    names = export_lm_eval(load_release(release), folder, split)
    click.echo(f"lm_eval --include_path {folder} --tasks {','.join(names)} --model ...")
