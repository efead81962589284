# SPDX-License-Identifier: Apache-2.0
"""Each knob changes in the program what it says."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from generators.synthetic import SyntheticProject, Template, generate, templates_by_family
from scratchworld.world import Step

TEMPLATES = [template for each in templates_by_family().values() for template in each]
CASES = [
    pytest.param(template, knob, id=f"{template.family}-{template.name}-{knob}")
    for template in TEMPLATES
    for knob, (low, high) in template.ranges.used().items()
    if low < high
]


def content(project: SyntheticProject) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(project.data)) as archive:
        loaded: dict[str, Any] = json.loads(archive.read("project.json"))
    return loaded


def blocks(project: SyntheticProject) -> Iterator[dict[str, Any]]:
    for target in content(project)["targets"]:
        yield from target["blocks"].values()


def sprites(project: SyntheticProject) -> int:
    return len(content(project)["targets"]) - 1


def hidden(project: SyntheticProject) -> int:
    """Variables and lists without a monitor, distractors aside."""
    loaded = content(project)
    monitors = {monitor["id"] for monitor in loaded["monitors"]}
    names = {path.rsplit("/", 1)[-1] for path in project.distractors}
    return sum(
        identifier not in monitors and entry[0] not in names
        for target in loaded["targets"]
        for identifier, entry in {**target["variables"], **target["lists"]}.items()
    )


def distractors(project: SyntheticProject) -> int:
    """Variables that only the one script which writes them mentions."""
    text = json.dumps([target["blocks"] for target in content(project)["targets"]])
    for path in project.distractors:
        name = path.rsplit("/", 1)[-1]
        assert text.count(json.dumps(name)) == 2, f"{name}: written once and read once for that"
    return len(project.distractors)


def depth(project: SyntheticProject) -> int:
    """Conditions nested in each other."""

    def below(blocks: dict[str, Any], identifier: str | None) -> int:
        deepest = 0
        while identifier:
            block = blocks[identifier]
            inner = max(
                (
                    below(blocks, block["inputs"][name][1])
                    for name in ("SUBSTACK", "SUBSTACK2")
                    if name in block["inputs"]
                ),
                default=0,
            )
            deepest = max(deepest, inner + block["opcode"].startswith("control_if"))
            identifier = block["next"]
        return deepest

    return max(
        below(target["blocks"], identifier)
        for target in content(project)["targets"]
        for identifier, block in target["blocks"].items()
        if block["topLevel"]
    )


def delay(project: SyntheticProject) -> int:
    """The longest wait or threshold of the timer, in tenths of a second; gears aside."""
    found = []
    for target in content(project)["targets"]:
        for block in target["blocks"].values():
            if block["opcode"] == "control_wait":
                found.append(wait_of(target["blocks"], block["inputs"]["DURATION"]))
            elif block["opcode"] == "event_whengreaterthan":
                found.append(int(float(block["inputs"]["VALUE"][1][1]) * 10))
    return max(found)


def wait_of(blocks: dict[str, Any], entry: list[Any]) -> int:
    """Tenths of a literal, or the base of ``(gears + base) / 10``."""
    if isinstance(entry[1], list):
        return round(float(entry[1][1]) * 10)
    added = blocks[blocks[entry[1]]["inputs"]["NUM1"][1]]
    return int(added["inputs"]["NUM2"][1][1])


def chain(project: SyntheticProject) -> int:
    """Blocks, items of lists and letters of texts: a longer chain needs more of them."""
    targets = content(project)["targets"]
    values = [entry[1] for target in targets for entry in target["variables"].values()]
    items = [entry[1] for target in targets for entry in target["lists"].values()]
    letters = [value for value in values if isinstance(value, str)]
    return sum(1 for _ in blocks(project)) + sum(len(each) for each in [*items, *letters])


def reach(project: SyntheticProject) -> float:
    """How high using the first control again and again brings each number, directions aside."""
    steps = [Step(1, (project.controls[0],) if tick % 20 == 0 else ()) for tick in range(240)]
    highest: dict[str, float] = {}
    for expectation in project.rule(steps):
        for path, value in expectation.items():
            if isinstance(value, (int, float)) and not path.endswith("/direction"):
                highest[path] = max(value, highest.get(path, value))
    return sum(highest.values())


EXACT: dict[str, Callable[[SyntheticProject], float]] = {
    "sprites": sprites,
    "hidden": hidden,
    "distractors": distractors,
    "delay": delay,
}
"""Measures that must equal the knob."""


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: f"{t.family}-{t.name}")
@pytest.mark.parametrize("seed", range(4))
def test_counted_knobs_are_exact(template: Template, seed: int) -> None:
    project = generate(template, seed, 0)
    for knob in EXACT:
        if knob in template.ranges.used():
            assert EXACT[knob](project) == getattr(project.knobs, knob), knob


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: f"{t.family}-{t.name}")
def test_drawn_knobs_keep_to_their_ranges(template: Template) -> None:
    drawn = [generate(template, seed, 0).knobs.to_json() for seed in range(12)]
    for knob, value in template.ranges.lowest().to_json().items():
        low, high = template.ranges.used().get(knob, (0, 0))
        assert value == low
        assert all(low <= knobs[knob] <= high for knobs in drawn)
        assert low == high or len({knobs[knob] for knobs in drawn}) > 1, knob


@pytest.mark.parametrize(("template", "knob"), CASES)
def test_a_higher_knob_gives_more_of_it(template: Template, knob: str) -> None:
    low, high = template.ranges.used()[knob]
    easy = generate(template, 1, 0, knobs=replace(template.ranges.lowest(), **{knob: low}))
    hard = generate(template, 1, 0, knobs=replace(template.ranges.lowest(), **{knob: high}))
    measure = {**EXACT, "chain": chain, "depth": depth}[knob]
    if (template.family, knob) == ("recursion", "chain"):
        measure = reach
    assert measure(hard) > measure(easy)
    assert easy.knobs != hard.knobs
