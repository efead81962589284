# SPDX-License-Identifier: Apache-2.0
"""Alterations: the one thing by which a counterfactual differs from its factual twin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scratchworld.world.actions import Action, Episode
from scratchworld.world.edits import drop_action, insert_action, intervene, replace_action
from scratchworld.world.interventions import Intervention

__all__ = ["ALTERATION_FIELDS", "Alteration", "written_by"]

AlterationType = Literal["replace_action", "drop_action", "insert_action", "intervene"]

ALTERATION_FIELDS: Mapping[str, tuple[str, ...]] = {
    "replace_action": ("index", "action"),
    "drop_action": ("index",),
    "insert_action": ("index", "action"),
    "intervene": ("intervention",),
}
"""Every type of alteration with what its JSON form has besides ``type`` and ``step``.

``index`` counts the actions of the step from 0; an action is inserted before the one that stands
there. An ``intervention`` is applied before the actions of its step."""


@dataclass(frozen=True, slots=True)
class Alteration:
    """One change of a window of steps: of an action, or by an intervention."""

    type: AlterationType
    step: int
    """Which step of the window, from 0."""
    index: int = 0
    """Which action of the step; 0 when it is no action that changes."""
    action: Action | None = None
    intervention: Intervention | None = None

    def apply(self, episode: Episode, start: int = 0) -> Episode:
        """Return the episode altered; the window begins at its step ``start``.

        Raises:
            IndexError: when the episode has no such step or action.
            ValueError: when the alteration lacks what its type needs.
        """
        step = start + self.step
        if self.type == "drop_action":
            return drop_action(episode, step, self.index)
        if self.type == "replace_action" and self.action is not None:
            return replace_action(episode, step, self.index, self.action)
        if self.type == "insert_action" and self.action is not None:
            return insert_action(episode, step, self.index, self.action)
        if self.type == "intervene" and self.intervention is not None:
            return intervene(episode, step, self.intervention)
        raise ValueError(f"an alteration {self.type!r} that does not say with what")

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form, for example ``{"type": "drop_action", "step": 2, "index": 0}``."""
        data: dict[str, Any] = {"type": self.type, "step": self.step}
        for name in ALTERATION_FIELDS[self.type]:
            value = getattr(self, name)
            data[name] = value if isinstance(value, int) else value.to_json()
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Alteration:
        """Read the JSON form.

        Raises:
            KeyError: when it has no type.
            ValueError: for an unknown type, or a missing or surplus field.
        """
        kind: AlterationType = data["type"]
        if kind not in ALTERATION_FIELDS:
            raise ValueError(
                f"unknown alteration type {kind!r}; known: {', '.join(ALTERATION_FIELDS)}"
            )
        names = ALTERATION_FIELDS[kind]
        if set(data) != {"type", "step", *names}:
            raise ValueError(f"alteration {kind!r} takes the fields {['step', *names]}")
        return cls(
            kind,
            int(data["step"]),
            int(data.get("index", 0)),
            Action.from_json(data["action"]) if "action" in names else None,
            Intervention.from_json(data["intervention"]) if "intervention" in names else None,
        )


_PARTS_OF_TARGET: Mapping[str, tuple[str, ...]] = {
    "move": ("x", "y"),
    "turn": ("direction",),
    "set_visible": ("visible",),
    "set_costume": ("costume",),
}


def written_by(intervention: Intervention | None) -> frozenset[str]:
    """Return the fields that an intervention gives a value by itself, before anything runs.

    That these differ between twins says nothing of what the world makes of the intervention.
    """
    if intervention is None:
        return frozenset()
    arguments = dict(intervention.arguments)
    if "path" in arguments:
        return frozenset({str(arguments["path"])})
    if arguments.get("target") == "/stage":
        return frozenset({"/stage/backdrop"})
    parts = _PARTS_OF_TARGET.get(intervention.type, ())
    return frozenset(f"{arguments['target']}/{part}" for part in parts)
