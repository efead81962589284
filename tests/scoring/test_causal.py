# SPDX-License-Identifier: Apache-2.0
"""Event queries: every figure derived by hand; references where theory puts them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    REFERENCES,
    fit_reference,
    plain_prompt,
    reward,
    score_release,
    write_predictions,
)
from scoring.answer import MISSING, Answer
from scoring.cuts import cuts_of
from scoring.results import figures_of
from scoring.statistics import Bootstrap
from scoring.table import count_all
from scoring.tasks import SCORED_TASKS
from scoring.tasks.causal import edit_distance
from scratchworld.release import load_release, write_release
from scratchworld.schemas import load_schema
from scratchworld.world import CausalInstance
from tests.scoring.events import CHAIN, Make, event

READ = SCORED_TASKS["causal"].form.read


@pytest.fixture
def events(make_instance: Make) -> list[CausalInstance]:
    """Two that occur, two that do not."""
    return [
        event(make_instance, "1", CHAIN, project="p1"),
        event(make_instance, "2", CHAIN, project="p2"),
        event(make_instance, "3", project="p1"),
        event(make_instance, "4", project="p2", split="dev"),
    ]


def values(events: list[CausalInstance], answers: list[Answer]) -> dict[str, float | None]:
    table = count_all(zip(events, answers, strict=True))
    [found] = figures_of(table, list(cuts_of(table, "causal", ("all",))), Bootstrap(10))
    return {name: figure.value for name, figure in found.items()}


def said(occurs: bool, *chain: str) -> Answer:
    return READ({"occurs": occurs, "chain": list(chain)}, "ok")


def test_figures_by_hand(events: list[CausalInstance]) -> None:
    other = ("root:green_flag", "rule:Cat/0", "write:Cat/0/9")
    found = values(events, [said(True, *other), said(False, *CHAIN), said(True), said(False)])
    # one hit, one miss, one false alarm, one right silence
    assert found["event_accuracy"] == 2 / 4
    assert found["event_precision"] == found["event_recall"] == 1 / 2
    assert found["event_f1"] == 2 / 4
    assert found["no_hallucination"] == 1 / 2
    assert found["chain_exact"] == 0
    # the rules of the first are right: the condition is left out, the write another
    assert found["rule_chain_exact"] == 1 / 2
    # two edits of four links; the second has no chain: four of four
    assert found["chain_similarity"] == pytest.approx((1 / 2 + 0) / 2)
    assert found["chain_prefix"] == pytest.approx((2 / 4 + 0) / 2)


def test_the_label_earns_everything(events: list[CausalInstance]) -> None:
    found = values(events, [said(one.occurs, *one.chain) for one in events])
    assert set(found.values()) == {1.0}


def test_an_answer_that_cannot_be_used_is_wrong(events: list[CausalInstance]) -> None:
    found = values(events, [MISSING] * 4)
    assert found["event_accuracy"] == found["no_hallucination"] == found["event_f1"] == 0
    assert found["event_precision"] is None


@pytest.mark.parametrize(
    "prediction",
    [None, [], {}, {"occurs": 1}, {"chain": []}, {"occurs": True, "chain": "Cat/0"},
     {"occurs": True, "chain": [1]}],
)  # fmt: skip
def test_what_is_no_prediction(prediction: object) -> None:
    from jsonschema import Draft202012Validator

    assert READ(prediction, "ok").status == "schema_invalid"
    assert not Draft202012Validator(load_schema("prediction_causal")).is_valid(prediction)


def test_a_chain_may_be_left_out(events: list[CausalInstance]) -> None:
    assert READ({"occurs": False}, "ok").usable
    # the event is right and the chain is not
    assert reward(events[0], '{"occurs": true}') == 1 / 2
    assert reward(events[2], '{"occurs": false}') == 1


links = st.lists(st.sampled_from("abc"), max_size=6)


@given(one=links, other=links, third=links)
def test_the_edit_distance_is_a_distance(
    one: list[str], other: list[str], third: list[str]
) -> None:
    distance = edit_distance(one, other)
    assert (distance == 0) == (one == other)
    assert distance == edit_distance(other, one) <= max(len(one), len(other))
    assert distance <= edit_distance(one, third) + edit_distance(third, other)


def test_an_edit_distance_by_hand() -> None:
    # kitten, sitting: two replacements and an insertion
    assert edit_distance("kitten", "sitting") == 3


@pytest.mark.parametrize(
    ("name", "accuracy", "recall", "hallucinated"),
    [
        ("no-event", 1 / 2, 0, 0),
        # in dev what asks for "hides" occurs, what asks for "sent" does not
        ("majority-event", 1, 1, 0),
    ],
)
def test_references_stand_where_theory_puts_them(
    make_instance: Make,
    tmp_path: Path,
    name: str,
    accuracy: float,
    recall: float,
    hallucinated: float,
) -> None:
    instances = [
        event(make_instance, f"{number}{bool(chain):d}", chain, project=f"p{number}", split=split)
        for number, split in enumerate(("dev", "dev", "test", "test"))
        for chain in (CHAIN, ())
    ]
    write_release(tmp_path / "r", instances)
    release = load_release(tmp_path / "r")
    predict = fit_reference(REFERENCES[name], release)
    path = tmp_path / "p.jsonl"
    write_predictions(path, ((one.instance_id, predict(one)) for one in release.instances()))
    evaluation = score_release(release, path, bootstrap=Bootstrap(10))
    found = {name: one.value for name, one in evaluation.groups[0].figures.items()}
    assert found["event_accuracy"] == accuracy
    assert found["event_recall"] == recall
    assert found["no_hallucination"] == 1 - hallucinated
    assert found["chain_exact"] == 0


def test_the_prompt_tells_the_query_and_nothing_of_the_label(
    events: list[CausalInstance],
) -> None:
    prompt = plain_prompt(events[0])
    assert "/sprite/Cat, which is shown now, is hidden." in prompt
    assert "condition:Cat/0/2" not in prompt
