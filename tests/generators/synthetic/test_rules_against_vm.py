# SPDX-License-Identifier: Apache-2.0
"""Each template's rule, computed without a VM, against what the VM does."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generators.synthetic import Template, generate, mismatches, templates_by_family
from scratchworld.world import Action, Episode, Step
from vm_runner import VmRunner

pytestmark = pytest.mark.node

TEMPLATES = [template for each in templates_by_family().values() for template in each]


def steps_of(controls: tuple[Action, ...]) -> st.SearchStrategy[list[Step]]:
    """Steps of 1 to 20 ticks, most with one action, some with none or two."""
    actions = st.lists(st.sampled_from(controls), max_size=2, unique=True)
    step = st.builds(Step, st.sampled_from((1, 2, 5, 10, 20)), actions.map(tuple))
    return st.lists(step, min_size=10, max_size=25)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: f"{t.family}-{t.name}")
@settings(
    max_examples=8,
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
