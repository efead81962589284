# SPDX-License-Identifier: Apache-2.0
"""``scratchworld judge``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from scoring.commands.options import (
    adapter_command_option,
    answers_option,
    bootstrap_options,
    progress,
    release_argument,
)
from scoring.judged import (
    KEY_VARIABLE,
    CaseReader,
    Endpoint,
    JudgeSettings,
    evaluate_cases,
    read_ids,
    render_judged,
    write_judged,
    write_requests,
)
from scoring.keyframes import AdapterCommand
from scoring.report import to_json_text
from scoring.statistics import Bootstrap
from scratchworld.errors import InputError
from scratchworld.release import SPLITS, load_release

__all__ = ["command"]


@click.command("judge")
@release_argument
@answers_option
@click.argument("predictions", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--model", required=True, metavar="NAME", help="The judge, as its endpoint calls it.")
@click.option(
    "--base-url",
    metavar="URL",
    help="Endpoint that speaks OpenAI's chat completions, for example http://localhost:8000/v1.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="Folder of results.json, instances.parquet and the replies so far; the same command goes "
    "on where it was interrupted.",
)
@click.option("--cases", metavar="IDS", help="These instances only: a file, one a line, or a,b,...")
@click.option("--split", type=click.Choice(SPLITS), help="This split only.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=4,
    show_default=True,
    help="Requests under way at once. Results do not hang on it.",
)
@click.option("--steps", is_flag=True, help="Ask for the accuracy of each moment too.")
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    metavar="KEY=JSON",
    help="A key of each request, null for none.  [default: temperature=0]",
)
@click.option(
    "--key-variable",
    default=KEY_VARIABLE,
    show_default=True,
    metavar="NAME",
    help="Environment variable that holds the key.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    help="Seconds to wait for a reply.",
)
@click.option(
    "--retries",
    type=click.IntRange(0, 100),
    default=5,
    show_default=True,
    help="How often a request without a reply is sent again.",
)
@click.option("--strict", is_flag=True, help="Count answers that need repair as wrong.")
@adapter_command_option
@click.option(
    "--dry-run", is_flag=True, help="Write the exact requests to requests.jsonl; send none."
)
@click.option("--json", "as_json", is_flag=True, help="Print results.json instead of tables.")
@bootstrap_options
def command(
    release: str,
    answers: Path | None,
    predictions: Path,
    model: str,
    base_url: str | None,
    out: Path,
    cases: str | None,
    split: str | None,
    workers: int,
    steps: bool,
    parameters: tuple[str, ...],
    key_variable: str,
    timeout: float,
    retries: int,
    strict: bool,
    adapter_command: AdapterCommand | None,
    dry_run: bool,
    as_json: bool,
    draws: int,
    seed: int,
) -> None:
    """Let a judge score key frames by a rubric, and hold the judge against exact scores.

    RELEASE is a folder with key frames, PREDICTIONS a file of answers to them. The judge is a model
    that looks at pictures; it is told what really happened, from the executed trace. The key of its
    endpoint is read from the environment and written nowhere.

    Needs `pip install "scratchworld[judge]"`.
    """
    settings = JudgeSettings(model, _parameters(parameters), steps)
    loaded = load_release(release, answers)
    ids = None if cases is None else read_ids(cases)
    with CaseReader(
        loaded, predictions, ids, split, strict=strict, command=adapter_command
    ) as reader:
        if dry_run:
            written = write_requests(reader.cases(exact=False), settings, out)
            click.echo(f"{written} requests in {out / 'requests.jsonl'}; none was sent")
            return
        if base_url is None:
            raise InputError("--base-url is missing; only a --dry-run needs none")
        with Endpoint(base_url, key_variable, timeout=timeout, retries=retries) as endpoint:
            evaluation = evaluate_cases(
                reader.cases(),
                settings,
                endpoint.ask,
                out,
                loaded.manifest,
                reader.digest(),
                bootstrap=Bootstrap(draws, seed),
                workers=workers,
                selection={"cases": ids and sorted(ids), "split": split, "strict": strict},
                exact=reader.exact,
                progress=lambda judged: progress(judged, len(reader)),
            )
    write_judged(out, evaluation)
    click.echo(to_json_text(evaluation.document) if as_json else render_judged(evaluation))


def _parameters(given: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the keys of each request beside model and messages."""
    found: dict[str, Any] = {"temperature": 0}
    for text in given:
        name, equals, value = text.partition("=")
        try:
            found[name] = json.loads(value, parse_constant=_refuse)
        except ValueError:
            raise InputError(
                f"--parameter {text!r}: not KEY=JSON, such as max_tokens=500"
            ) from None
        if not equals or not name or name in ("model", "messages", "stream"):
            raise InputError(f"--parameter {text!r}: there is no such key to set")
    return {name: value for name, value in found.items() if value is not None}


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
