# SPDX-License-Identifier: Apache-2.0
"""Options and the progress bar that the commands of this package share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TypeVar

import click
from tqdm import tqdm

from corpus_filters import Location
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = [
    "corpus_option",
    "key_option",
    "location",
    "release_argument",
    "shown",
    "stage_progress",
    "workers_option",
]

F = TypeVar("F", bound=Callable[..., object])


def location(text: str) -> Location:
    """Read the value of an argument: a URL that fsspec knows, or a path of this machine."""
    return text if "://" in text else Path(text)


release_argument = click.argument("release", type=click.Path(path_type=Path))
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=lambda: os.cpu_count() or 1,
    show_default="number of processors",
    help="Worker processes. The release is the same whatever their number.",
)
key_option = click.option(
    "--key",
    "key_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Key file that project names are made with; made on first use. Default: your own.",
)


def corpus_option(when: str = "", *, required: bool = False) -> Callable[[F], F]:
    """Return ``--corpus``; ``when`` ends the sentence that says what it is."""
    return click.option(
        "--corpus",
        type=click.Path(path_type=Path),
        required=required,
        help=f"Folder of the projects that the release was built from{when}.",
    )


@contextmanager
def stage_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Give a callback that shows, for each stage, projects done, rate and remaining time."""
    bars: dict[str, tqdm[NoReturn]] = {}

    def show(stage: str, done: int, total: int) -> None:
        if stage not in bars:
            # projects finished before an interruption do not count for the rate
            bars[stage] = tqdm(
                desc=stage,
                total=total,
                initial=done,
                unit=" projects",
                dynamic_ncols=True,
                disable=None,
            )
        bars[stage].n = done
        bars[stage].refresh()

    try:
        yield show
    finally:
        for bar in bars.values():
            bar.close()


def shown(release: Release) -> Iterator[Instance]:
    """Yield the instances of a release, and show how far it is."""
    bar: Iterator[Instance] = iter(
        tqdm(
            release.instances(),
            total=release.counts["instances"],
            unit=" instances",
            disable=None,
        )
    )
    return bar
