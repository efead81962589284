# SPDX-License-Identifier: Apache-2.0
"""``scratchworld annotate``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from generators.build import ProjectFile, default_key_file, read_key
from generators.commands.options import key_option
from generators.oracle import corpus_by_name, project_of
from generators.program_text import block_text, script_lines
from scoring.annotation import (
    ProgramScripts,
    Script,
    annotation_agreement,
    annotation_page,
    draw_events,
    read_annotations,
    render_agreement,
)
from scoring.commands.options import bootstrap_options
from scoring.report import to_json_text
from scoring.statistics import Bootstrap
from scratchworld.errors import InputError
from scratchworld.release import SPLITS, load_release
from scratchworld.world import CausalInstance
from vm_runner import VmRunner

__all__ = ["command"]


@click.group("annotate")
def command() -> None:
    """Let people answer event queries, and compare them with the VM."""


@command.command("export")
@click.argument("release", type=click.Path(path_type=Path))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False), metavar="OUT.html")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder of the projects that the release was built from; the page shows their programs.",
)
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
@key_option
def export(
    release: Path,
    out: Path,
    corpus: Path,
    count: int,
    seed: int,
    split: str | None,
    key_file: Path | None,
) -> None:
    """Write a page on which people answer event queries.

    The page is one file that works without a network. It shows program, state and actions, and
    nothing of the labels. Answers stay in the browser until they are saved, as JSON.
    """
    loaded = load_release(release)
    instances = draw_events(loaded, count, seed, split)
    projects = corpus_by_name(corpus, read_key(key_file or default_key_file()))
    text = annotation_page(loaded, instances, _programs(instances, projects))
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror})") from None
    queries = "query" if len(instances) == 1 else "queries"
    click.echo(f"{len(instances)} event {queries} of {release} written to {out}")


@command.command("agreement")
@click.argument("release", type=click.Path(path_type=Path))
@click.argument(
    "annotations", type=click.Path(path_type=Path, dir_okay=False), nargs=-1, required=True
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@bootstrap_options
def agreement(
    release: Path, annotations: tuple[Path, ...], as_json: bool, draws: int, seed: int
) -> None:
    """Tell how far annotators agree with each other and with the VM.

    ANNOTATIONS are files that the page saved. Prints exact agreement, Cohen's kappa and
    Krippendorff's alpha, of occurrence and of the chain of rules, and lists the disagreements.
    """
    loaded = load_release(release)
    answers = read_annotations(loaded, annotations)
    result = annotation_agreement(loaded, answers, Bootstrap(draws, seed))
    click.echo(to_json_text(result.to_json()) if as_json else render_agreement(result))


def _programs(
    instances: Sequence[CausalInstance], projects: Mapping[str, ProjectFile]
) -> dict[str, ProgramScripts]:
    """The scripts of each instance's project."""
    programs: dict[str, ProgramScripts] = {}
    with VmRunner() as runner:
        for instance in instances:
            if instance.project not in programs:
                path = project_of(instance, projects).path
                programs[instance.project] = _program(runner, path)
    return programs


def _program(runner: VmRunner, path: Path) -> ProgramScripts:
    rules = {
        rule["rule"]: rule["blocks"]
        for target in runner.load(path).program
        for rule in target["rules"]
    }

    def text_of(block: str) -> str:
        rule, _, index = block.rpartition("/")
        return block_text(rules[rule], int(index))

    scripts = (
        Script(rule, "\n".join("  " * line.depth + line.text for line in script_lines(blocks)))
        for rule, blocks in rules.items()
    )
    return ProgramScripts(tuple(scripts), text_of)
