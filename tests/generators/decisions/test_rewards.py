# SPDX-License-Identifier: Apache-2.0
"""What is worth something in a project, by names and by behaviour."""

from __future__ import annotations

from generators.decisions import find_rewards
from scratchworld.world import State

V = "/variable/_stage_"


def states(**columns: list[object]) -> list[State]:
    paths = {name: f"{V}/{name}" for name in columns}
    length = len(next(iter(columns.values())))
    return [{paths[n]: column[at] for n, column in columns.items()} for at in range(length)]  # type: ignore[misc]


def found(seen: list[State], synthetic: bool = False) -> list[tuple[dict[str, str], str]]:
    return [(one.reward.to_json(), one.basis) for one in find_rewards(seen, synthetic=synthetic)]


def test_names_come_first() -> None:
    seen = states(
        apples=[0, 0, 1, 1, 1],
        Score=[0, 1, 1, 2, 2],
        Lives=[3, 3, 2, 2, 2],
        name=["a", "b"] * 2 + ["c"],
    )
    assert found(seen) == [
        ({"kind": "survival", "path": f"{V}/Lives"}, "name"),
        ({"kind": "gain", "path": f"{V}/Lives"}, "name"),
        ({"kind": "gain", "path": f"{V}/Score"}, "name"),
        ({"kind": "gain", "path": f"{V}/apples"}, "behaviour"),
    ]


def test_clocks_and_constants_are_no_scores() -> None:
    seen = states(clock=[1, 2, 3, 4, 5, 6], still=[7] * 6, loud=[0, 1, 1, 1, 1, 1])
    assert found(seen) == [({"kind": "gain", "path": f"{V}/loud"}, "behaviour")]
    assert found(seen, synthetic=True) == [({"kind": "gain", "path": f"{V}/loud"}, "construction")]


def test_a_sprite_that_moves_comes_near_one_that_does_not() -> None:
    seen: list[State] = [
        {
            **{"/sprite/Cat/x": at, "/sprite/Cat/y": 0, "/sprite/Cat/visible": True},
            **{"/sprite/Exit/x": 5, "/sprite/Exit/y": 0, "/sprite/Exit/visible": True},
            **{"/sprite/Wall/x": 9, "/sprite/Wall/y": 0, "/sprite/Wall/visible": True},
            **{"/sprite/Ghost/x": 9, "/sprite/Ghost/y": 0, "/sprite/Ghost/visible": False},
        }
        for at in range(3)
    ]
    assert found(seen) == [
        ({"kind": "nearness", "from": "/sprite/Cat", "to": "/sprite/Exit"}, "name"),
        ({"kind": "nearness", "from": "/sprite/Cat", "to": "/sprite/Wall"}, "behaviour"),
        ({"kind": "gain", "path": "/sprite/Cat/x"}, "behaviour"),
    ]


def test_lists_messages_and_two_that_move_are_worth_something() -> None:
    seen: list[State] = [
        {
            **{
                "/list/_stage_/bag/length": at // 2,
                "/list/_stage_/bag/1": at,
                "/event/You win": at,
            },
            **{"/sprite/Cat/x": at, "/sprite/Cat/y": 0, "/sprite/Dog/x": 9, "/sprite/Dog/y": -at},
        }
        for at in range(5)
    ]
    assert found(seen) == [
        ({"kind": "gain", "path": "/event/You win"}, "name"),
        ({"kind": "gain", "path": "/list/_stage_/bag/length"}, "behaviour"),
        ({"kind": "nearness", "from": "/sprite/Cat", "to": "/sprite/Dog"}, "behaviour"),
        ({"kind": "gain", "path": "/sprite/Cat/x"}, "behaviour"),
        ({"kind": "gain", "path": "/sprite/Dog/y"}, "behaviour"),
    ]
