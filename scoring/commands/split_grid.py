# SPDX-License-Identifier: Apache-2.0
"""``scratchworld split-grid``."""

from __future__ import annotations

from pathlib import Path

import click

from scoring.commands.options import frames_options, write_frames
from scoring.keyframes import GRIDS, MOST_BYTES, read_picture, split_grid
from scratchworld.errors import InputError

__all__ = ["command"]


@click.command("split-grid")
@click.argument("picture", type=click.Path(path_type=Path, dir_okay=False))
@frames_options
def command(picture: Path, out: Path, number: int) -> None:
    """Cut a grid of key frames into its frames.

    PICTURE is PNG, JPEG or WebP: two frames side by side, four in two rows of two, or six in two
    rows of three. Frames are written in their own size, row by row; scoring brings them to that of
    the stage.
    """
    try:
        with picture.open("rb") as file:
            cells = split_grid(read_picture(file.read(MOST_BYTES + 1)), *GRIDS[number])
    except OSError as error:
        raise InputError(f"{picture}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"{picture}: {error}") from None
    write_frames(out, cells)
