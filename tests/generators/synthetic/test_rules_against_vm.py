# SPDX-License-Identifier: Apache-2.0
"""Each template's rule, computed without a VM, against what the VM does."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generators.synthetic import (
    Template,
    generate,
    mismatches,
    synthesize,
    templates_by_family,
)
from scratchworld.world import Action, Episode, Step
from vm_runner import VmRunner

pytestmark = pytest.mark.node

TEMPLATES = [template for each in templates_by_family().values() for template in each]


def steps_of(controls: tuple[Action, ...]) -> st.SearchStrategy[list[Step]]:
    """Steps of 1 to 20 ticks, most with one action, some with none or two."""
    actions = st.lists(st.sampled_from(controls), max_size=2, unique=True)
    step = st.builds(Step, st.sampled_from((1, 2, 5, 10, 20)), actions.map(tuple))
    return st.lists(step, min_size=10, max_size=25)


def with_longer_moves(data: bytes) -> bytes:
    """The same project, but with one pixel more in each literal of a motion block."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    content = json.loads(entries["project.json"])
    for target in content["targets"]:
        for block in target["blocks"].values():
            for entry in block["inputs"].values():
                if block["opcode"].startswith("motion_") and entry[0] == 1:
                    entry[1][1] = str(float(entry[1][1]) + 1)
    entries["project.json"] = json.dumps(content).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, each in entries.items():
            archive.writestr(name, each)
    return buffer.getvalue()


def test_the_comparison_notices_another_program(vm: VmRunner) -> None:
    for project in synthesize(["motion"], per_family=3, seed=0):
        steps = [Step(2, (action,)) for action in project.controls * 3]
        trace = vm.run(with_longer_moves(project.data), Episode.of(steps))
        expectation = project.rule(steps)[-1]
        assert mismatches(trace.initial, trace.state(len(steps)), expectation) != {}, project.path


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: f"{t.family}-{t.name}")
@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(data=st.data())
def test_the_vm_does_what_the_rule_says(
    vm: VmRunner, template: Template, data: st.DataObject
) -> None:
    project = generate(template, data.draw(st.integers(0, 2**32)), 0)
    steps = data.draw(steps_of(project.controls))
    trace = vm.run(project.data, Episode.of(steps, seed=data.draw(st.integers(0, 99))))
    assert trace.cut == 0
    initial, *states = trace.states()
    for t, (state, expectation) in enumerate(zip(states, project.rule(steps), strict=True)):
        assert mismatches(initial, state, expectation) == {}, f"after step {t}"
