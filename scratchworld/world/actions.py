# SPDX-License-Identifier: Apache-2.0
"""Actions, steps and episodes: what is done to a world.

Their JSON forms are checked by ``scratchworld/schemas/episode.schema.json``; the classes here
hold what passed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scratchworld.world.interventions import Intervention

__all__ = ["ACTION_FIELDS", "Action", "Episode", "Step"]

ACTION_FIELDS: Mapping[str, tuple[str, ...]] = {
    "green_flag": (),
    "stop_all": (),
    "key_down": ("key",),
    "key_up": ("key",),
    "mouse_move": ("x", "y"),
    "mouse_down": ("x", "y"),
    "mouse_up": ("x", "y"),
    "drag_start": ("x", "y"),
    "drag_move": ("x", "y"),
    "drag_end": ("x", "y"),
    "sprite_click": ("sprite",),
    "broadcast": ("message",),
    "answer": ("text",),
    "loudness": ("level",),
    "wait": (),
}
"""Every action type with the fields it takes.

``key`` is Scratch's own name of the key (``space``, ``left arrow``, ``a``, ``enter``); ``x`` and
``y`` are stage pixels; ``level`` is 0 to 100; ``sprite`` is a sprite's name, or ``_stage_`` for the
stage."""


@dataclass(frozen=True, slots=True)
class Action:
    """One user input or runtime event, applied before the first tick of its step."""

    type: str
    """A key of :data:`ACTION_FIELDS`."""
    arguments: tuple[tuple[str, str | float], ...] = ()
    """The fields of this type in the order of :data:`ACTION_FIELDS`."""

    @classmethod
    def make(cls, type: str, **arguments: str | float) -> Action:
        """Build an action, checking its type and field names.

        Raises:
            ValueError: for an unknown type, or a missing or surplus field.
        """
        if type not in ACTION_FIELDS:
            raise ValueError(f"unknown action type {type!r}; known: {', '.join(ACTION_FIELDS)}")
        names = ACTION_FIELDS[type]
        if set(arguments) != set(names):
            raise ValueError(
                f"action {type!r} takes the fields {list(names)}, not {list(arguments)}"
            )
        return cls(type, tuple((name, arguments[name]) for name in names))

    def to_json(self) -> dict[str, str | float]:
        """Return the JSON form, for example ``{"type": "key_down", "key": "space"}``."""
        return {"type": self.type, **dict(self.arguments)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Action:
        """Read the JSON form. Raises ``ValueError`` as :meth:`make` does."""
        return cls.make(**data)


@dataclass(frozen=True, slots=True)
class Step:
    """Interventions, then actions, applied at the first of ``ticks`` ticks (1/30 s each)."""

    ticks: int
    actions: tuple[Action, ...] = ()
    interventions: tuple[Intervention, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return ``{"ticks": int, "actions": [...]}``, and ``interventions`` if there are any."""
        data: dict[str, Any] = {
            "ticks": self.ticks,
            "actions": [action.to_json() for action in self.actions],
        }
        if self.interventions:
            data["interventions"] = [change.to_json() for change in self.interventions]
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Step:
        """Read the JSON form; missing ``actions`` or ``interventions`` mean none."""
        return cls(
            int(data["ticks"]),
            tuple(Action.from_json(item) for item in data.get("actions", ())),
            tuple(Intervention.from_json(item) for item in data.get("interventions", ())),
        )


@dataclass(frozen=True, slots=True)
class Episode:
    """A seed and a list of steps; with a project it determines a trace."""

    seed: int = 0
    """Seed of the project's random draws, 0 to 2**32 - 1."""
    steps: tuple[Step, ...] = field(default_factory=tuple)

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seed": int, "steps": [...]}``."""
        return {"seed": self.seed, "steps": [step.to_json() for step in self.steps]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Episode:
        """Read the JSON form, already checked against the schema."""
        return cls(int(data.get("seed", 0)), tuple(Step.from_json(step) for step in data["steps"]))

    def prefix(self, steps: int) -> Episode:
        """Return the episode cut after its first ``steps`` steps."""
        return Episode(self.seed, self.steps[:steps])

    @classmethod
    def of(cls, steps: Sequence[Step], seed: int = 0) -> Episode:
        """Build an episode from any sequence of steps."""
        return cls(seed, tuple(steps))
