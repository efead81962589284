# SPDX-License-Identifier: Apache-2.0
"""One instance of each task, whose labels hold values that nothing else does; and their program."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from scratchworld.release import Program
from scratchworld.world import (
    Action,
    Alteration,
    CausalInstance,
    CounterfactualInstance,
    Instance,
    Query,
    State,
)
from tests.scoring.conftest import build_instance

__all__ = ["STATE", "make_instances", "make_program"]

STATE: State = {
    "/stage/backdrop": "plain",
    "/sprite/Cat/x": 10.25,
    "/sprite/Cat/y": 0,
    "/sprite/Cat/direction": 90,
    "/sprite/Cat/size": 100,
    "/sprite/Cat/costume": "awake",
    "/sprite/Cat/visible": True,
    "/sprite/Cat/layer": 1,
    "/variable/_stage_/secret": 41,
    "/variable/_stage_/shown": 7,
    "/list/_stage_/words/length": 2,
    "/list/_stage_/words/1": "first",
    "/list/_stage_/words/2": 2,
    "/script/Cat/1": "running",
}
TARGET = {"/sprite/Cat/x": 1234.5678, "/sprite/Cat/costume": "sleeping", "/script/Cat/1": None}
KEY = {"type": "key_down", "key": "a"}
CHAIN = ("root:key a", "rule:Cat/4", "condition:Cat/4/17=true", "write:Cat/4/23")


def make_instances() -> dict[str, Instance]:
    """Return one instance a task, by its name."""
    common: dict[str, Any] = {
        "ticks": 5,
        "step": 2,
        "history": (({"type": "green_flag"},), ({"type": "key_down", "key": "space"},)),
        "monitors": ("/variable/_stage_/shown",),
        "replay_digest": "0123456789abcdef" * 4,
    }
    step = build_instance(STATE, TARGET, instance_id="1" * 16, actions=((KEY,),), **common)
    several = {**common, "horizon": 3, "actions": ((KEY,), (), ())}
    rollout = build_instance(STATE, TARGET, instance_id="2" * 16, task="rollout", **several)
    causal = CausalInstance(
        **{**asdict(rollout), "instance_id": "3" * 16, "task": "causal"},
        query=Query.make("costume_switches", target="/sprite/Cat"),
        occurs=True,
        chain=CHAIN,
    )
    counterfactual = CounterfactualInstance(
        **{**asdict(rollout), "instance_id": "4" * 16, "task": "counterfactual", "pair_id": "p"},
        kind="replace_action",
        alteration=Alteration("replace_action", 0, 0, Action.make("key_down", key="b")),
        observed=({"/sprite/Cat/x": 5, "/variable/_stage_/secret": 41}, {"/sprite/Cat/x": 10.25}),
    )
    made = (step, rollout, causal, counterfactual)
    return {instance.task: instance for instance in made}


def make_program() -> Program:
    """Return the program of these instances: two scripts, of which one can run."""

    def block(rule: str, number: int, opcode: str, **rest: Any) -> dict[str, Any]:
        return {"id": f"{rule}/{number}", "opcode": opcode, **rest}

    rules = [
        {
            "rule": "Cat/0",
            "blocks": [
                block("Cat/0", 0, "event_whenflagclicked", next="Cat/0/1"),
                block("Cat/0", 1, "looks_hide"),
            ],
        },
        {
            "rule": "Cat/1",
            "blocks": [
                block("Cat/1", 0, "event_whenbroadcastreceived", next="Cat/1/1",
                      fields={"BROADCAST_OPTION": "go"}),
                block("Cat/1", 1, "motion_movesteps", inputs={"STEPS": "Cat/1/2"}),
                block("Cat/1", 2, "math_number", fields={"NUM": "10"}, shadow=True),
            ],
        },
    ]  # fmt: skip
    target = {
        "name": "Cat", "isStage": False, "costumes": ["awake", "asleep"], "lists": {},
        "variables": {}, "rules": rules,
    }  # fmt: skip
    return Program(
        "a" * 16, "original", "dev", {"targets": [target]}, "// Cat/0\nwhen flag clicked"
    )
