# SPDX-License-Identifier: Apache-2.0
"""The physical laws that a predicted state is held against, each by the trace of its window.

- ``newton``: what is said to move or turn was moved or turned by something. For a sprite or clone
  with another x or y, the trace has a write of its x or y within the window; with another
  direction, one of its direction. A position or direction that is no number has no cause.
- ``mass``: form and number of things are kept. Another costume or size: the trace has a write of
  that field. A clone that was not there: it was made in the window. One that is there no longer:
  it is gone in the executed state.
- ``penetration``: nothing passes what the program does not let it pass. On the straight line from
  where it was to where it is said to be, and there, with all else as predicted, it does not
  touch a barrier that is in force.
- ``gravity``: what falls in the trace, moved in height by pulls alone and only downward, is lower
  in the predicted state than before.

They apply to all answers about an instance alike: ``newton`` and ``mass`` where there is a sprite
or clone, ``penetration`` where a barrier is in force, ``gravity`` where something falls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generators.physics.claims import Claim, bodies, body_of, parts_of
from generators.physics.evidence import Evidence, is_number, line, place_of
from scoring.matching import matches
from scratchworld.world import State, Value
from vm_runner import Session

__all__ = ["LAWS", "Finding", "findings"]

LAWS: tuple[str, ...] = ("newton", "mass", "penetration", "gravity")
"""In the order of the columns of votes."""
_LOWER = 1e-3
"""Stage pixels by which something must be lower to have fallen."""


class Finding(NamedTuple):
    """One thing that an answer says and a law is about."""

    law: str
    body: str
    """The sprite or clone."""
    fault: str
    """What is wrong, in words; empty when the law is kept."""


def findings(claim: Claim, evidence: Evidence, session: Session) -> Iterator[Finding]:
    """Yield what of a claim was looked at; the session is at the end of the window."""
    changed: dict[str, dict[str, Value | None]] = {}
    for path, value in claim.changes.items():
        found = body_of(path)
        if found is not None:
            changed.setdefault(found[0], {})[found[1]] = value
    after = claim.after
    for body, parts in sorted(changed.items()):
        there, still = _is_there(body, claim.before), _is_there(body, after)
        if there and still:
            yield from _moved(body, parts, evidence)
            yield from _formed(body, parts, evidence)
        elif there != still:
            yield _came_or_went(body, still, evidence)
    for body in evidence.falling:
        yield _fell(body, claim.before, after)
    yield from _passed(claim.before, after, changed, evidence, session)


def _is_there(body: str, state: State) -> bool:
    return f"{body}/x" in state or f"{body}/y" in state


def _moved(body: str, parts: Mapping[str, Value | None], evidence: Evidence) -> Iterator[Finding]:
    for names, what in ((("x", "y"), "moves"), (("direction",), "turns")):
        said = [name for name in names if name in parts]
        if not said:
            continue
        fault = ""
        if not any(f"{body}/{name}" in evidence.written for name in names):
            fault = f"{what}, and nothing in the trace makes it"
        elif any(not is_number(parts[name]) for name in said):
            fault = f"{what} to what is no number"
        yield Finding("newton", body, fault)


def _formed(body: str, parts: Mapping[str, Value | None], evidence: Evidence) -> Iterator[Finding]:
    for name in ("costume", "size"):
        if name in parts:
            has_cause = f"{body}/{name}" in evidence.written
            fault = "" if has_cause else f"has another {name}, which nothing in the trace writes"
            yield Finding("mass", body, fault)


def _came_or_went(body: str, came: bool, evidence: Evidence) -> Finding:
    if came:
        has_cause = body in evidence.made or _is_there(body, evidence.after)
        fault = "comes out of nothing"
    else:
        has_cause = not _is_there(body, evidence.after)
        fault = "is gone, and nothing in the trace removes it"
    return Finding("mass", body, "" if has_cause else fault)


def _fell(body: str, before: State, after: State) -> Finding:
    start, end = place_of(body, before), place_of(body, after)
    if start is None or end is None:
        return Finding("gravity", body, "")  # that it is gone is no matter of this law
    fault = "" if end[1] < start[1] - _LOWER else "is pulled down and does not come down"
    return Finding("gravity", body, fault)


def _passed(
    before: State,
    after: State,
    changed: Mapping[str, object],
    evidence: Evidence,
    session: Session,
) -> Iterator[Finding]:
    """Ask the VM about each barrier whose sprite or clone is said to have moved or changed."""
    asks = []
    for body, barrier in evidence.barriers:
        start, end = place_of(body, before), place_of(body, after)
        if body in changed and start is not None and end is not None:
            asks.append({"target": body, "points": line(start, end), "touch": barrier.touch})
    if not asks:
        return
    places = list(_elsewhere(after, evidence.after))
    for ask, contact in zip(asks, session.contacts(places, asks), strict=True):
        fault = f"runs into {ask['touch']}" if contact else ""
        yield Finding("penetration", str(ask["target"]), fault)


def _elsewhere(claimed: State, executed: State) -> Iterator[dict[str, Value]]:
    """Yield what must be put otherwise for the VM to look as predicted."""
    for body in bodies(executed):
        said, true = parts_of(body, claimed), parts_of(body, executed)
        if not said:
            if true.get("visible") is True:
                yield {"target": body, "visible": False}
            continue
        apart = {
            part: value
            for part, value in said.items()
            if not matches(f"{body}/{part}", value, true.get(part))
            and isinstance(value, _TYPES[part])
            and isinstance(value, bool) == (part == "visible")
        }
        if apart:
            yield {"target": body, **apart}


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("x", "y", "direction", "size"), (int, float)),
    "costume": str,
    "visible": bool,
}
