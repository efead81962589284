# SPDX-License-Identifier: Apache-2.0
"""Write a task folder for lm-evaluation-harness: one YAML file a task, and a module beside them."""

from __future__ import annotations

import json
from pathlib import Path

from scoring.tasks import SCORED_TASKS, ScoredTask
from scratchworld.errors import InputError
from scratchworld.release import FORMAT_VERSION, Release

__all__ = ["export_lm_eval"]

_LICENCE = "# SPDX-License-Identifier: Apache-2.0\n"
_TASK = """task: scratchworld_{name}
dataset_path: parquet
dataset_kwargs:
  data_files:
    {split}: {files}
test_split: {split}
output_type: generate_until
doc_to_text: !function utils.prompt
doc_to_target: target
process_results: !function utils.process_results
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 4096
num_fewshot: 0
metric_list:
{metrics}metadata:
  version: {version}
"""
_METRIC = """  - metric: {name}
    aggregation: !function utils.{name}
    higher_is_better: {higher}
"""


def export_lm_eval(release: Release, folder: Path, split: str = "test") -> list[str]:
    """Write the folder, and return the names of its tasks.

    The YAML files name the release's data files by their absolute paths.

    Raises:
        InputError: when the release has no instance of that split or no targets, or the folder
            cannot be written.
        ReleaseError: when a data file is missing or altered.
    """
    if release.manifest.answers:
        raise InputError(
            f"{release.path}: its targets are withheld, and the harness reads the data files as "
            "they are; export a release with targets"
        )
    files = {
        name: [str((release.path / file).resolve()) for file in release.verified_files(name, split)]
        for name, task in SCORED_TASKS.items()
        if task.opens is None  # the harness takes texts, and no pictures
    }
    tasks = [SCORED_TASKS[name] for name in files if files[name]]
    if not tasks:
        raise InputError(f"{release.path}: has no task of split {split!r} that can be exported")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "utils.py").write_text(_module(tasks), encoding="utf-8", newline="\n")
        for task in tasks:
            path = folder / f"scratchworld_{task.name}.yaml"
            path.write_text(_yaml(task, files[task.name], split), encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(f"{folder}: cannot be written ({error.strerror})") from None
    return [f"scratchworld_{task.name}" for task in tasks]


def _yaml(task: ScoredTask, files: list[str], split: str) -> str:
    metrics = "".join(
        _METRIC.format(name=metric.name, higher=str(metric.higher_is_better).lower())
        for metric in task.metrics
    )
    # JSON texts and lists are YAML too, so any path is safe.
    return _LICENCE + _TASK.format(
        name=task.name,
        split=split,
        files=json.dumps(files),
        metrics=metrics,
        version=FORMAT_VERSION,
    )


def _module(tasks: list[ScoredTask]) -> str:
    names = dict.fromkeys(metric.name for task in tasks for metric in task.metrics)
    lines = [
        _LICENCE.rstrip(),
        '"""What the YAML files beside this name: all of it lies in the package ScratchWorld."""',
        "",
        "from scoring.lm_eval_tasks import aggregation, process_results, prompt  # noqa: F401",
        "",
        *(f'{name} = aggregation("{name}")' for name in names),
    ]
    return "\n".join(lines) + "\n"
