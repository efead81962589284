# SPDX-License-Identifier: Apache-2.0
"""Prompts: what each condition tells, the templates, and the file and commands."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scoring.prompts import CONDITIONS, VIEWS, make_prompt, render_view
from scoring.prompts.templating import hash_of, load_template, template_names
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import Programs, load_release, withhold_targets, write_release
from scratchworld.world import Alteration, Instance, Intervention, Query
from tests.scoring.prompts.instances import make_instances, make_program

INSTANCES = make_instances()
PROGRAM = make_program()
STEP = INSTANCES["next_state"]


@pytest.fixture
def release(tmp_path: Path) -> Path:
    write_release(tmp_path / "release", INSTANCES.values(), parts=[Programs([PROGRAM])])
    return tmp_path / "release"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [*map(str, arguments)])


@pytest.mark.parametrize("modality", ["table", "language"])
def test_conditions_tell_what_they_say(modality: str) -> None:
    prompts = {
        name: make_prompt(INSTANCES["counterfactual"], PROGRAM, modality, None, name).user
        for name in CONDITIONS
    }
    for name, user in prompts.items():
        condition = CONDITIONS[name]
        # a variable on the stage; one that is hidden, and its change in what was observed
        assert "shown" in user
        assert ("secret" in user) == condition.hidden
        assert ("when flag clicked" in user) == condition.program
        assert ("Others exist" in user) != condition.hidden


def test_a_prompt_asks_all_there_is_to_ask() -> None:
    text = make_prompt(INSTANCES["counterfactual"]).user
    assert "3 steps of 5 ticks each, 0.50 s in all" in text
    assert 'Step 1: The user presses the key "a".\nSteps 2 to 3: The user does nothing.' in text
    assert (
        'In step 1 the first action (presses the key "a") is another: '
        'the user presses the key "b".' in text
    )
    assert '1 step ago: {"/sprite/Cat/x": 10.25}' in text
    assert "0.33 s have passed since the project was loaded, 0.33 s since the green flag" in text
    assert 'Held down: the key "space".' in text
    assert "given another costume" in make_prompt(INSTANCES["causal"]).user


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Query.make("field_becomes", path="/sprite/a|b/x", value="1\n2"), r'"/sprite/a|b/x" is'),
        (Query.make("broadcast_sent", message='say "x"'), r'the message "say \"x\""'),
        (Query.make("script_ends", rule="Cat/0"), "script Cat/0 comes to its end"),
        (Query.make("sprite_touches", block="Cat/0/3"), "block Cat/0/3 is executed"),
    ],
)
def test_events_are_said_unmistakably(query: Query, said: str) -> None:
    instance = replace(INSTANCES["causal"], query=query)  # type: ignore[call-arg]
    assert said in make_prompt(instance).user


@pytest.mark.parametrize(
    ("intervention", "said"),
    [
        (("set_variable", {"path": "/variable/_stage_/n", "value": 5}), "is set to 5"),
        (("move", {"target": "/sprite/Cat", "x": 0, "y": 9}), "is moved to x 0, y 9"),
        (("turn", {"target": "/sprite/Cat", "direction": 45}), "is turned to direction 45"),
        (("set_visible", {"target": "/sprite/Cat", "visible": False}), "/sprite/Cat is hidden"),
        (("set_costume", {"target": "/sprite/Cat", "costume": "b"}), 'the costume or backdrop "b"'),
        (
            ("set_literal", {"block": "Cat/0/1", "name": "STEPS", "value": 7}),
            'the literal "STEPS" of the block Cat/0/1 is changed to 7',
        ),
        (("disable_rule", {"rule": "Cat/0"}), "the script Cat/0 is stopped"),
        (("force_condition", {"block": "Cat/0/3", "outcome": True}), "comes out as true"),
        (("set_timer", {"seconds": 3}), "the timer is set to 3 s"),
    ],
)
def test_alterations_are_said(intervention: tuple[str, Any], said: str) -> None:
    kind, arguments = intervention
    made = Alteration("intervene", 1, intervention=Intervention.make(kind, **arguments))
    instance = replace(INSTANCES["counterfactual"], alteration=made)  # type: ignore[call-arg]
    text = make_prompt(instance).user
    assert f"At the start of step 2, {said}" in text or said in text


def test_an_altered_block_is_read_where_the_program_is_told() -> None:
    change = Intervention.make("set_literal", block="Cat/1/1", name="STEPS", value=7)
    made = Alteration("intervene", 0, intervention=change)
    instance = replace(INSTANCES["counterfactual"], alteration=made)  # type: ignore[call-arg]
    told = make_prompt(instance, PROGRAM, "table", None, "program+state").user
    assert 'of the block Cat/1/1 ("move (10) steps") is changed to 7' in told
    assert "of the block Cat/1/1 is changed to 7" in make_prompt(instance, PROGRAM).user


def test_what_is_put_into_a_template_is_not_looked_at_again() -> None:
    state = {**STEP.state, "/sprite/{{actions}}/x": "{{window}}"}
    assert (
        '| /sprite/{{actions}}/x | "{{window}}" |' in make_prompt(replace(STEP, state=state)).user
    )


def test_templates() -> None:
    names = template_names()
    assert set(INSTANCES) < set(names)
    one, other = load_template("system"), load_template("rollout")
    assert one.version >= 1
    assert hash_of({"a": one}) != hash_of({"a": other})
    assert hash_of({"a": one}) != hash_of({"a": replace(one, version=one.version + 1)})
    with pytest.raises(ValueError, match="no gap 'nothing'"):
        one.fill(nothing="")
    with pytest.raises(KeyError):
        other.fill(window="")
    for name in names:
        # a stray brace would be a gap that nobody fills
        assert "{{" not in re.sub(r"\{\{\w+\}\}", "", load_template(name).text)


@pytest.mark.parametrize("modality", VIEWS)
def test_the_command_writes_a_line_an_instance(
    release: Path, tmp_path: Path, modality: str
) -> None:
    out = tmp_path / "prompts.jsonl"
    result = invoke("prompts", release, "--modality", modality, "--out", out)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in out.read_text("ascii").splitlines()]
    assert {row["task"]: row["instance_id"] for row in rows} == {
        task: one.instance_id for task, one in INSTANCES.items()
    }
    for row in rows:
        system, user = row["messages"]
        assert (system["role"], user["role"]) == ("system", "user")
        [part] = user["content"]
        assert part["type"] == "text"
        assert row["modality"] == modality
        assert row["tokens"] > 300
        assert set(row["templates"]) >= {"system", row["task"]}
        assert len(row["template_hash"]) == 64
        assert row["canary"] == load_release(release).manifest.canary
        assert row["output_schema"]["type"] == "object"
    before = out.read_bytes()
    assert invoke("prompts", release, "--modality", modality, "--out", out).exit_code == 0
    assert out.read_bytes() == before


def test_the_selection(release: Path, tmp_path: Path) -> None:
    out = tmp_path / "p.jsonl"
    assert invoke("prompts", release, "--task", "causal", "--out", out).exit_code == 0
    [line] = out.read_text().splitlines()
    assert json.loads(line)["task"] == "causal"
    result = invoke("prompts", release, "--split", "test", "--out", tmp_path / "none.jsonl")
    assert result.exit_code == 2
    assert "no instance" in result.stderr
    assert not (tmp_path / "none.jsonl").exists()


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    write_release(tmp_path / "bare", INSTANCES.values())
    out = tmp_path / "p.jsonl"
    for arguments, said in (
        (("--modality", "program", "--condition", "visible-only"), "keeps the program back"),
        (("--modality", "table", "--format", "xml"), "markdown, csv, json"),
        (("--modality", "program"), "--modalities program"),
        (("--condition", "program+state"), "--modalities program"),
    ):
        result = invoke("prompts", tmp_path / "bare", *arguments, "--out", out)
        assert result.exit_code == 2, result.output
        assert said in result.stderr
    with pytest.raises(InputError, match="no modality 'smell'"):
        render_view(STEP, None, "smell")


def test_prompts_need_no_labels(release: Path, tmp_path: Path) -> None:
    withhold_targets(load_release(release), tmp_path / "public", tmp_path / "answers")
    outs = {name: tmp_path / f"{name}.jsonl" for name in ("release", "public")}
    for name, out in outs.items():
        result = invoke("prompts", tmp_path / name, "--modality", "program", "--out", out)
        assert result.exit_code == 0, result.output
    asked = [
        {
            row["instance_id"]: row["messages"]
            for row in map(json.loads, out.read_text("ascii").splitlines())
        }
        for out in outs.values()
    ]
    assert asked[0] == asked[1]
    assert len(asked[0]) == len(INSTANCES)
    shown = invoke("render", tmp_path / "public", STEP.instance_id)
    assert shown.exit_code == 0, shown.output


def test_render(release: Path, tmp_path: Path) -> None:
    shown = invoke("render", release, STEP.instance_id, "--modality", "language")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout == render_view(STEP, None, "language") + "\n"
    out = tmp_path / "slice.txt"
    arguments = ("--modality", "program", "--format", "slice", "--out", out)
    assert invoke("render", release, STEP.instance_id, *arguments).exit_code == 0
    # of the two scripts only one is alive, and nothing in the window starts the other
    assert "// Cat/1" in out.read_text()
    assert "// Cat/0" not in out.read_text()
    missing = invoke("render", release, "f" * 16)
    assert missing.exit_code == 2
    assert "has no instance" in missing.stderr


def test_instances_without_a_chain_or_alteration_are_asked_too() -> None:
    factual = replace(INSTANCES["counterfactual"], alteration=None)  # type: ignore[call-arg]
    assert "otherwise" not in make_prompt(factual).user
    assert isinstance(factual, Instance)
