# SPDX-License-Identifier: Apache-2.0
"""``scratchworld votes``: ``check`` needs the VM, the others come from scoring."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

import click

from generators.build import default_key_file, read_key
from generators.commands.options import corpus_option, key_option, release_argument, shown
from generators.physics import EXECUTED, Check, Tally, check_physics, render_tally, vote_of
from generators.released import ReleasedProjects
from scoring import Answer, PredictionFile
from scoring.commands.options import answers_option, named_paths
from scoring.commands.votes import evaluate, export
from scoring.tasks import SCORED_TASKS
from scoring.votes import Vote, write_votes
from scratchworld.errors import InputError
from scratchworld.release import load_release
from scratchworld.world import Instance
from vm_runner import VmRunner

__all__ = ["command"]


@click.group("votes")
def command() -> None:
    """Check predictions by physical laws, and train and test judges by votes."""


command.add_command(export)
command.add_command(evaluate)


@command.command("check")
@release_argument
@click.argument("predictions", nargs=-1, required=True, metavar="PREDICTIONS...")
@answers_option
@corpus_option(required=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("votes.parquet"),
    show_default=True,
    help="Vote file to write: parquet, or CSV if it ends in .csv.",
)
@click.option(
    "--faults",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Also write each broken law: instance, model, law, and what is wrong.",
)
@key_option
def check(
    release: Path,
    predictions: tuple[str, ...],
    answers: Path | None,
    corpus: Path,
    out: Path,
    faults: Path | None,
    key_file: Path | None,
) -> None:
    """Let the VM vote on whether predicted states keep the physical laws of their worlds.

    PREDICTIONS are prediction files, a model called by the file's name or as in name=file. Each
    episode is run again from tick 0. The trace itself is checked as well; exit code 1 means that
    it broke a law.
    """
    loaded = load_release(release, answers)
    projects = ReleasedProjects.find(
        corpus, read_key(key_file or default_key_file()), loaded.manifest
    )
    paths = named_paths(predictions)
    if EXECUTED in paths:
        raise InputError(f"{EXECUTED!r} is the trace itself; call the model otherwise, name=file")
    tally, votes, lines = Tally(), list[Vote](), list[str]()
    with ExitStack() as opened:
        files = {name: opened.enter_context(PredictionFile(path)) for name, path in paths.items()}
        for file in files.values():
            file.refuse_unknown(loaded.instance_ids())

        def answer(model: str, instance: Instance) -> Answer:
            return files[model].answer(instance.instance_id, SCORED_TASKS[instance.task].form)

        runner = opened.enter_context(VmRunner())
        for one in check_physics(shown(loaded), projects, runner, list(files), answer):
            tally.add(one)
            lines += _lines(one)
            if one.model != EXECUTED:
                votes.append(vote_of(one))
    if faults is not None:
        _write(faults, "".join(f"{line}\n" for line in lines))
    written = write_votes(out, votes)
    click.echo(render_tally(tally, [EXECUTED, *files]))
    click.echo(f"\n{written} votes of the VM written to {out}")
    if not tally.is_clean(EXECUTED):
        click.get_current_context().exit(1)


def _lines(check: Check) -> list[str]:
    """Return a line of JSON for each thing that is wrong."""
    return [
        json.dumps(
            {
                "instance": check.instance.instance_id,
                "model": check.model,
                "law": law,
                "fault": fault,
            },
            ensure_ascii=False,
        )
        for law, outcome in check.outcomes.items()
        if outcome is not None
        for fault in outcome.faults
    ]


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror or error})") from None
