# SPDX-License-Identifier: Apache-2.0
"""The Inspect AI tasks, run with its mock model."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scratchworld.errors import InputError
from scratchworld.release import Programs, load_release, withhold_targets, write_release
from scratchworld.world import Instance
from tests.scoring.prompts.instances import make_instances, make_program
from tests.scoring.test_decisions import Make
from tests.scoring.test_decisions import decision as make_menu

inspect_ai = pytest.importorskip("inspect_ai", reason="needs the extra [inspect]")

# Inspect leaves streams for the garbage collector, which complains whenever it happens to run.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def run(task: Any, outputs: list[str], folder: Path) -> Any:
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    answers = [ModelOutput.from_content("mockllm/model", text) for text in outputs]
    for answer in answers:
        answer.usage = ModelUsage()  # Else the mock model fetches a tokenizer to count.
    model = get_model("mockllm/model", custom_outputs=answers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        [log] = inspect_ai.eval(
            task, model=model, log_dir=str(folder), display="none", max_samples=1
        )
    assert log.status == "success", log.error
    return log


def test_next_state(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    from scoring.inspect_tasks import next_state

    dev = [one for one in corpus if one.task == "next_state" and one.split == "dev"]
    # In the release's order: p1 twice, p3, p4. The first change is right, p3's is not found.
    outputs = [json.dumps({"delta": one.target}) for one in dev]
    outputs[2] = "I cannot know that."
    log = run(next_state(str(release), split="dev"), outputs, tmp_path)
    [score] = log.results.scores
    values = {name: metric.value for name, metric in score.metrics.items()}
    # TP = 1 of G = 2, P = 1.
    assert values["changed_field_f1_pooled"] == pytest.approx(2 / 3)
    assert values["no_op_accuracy"] == 1
    assert values["exact_match"] == 3 / 4
    text = log.model_dump_json()
    assert str(release) in text
    assert "replay_digest" not in text  # The labels are no parameters, so they are not logged.


def test_the_prompt_holds_the_question_and_not_the_answer(corpus: list[Instance]) -> None:
    from scoring.prompts import plain_prompt

    prompt = plain_prompt(corpus[3])
    for path in corpus[3].state:
        assert path in prompt
    assert corpus[3].replay_digest not in prompt
    assert json.dumps(corpus[3].target) not in prompt


def test_rollout_and_an_empty_split(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    from scoring.inspect_tasks import rollout

    [one] = [one for one in corpus if one.task == "rollout" and one.split == "test"]
    output = f"```json\n{json.dumps({'state': one.target_state()})}\n```"
    for strict, expected in ((False, 1.0), (True, 0.0)):
        log = run(rollout(str(release), strict=strict), [output], tmp_path)
        [score] = log.results.scores
        assert score.metrics["exact_match"].value == expected
    with pytest.raises(InputError, match="no instance"):
        rollout(str(release), split="train")


def test_events_and_twins(tmp_path: Path) -> None:
    """Prompts under a condition, and figures that take the answers to both twins."""
    from scoring.inspect_tasks import causal, counterfactual

    instances = make_instances()
    altered = instances["counterfactual"]
    twin = replace(altered, instance_id="5" * 16, alteration=None, target={"/sprite/Cat/x": 0})  # type: ignore[call-arg]
    write_release(tmp_path / "r", [*instances.values(), twin], parts=[Programs([make_program()])])
    release = str(tmp_path / "r")
    event = instances["causal"]
    said = json.dumps({"occurs": True, "chain": event.chain})  # type: ignore[attr-defined]
    log = run(causal(release, "dev", condition="program+state"), [said], tmp_path)
    values = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert values["event_accuracy"] == values["chain_exact"] == 1
    [sample] = log.samples
    assert [message.role for message in sample.input] == ["system", "user"]
    assert "// Cat/0" in sample.input[1].text
    assert "write:Cat/4/23" not in sample.input[1].text
    # both right, then both as if the alteration did nothing
    right = [json.dumps({"delta": one.target}) for one in (altered, twin)]
    for outputs, sensitivity in ((right, 1), (right[:1] * 2, 0)):
        log = run(counterfactual(release, "dev"), outputs, tmp_path)
        values = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
        assert values["intervention_sensitivity"] == sensitivity
        assert values["counterfactual_exact"] == 1


def test_decisions(make_instance: Make, tmp_path: Path) -> None:
    """Of the returns 1, 5, 1, 3, 0 the best is 5: the last answer picks 3, (5 - 3) / (5 - 0)."""
    from scoring.inspect_tasks import decision

    release = tmp_path / "r"
    menu = make_menu(make_instance)
    write_release(release, [menu, replace(menu, instance_id="e" * 16)])
    log = run(decision(str(release), "dev"), ['{"pick": 1}', 'so {"pick": 3}'], tmp_path)
    values = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert values["regret"] == pytest.approx(0.2)
    assert values["top_1"] == 0.5
    assert [sample.scores["chosen_option"].value for sample in log.samples] == [1, 0.6]


def test_withheld_targets(release: Path, tmp_path: Path, corpus: list[Instance]) -> None:
    from scoring.inspect_tasks import rollout

    public, answers = tmp_path / "public", tmp_path / "answers"
    withhold_targets(load_release(release), public, answers)
    with pytest.raises(InputError, match="-T answers=DIR"):
        rollout(str(public))
    [one] = [one for one in corpus if one.task == "rollout" and one.split == "test"]
    output = json.dumps({"state": one.target_state()})
    log = run(rollout(str(public), answers=str(answers)), [output], tmp_path)
    assert log.results.scores[0].metrics["exact_match"].value == 1
