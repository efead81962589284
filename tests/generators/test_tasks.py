# SPDX-License-Identifier: Apache-2.0
"""Windows are cut where they should be, with the outcome that was executed."""

from __future__ import annotations

from generators.tasks import Provenance, cut_next_state, cut_rollouts
from scratchworld.world import apply_delta
from tests.generators.builders import episode_of, moving, trace_of

WHERE = Provenance("0123456789abcdef", "real", "", "test")


def test_next_state_gives_one_window_a_step() -> None:
    episode, trace = moving(4)
    windows = cut_next_state(episode, trace)
    # x is t before step t and t + 1 after it
    assert [window.state["/sprite/Cat/x"] for window in windows] == [0, 1, 2, 3]
    assert [window.target for window in windows] == [{"/sprite/Cat/x": t + 1} for t in range(4)]


def test_rollouts_fit_into_the_episode() -> None:
    episode, trace = moving(6)
    windows = cut_rollouts(episode, trace, (2, 5, 10))
    # six steps hold five windows of 2, two of 5 and none of 10
    assert [window.horizon for window in windows] == [2] * 5 + [5] * 2
    for window in windows:
        assert apply_delta(window.state, window.target)["/sprite/Cat/x"] == (
            window.step + window.horizon
        )


def test_a_rollout_that_returns_has_an_empty_target() -> None:
    trace = trace_of({"/sprite/Cat/x": 0}, [{"/sprite/Cat/x": 9}, {"/sprite/Cat/x": 0}])
    (window,) = cut_rollouts(episode_of(2), trace, (2,))
    assert window.target == {}


def test_a_field_that_appears_and_goes_is_in_no_rollout_target() -> None:
    trace = trace_of({}, [{"/script/Cat/0": "running"}, {"/script/Cat/0": None}])
    (window,) = cut_rollouts(episode_of(2), trace, (2,))
    assert window.target == {}


def test_an_instance_holds_what_the_oracle_needs() -> None:
    episode, trace = moving(5)
    window = cut_rollouts(episode, trace, (2,))[2]
    instance = window.instance(WHERE, replay_digest="d")
    assert len(instance.history) == instance.step == 2
    assert len(instance.actions) == instance.horizon == 2
    assert instance.target_state() == trace.state(4)
    assert instance.n_changed == 1
    assert instance.n_hidden_changed == 0


def test_ids_depend_on_the_question_alone() -> None:
    episode, trace = moving(5)
    first, second, *_ = cut_next_state(episode, trace)
    name = first.instance(WHERE, replay_digest="a").instance_id
    assert first.instance(WHERE, replay_digest="b").instance_id == name
    assert second.instance(WHERE, replay_digest="a").instance_id != name


def test_ids_differ_between_projects() -> None:
    episode, trace = moving(2)
    window = cut_next_state(episode, trace)[0]
    other = Provenance("f" * 16, "real", "", "test")
    assert (
        window.instance(WHERE, replay_digest="").instance_id
        != window.instance(other, replay_digest="").instance_id
    )
