# SPDX-License-Identifier: Apache-2.0
"""The documentation's pictures of ``report.html``.

    python benchmarks/report_pictures.py RELEASE FOLDER

Scores a made-up model on a release of any kind: its answers are the labels, with faults drawn from
a seed. Writes ``report-copy-gap.png`` and ``report-browser.png`` into FOLDER. The release should
hold frames. Needs a Chromium and ``pip install "scratchworld[browser,references,report]"``.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner
from playwright.sync_api import Page, sync_playwright

from scoring import write_predictions
from scoring.tasks import FIELD_TASKS, SCORED_TASKS
from scratchworld.cli import cli
from scratchworld.release import Release, load_release
from scratchworld.world import Delta, Instance, Value
from vm_runner.browser import find_chromium

MISSED, WRONG = 0.15, 0.3
"""Shares of the changed fields that the made-up model leaves out, and does not get right."""
SIZE = 1240, 910


def answers(release: Release) -> Iterator[tuple[str, dict[str, object]]]:
    """The labels, those about fields with faults in them."""
    generator = random.Random(0)
    for instance in release.instances():
        if instance.task in FIELD_TASKS:
            yield instance.instance_id, {"delta": _faulty(instance, generator)}
        elif SCORED_TASKS[instance.task].opens is None:
            yield instance.instance_id, SCORED_TASKS[instance.task].gold(instance)


def _faulty(instance: Instance, generator: random.Random) -> Delta:
    claims: Delta = {}
    for path, value in instance.target.items():
        drawn = generator.random()
        if drawn >= WRONG:
            claims[path] = value
        elif drawn >= MISSED:
            claims[path] = _wrong(value, instance.state.get(path))
    if generator.random() < MISSED:
        claims["Cat.x"] = 0
    return claims


def _wrong(value: Value | None, known: Value | None) -> Value | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return -value
    return known


def take(page: Page, folder: Path) -> None:
    """Write the pictures of an open report."""
    page.evaluate("[...document.querySelectorAll('h2')][1].scrollIntoView()")
    page.screenshot(path=folder / "report-copy-gap.png")
    page.select_option("#filter-task", label="next_state")
    page.select_option("#filter-outcome", label="wrong")
    page.evaluate("document.getElementById('filters').previousElementSibling.scrollIntoView()")
    page.locator(".row").nth(2).click()
    page.wait_for_selector("#detail h3")
    page.screenshot(path=folder / "report-browser.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        write_predictions(scratch / "p.jsonl", answers(load_release(given.release)))
        arguments = ["score", given.release, scratch / "p.jsonl", "--out", scratch / "out"]
        done = CliRunner().invoke(cli, list(map(str, arguments)), catch_exceptions=False)
        assert done.exit_code == 0, done.output
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=find_chromium(), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
            page.goto((scratch / "out" / "report.html").as_uri())
            page.wait_for_selector("body[data-ready=yes]")
            take(page, given.folder)
            browser.close()


if __name__ == "__main__":
    main()
