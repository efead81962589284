# SPDX-License-Identifier: Apache-2.0
"""The instance: one question with its replay-verified label; what all tasks have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scratchworld.world.actions import Action, Episode, Step
from scratchworld.world.fields import kind_of, monitor_path
from scratchworld.world.state import Delta, State, apply_delta
from scratchworld.world.values import digest

__all__ = ["Instance", "hidden_paths", "instance_id"]

_IDENTITY = ("task", "project", "variant", "seed", "ticks", "history", "actions")


def hidden_paths(paths: Iterable[str], monitors: Iterable[str]) -> frozenset[str]:
    """Return those of ``paths`` that the renderer does not show.

    ``monitors`` are the paths of the variables and lists whose monitor is on the stage. A path
    that no field can have counts as hidden.
    """
    shown = set(monitors)

    def is_hidden(path: str) -> bool:
        kind = kind_of(path)
        if kind is None or kind.visibility == "hidden":
            return True
        return kind.visibility == "monitor" and monitor_path(path) not in shown

    return frozenset(path for path in paths if is_hidden(path))


def instance_id(identity: Mapping[str, Any]) -> str:
    """Return the content hash that names an instance: 16 hexadecimal digits.

    ``identity`` holds what makes the question, as :meth:`Instance.identity` gives it. Rebuilding
    from the same inputs gives the same id.
    """
    return digest(identity)[:16]


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance of a release. Deltas and states are flat maps; see ``docs/fields.md``."""

    instance_id: str
    task: str
    """A member of :data:`scratchworld.world.TASKS`."""
    source: str
    """``real`` or ``synthetic``."""
    family: str
    """Mechanism family of a synthetic project, empty for a real one."""
    project: str
    """Keyed hash of the project file, 16 hexadecimal digits."""
    split: str
    """``dev`` or ``test``."""
    variant: str
    """``original``, or the name of the perturbation."""
    pair_id: str
    """Links factual and counterfactual twins. In other tasks it links an instance and its twins on
    perturbed projects: the id of the original. Empty when there is none."""
    seed: int
    ticks: int
    """Ticks of each step of the window."""
    horizon: int
    """Steps of the window: H for a rollout, 1 for a next-state instance."""
    step: int
    """t: number of steps between tick 0 and the input state."""
    history: tuple[tuple[Mapping[str, Any], ...], ...]
    """Actions of the ``step`` steps before the input state, each of ``ticks`` ticks."""
    actions: tuple[tuple[Mapping[str, Any], ...], ...]
    """Actions of the ``horizon`` steps of the window, in JSON form."""
    state: State
    """s_t, the input."""
    target: Delta
    """The executed delta between s_t and s_{t+H}; may be empty."""
    monitors: tuple[str, ...]
    """Variables and lists whose monitor is on the stage in s_t, sorted paths."""
    n_fields: int
    n_changed: int
    n_hidden_changed: int
    replay_digest: str
    """Digest of the trace that the label was cut from, reproduced in another process."""
    replay_engines: tuple[str, ...]
    """Engines that agreed on the label, for example ``("node",)``."""
    canary: str
    """The release's canary GUID."""

    def target_state(self) -> State:
        """Return s_{t+H}, the full executed state."""
        return apply_delta(self.state, self.target)

    def identity(self) -> dict[str, Any]:
        """Return what makes the question: project, seed and actions, nothing of the label."""
        return {name: getattr(self, name) for name in _IDENTITY}

    def episode(self) -> Episode:
        """Return all that is executed from tick 0 to the target.

        Raises:
            ValueError: when an action is none.
        """
        return Episode.of(
            [
                Step(self.ticks, tuple(Action.from_json(action) for action in actions))
                for actions in (*self.history, *self.actions)
            ],
            self.seed,
        )
