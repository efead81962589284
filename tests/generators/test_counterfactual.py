# SPDX-License-Identifier: Apache-2.0
"""Counterfactuals of a world whose rules are plain: pairs, effects, and labels that replay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generators.interventions import Candidate
from generators.interventions.screening import Trial
from generators.tasks import CounterfactualPlan, Material, make_counterfactuals
from generators.tasks.counterfactual import FACTUAL, OBSERVED_STEPS
from scratchworld.errors import RemoteError
from scratchworld.world import (
    Action,
    Alteration,
    CounterfactualInstance,
    Intervention,
    diff,
)
from tests.generators.worlds import WORLD, screener_of
from vm_runner import Session, VmRunner

pytestmark = pytest.mark.node

PLAN = CounterfactualPlan(cap=8, horizons=(4,), windows=8, tries=30)
DOG = "/sprite/Dog/x"
N = "/variable/_stage_/n"


@pytest.fixture(scope="module")
def made(material: Material) -> list[CounterfactualInstance]:
    found = make_counterfactuals(material, PLAN, max_changed=300)
    assert all(isinstance(one, CounterfactualInstance) for one in found)
    return [one for one in found if isinstance(one, CounterfactualInstance)]


def trial(material: Material, candidate: Candidate, start: int = 3, horizon: int = 4) -> Trial:
    (_, trace) = material.episodes[0]
    before, factual = trace.state(start), trace.state(start + horizon)
    screener = screener_of(material)
    [found] = screener.tries(start, horizon, before, factual, [candidate])
    return found


def test_the_intervention_that_changes_nothing_gives_the_factual_delta(material: Material) -> None:
    (episode, trace) = material.episodes[0]
    start, horizon = 3, 4
    state = trace.state(start)
    same = [
        Intervention.make("set_variable", path="/variable/_stage_/n", value=state[N]),
        Intervention.make("move", target="/sprite/Dog", x=state[DOG], y=state["/sprite/Dog/y"]),
        Intervention.make("turn", target="/sprite/Cat", direction=state["/sprite/Cat/direction"]),
        Intervention.make("set_visible", target="/sprite/Cat", visible=True),
        Intervention.make("set_costume", target="/sprite/Cat", costume="plain"),
        Intervention.make("set_literal", block="Cat/0/7", name="OPERAND2", value=4),
    ]
    candidates = [
        Candidate("none", Alteration("intervene", step, intervention=each))
        for each in same
        for step in ((0, 2) if each.type in ("set_visible", "set_costume", "set_literal") else (0,))
    ]
    factual = [step.delta for step in trace.steps[start : start + horizon]]
    before, after = state, trace.state(start + horizon)
    trials = list(screener_of(material).tries(start, horizon, before, after, candidates))
    assert len(trials) == len(candidates)
    for found in trials:
        assert [step.delta for step in found.steps] == factual
        assert found.effect == {}
    for candidate in candidates[:2]:  # from tick 0 in the other process as well
        altered = candidate.alteration.apply(episode.prefix(start + horizon), start)
        assert material.replay(altered).state(start + horizon) == after


def literal(value: float) -> Candidate:
    """The number in "n > 4" of the first rule, the only comparison."""
    change = Intervention.make("set_literal", block="Cat/0/7", name="OPERAND2", value=value)
    return Candidate("literal", Alteration("intervene", 0, intervention=change))


def test_every_counterfactual_stands_beside_its_factual_twin(
    made: list[CounterfactualInstance],
) -> None:
    factual = {one.pair_id: one for one in made if one.kind == FACTUAL}
    others = [one for one in made if one.kind != FACTUAL]
    assert len(others) == PLAN.cap
    assert len({one.instance_id for one in made}) == len(made)
    for one in others:
        twin = factual[one.pair_id]
        assert twin.alteration is None
        assert one.alteration is not None
        # apart from the alteration the question is the same
        same = replace(
            one,
            kind=twin.kind,
            alteration=None,
            instance_id=twin.instance_id,
            target=twin.target,
            n_changed=twin.n_changed,
            n_hidden_changed=twin.n_hidden_changed,
            replay_digest=twin.replay_digest,
        )
        assert same == twin


def test_labels_are_those_of_a_run_from_tick_0(
    made: list[CounterfactualInstance], runners: tuple[VmRunner, VmRunner]
) -> None:
    for one in made:
        trace = runners[0].run(WORLD, one.episode())
        end = one.step + one.horizon
        assert len(trace.steps) == end
        assert one.state == trace.state(one.step)
        assert one.target == diff(one.state, trace.state(end))
        assert one.replay_digest == trace.digest()
        first = max(0, one.step - OBSERVED_STEPS)
        assert one.observed == tuple(step.delta for step in trace.steps[first : one.step])


def test_the_wanted_share_has_no_effect(material: Material) -> None:
    for share, expected in ((0.0, {False}), (1.0, {True})):
        plan = replace(PLAN, invariant_share=share, cap=4)
        found = make_counterfactuals(material, plan, max_changed=300)
        targets = {one.pair_id: one.target for one in found if getattr(one, "kind", "") == FACTUAL}
        for one in found:
            assert isinstance(one, CounterfactualInstance)
            if one.kind == FACTUAL or one.alteration is None:
                continue
            change = one.alteration.intervention
            if change is None or change.type == "set_literal":
                assert (one.target == targets[one.pair_id]) in expected


def test_the_same_material_gives_the_same_instances(
    material: Material, made: list[CounterfactualInstance]
) -> None:
    assert make_counterfactuals(material, PLAN, max_changed=300) == made


def test_an_alteration_that_changes_nothing_gives_the_factual_twin(material: Material) -> None:
    (_, trace) = material.episodes[0]
    for candidate in (
        literal(4),  # what stands there already
        Candidate("insert_action", Alteration("insert_action", 1, 0, Action.make("wait"))),
    ):
        found = trial(material, candidate)
        assert found.effect == {}
        assert [step.delta for step in found.steps] == [step.delta for step in trace.steps[3:7]]


def test_a_threshold_that_values_cross_is_felt_and_another_is_not(material: Material) -> None:
    # after 2 ticks n is 2; in the next two it becomes 3 and 4
    assert material.episodes[0][1].state(1)["/variable/_stage_/n"] == 2
    assert trial(material, literal(9), 1, 1).effect == {}
    # at 3 Go is sent and n starts again
    assert trial(material, literal(2), 1, 1).effect == {
        "/variable/_stage_/n": 1,
        "/event/Go": 1,
        DOG: 10,
    }


def test_what_an_intervention_sets_is_no_effect(material: Material) -> None:
    change = Intervention.make("set_variable", path="/variable/_stage_/unread", value=9)
    found = trial(material, Candidate("set_variable", Alteration("intervene", 0, 0, None, change)))
    assert found.effect == {}
    assert found.after["/variable/_stage_/unread"] == 9


def test_an_alteration_that_breaks_the_project_is_left_out(material: Material) -> None:
    gone = Intervention.make("turn", target="/clone/Cat/9", direction=0)
    broken = Candidate("turn", Alteration("intervene", 0, 0, None, gone))

    screener = screener_of(material)
    (_, trace) = material.episodes[0]
    tried = [broken, literal(4), broken]
    found = list(screener.tries(3, 2, trace.state(3), trace.state(5), tried))
    assert [one.candidate for one in found] == [literal(4)]
    assert found[0].effect == {}
    assert screener.failed == 2


def test_a_world_that_cannot_be_saved_is_counted(
    material: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Session) -> None:
        raise RemoteError("Error", "cannot save")

    monkeypatch.setattr(Session, "save", refuse)
    fresh = replace(material, numbers={})
    assert make_counterfactuals(fresh, PLAN, max_changed=300) == []
    assert fresh.numbers["counterfactual_unsaved"] == 1


def test_a_label_that_another_process_does_not_confirm_is_given_up(
    material: Material, runners: tuple[VmRunner, VmRunner], monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = replace(material, numbers={})
    real = runners[1].run
    monkeypatch.setattr(
        runners[1], "run", lambda data, episode: real(data, replace(episode, seed=episode.seed))
        .prefix(len(episode.steps) - 1)
    )  # fmt: skip
    assert make_counterfactuals(fresh, PLAN, max_changed=300) == []
    assert fresh.numbers["counterfactual_unstable"] == PLAN.cap
