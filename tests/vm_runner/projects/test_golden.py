# SPDX-License-Identifier: Apache-2.0
"""Traces of small projects of our own, compared to the letter with those checked in."""

from __future__ import annotations

import pytest

from tests.golden.projects import GOLDEN
from tests.golden.regenerate import TRACES, text_of
from vm_runner import VmRunner
from vm_runner.explain import unexplained_changes

pytestmark = pytest.mark.node


@pytest.mark.parametrize("name", GOLDEN)
def test_a_trace_is_the_one_checked_in(vm: VmRunner, name: str) -> None:
    golden = GOLDEN[name]()
    trace = vm.run(golden.project, golden.episode)
    assert unexplained_changes(trace) == []
    assert trace.cut == 0
    expected = (TRACES / f"{name}.txt").read_text(encoding="utf-8")
    assert text_of(trace).splitlines() == expected.splitlines()


def test_no_trace_is_left_over() -> None:
    assert {path.stem for path in TRACES.glob("*.txt")} == set(GOLDEN)


def test_projects_are_built_the_same_every_time() -> None:
    assert all(make().project == make().project for make in GOLDEN.values())
