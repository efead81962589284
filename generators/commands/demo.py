# SPDX-License-Identifier: Apache-2.0
"""``scratchworld demo``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import click

from generators.build import BuildConfig, build_release, render_summary
from generators.commands.options import key_option, stage_progress, workers_option
from generators.demo import write_embedded_corpus
from scoring import Bootstrap, copy_prior
from scoring.report import render_copy_prior
from scratchworld.release import load_release

__all__ = ["command"]

_TASKS = ("next_state", "rollout")
"""The tasks that a newcomer understands at once, and that are made at once."""


@click.command("demo")
@click.argument("out", type=click.Path(path_type=Path), default=Path("scratchworld-demo"))
@workers_option
@key_option
def command(out: Path, workers: int, key_file: Path | None) -> None:
    """Build a small release from the embedded projects and check it.

    OUT is the release folder, by default scratchworld-demo; an older release there is replaced.
    Exit code 1 means that copying the input earned something.
    """
    with tempfile.TemporaryDirectory(prefix="scratchworld-") as folder:
        corpus = Path(folder, "corpus")
        count = write_embedded_corpus(corpus)
        click.echo(f"Building {out} from {count} embedded projects")
        with stage_progress() as show:
            outcome = build_release(
                corpus,
                out,
                BuildConfig(tasks=_TASKS),
                workers=workers,
                key_file=key_file,
                progress=show,
            )
    release = load_release(out)
    prior = copy_prior(release, Bootstrap())
    click.echo()
    click.echo(render_summary(outcome, release))
    click.echo()
    click.echo(render_copy_prior(prior))
    sys.exit(0 if prior.passed else 1)
