# SPDX-License-Identifier: Apache-2.0
"""``scratchworld annotate``."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from pathlib import Path

import click
from PIL import Image

from generators.build import default_key_file, read_key
from generators.commands.options import corpus_option, key_option, release_argument
from generators.modalities import program_of
from generators.released import ReleasedProjects
from scoring.annotation import (
    PictureOf,
    ProgramScripts,
    annotation_agreement,
    annotation_page,
    draw_events,
    program_scripts,
    read_annotations,
    render_agreement,
)
from scoring.commands.options import answers_option, bootstrap_options
from scoring.report import to_json_text
from scoring.statistics import Bootstrap
from scratchworld.errors import InputError
from scratchworld.release import SPLITS, Pictures, Release, load_release
from scratchworld.world import CausalInstance
from vm_runner import VmRunner

__all__ = ["command"]


@click.group("annotate")
def command() -> None:
    """Let people answer event queries, and compare them with the VM."""


@command.command("export")
@release_argument
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False), metavar="OUT.html")
@corpus_option(", where it holds no programs")
@click.option(
    "--n",
    "count",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Event queries on the page; all where the release has fewer.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Which queries, and in which order.",
)
@click.option("--split", type=click.Choice(SPLITS), help="Queries of this split only.")
@click.option(
    "--after/--no-after",
    default=True,
    show_default=True,
    help="Show the frame at the end of the window, where the release has clips in WebP.",
)
@key_option
def export(
    release: Path,
    out: Path,
    corpus: Path | None,
    count: int,
    seed: int,
    split: str | None,
    after: bool,
    key_file: Path | None,
) -> None:
    """Write a page on which people answer event queries.

    The page is one file that works without a network. It shows program, state and actions, and
    nothing of the labels but, as a picture, how the window ends. Answers stay in the browser until
    they are saved, as JSON.
    """
    loaded = load_release(release).without_labels()
    instances = draw_events(loaded, count, seed, split)
    programs = _programs(loaded, instances, corpus, key_file)
    before, end = _frames(loaded), _frames_after(loaded) if after else lambda instance: None
    text = annotation_page(loaded, instances, programs, before, end)
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror})") from None
    queries = "query" if len(instances) == 1 else "queries"
    click.echo(f"{len(instances)} event {queries} of {release} written to {out}")


@command.command("agreement")
@release_argument
@answers_option
@click.argument(
    "annotations", type=click.Path(path_type=Path, dir_okay=False), nargs=-1, required=True
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@bootstrap_options
def agreement(
    release: Path,
    answers: Path | None,
    annotations: tuple[Path, ...],
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Tell how far annotators agree with each other and with the VM.

    ANNOTATIONS are files that the page saved. Prints exact agreement, Cohen's kappa and
    Krippendorff's alpha, of occurrence and of the chain of rules, and lists the disagreements.
    """
    loaded = load_release(release, answers)
    told = read_annotations(loaded, annotations)
    result = annotation_agreement(loaded, told, Bootstrap(draws, seed))
    click.echo(to_json_text(result.to_json()) if as_json else render_agreement(result))


def _frames(release: Release) -> PictureOf:
    """What gives the frame before the window as a ``data:`` URI, or ``None`` without pictures."""
    pictures = Pictures(release)
    if not pictures.has_screenshots:
        return lambda instance: None

    def frame_of(instance: CausalInstance) -> str:
        return _data_uri(pictures.screenshot(instance.instance_id))

    return frame_of


def _frames_after(release: Release) -> PictureOf:
    """What gives the frame at the end of the window, from the clip after the input state."""
    pictures = Pictures(release)
    if not pictures.has_target_clips:
        return lambda instance: None

    def frame_of(instance: CausalInstance) -> str | None:
        webp = pictures.target_clip(instance.instance_id).files.get("webp")
        return None if webp is None else _data_uri(_last_picture(webp))

    return frame_of


def _last_picture(webp: bytes) -> bytes:
    with Image.open(io.BytesIO(webp)) as clip:
        clip.seek(getattr(clip, "n_frames", 1) - 1)
        png = io.BytesIO()
        clip.convert("RGB").save(png, "PNG")
    return png.getvalue()


def _data_uri(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode('ascii')}"


def _programs(
    release: Release,
    instances: Sequence[CausalInstance],
    corpus: Path | None,
    key_file: Path | None,
) -> dict[tuple[str, str], ProgramScripts]:
    """The program of each instance by project and variant: the release's, or the corpus's."""
    wanted = {(one.project, one.variant): one for one in instances}
    found = {
        (each.project, each.variant): program_scripts(each.program)
        for each in release.programs()
        if (each.project, each.variant) in wanted
    }
    missing = [one for each, one in wanted.items() if each not in found]
    if not missing:
        return found
    if corpus is None:
        one = missing[0]
        raise InputError(
            f"{release.path}: holds no program of the project {one.project} ({one.variant}); give "
            "the folder that the release was built from, --corpus DIR"
        )
    key = read_key(key_file or default_key_file())
    projects = ReleasedProjects.find(corpus, key, release.manifest)
    with VmRunner() as runner:
        for one in missing:
            program = program_of(projects.data(one, runner), runner)
            found[one.project, one.variant] = program_scripts(program)
    return found
