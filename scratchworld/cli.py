# SPDX-License-Identifier: Apache-2.0
"""The command line: ``scratchworld COMMAND``.

The table below knows names only. A command's module is imported when the command is run, so
``--help`` is instant and the ground floor imports nothing from above.
"""

from __future__ import annotations

import importlib
import logging
import signal
import sys
import tempfile
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from scratchworld import __version__
from scratchworld.errors import InputError, NodeSetupError

__all__ = ["COMMANDS", "CommandEntry", "cli", "main"]

EXIT_FAULT = 1
"""An internal fault, or a check that failed."""
EXIT_INPUT = 2
"""What the user gave cannot be used."""
EXIT_INTERRUPTED = 130
"""Ctrl-C, as shells number it."""


class CommandEntry(NamedTuple):
    """Where a command lives, and the first line of its help."""

    target: str
    """``module:attribute`` of a click command."""
    short_help: str


COMMANDS: Mapping[str, CommandEntry] = {
    "annotate": CommandEntry(
        "generators.commands.annotate:command",
        "Let people answer event queries, and compare them with the VM.",
    ),
    "build": CommandEntry(
        "generators.commands.build:command",
        "Build a benchmark release from a folder of Scratch projects.",
    ),
    "check-renderer": CommandEntry(
        "vm_runner.commands.check_renderer:command",
        "Compare our renderer with real WebGL in headless Chromium.",
    ),
    "compare": CommandEntry(
        "scoring.commands.compare:command",
        "Compare two or more prediction files on the same instances.",
    ),
    "copy-prior": CommandEntry(
        "scoring.commands.copy_prior:command",
        "Show what copying the input scores; fail if it earns any changed-field F1.",
    ),
    "corpus": CommandEntry(
        "corpus_filters.commands.corpus:command",
        "Give every project file of a folder its verdict.",
    ),
    "demo": CommandEntry(
        "generators.commands.demo:command",
        "Build a small release from the embedded projects and check it.",
    ),
    "diff": CommandEntry(
        "scratchworld.commands.diff:command",
        "Tell two versions of a release apart, and which number of the version must rise.",
    ),
    "export-lm-eval": CommandEntry(
        "scoring.commands.export_lm_eval:command",
        "Write a task folder for lm-evaluation-harness.",
    ),
    "judge": CommandEntry(
        "scoring.commands.judge:command",
        "Let a judge score key frames by a rubric, and hold the judge against exact scores.",
    ),
    "extract-frames": CommandEntry(
        "scoring.commands.extract_frames:command",
        "Choose the key frames of a video and write them as pictures.",
    ),
    "leaderboard": CommandEntry(
        "scoring.commands.leaderboard:command",
        "Rank models by votes or by scored predictions.",
    ),
    "predict": CommandEntry(
        "generators.commands.predict:command",
        "Write the predictions of a reference for every instance of a release.",
    ),
    "prompts": CommandEntry(
        "scoring.commands.prompts:command",
        "Write chat prompts for the instances of a release.",
    ),
    "references": CommandEntry(
        "scoring.commands.references:command",
        "Score the reference predictors on a release: the ladder that a model climbs.",
    ),
    "render": CommandEntry(
        "scoring.commands.render:command",
        "Show one instance in a modality.",
    ),
    "score": CommandEntry(
        "scoring.commands.score:command",
        "Score a model's predictions against a release.",
    ),
    "setup": CommandEntry(
        "vm_runner.commands.setup:command",
        "Install the packages that the Scratch VM needs.",
    ),
    "synthesize": CommandEntry(
        "generators.commands.synthesize:command",
        "Write Scratch projects whose mechanisms are known.",
    ),
    "split-grid": CommandEntry(
        "scoring.commands.split_grid:command",
        "Cut a grid of key frames into its frames.",
    ),
    "validate": CommandEntry(
        "scoring.commands.validate:command",
        "Check a prediction file without scoring it.",
    ),
    "verify": CommandEntry(
        "generators.commands.verify:command",
        "Check a release, and execute its labels again.",
    ),
    "trace": CommandEntry(
        "vm_runner.commands.trace:command",
        "Run an episode in a Scratch project and write its trace.",
    ),
    "votes": CommandEntry(
        "generators.commands.votes:command",
        "Check predictions by physical laws, and train and test judges by votes.",
    ),
}


class LazyGroup(click.Group):
    """A click group over :data:`COMMANDS` that turns errors into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the table."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command, or return ``None`` for a name that is not in the table."""
        if cmd_name not in COMMANDS:
            return None
        module_name, attribute = COMMANDS[cmd_name].target.split(":")
        try:
            module = importlib.import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
                raise
            message = f"the command {cmd_name!r} is not part of this installation"
            raise InputError(f"{message} (no module {error.name})") from None
        command: click.Command = getattr(module, attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        rows = [(name, entry.short_help) for name, entry in sorted(COMMANDS.items())]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except (InputError, NodeSetupError) as error:
            click.echo(f"scratchworld: error: {_one_line(str(error))}", err=True)
            ctx.exit(EXIT_INPUT)
        except KeyboardInterrupt:
            click.echo("\nscratchworld: interrupted", err=True)
            ctx.exit(EXIT_INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise  # click's own business
        except Exception as error:
            click.echo(_fault_line(error), err=True)
            if ctx.params.get("verbose"):
                click.echo(traceback.format_exc(), err=True)
            ctx.exit(EXIT_FAULT)


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scratchworld")
@click.option("-v", "--verbose", is_flag=True, help="Tell what is being done, and show traces.")
def cli(verbose: bool) -> None:
    """Benchmarks from executable Scratch projects: build, score, check."""
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.WARNING,
        format="%(name)s: %(message)s",
        stream=sys.stderr,
    )


def main() -> None:
    """Entry point of the ``scratchworld`` script."""
    # SIGTERM ends a command as Ctrl-C does: it cleans up, and what it did so far is kept.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    cli(prog_name="scratchworld")


def _fault_line(error: Exception) -> str:
    """Write the trace of an unexpected error to a log file and return the line for the user."""
    what = _one_line(f"{type(error).__name__}: {error}")
    try:
        with tempfile.NamedTemporaryFile(
            "w",
            encoding="utf-8",
            errors="backslashreplace",
            prefix="scratchworld-",
            suffix=".log",
            delete=False,
        ) as log:
            log.write(f"scratchworld {__version__}\n{traceback.format_exc()}")
    except OSError:
        return f"scratchworld: internal error: {what} (run with --verbose to see the trace)"
    return f"scratchworld: internal error: {what} (trace in {log.name}; please report it)"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


if __name__ == "__main__":
    main()
