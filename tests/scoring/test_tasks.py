# SPDX-License-Identifier: Apache-2.0
"""The registry of tasks: one entry is all that a task needs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from scoring.answer import Answer, Status, rejected
from scoring.counts import Comparison, only_counts
from scoring.forms import Form
from scoring.intake import StrictDecoder, read_output
from scoring.metrics import Metric
from scoring.questions import Labelled
from scoring.table import count_all
from scoring.tasks import COUNTS, SCORED_TASKS, ScoredTask
from scoring.tasks.base import Worth
from scratchworld.world import TASKS, Instance


def test_the_tasks_stand_in_the_order_of_a_release() -> None:
    assert list(SCORED_TASKS) == [task for task in TASKS if task in SCORED_TASKS]


@pytest.mark.parametrize("task", SCORED_TASKS.values(), ids=SCORED_TASKS)
def test_an_entry_is_sound(task: ScoredTask) -> None:
    assert {"usable", "exact"} <= set(task.counts) <= set(COUNTS)
    for name in (*task.headlines, *task.ladder, *task.compared):
        assert task.metric(name).title
    for name in (*task.headlines, *task.ladder):
        assert task.metric(name).short
    with pytest.raises(KeyError):
        task.metric("no such metric")
    assert task.form.read(task.form.example, "ok").usable
    columns = {name: np.zeros(0, dtype=np.int64) for name in task.counts}
    assert len(task.scores(columns)) == 0


def test_a_score_is_the_same_for_one_and_for_many() -> None:
    task = SCORED_TASKS["next_state"]
    rows = np.array([[2, 1, 1, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 3, 1, 0]])
    names = ("n_pred", "n_gold", "usable", "tp_value")
    columns = {name: np.zeros(4, dtype=np.int64) for name in task.counts}
    columns |= {name: rows[:, at] for at, name in enumerate(names)}
    # 2 * 1 / (2 + 1); a no-op seen; a no-op answered by nothing usable; three changes missed.
    assert task.scores(columns) == pytest.approx([2 / 3, 1, 0, 0])
    for at, expected in enumerate(task.scores(columns)):
        assert task.score([int(columns[name][at]) for name in task.counts]) == expected


def test_the_reward_takes_the_same_f1(make_instance: Callable[..., Instance]) -> None:
    instance = make_instance({"/sprite/Cat/x": 10, "/sprite/Cat/y": 0}, {"/sprite/Cat/x": 0})
    task = SCORED_TASKS["next_state"]
    for delta in ({}, {"/sprite/Cat/x": 0}, {"/sprite/Cat/x": 0, "/sprite/Cat/y": 3}, {"/a": None}):
        answer = task.form.read({"delta": delta}, "ok")
        expected = task.score(task.compare(instance, answer).counts)
        assert task.score_answer(instance, answer) == expected
    assert task.score_answer(instance, rejected("missing", "")) == 0


def _read(prediction: object, status: Status) -> Answer:
    occurs = prediction.get("occurs") if isinstance(prediction, dict) else None
    if not isinstance(occurs, bool):
        return rejected("schema_invalid", "no 'occurs', which is true or false")
    return Answer(status, content=occurs)


def _compare(instance: Labelled, answer: Answer) -> Comparison:
    right = int(answer.content is bool(instance.target))
    return only_counts(int(answer.usable), right)


WHETHER = ScoredTask(
    name="whether",
    form=Form(("occurs",), _read, {"occurs": True}),
    gold=lambda instance: {"occurs": bool(instance.target)},
    compare=_compare,
    counts=("usable", "exact"),
    metrics=(
        Metric(
            "right",
            "right",
            "instance mean",
            "instances",
            lambda columns: np.asarray(columns["exact"], dtype=np.float64),
            lambda columns: np.ones(len(columns["exact"])),
        ),
    ),
    worth=lambda counts: Worth(counts["exact"], 1, 0),
    breakdowns=("all", "source"),
    about_fields=False,
    reads_whole=True,
    headlines=("right",),
    ladder=("right",),
    compared=("right",),
)
"""Does anything change? A task whose answers are not about fields."""


def test_a_task_of_another_form(
    monkeypatch: pytest.MonkeyPatch, make_instance: Callable[..., Instance]
) -> None:
    monkeypatch.setitem(SCORED_TASKS, "whether", WHETHER)  # type: ignore[arg-type]
    decoder = StrictDecoder()
    texts = ['{"occurs": true}', "So {occurs: true}", '{"delta": {}}', "Who knows?"]
    answers = [read_output(text, decoder, WHETHER.form) for text in texts]
    assert [one.status for one in answers] == ["ok", "repaired", "schema_invalid", "unparseable"]
    assert [one.usable for one in answers] == [True, True, False, False]
    instance = make_instance(task="whether")
    table = count_all([(instance, answer) for answer in answers])
    assert table.numbers["exact"].tolist() == [1, 1, 0, 0]
    assert table.numbers["n_gold"].tolist() == [0] * 4
    assert not table.fields.counts
    assert not table.fields.errors
    assert WHETHER.scores(table.numbers).tolist() == [1, 1, 0, 0]
    assert WHETHER.score([1, 1]) == 1
