# SPDX-License-Identifier: Apache-2.0
"""The page runs projects as the VM process does, and survives those that hurt it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scratchworld.errors import InputError, VmCrashed, VmTimeout
from scratchworld.world import Step
from tests.golden.building import Block, Target, build
from tests.golden.projects import GOLDEN
from vm_runner import Limits, VmRunner
from vm_runner.browser.check import check_project
from vm_runner.browser.chromium import CONFIGURATIONS, find_chromium
from vm_runner.browser.frames import differing_share
from vm_runner.browser.inputs import inputs
from vm_runner.browser.page import ChromiumPage
from vm_runner.browser.site import Site
from vm_runner.browser.states import first_difference, record
from vm_runner.setup_packages import ensure_packages

pytestmark = [pytest.mark.browser, pytest.mark.node]

FLAG = Block("event_whenflagclicked")


@pytest.fixture(scope="module")
def vm() -> Iterator[VmRunner]:
    with VmRunner(trace=False) as runner:
        yield runner


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_states_and_frames_of_the_golden_projects(
    vm: VmRunner, page: ChromiumPage, name: str
) -> None:
    golden = GOLDEN[name]()
    steps, seed = golden.episode.steps, golden.episode.seed
    at = (1, len(steps))
    ours = record(vm.load(golden.project), steps, seed, at)
    page.load(golden.project)
    theirs = record(page, steps, seed, at)
    assert first_difference(ours.states, theirs.states) is None
    assert ours.cut == theirs.cut
    for moment in at:
        assert differing_share(ours.frames[moment], theirs.frames[moment]) < 0.005


def test_all_functions_of_the_functions_block(vm: VmRunner, page: ChromiumPage) -> None:
    functions = ("sin", "cos", "tan", "asin", "acos", "atan", "ln", "log", "e ^", "10 ^", "sqrt")
    mouse = Block("motion_pointtowards_menu", fields={"TOWARDS": "_mouse_"})
    look = Block("control_forever", branch=[Block("motion_pointtowards", {"TOWARDS": mouse})])
    scripts = [[FLAG, look]]
    for name in functions:
        for number in (0.1, 0.7, 0.937, 33.3):
            value = Block("operator_mathop", {"NUM": number}, {"OPERATOR": name})
            add = Block("data_addtolist", {"ITEM": value}, {"LIST": name})
            scripts.append([FLAG, add])
    project = build(Target("Stage", lists={name: [] for name in functions}), Target("Cat", scripts))
    steps = inputs(60, 4)
    ours = record(vm.load(project), steps, 1, ())
    page.load(project)
    assert ours.states[-1]["/list/_stage_/atan/4"] != 0
    assert len({state["/sprite/Cat/direction"] for state in ours.states}) > 1
    assert first_difference(ours.states, record(page, steps, 1, ()).states) is None


def test_the_same_page_gives_the_same_run_again(page: ChromiumPage) -> None:
    golden = GOLDEN["clones"]()
    runs = []
    for _ in range(2):
        page.load(golden.project)
        runs.append(record(page, golden.episode.steps, 5, (2,)))
    assert runs[0] == runs[1]


def test_the_page_has_no_network(page: ChromiumPage) -> None:
    page.load(GOLDEN["motion"]().project)
    for url in ("http://example.org/a.png", "/vm_runner/site.py"):
        script = f"""new Promise(done => {{
            const image = new Image();
            image.onload = () => done('loaded');
            image.onerror = () => done('failed');
            image.src = '{url}';
        }})"""
        assert page.evaluate(script) == "failed"
    assert page.evaluate("typeof XMLHttpRequest") == "undefined"


def test_costumes_are_measured_with_the_fonts_of_scratch(page: ChromiumPage) -> None:
    fonts = page.evaluate("[...document.fonts].map(font => [font.family, font.status])")
    families = {family.strip('"') for family, _ in fonts}
    assert {"Sans Serif", "Serif", "Marker", "Helvetica"} <= families
    assert {status for _, status in fonts} == {"loaded"}


def test_a_project_that_hangs_is_ended_and_the_next_one_runs(chromium: str) -> None:
    forever = Block("control_forever", branch=[Block("data_changevariableby", {"VALUE": 1}, {
        "VARIABLE": "n"})])  # fmt: skip
    busy = build(Target("Stage", [[FLAG, forever]], variables={"n": 0}))
    endless = Limits(rounds=10**12, seconds=3)
    site = Site(ensure_packages())
    with ChromiumPage(find_chromium(chromium), site, CONFIGURATIONS[0], limits=endless) as opened:
        opened.load(busy)
        opened.start(1)
        with pytest.raises(VmTimeout, match="run: the page did not answer"):
            opened.run(inputs(1, 1))
        opened.load(GOLDEN["motion"]().project)
        assert "/sprite/Cat/x" in opened.start(1)[0]


def test_a_project_that_fails_is_told_with_its_cause(page: ChromiumPage) -> None:
    with pytest.raises(VmCrashed, match="load: "):
        page.load(b"no project")
    page.load(GOLDEN["motion"]().project)
    assert page.run([]) == []


def test_a_program_that_is_no_browser(chromium: str, tmp_path: Path) -> None:
    program = tmp_path / "browser"
    program.write_text("#!/bin/sh\necho nonsense >&2\nexit 3\n")
    program.chmod(0o755)
    with pytest.raises(InputError, match="browser does not start"):
        ChromiumPage(program, Site(ensure_packages()), CONFIGURATIONS[0])


@pytest.mark.corpus
def test_a_sample_of_the_corpus(vm: VmRunner, page: ChromiumPage, corpus_dir: Path) -> None:
    sample = ("12e83fc9", "40cca3fa", "4645f152", "5e163741", "68428a19", "fb10084a")
    for prefix in sample:
        project = next(corpus_dir.rglob(f"{prefix}_*"))
        check, _ = check_project(prefix, project, inputs(40, 1), 1, runner=vm, pages=[page])
        assert check.verdict == "agrees", check
        assert check.worst < 0.01, check


def test_steps_of_several_ticks_and_interventions_run_too(page: ChromiumPage) -> None:
    page.load(GOLDEN["motion"]().project)
    page.start(1)
    (step,) = page.run([Step(3, inputs(1, 1)[0].actions)])
    assert "/sprite/Cat/direction" in step.delta
