# SPDX-License-Identifier: Apache-2.0
"""What happened before each moment, in plain sentences, from the executed trace.

For a judge that looks at frames and does not know the program. Never for who is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generators.keyframes.moments import visible_changes
from scratchworld.world import State, Value, kind_of, split_path

__all__ = ["hints_of"]

_MOST = 20
"""Sentences of a hint; what else changes is counted."""
_NOTHING = "No field that the stage shows changes; only what is drawn on it may."


def hints_of(states: Sequence[State], monitors: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return a text for each state but the first: what happened since the one before.

    ``monitors`` are those on the stage in each state.
    """
    return tuple(
        _hint(states[at - 1], states[at], monitors[at - 1], monitors[at])
        for at in range(1, len(states))
    )


def _hint(before: State, after: State, was: Sequence[str], now: Sequence[str]) -> str:
    changed = visible_changes(before, after, now)
    owners = dict.fromkeys(_owner(path) for path in changed)
    said = [
        sentence
        for owner in owners
        if owner
        for sentence in _about(owner, [p for p in changed if _owner(p) == owner], before, after)
    ]
    said += [_of_stage(path, after) for path in changed if not _owner(path)]
    said += [f"The monitor of {_name(path)} appears." for path in sorted({*now} - {*was})]
    said += [f"The monitor of {_name(path)} disappears." for path in sorted({*was} - {*now})]
    said += _messages(before, after)
    if len(said) > _MOST:
        said = [*said[:_MOST], f"And {len(said) - _MOST} more."]
    return " ".join(said) if said else _NOTHING


def _about(owner: str, changed: Sequence[str], before: State, after: State) -> Iterator[str]:
    """Tell of a sprite or a clone."""
    who = _who(owner)
    was, now = (state.get(f"{owner}/visible") is True for state in (before, after))
    x, y, costume = (after.get(f"{owner}/{name}") for name in ("x", "y", "costume"))
    if now and not was:
        yield f"{who} appears at {_place(x, y)} in the costume {_value(costume)}."
    if was and not now:
        yield f"{who} disappears."
    kinds = {_kind(path): path for path in changed}
    if was and now:
        if kinds.keys() & {"x", "y"}:
            start = _place(before.get(f"{owner}/x"), before.get(f"{owner}/y"))
            yield f"{who} moves from {start} to {_place(x, y)}."
        if "costume" in kinds:
            old = _value(before.get(kinds["costume"]))
            yield f"{who} switches from the costume {old} to {_value(costume)}."
        if "direction" in kinds:
            yield f"{who} turns to direction {_value(after.get(kinds['direction']))}."
        if "size" in kinds:
            sizes = (_value(state.get(kinds["size"])) for state in (before, after))
            yield f"{who} changes size from {' to '.join(sizes)} per cent."
    if now:
        if "say" in kinds:
            text = after.get(kinds["say"])
            yield f"{who} says {_value(text)}." if text else f"The bubble of {who} goes."
        for path in changed:
            if _kind(path) == "effect" and (was or after.get(path)):
                yield f"The effect {split_path(path)[-1]} of {who} is {_value(after.get(path))}."


def _of_stage(path: str, after: State) -> str:
    kind, value = _kind(path), after.get(path)
    if kind == "backdrop":
        return f"The backdrop becomes {_value(value)}."
    if kind == "question":
        return f"The stage asks {_value(value)}." if value else "The question is gone."
    if kind in ("effect", "say"):
        return f"The {kind} of the stage is {_value(value)}."
    what = _name(path)
    if kind == "list_item":
        what = f"item {split_path(path)[-1]} of {what}"
    elif kind == "list_length":
        what = f"the length of {what}"
    return f"The monitor shows that {what} is {_value(value)}."


def _messages(before: State, after: State) -> Iterator[str]:
    for path in sorted(after):
        if path.startswith("/event/") and after[path] != before.get(path):
            yield f"The message {_value(split_path(path)[-1])} is sent."


def _owner(path: str) -> str:
    """Return what the fields of a sprite or clone start with; empty for anything else."""
    length = {"sprite": 3, "clone": 4}.get(split_path(path)[0], 0)
    return "/".join(path.split("/")[:length])


def _who(owner: str) -> str:
    tokens = split_path(owner)
    return tokens[1] if tokens[0] == "sprite" else f"Clone {tokens[2]} of {tokens[1]}"


def _name(path: str) -> str:
    """Return the name of a variable or list."""
    return _value(split_path(path)[2])


def _kind(path: str) -> str:
    kind = kind_of(path)
    return "" if kind is None else kind.name


def _place(x: Value | None, y: Value | None) -> str:
    return f"x {_value(x)}, y {_value(y)}"


def _value(value: Value | None) -> str:
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{round(value, 1) + 0.0:g}" if abs(value) < 1e6 else f"{value:g}"
    return "gone" if value is None else str(value).lower()
