# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scratchworld.world import Delta, Instance, State


def build_instance(name: str = "0" * 16, **changes: Any) -> Instance:
    state: State = changes.pop("state", {"/sprite/Cat/x": 10, "/sprite/Cat/y": 0})
    target: Delta = changes.pop("target", {"/sprite/Cat/x": 0})
    values: dict[str, Any] = {
        "instance_id": name,
        "task": "next_state",
        "source": "real",
        "family": "",
        "project": "a" * 16,
        "split": "dev",
        "variant": "original",
        "pair_id": "",
        "seed": 2**32 - 1,
        "ticks": 5,
        "horizon": 1,
        "step": 1,
        "history": (({"type": "green_flag"},),),
        "actions": (({"type": "key_down", "key": "space"},),),
        "state": state,
        "target": target,
        "monitors": ("/variable/_stage_/score",),
        "n_fields": len(state),
        "n_changed": len(target),
        "n_hidden_changed": 0,
        "replay_digest": "d" * 64,
        "replay_engines": ("node",),
        "canary": "",
    }
    return Instance(**{**values, **changes})


@pytest.fixture(scope="session")
def make_instance() -> Callable[..., Instance]:
    return build_instance
