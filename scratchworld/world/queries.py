# SPDX-License-Identifier: Apache-2.0
"""Event queries: the closed vocabulary of what a causal instance asks about.

``docs/tasks.md`` says when each event has occurred.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scratchworld.world.values import Value

__all__ = ["QUERY_FIELDS", "Query"]

QUERY_FIELDS: Mapping[str, tuple[str, ...]] = {
    "field_changes": ("path",),
    "field_becomes": ("path", "value"),
    "field_exceeds": ("path", "value"),
    "field_falls_below": ("path", "value"),
    "sprite_shows": ("target",),
    "sprite_hides": ("target",),
    "sprite_touches": ("block",),
    "clone_appears": ("sprite",),
    "clone_disappears": ("sprite",),
    "broadcast_sent": ("message",),
    "costume_switches": ("target",),
    "script_starts": ("rule",),
    "script_ends": ("rule",),
    "list_grows": ("path",),
}
"""Every event with the fields that say of what.

``path`` is a field path, of a list for ``list_grows``; ``target`` is what the fields of a sprite, a
clone or the stage start with; ``sprite`` a sprite's name; ``rule`` is ``<target>/<n>`` and
``block`` ``<target>/<n>/<k>``, of a block that asks "touching ...?"."""


@dataclass(frozen=True, slots=True)
class Query:
    """Does this event occur in the window?"""

    event: str
    """A key of :data:`QUERY_FIELDS`."""
    arguments: tuple[tuple[str, Value], ...] = ()
    """The fields of this event in the order of :data:`QUERY_FIELDS`."""

    @classmethod
    def make(cls, event: str, **arguments: Value) -> Query:
        """Build a query, checking its event and field names.

        Raises:
            ValueError: for an unknown event, or a missing or surplus field.
        """
        if event not in QUERY_FIELDS:
            raise ValueError(f"unknown event {event!r}; known: {', '.join(QUERY_FIELDS)}")
        names = QUERY_FIELDS[event]
        if set(arguments) != set(names):
            raise ValueError(f"event {event!r} takes the fields {list(names)}, not {[*arguments]}")
        return cls(event, tuple((name, arguments[name]) for name in names))

    def to_json(self) -> dict[str, Value]:
        """Return the JSON form, for example ``{"event": "broadcast_sent", "message": "go"}``."""
        return {"event": self.event, **dict(self.arguments)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Query:
        """Read the JSON form. Raises ``ValueError`` as :meth:`make` does."""
        return cls.make(**data)
