# SPDX-License-Identifier: Apache-2.0
"""States with hostile names and values, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from scratchworld.world import LIST_HEAD, State, Value, join_path

NASTY = (
    *(
        "",
        "a/b",
        "~",
        '"',
        "\\",
        "|",
        "a|b",
        "x\ny",
        "\u2028",
        "\ud800",
        "_stage_",
        "says nothing.",
    ),
    *("is 3", 'Cat" is at x 5', "of sprite", ", ", " of ", "\x00", "é😀", "`", "1", "length", "x"),
)
names = st.one_of(st.sampled_from(NASTY), st.text(max_size=8))
values = st.one_of(
    st.booleans(),
    st.integers(-(2**53), 2**53),
    st.floats(allow_nan=False, allow_infinity=False),
    names,
)
numbers = st.one_of(st.integers(-500, 500), st.floats(-1e6, 1e6), st.just("NaN"))
OPTIONAL = {
    "say": st.text(max_size=5),
    "effect/ghost": numbers,
    "rotationStyle": st.sampled_from(["all around", "don't rotate"]),
    "pen/down": st.booleans(),
    "pen/color": numbers,
    "pen/size": numbers,
    "volume": numbers,
    "draggable": st.booleans(),
}
STAGE = {
    "say": names,
    "effect/color": numbers,
    "tempo": numbers,
    "answer": values,
    "question": names,
}


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state as the VM gives it: whole sprites and lists, anything for names and values."""
    state: State = {"/stage/backdrop": draw(names)}
    for name, strategy in STAGE.items():
        if draw(st.booleans()):
            state[f"/stage/{name}"] = draw(strategy)
    sprites = draw(st.lists(names, max_size=3, unique=True))
    for sprite in sprites:
        target(draw, state, join_path("sprite", sprite))
        for number in draw(st.sets(st.integers(1, 20), max_size=2)):
            prefix = join_path("clone", sprite, number)
            target(draw, state, prefix)
            for name in draw(st.lists(names, max_size=1)):
                state[prefix + join_path("variable", name)] = draw(values)
            for name in draw(st.lists(names, max_size=1)):
                fill_list(draw, state, prefix + join_path("list", name))
        if draw(st.booleans()):
            state[join_path("script", sprite, draw(st.integers(0, 12)))] = "running"
    for owner in ("_stage_", *sprites):
        for name in draw(st.lists(names, max_size=2)):
            state[join_path("variable", owner, name)] = draw(values)
        for name in draw(st.lists(names, max_size=2)):
            fill_list(draw, state, join_path("list", owner, name))
    for name in draw(st.lists(names, max_size=2)):
        state[join_path("event", name)] = draw(st.integers(0, 9))
    return state


def target(draw: st.DrawFn, state: State, prefix: str) -> None:
    """Put a sprite or clone at ``prefix`` into the state."""
    for name in ("x", "y", "direction", "size", "layer"):
        state[f"{prefix}/{name}"] = draw(numbers)
    state[f"{prefix}/costume"] = draw(names)
    state[f"{prefix}/visible"] = draw(st.booleans())
    for name, strategy in OPTIONAL.items():
        if draw(st.booleans()):
            value: Value = draw(strategy)
            state[f"{prefix}/{name}"] = value


def fill_list(draw: st.DrawFn, state: State, prefix: str) -> None:
    """Put a list at ``prefix`` into the state: its length and the items of its head."""
    length = draw(st.integers(0, LIST_HEAD + 3))
    state[f"{prefix}/length"] = length
    for number in range(1, min(length, LIST_HEAD) + 1):
        state[f"{prefix}/{number}"] = draw(values)
