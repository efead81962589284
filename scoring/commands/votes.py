# SPDX-License-Identifier: Apache-2.0
"""``scratchworld votes export`` and ``votes evaluate``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from scoring.commands.options import bootstrap_options
from scoring.report import to_json_text
from scoring.statistics import Bootstrap
from scoring.votes import (
    RaterKind,
    Vote,
    chat_pairs,
    judge_errors,
    read_model_split,
    read_votes,
    render_judge_errors,
    split_models,
)
from scratchworld.errors import InputError

__all__ = ["evaluate", "export"]

_TRAIN_MODELS = 12

_votes_argument = click.argument(
    "votes", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False)
)


@click.command("export")
@_votes_argument
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Folder to write into.",
)
@click.option(
    "--split-by-model",
    is_flag=True,
    help="Write train.jsonl and test.jsonl, with different models, and split.json.",
)
@click.option(
    "--train-models",
    type=click.IntRange(min=1),
    default=_TRAIN_MODELS,
    show_default=True,
    help="Models to train with; the rest is for the test.",
)
@click.option(
    "--media",
    metavar="PATH",
    help="Where the outputs lie, with {instance} and {model} for their names, if votes do not say.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Which models train."
)
def export(
    votes: tuple[Path, ...],
    out: Path,
    split_by_model: bool,
    train_models: int,
    media: str | None,
    seed: int,
) -> None:
    """Write people's votes as questions and answers in chat form.

    One JSON object a label and line, its "messages" the question, with the path of what was rated,
    and the answer. Without --split-by-model all are in pairs.jsonl.
    """
    human = [vote for vote in read_votes(votes) if vote.kind == "human"]
    if not human:
        raise InputError("there are no votes of people to learn from")
    parts: dict[str, Iterable[Vote]] = {"pairs": human}
    texts: dict[str, str] = {}
    if split_by_model:
        split = split_models(human, train_models, seed)
        sides = {"train": split.train, "test": split.test}
        parts = {name: [v for v in human if v.model in models] for name, models in sides.items()}
        texts["split.json"] = to_json_text(split.to_json()) + "\n"
    for name, chosen in parts.items():
        lines = [json.dumps(pair, ensure_ascii=False) for pair in chat_pairs([*chosen], media)]
        texts[f"{name}.jsonl"] = "".join(f"{line}\n" for line in lines)
        click.echo(f"{len(lines)} pairs in {out / f'{name}.jsonl'}")
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (out / name).write_text(text, "utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from None


@click.command("evaluate")
@_votes_argument
@click.option(
    "--split",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The split.json of an export: only its models for the test are looked at.",
)
@click.option(
    "--against",
    type=click.Choice(["human", "vm"]),
    default="human",
    show_default=True,
    help="Who is right: people, or the VM, as `scratchworld votes check` writes its votes.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@bootstrap_options
def evaluate(
    votes: tuple[Path, ...],
    split: Path | None,
    against: RaterKind,
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Tell how far judges are from people, or from the VM, label by label.

    VOTES hold the votes of people and those of the judges, whose rater_kind is "model". Prints the
    mean absolute error on what both rated, and whether a judge inflates. With --against vm people
    are judged as well, on the labels that the VM gives.
    """
    models = read_model_split(split).test if split is not None else None
    errors = judge_errors(read_votes(votes), Bootstrap(draws, seed), models, against)
    if not errors:
        of_models = f", of the models {', '.join(models)}" if models is not None else ""
        raise InputError(
            f"no rater of another kind rated what raters of the kind {against!r} rated{of_models}"
        )
    if as_json:
        document = {
            "models": models,
            "against": against,
            "judges": [error.to_json() for error in errors],
        }
        click.echo(to_json_text(document))
    else:
        click.echo(render_judge_errors(errors, against))
