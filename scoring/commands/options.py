# SPDX-License-Identifier: Apache-2.0
"""What the scoring commands share: options and the progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click
from tqdm import tqdm

from scoring.keyframes import GRIDS, AdapterCommand, Picture, write_png
from scoring.prompts import CONDITIONS, VIEWS
from scoring.tasks import SCORED_TASKS
from scratchworld.errors import InputError
from scratchworld.release import SPLITS

__all__ = [
    "adapter_command_option",
    "answers_option",
    "bootstrap_options",
    "frames_options",
    "named_path",
    "named_paths",
    "oracle_option",
    "progress",
    "release_argument",
    "selection_options",
    "write_frames",
]

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")

oracle_option = click.option(
    "--oracle",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Predictions of the VM oracle, as `scratchworld predict --reference vm-oracle` writes "
    "them: the ladder's last rung.",
)
release_argument = click.argument("release", type=click.Path())
answers_option = click.option(
    "--answers",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder of the answers, for a release whose targets are withheld.",
)


def bootstrap_options(function: F) -> F:
    """Add ``--draws`` and ``--seed``."""
    function = click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=0,
        show_default=True,
        help="Seed of the bootstrap.",
    )(function)
    return click.option(
        "--draws",
        type=click.IntRange(min=1),
        default=10_000,
        show_default=True,
        help="Draws of the bootstrap over projects.",
    )(function)


def selection_options(function: F) -> F:
    """Add ``--task`` and ``--split``."""
    function = click.option("--split", type=click.Choice(SPLITS), help="This split only.")(function)
    return click.option("--task", type=click.Choice(tuple(SCORED_TASKS)), help="This task only.")(
        function
    )


def _adapter_command(
    context: click.Context, parameter: click.Parameter, line: str | None
) -> AdapterCommand | None:
    return None if line is None else AdapterCommand(line)


adapter_command_option = click.option(
    "--adapter-command",
    callback=_adapter_command,
    metavar="COMMAND",
    help="Choose the frames of videos by this command: JSON on its stdin, JSON on its stdout, a "
    "minute for each.",
)


def frames_options(function: F) -> F:
    """Add ``--number`` and ``--out`` for commands that write key frames."""
    function = click.option(
        "--out",
        type=click.Path(path_type=Path, file_okay=False),
        required=True,
        metavar="DIR",
        help="Folder for 1.png, 2.png and so on.",
    )(function)
    return click.option(
        "--number",
        type=click.Choice([*map(str, GRIDS)]),
        callback=lambda context, parameter, value: int(value),
        default="4",
        show_default=True,
        help="How many frames.",
    )(function)


def write_frames(folder: Path, frames: Iterable[Picture]) -> list[str]:
    """Write pictures as ``1.png``, ``2.png`` and so on, and return their paths.

    Raises:
        InputError: when the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        paths = []
        for number, frame in enumerate(frames, 1):
            paths.append(folder / f"{number}.png")
            paths[-1].write_bytes(write_png(frame))
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror})") from None
    return [path.as_posix() for path in paths]


def named_path(argument: str) -> tuple[str, Path]:
    """Return a model's name and file or folder from ``name=path``, or a path that is named so.

    Raises:
        InputError: when the name is empty.
    """
    name, equals, path = argument.partition("=")
    if equals and not Path(argument).exists():
        if not name:
            raise InputError(f"{argument!r}: no name before '='; write NAME={path}")
        return name, Path(path)
    return Path(argument).stem, Path(argument)


def named_paths(arguments: Iterable[str]) -> dict[str, Path]:
    """Return the files or folders of models by the models' names; see :func:`named_path`.

    Raises:
        InputError: when two models have one name, or one has none.
    """
    found: dict[str, Path] = {}
    for name, path in map(named_path, arguments):
        if name in found:
            raise InputError(f"two models are called {name!r}; call one of them NAME={path}")
        found[name] = path
    return found


def view_options(function: F) -> F:
    """Add ``--format`` and ``--condition``."""
    formats = "; ".join(f"{name}: {', '.join(view.formats)}" for name, view in VIEWS.items())
    function = click.option(
        "--condition",
        type=click.Choice(tuple(CONDITIONS)),
        help="What may be told.  [default: program+state for program, else state-only]",
    )(function)
    return click.option(
        "--format", metavar="NAME", help=f"Format of the modality, the first by default: {formats}."
    )(function)


def progress(instances: Iterable[T], total: int) -> Iterable[T]:
    """Show a progress bar on stderr when it is a terminal."""
    bar: Iterable[T] = tqdm(instances, total=total, unit=" instances", disable=None)
    return bar
