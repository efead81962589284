# SPDX-License-Identifier: Apache-2.0
"""``scratchworld predict``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from generators.build import default_key_file, read_key
from generators.commands.options import corpus_option, key_option, release_argument, shown
from generators.oracle import oracle_predictions
from generators.released import ReleasedProjects
from scoring import REFERENCES, fit_reference, with_pictures, write_predictions
from scoring.commands.options import answers_option
from scratchworld.errors import InputError
from scratchworld.release import Release, load_release
from vm_runner import VmRunner

__all__ = ["command"]

ORACLE = "vm-oracle"


@click.command("predict")
@release_argument
@answers_option
@click.option(
    "--reference",
    type=click.Choice([*sorted(REFERENCES), ORACLE]),
    required=True,
    help="Which reference predictor.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("predictions.jsonl"),
    show_default=True,
    help="File to write.",
)
@corpus_option("; the VM oracle needs it")
@key_option
def command(
    release: Path,
    answers: Path | None,
    reference: str,
    out: Path,
    corpus: Path | None,
    key_file: Path | None,
) -> None:
    """Write the predictions of a reference for every instance of a release.

    A reference answers the instances of those tasks that it knows. Where targets are withheld, one
    that learns from labels or is told them needs --answers.

    The VM oracle executes each instance again, from what the release holds and the project files.
    Frames that it draws go to a folder beside the predictions, OUT-frames.
    """
    loaded = load_release(release, answers)
    if reference == ORACLE:
        written = _run_oracle(loaded.without_labels(), out, corpus, key_file)
    else:
        chosen = REFERENCES[reference]
        asked = loaded if chosen.needs_labels else loaded.without_labels()
        predict = fit_reference(chosen, asked)
        written = write_predictions(
            out,
            (
                (instance.instance_id, predict(instance))
                for instance in with_pictures(asked, shown(asked))
                if instance.task in chosen.tasks
            ),
        )
    click.echo(f"{written} predictions written to {out}")


def _run_oracle(release: Release, out: Path, corpus: Path | None, key_file: Path | None) -> int:
    if corpus is None:
        raise InputError("the VM oracle executes the projects: give their folder, --corpus DIR")
    key = read_key(key_file or default_key_file())
    projects = ReleasedProjects.find(corpus, key, release.manifest)
    asks_events = "causal" in release.counts["tasks"]
    with VmRunner(trace=asks_events) as runner:
        keep = partial(_keep_beside, out)
        made = oracle_predictions(shown(release), projects, runner, keep)
        return write_predictions(out, made)


def _keep_beside(out: Path, name: str, png: bytes) -> str:
    """Write a picture beside the predictions; return its path from their folder."""
    folder = out.parent / f"{out.stem}-frames"
    try:
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(png)
    except OSError as error:
        raise InputError(f"{folder / name}: {error.strerror or error}") from None
    return f"{folder.name}/{name}"
