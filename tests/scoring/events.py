# SPDX-License-Identifier: Apache-2.0
"""Event queries made by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from scratchworld.world import CausalInstance, Instance, Query

__all__ = ["CHAIN", "Make", "event"]

Make = Callable[..., Instance]
"""The fixture ``make_instance``."""
CHAIN = ("root:green_flag", "rule:Cat/0", "condition:Cat/0/2=true", "write:Cat/0/3")


def event(make: Make, name: str, chain: tuple[str, ...] = (), **changes: Any) -> CausalInstance:
    values = asdict(make(instance_id=name, task="causal", **changes))
    query = Query.make("sprite_hides" if chain else "broadcast_sent", **_about(chain))
    return CausalInstance(**{**values, "query": query, "occurs": bool(chain), "chain": chain})


def _about(chain: tuple[str, ...]) -> dict[str, str]:
    return {"target": "/sprite/Cat"} if chain else {"message": "go"}
