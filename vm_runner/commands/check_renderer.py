# SPDX-License-Identifier: Apache-2.0
"""``scratchworld check-renderer``: hold our renderer against WebGL in a real browser."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from scratchworld.errors import InputError
from vm_runner.browser import (
    CONFIGURATIONS,
    ChromiumPage,
    ProjectCheck,
    Site,
    WorstFrames,
    check_project,
    choose_projects,
    describe,
    find_chromium,
    inputs,
    render_summary,
    report_json,
)
from vm_runner.browser.check import OURS_DIFFERS
from vm_runner.browser.chromium import load_playwright
from vm_runner.runner import VmRunner
from vm_runner.setup_packages import ensure_packages

__all__ = ["command"]

EXIT_DIFFERS = 1
PICTURES = 3


@click.command("check-renderer")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option(
    "--limit", type=click.IntRange(1), help="Check that many projects, spread over the corpus."
)
@click.option(
    "--steps", type=click.IntRange(1), default=120, show_default=True, help="Ticks a project."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the inputs.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for report.json and pictures of the worst frames.",
)
@click.option("--chromium", metavar="PROGRAM", help="The browser; by default the one on PATH.")
def command(
    corpus: Path, limit: int | None, steps: int, seed: int, out: Path | None, chromium: str | None
) -> None:
    """Compare our renderer with real WebGL in headless Chromium.

    Every project of the folder CORPUS (or the one file) runs in ours and in two configurations of
    Chromium, under the same clock, seed and inputs. States are compared after every tick, frames at
    four moments. Fails if ours differs in a state where Chromium agrees with itself.
    docs/fidelity.md tells what was found.

    Needs a Chromium and `pip install "scratchworld[browser]"`. Projects run in it without its
    sandbox and without network.
    """
    binary = find_chromium(chromium)
    load_playwright()  # before the VM's packages are installed for nothing
    projects = choose_projects(corpus, limit)
    root = corpus if corpus.is_dir() else corpus.parent
    if out is not None:
        with _writing(out):
            out.mkdir(parents=True, exist_ok=True)
    checks: list[ProjectCheck] = []
    worst = WorstFrames(PICTURES)
    site = Site(ensure_packages())
    script = inputs(steps, seed)
    with contextlib.ExitStack() as stack:
        runner = stack.enter_context(VmRunner(trace=False))
        pages = [
            stack.enter_context(ChromiumPage(binary, site, configuration))
            for configuration in CONFIGURATIONS
        ]
        for path in projects:
            name = path.relative_to(root).as_posix()
            check, runs = check_project(name, path, script, seed, runner=runner, pages=pages)
            checks.append(check)
            worst.add(check, runs)
            click.echo(describe(check))
        facts = _facts(runner, pages, steps=steps, seed=seed)
    click.echo(render_summary(checks))
    if out is not None:
        with _writing(out):
            text = json.dumps(report_json(checks, facts), ensure_ascii=False, indent=1)
            (out / "report.json").write_text(text + "\n", encoding="utf-8")
            worst.write(out)
    if any(check.verdict == OURS_DIFFERS for check in checks):
        raise click.exceptions.Exit(EXIT_DIFFERS)


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror or error})") from None


def _facts(
    runner: VmRunner, pages: Sequence[ChromiumPage], *, steps: int, seed: int
) -> dict[str, object]:
    return {
        "steps": steps,
        "seed": seed,
        "chromium": pages[0].version,
        "graphics": pages[0].graphics,
        "configurations": {
            page.configuration.name: list(page.configuration.flags) for page in pages
        },
        "versions": runner.versions,
    }


if __name__ == "__main__":
    command()
