# SPDX-License-Identifier: Apache-2.0
"""Chains of worlds whose rules are plain, derived by hand; and that each link is needed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generators.causal import NoChain, ProgramIndex, Record, answer, validate
from generators.tasks import Material
from scratchworld.world import (
    Action,
    Episode,
    Query,
    Step,
    Value,
)
from tests.generators.worlds import material_of, screener_of
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG, change, clones, set_to, variable, when_received
from vm_runner import VmRunner

pytestmark = pytest.mark.node

DOG, CAT = "/sprite/Dog/x", "/sprite/Cat/y"
WALK = (
    "root:green_flag",
    "rule:Cat/0",
    "condition:Cat/0/6=true",
    "broadcast:Cat/0/10",
    "rule:Dog/0",
    "write:Dog/0/1",
)


def asked(
    material: Material, event: str, start: int, end: int, **about: Value
) -> tuple[str, ...] | None:
    """The chain, or ``None`` when the event does not occur."""
    (_, trace) = material.episodes[0]
    found = answer(
        Query.make(event, **about),
        Record(trace),
        ProgramIndex(material.program),
        trace.state(start),
        start,
        end,
    )
    return found.chain.texts if found.occurs else None


def test_a_chain_leads_through_a_condition_and_a_broadcast(material: Material) -> None:
    # the fifth tick is in the third step
    assert asked(material, "field_changes", 2, 3, path=DOG) == WALK
    assert asked(material, "field_changes", 0, 2, path=DOG) is None
    assert asked(material, "broadcast_sent", 2, 3, message="Go") == (*WALK[:3], "write:Cat/0/10")
    assert asked(material, "script_starts", 2, 3, rule="Dog/0") == WALK[:5]
    assert asked(material, "script_ends", 2, 3, rule="Dog/0") == (*WALK[:5], "end:Dog/0")


def test_values_are_passed_or_not(material: Material) -> None:
    n = "/variable/_stage_/n"
    # n goes 1 2 | 3 4 | 5 0 1 | ...; it is 2 after the first step
    grows = ("root:green_flag", "rule:Cat/0", "write:Cat/0/4")
    assert asked(material, "field_exceeds", 1, 2, path=n, value=3) == grows
    assert asked(material, "field_exceeds", 1, 2, path=n, value=4) is None
    assert asked(material, "field_becomes", 1, 2, path=n, value=4) == grows
    assert asked(material, "field_becomes", 1, 2, path=n, value=2) is None
    fell = (*WALK[:3], "write:Cat/0/12")
    assert asked(material, "field_falls_below", 1, 3, path=n, value=1) == fell


def test_what_rounding_makes_is_no_event(runners: tuple[VmRunner, VmRunner]) -> None:
    cat = Target("Cat", [[WHEN_FLAG, change("n", 0.0005), change("m", 0.5)]], {"n": 0, "m": 0})
    found = trace_of(runners[0], build(Target("Stage"), cat))
    assert asked(found, "field_changes", 0, 1, path="/variable/Cat/n") is None
    assert asked(found, "field_exceeds", 0, 1, path="/variable/Cat/n", value=0) is None
    assert asked(found, "field_becomes", 0, 1, path="/variable/Cat/m", value=0.5003) is not None


def test_a_key_is_a_root(material: Material) -> None:
    chain = ("root:key space", "rule:Cat/1", "write:Cat/1/1")
    assert asked(material, "field_changes", 4, 5, path=CAT) == chain
    assert asked(material, "field_changes", 5, 14, path=CAT) is None


def trace_of(vm: VmRunner, project: bytes, *steps: Step) -> Material:
    return material_of(project, Episode.of([Step(1, (Action.make("green_flag"),)), *steps]), vm, vm)


def test_clones_are_activated(runners: tuple[VmRunner, VmRunner]) -> None:
    golden = clones()
    found = material_of(golden.project, golden.episode, *runners)
    chain = asked(found, "clone_appears", 0, 2, sprite="Ball")
    assert chain is not None
    assert chain[:2] == ("root:green_flag", "rule:Ball/0")
    assert chain[-1].startswith("write:Ball/0/")
    # three clones start in turn, each by the block that made it
    start = asked(found, "script_starts", 0, 2, rule="Ball/1")
    assert start == (*chain[:2], chain[-1].replace("write:", "clone:"), "rule:Ball/1")
    gone = asked(found, "clone_disappears", 0, 5, sprite="Ball")
    assert gone is not None
    assert gone[:4] == start


def custom(code: str) -> dict[str, object]:
    return {
        "tagName": "mutation",
        "children": [],
        "proccode": code,
        "argumentids": "[]",
        "argumentnames": "[]",
        "argumentdefaults": "[]",
        "warp": "false",
    }


CALL = Block("procedures_call", mutation=custom("jump"))


def with_custom_block(*script: Block, then: Sequence[Block] = ()) -> bytes:
    """A sprite whose script may call a block that adds 1 to n, and does more ``then``."""
    prototype = Block("procedures_prototype", mutation=custom("jump"))
    hat = Block("procedures_definition", {"custom_block": prototype})
    define = [hat, change("n", 1), *then]
    cat = Target("Cat", [[WHEN_FLAG, *script], define], {"n": 0, "m": 0})
    return build(Target("Stage"), cat)


def if_m(operator: str, bound: int) -> Block:
    """Calls the custom block if m is above or below a bound."""
    asked = Block(f"operator_{operator}", {"OPERAND1": variable("m"), "OPERAND2": bound})
    return Block("control_if", {"CONDITION": asked}, branch=[CALL])


def test_a_custom_block_is_a_link(runners: tuple[VmRunner, VmRunner]) -> None:
    found = trace_of(runners[0], with_custom_block(CALL))
    chain = asked(found, "field_changes", 0, 1, path="/variable/Cat/n")
    assert chain == ("root:green_flag", "rule:Cat/0", "rule:Cat/1", "write:Cat/1/2")


def test_a_call_that_was_not_executed_is_not_meant(runners: tuple[VmRunner, VmRunner]) -> None:
    found = trace_of(runners[0], with_custom_block(if_m("gt", 5), CALL))
    chain = asked(found, "field_changes", 0, 1, path="/variable/Cat/n")
    assert chain == ("root:green_flag", "rule:Cat/0", "rule:Cat/1", "write:Cat/1/2")


def test_conditions_tell_which_call_is_meant(runners: tuple[VmRunner, VmRunner]) -> None:
    turn = Block("motion_turnright", {"DEGREES": 1})  # ends the tick
    loop = Block("control_forever", branch=[if_m("gt", 0), if_m("lt", 1), turn, set_to("m", 1)])
    found = trace_of(runners[0], with_custom_block(loop), *[Step(1, (Action.make("wait"),))] * 3)
    script = found.program[1]["rules"][0]["blocks"]
    over, below = (
        f"condition:Cat/0/{at}=true"
        for at, block in enumerate(script)
        if block["opcode"] == "control_if"
    )

    def chain(value: int, end: int) -> tuple[str, ...] | None:
        return asked(found, "field_becomes", 0, end, path="/variable/Cat/n", value=value)

    # m is 0 in the first tick and 1 from then on
    assert chain(1, 1) == ("root:green_flag", "rule:Cat/0", below, "rule:Cat/1", "write:Cat/1/2")
    assert chain(3, 3) == ("root:green_flag", "rule:Cat/0", over, "rule:Cat/1", "write:Cat/1/2")
    # in the second tick both were executed, and what the other asked was last answered yes
    with pytest.raises(NoChain, match="ambiguous_call"):
        chain(2, 2)


def test_a_custom_block_has_not_called_itself_before_it_asked_whether_to(
    runners: tuple[VmRunner, VmRunner],
) -> None:
    again = [if_m("gt", 0)]
    found = trace_of(runners[0], with_custom_block(set_to("m", 1), CALL, then=again))

    def chain(value: int) -> tuple[str, ...] | None:
        return asked(found, "field_becomes", 0, 1, path="/variable/Cat/n", value=value)

    assert chain(1) == ("root:green_flag", "rule:Cat/0", "rule:Cat/1", "write:Cat/1/2")
    # the second time it may be either call
    with pytest.raises(NoChain, match="ambiguous_call"):
        chain(2)


def test_a_custom_block_that_is_called_twice_is_ambiguous(
    runners: tuple[VmRunner, VmRunner],
) -> None:
    found = trace_of(runners[0], with_custom_block(CALL, CALL))
    with pytest.raises(NoChain, match="ambiguous_call"):
        asked(found, "field_changes", 0, 1, path="/variable/Cat/n")


def test_two_threads_that_do_the_same_at_once_are_ambiguous(
    runners: tuple[VmRunner, VmRunner],
) -> None:
    script = [WHEN_FLAG, change("n", 1)]
    project = build(
        Target("Stage", variables={"n": 0}), Target("A", [script]), Target("B", [script])
    )
    with pytest.raises(NoChain, match="concurrent"):
        asked(trace_of(runners[0], project), "field_changes", 0, 1, path="/variable/_stage_/n")


def test_what_no_block_did_has_no_chain(runners: tuple[VmRunner, VmRunner]) -> None:
    question = Block("sensing_askandwait", {"QUESTION": "?"})
    project = build(
        Target("Stage"), Target("Cat", [[WHEN_FLAG, question, set_to("n", 1)]], {"n": 0})
    )
    found = trace_of(runners[0], project, Step(1, (Action.make("answer", text="Ada"),)))
    with pytest.raises(NoChain, match="no_block"):
        asked(found, "field_changes", 1, 2, path="/stage/answer")


def guarded() -> bytes:
    """Waits, loops, branches and stops before a block: all of them have to let it through."""

    def over(bound: int) -> Block:
        return Block("operator_gt", {"OPERAND1": variable("n"), "OPERAND2": bound})

    stop = Block("control_stop", fields={"STOP_OPTION": "this script"})
    script = [
        WHEN_FLAG,
        set_to("n", 3),
        Block("control_if", {"CONDITION": over(9)}, branch=[stop]),
        Block("control_wait_until", {"CONDITION": over(1)}),
        Block("control_repeat_until", {"CONDITION": over(4)}, branch=[change("n", 1)]),
        Block("control_if", {"CONDITION": over(2)}, branch=[set_to("done", 1)]),
    ]
    return build(Target("Stage", [script], {"n": 0, "done": 0}))


def test_every_condition_that_lets_a_block_through_is_a_link(
    runners: tuple[VmRunner, VmRunner],
) -> None:
    found = trace_of(runners[0], guarded())
    opcodes = [block["opcode"] for block in found.program[0]["rules"][0]["blocks"]]
    chain = asked(found, "field_changes", 0, 1, path="/variable/_stage_/done")
    assert chain is not None
    links = [link.partition(":")[2] for link in chain[2:-1]]
    named = [(opcodes[int(link.split("=")[0].split("/")[2])], link.split("=")[1]) for link in links]
    assert named == [
        ("control_if", "false"),
        ("control_wait_until", "true"),
        ("control_repeat_until", "true"),
        ("control_if", "true"),
    ]


def verdict(material: Material, query: Query, start: int, end: int) -> Sequence[int]:
    (_, trace) = material.episodes[0]
    record, index = Record(trace), ProgramIndex(material.program)
    found = answer(query, record, index, trace.state(start), start, end)
    return validate(query, found, trace, start, end, screener_of(material))


def test_every_link_of_a_chain_is_needed(material: Material) -> None:
    # two rules and a condition
    assert verdict(material, Query.make("field_changes", path=DOG), 2, 3) == (3, 3)
    assert verdict(material, Query.make("script_starts", rule="Dog/0"), 2, 3) == (3, 3)


def test_a_link_without_which_the_same_happens_is_found(
    runners: tuple[VmRunner, VmRunner],
) -> None:
    sure = Block("operator_gt", {"OPERAND1": 2, "OPERAND2": 1})
    branches = Block("control_if", {"CONDITION": sure}, branch=[change("n", 1)])
    # whatever the condition says, n becomes 1 in the first tick
    cat = Target("Cat", [[WHEN_FLAG, branches, set_to("n", 1)]], {"n": 0})
    found = trace_of(runners[0], build(Target("Stage"), cat))
    assert verdict(found, Query.make("field_changes", path="/variable/Cat/n"), 0, 1) == (2, 1)


def test_a_broadcast_by_the_user_is_a_root(runners: tuple[VmRunner, VmRunner]) -> None:
    project = build(
        Target("Stage", messages=["Go"]),
        Target("Cat", [[when_received("Go"), set_to("n", 1)]], {"n": 0}),
    )
    found = trace_of(runners[0], project, Step(1, (Action.make("broadcast", message="Go"),)))
    chain = asked(found, "field_changes", 1, 2, path="/variable/Cat/n")
    assert chain == ("root:broadcast Go", "rule:Cat/0", "write:Cat/0/1")
