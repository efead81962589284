# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scratchworld.release import Publication, ReleaseFacts, write_release
from scratchworld.world import Delta, Instance, State, hidden_paths


def build_instance(
    state: State | None = None, target: Delta | None = None, **changes: Any
) -> Instance:
    state = {"/sprite/Cat/x": 10, "/sprite/Cat/y": 0} if state is None else state
    target = {"/sprite/Cat/x": 0} if target is None else target
    monitors = changes.get("monitors", ())
    values: dict[str, Any] = {
        "instance_id": "0" * 16,
        "task": "next_state",
        "source": "real",
        "family": "",
        "project": "a" * 16,
        "split": "dev",
        "variant": "original",
        "pair_id": "",
        "seed": 0,
        "ticks": 1,
        "horizon": 1,
        "step": 0,
        "history": (),
        "actions": ((),),
        "state": state,
        "target": target,
        "monitors": monitors,
        "n_fields": len(state),
        "n_changed": len(target),
        "n_hidden_changed": len(hidden_paths(target, monitors)),
        "replay_digest": "d" * 64,
        "replay_engines": ("node",),
        "canary": "",
    }
    return Instance(**{**values, **changes})


@pytest.fixture(scope="session")
def make_instance() -> Callable[..., Instance]:
    return build_instance


def small_corpus() -> list[Instance]:
    """Eight instances of four projects: both tasks, both sources, both splits, two no-ops."""
    state: State = {
        "/sprite/Cat/x": 10,
        "/sprite/Cat/y": 0,
        "/sprite/Cat/direction": 90,
        "/variable/_stage_/score": 1,
    }
    moves: Delta = {"/sprite/Cat/x": 0}
    scores: Delta = {"/sprite/Cat/x": 0, "/variable/_stage_/score": 2}
    rows: list[tuple[str, Delta, dict[str, Any]]] = [
        ("p1", moves, {}),
        ("p1", {}, {}),
        ("p1", scores, {"task": "rollout", "horizon": 2}),
        ("p2", scores, {"split": "test"}),
        ("p2", scores, {"split": "test", "task": "rollout", "horizon": 5}),
        ("p3", moves, {"source": "synthetic", "family": "clones"}),
        ("p3", moves, {"source": "synthetic", "family": "clones", "task": "rollout", "horizon": 2}),
        ("p4", {}, {"source": "synthetic", "family": "timers"}),
    ]
    return [
        build_instance(state, target, instance_id=f"{number:016x}", project=project, **changes)
        for number, (project, target, changes) in enumerate(rows)
    ]


@pytest.fixture
def corpus() -> list[Instance]:
    return small_corpus()


@pytest.fixture
def release(tmp_path: Path, corpus: list[Instance]) -> Path:
    write_release(tmp_path / "release", corpus, (), ReleaseFacts(Publication(name="small")))
    return tmp_path / "release"


@pytest.fixture
def predictions(tmp_path: Path) -> Callable[..., Path]:
    """Write lines (objects as JSON, texts and bytes as they are) and return the file."""

    def write(*lines: object) -> Path:
        path = tmp_path / "predictions.jsonl"
        path.write_bytes(b"".join(as_bytes(line) + b"\n" for line in lines))
        return path

    return write


def as_bytes(line: object) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line)).encode()
