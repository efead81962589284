# SPDX-License-Identifier: Apache-2.0
"""``scratchworld render``."""

from __future__ import annotations

from pathlib import Path

import click

from scoring.commands.options import release_argument, view_options
from scoring.pictures import PICTURE_FORMATS, render_picture
from scoring.prompts import VIEWS, ProgramIndex, render_view
from scratchworld.errors import InputError
from scratchworld.release import Pictures, load_release

__all__ = ["command"]


@click.command("render")
@release_argument
@click.argument("instance_id", metavar="ID")
@click.option(
    "--modality",
    type=click.Choice((*VIEWS, *PICTURE_FORMATS)),
    default="table",
    show_default=True,
    help="In which form.",
)
@view_options
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file.")
def command(
    release: str,
    instance_id: str,
    modality: str,
    format: str | None,
    condition: str | None,
    out: Path | None,
) -> None:
    """Show one instance in a modality.

    RELEASE is a folder that `scratchworld build` wrote, ID the id of one of its instances. Nothing
    of the label is shown. A screenshot or clip needs --out; a screenshot has the formats png and
    labelled, which has the names of sprites, a clip mp4 and webp.
    """
    opened = load_release(release).without_labels()
    instance = next((one for one in opened.instances() if one.instance_id == instance_id), None)
    if instance is None:
        raise InputError(f"{release}: has no instance {instance_id!r}")
    if modality in PICTURE_FORMATS:
        if out is None or condition is not None:
            raise click.UsageError("a picture needs --out FILE, and takes no --condition")
        content = render_picture(Pictures(opened), instance, modality, format)
    else:
        program = ProgramIndex(opened).get(instance) if modality == "program" else None
        text = render_view(instance, program, modality, format, condition)
        if out is None:
            click.echo(text)
            return
        content = f"{text}\n".encode("utf-8", "backslashreplace")
    try:
        out.write_bytes(content)
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror})") from None
