# SPDX-License-Identifier: Apache-2.0
"""Interventions: what an experimenter changes in a world between two ticks.

Their JSON form is checked by ``scratchworld/schemas/episode.schema.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scratchworld.world.values import Value

__all__ = ["INTERVENTION_FIELDS", "Intervention"]

INTERVENTION_FIELDS: Mapping[str, tuple[str, ...]] = {
    "set_variable": ("path", "value"),
    "set_item": ("path", "value"),
    "move": ("target", "x", "y"),
    "turn": ("target", "direction"),
    "set_visible": ("target", "visible"),
    "set_costume": ("target", "costume"),
    "set_literal": ("block", "name", "value"),
    "set_timer": ("seconds",),
    "disable_rule": ("rule",),
    "force_condition": ("block", "outcome"),
}
"""Every intervention type with the fields it takes.

``path`` is a field path: of a variable, or of an item of a list. ``target`` is the path that the
fields of a sprite, a clone or the stage start with. ``x`` and ``y`` are stage pixels, ``direction``
is in degrees. ``block`` is a block id, ``<target>/<rule>/<k>``, and ``name`` that of one of its
inputs or fields. ``rule`` is a rule id, ``<target>/<n>``."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """One change from outside, applied before the actions of its step."""

    type: str
    """A key of :data:`INTERVENTION_FIELDS`."""
    arguments: tuple[tuple[str, Value], ...] = ()
    """The fields of this type in the order of :data:`INTERVENTION_FIELDS`."""

    @classmethod
    def make(cls, type: str, **arguments: Value) -> Intervention:
        """Build an intervention, checking its type and field names.

        Raises:
            ValueError: for an unknown type, or a missing or surplus field.
        """
        if type not in INTERVENTION_FIELDS:
            known = ", ".join(INTERVENTION_FIELDS)
            raise ValueError(f"unknown intervention type {type!r}; known: {known}")
        names = INTERVENTION_FIELDS[type]
        if set(arguments) != set(names):
            raise ValueError(
                f"intervention {type!r} takes the fields {list(names)}, not {list(arguments)}"
            )
        return cls(type, tuple((name, arguments[name]) for name in names))

    def to_json(self) -> dict[str, Value]:
        """Return the JSON form, for example ``{"type": "turn", "target": ..., "direction": 0}``."""
        return {"type": self.type, **dict(self.arguments)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Intervention:
        """Read the JSON form. Raises ``ValueError`` as :meth:`make` does."""
        return cls.make(**data)
