# SPDX-License-Identifier: Apache-2.0
"""The task folder for lm-evaluation-harness: its files, its functions, and a run of its dummy."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from scoring import METRICS, Bootstrap, score_release
from scoring.evaluation import Selection
from scoring.lm_eval_export import export_lm_eval
from scoring.lm_eval_tasks import aggregation, process_results, prompt
from scoring.tasks import SCORED_TASKS
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import instance_to_row, load_release, withhold_targets, write_release
from scratchworld.world import Instance
from tests.scoring.prompts.instances import make_instances


def test_the_folder(release: Path, tmp_path: Path) -> None:
    folder = tmp_path / "tasks"
    arguments = ["export-lm-eval", str(release), str(folder), "--split", "dev"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    assert "--tasks scratchworld_next_state,scratchworld_rollout" in result.stdout
    names = ["scratchworld_next_state.yaml", "scratchworld_rollout.yaml", "utils.py"]
    assert sorted(path.name for path in folder.iterdir()) == names
    text = (folder / "scratchworld_next_state.yaml").read_text("utf-8")
    [data] = json.loads(re.findall(r"    dev: (.*)", text)[0])
    assert pq.read_table(data).num_rows == 4
    # Every function that the YAML names is in the module beside it.
    module: dict[str, object] = {}
    exec(compile((folder / "utils.py").read_text("utf-8"), "utils.py", "exec"), module)
    named = set(re.findall(r"!function utils\.(\w+)", text))
    assert named == {"prompt", "process_results"} | {
        metric.name for metric in SCORED_TASKS["next_state"].metrics
    }
    assert all(callable(module[name]) for name in named)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    export_lm_eval(load_release(release), folder, "dev")
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_split_without_instances_is_refused(tmp_path: Path) -> None:
    write_release(tmp_path / "r", [])
    with pytest.raises(InputError, match="no task of split 'dev'"):
        export_lm_eval(load_release(tmp_path / "r"), tmp_path / "t", "dev")


def test_its_figures_are_those_of_score(
    release: Path, corpus: list[Instance], tmp_path: Path
) -> None:
    """Text in, the same figures out, whichever way it is scored."""
    rows = pq.read_table(release / "data/next_state/dev-00000-of-00001.parquet").to_pylist()
    texts = ['{"delta": {"/sprite/Cat/x": 0}}', "Nothing.", '{"delta": {}}', "{'delta': {}}"]
    path = tmp_path / "p.jsonl"
    lines = [
        json.dumps({"instance_id": row["instance_id"], "output": text})
        for row, text in zip(rows, texts, strict=True)
    ]
    path.write_text("\n".join(lines))
    selection = Selection("next_state", "dev")
    [whole, *_] = score_release(load_release(release), path, selection, Bootstrap(5)).groups
    counted = [process_results(row, [text]) for row, text in zip(rows, texts, strict=True)]
    for metric in SCORED_TASKS["next_state"].metrics:
        found = aggregation(metric.name)([one[metric.name] for one in counted])
        expected = whole.figures[metric.name].value
        assert found == pytest.approx(float("nan") if expected is None else expected, nan_ok=True)
    for row in rows:
        question = prompt(row)
        assert "/sprite/Cat/x" in question
        assert row["replay_digest"] not in question
    with pytest.raises(KeyError):
        aggregation("no such metric")
    assert {metric.name for task in SCORED_TASKS.values() for metric in task.metrics} <= {
        metric.name for metric in METRICS
    }


def test_withheld_targets_cannot_be_exported(release: Path, tmp_path: Path) -> None:
    withhold_targets(load_release(release), tmp_path / "public", tmp_path / "answers")
    with pytest.raises(InputError, match="its targets are withheld"):
        export_lm_eval(load_release(tmp_path / "public"), tmp_path / "t", "dev")


def test_the_dummy_model_runs(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, corpus: list[Instance]
) -> None:
    lm_eval = pytest.importorskip("lm_eval", reason="needs the extra [lm-eval]")
    monkeypatch.setitem(os.environ, "HF_DATASETS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(os.environ, "HF_HUB_OFFLINE", "1")
    from lm_eval.tasks import TaskManager

    folder = tmp_path / "tasks"
    names = export_lm_eval(load_release(release), folder, "dev")
    tasks = TaskManager(include_path=str(folder), include_defaults=False)
    found = lm_eval.simple_evaluate(
        model="dummy", tasks=names, task_manager=tasks, bootstrap_iters=0
    )
    # The dummy answers "lol", which is no prediction: the same as a file of such lines.
    path = tmp_path / "p.jsonl"
    path.write_text(
        "\n".join(json.dumps({"instance_id": i.instance_id, "output": "lol"}) for i in corpus)
    )
    groups = score_release(load_release(release), path, Selection(None, "dev"), Bootstrap(5)).groups
    for group in groups:
        if group.by == "all":
            results = found["results"][f"scratchworld_{group.task}"]
            for name, figure in group.figures.items():
                expected = float("nan") if figure.value is None else figure.value
                assert results[f"{name},none"] == pytest.approx(expected, nan_ok=True)


def test_events_and_twins(tmp_path: Path) -> None:
    """Figures that take the answers to both twins are those of score too."""
    instances = make_instances()
    altered = instances["counterfactual"]
    twin = replace(altered, instance_id="5" * 16, alteration=None, target={})  # type: ignore[call-arg]
    asked = [instances["causal"], altered, twin]
    write_release(tmp_path / "r", asked)
    release = load_release(tmp_path / "r")
    assert export_lm_eval(release, tmp_path / "tasks", "dev") == [
        "scratchworld_causal",
        "scratchworld_counterfactual",
    ]
    texts = {
        instances["causal"].instance_id: '{"occurs": true, "chain": ["root:click"]}',
        altered.instance_id: json.dumps({"delta": altered.target}),
        twin.instance_id: '{"delta": {"/sprite/Cat/y": 3}}',
    }
    path = tmp_path / "p.jsonl"
    path.write_text(
        "\n".join(json.dumps({"instance_id": one, "output": text}) for one, text in texts.items())
    )
    groups = score_release(release, path, Selection(None, "dev"), Bootstrap(5)).groups
    for name in ("causal", "counterfactual"):
        rows = [instance_to_row(one) for one in asked if one.task == name]
        counted = [process_results(row, [texts[str(row["instance_id"])]]) for row in rows]
        [whole] = [group for group in groups if (group.task, group.by) == (name, "all")]
        for metric in SCORED_TASKS[name].metrics:
            found = aggregation(metric.name)([one[metric.name] for one in counted])
            value = whole.figures[metric.name].value
            assert found == pytest.approx(float("nan") if value is None else value, nan_ok=True)
    assert whole.figures["intervention_sensitivity"].value == 1
