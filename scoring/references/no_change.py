# SPDX-License-Identifier: Apache-2.0
"""No change: the empty delta. The same claim as copy, in the other form."""

from __future__ import annotations

from scoring.references.base import Reference
from scratchworld.world import Instance

__all__ = ["NO_CHANGE", "no_change"]


def no_change(instance: Instance) -> dict[str, object]:
    """Predict that no field changes."""
    return {"delta": {}}


NO_CHANGE = Reference("no-change", "the empty delta", lambda _: no_change, is_quick=True)
