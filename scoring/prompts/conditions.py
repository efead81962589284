# SPDX-License-Identifier: Apache-2.0
"""Evidence conditions: what a model may know of an instance, whatever the form it is shown in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scratchworld.world import Delta, Instance, State, hidden_paths

__all__ = ["CONDITIONS", "Condition"]


@dataclass(frozen=True, slots=True)
class Condition:
    """A declared preset."""

    name: str
    hidden: bool
    """Whether fields are told that the renderer does not show."""
    program: bool
    """Whether the program is told."""
    meaning: str

    def state_of(self, instance: Instance) -> State:
        """Return the fields of the input state that may be told."""
        left_out = self._left_out(instance.state, instance)
        return {path: value for path, value in instance.state.items() if path not in left_out}

    def delta_of(self, instance: Instance, delta: Delta) -> Delta:
        """Return the changes, of those before the input state, that may be told."""
        left_out = self._left_out(delta, instance)
        return {path: value for path, value in delta.items() if path not in left_out}

    def _left_out(self, paths: Iterable[str], instance: Instance) -> frozenset[str]:
        return frozenset() if self.hidden else hidden_paths(paths, instance.monitors)


CONDITIONS: Mapping[str, Condition] = {
    condition.name: condition
    for condition in (
        Condition("state-only", True, False, "all fields of the state, without the program"),
        Condition("visible-only", False, False, "the fields that the renderer shows, and no other"),
        Condition("program+state", True, True, "the program, and all fields of the state"),
    )
}
"""Every condition by name."""
