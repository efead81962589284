# SPDX-License-Identifier: Apache-2.0
"""The build's own leak check: it lets honest instances through, and stops at a planted leak."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generators.build import leaks
from generators.build.leaks import check_inputs
from scoring.prompts import Prompt, make_prompt
from scratchworld.errors import LeakError
from scratchworld.world import Instance
from tests.scoring.prompts.instances import make_instances, make_program

INSTANCES = [*make_instances().values()]
_PROGRAM = make_program()
PRESENTED = {
    "program": [
        {
            "variant": "original",
            "program": _PROGRAM.program,
            "scratchblocks": _PROGRAM.scratchblocks,
        }
    ]
}
MODALITIES = ("program", "table", "language")


@pytest.mark.parametrize("presented", [PRESENTED, {}], ids=["with program", "without"])
def test_honest_instances_pass(presented: dict[str, list[dict[str, object]]]) -> None:
    assert [*check_inputs(INSTANCES, presented, MODALITIES)] == INSTANCES


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda one: one.task)
def test_an_input_that_holds_the_target_stops_the_build(instance: Instance) -> None:
    leaky = replace(instance, state={**instance.state, "/sprite/Cat/costume": "sleeping"})
    with pytest.raises(LeakError, match=f"{instance.instance_id}: columns: .*costume"):
        [*check_inputs([leaky], PRESENTED, MODALITIES)]


@pytest.mark.parametrize("modality", MODALITIES)
@pytest.mark.parametrize("instance", INSTANCES, ids=lambda one: one.task)
def test_a_prompt_that_tells_the_target_stops_the_build(
    instance: Instance, modality: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def telling(one: Instance, **way: object) -> Prompt:
        honest = make_prompt(one, **way)  # type: ignore[arg-type]
        if way["modality"] != modality:
            return honest
        return replace(honest, user=f"{honest.user} x: {one.target.get('/sprite/Cat/x')}")

    monkeypatch.setattr(leaks, "make_prompt", telling)
    with pytest.raises(LeakError, match=rf"{instance.instance_id}: the prompt \({modality}\)"):
        [*check_inputs([instance], PRESENTED, MODALITIES)]
