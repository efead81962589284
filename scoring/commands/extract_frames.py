# SPDX-License-Identifier: Apache-2.0
"""``scratchworld extract-frames``."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import click

from scoring.commands.options import adapter_command_option, frames_options, write_frames
from scoring.keyframes import (
    ADAPTERS,
    Adapter,
    AdapterCommand,
    Wanted,
    fit_to_stage,
    look_through,
    read_picture,
    select_frames,
    take_frames,
)
from scoring.shown import ShownKeyframes, with_pictures
from scratchworld.errors import InputError
from scratchworld.release import load_release

__all__ = ["command"]


@click.command("extract-frames")
@click.argument("video", type=click.Path(path_type=Path, dir_okay=False))
@frames_options
@click.option(
    "--adapter",
    type=click.Choice(ADAPTERS),
    default="uniform",
    show_default=True,
    help="How frames are chosen.",
)
@click.option(
    "--time",
    "times",
    type=click.FloatRange(min=0),
    multiple=True,
    help="For the adapter times: seconds from the start, once for each frame, rising.",
)
@click.option(
    "--first",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Picture that the video starts from, which scene and align look at.",
)
@click.option(
    "--instance",
    nargs=2,
    metavar="RELEASE ID",
    help="Instance that the video answers: its moments and pictures are what the adapter knows, "
    "in the place of --first and --number.",
)
@adapter_command_option
def command(
    video: Path,
    out: Path,
    number: int,
    adapter: Adapter,
    times: tuple[float, ...],
    first: Path | None,
    instance: tuple[str, str] | None,
    adapter_command: AdapterCommand | None,
) -> None:
    """Choose the key frames of a video and write them as pictures.

    VIDEO is MP4, WebM or GIF. Which frames were chosen, from 0, and when they are shown stands on
    stdout as JSON. The adapter knows nothing of the true frames: it selects, and scores nothing.
    """
    wanted = _wanted(number, first, instance)
    if times and (adapter != "times" or len(times) != wanted.number):
        raise click.UsageError(f"--time goes with --adapter times, {wanted.number} times")
    if any(one > other for one, other in pairwise(times)):
        raise click.UsageError("the seconds of --time must rise")
    try:
        footage = look_through(video)
        if adapter_command is not None:
            chosen = adapter_command.select(video, footage, wanted)
        else:
            chosen = select_frames(footage, wanted, adapter, times or None)
        frames = tuple(map(fit_to_stage, take_frames(video, chosen)))
    except InputError as error:
        raise InputError(f"{video}: {error}") from None
    names = write_frames(out, frames)
    told = {
        "adapter": adapter if adapter_command is None else "command",
        "frames": list(chosen),
        "seconds": [round(float(footage.seconds[at]), 6) for at in chosen],
        "files": names,
    }
    click.echo(json.dumps(told))


def _wanted(number: int, first: Path | None, instance: tuple[str, str] | None) -> Wanted:
    if instance is None:
        if first is None:
            return Wanted.evenly(number)
        try:
            return Wanted.evenly(number, read_picture(first.read_bytes()))
        except OSError as error:
            raise InputError(f"{first}: cannot be read ({error.strerror})") from None
        except InputError as error:
            raise InputError(f"{first}: {error}") from None
    release = load_release(instance[0]).without_labels()
    asked = (one for one in release.instances("keyframes") if one.instance_id == instance[1])
    for found in with_pictures(release, asked):
        if isinstance(found, ShownKeyframes):
            return found.wanted()
    raise InputError(f"{release.path}: has no key frames instance {instance[1]!r}")
