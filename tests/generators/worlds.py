# SPDX-License-Identifier: Apache-2.0
"""A small world made by hand, explored as a build explores it."""

from __future__ import annotations

from collections.abc import Sequence

from generators.interventions.screening import Screener
from generators.tasks import Material, Provenance
from scratchworld.world import Action, Episode, Step
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG, change, set_to, variable, when_received
from vm_runner import Session, VmRunner

__all__ = ["EPISODE", "KEY_WORLD", "WORLD", "material_of", "pressing", "screener_of"]

do = Action.make
OVER_FOUR = Block("operator_gt", {"OPERAND1": variable("n"), "OPERAND2": 4})
FIVE = [Block("event_broadcast", {"BROADCAST_INPUT": "Go"}), set_to("n", 0)]

WORLD = build(
    Target("Stage", variables={"n": 0, "unread": 0}, messages=["Go", "Stop"]),
    Target(
        "Cat",
        [
            [
                WHEN_FLAG,
                Block(
                    "control_forever",
                    branch=[
                        # what is seen ends the tick
                        Block("motion_turnright", {"DEGREES": 1}),
                        change("n", 1),
                        Block("control_if", {"CONDITION": OVER_FOUR}, branch=FIVE),
                    ],
                ),
            ],
            [
                Block("event_whenkeypressed", fields={"KEY_OPTION": "space"}),
                Block("motion_changeyby", {"DY": 7}),
            ],
        ],
    ),
    Target("Dog", [[when_received("Go"), Block("motion_changexby", {"DX": 10})]]),
)
"""Every fifth tick Cat sends Go, and Dog walks; the space key lifts Cat."""

EPISODE = Episode.of(
    [
        Step(2, (do("green_flag"),)),
        *[Step(2, (do("wait"),))] * 3,
        Step(2, (do("key_down", key="space"),)),
        Step(2, (do("key_up", key="space"),)),
        *[Step(2, (do("wait"),))] * 8,
    ],
    seed=5,
)


def _when(key: str, *blocks: Block) -> list[Block]:
    return [Block("event_whenkeypressed", fields={"KEY_OPTION": key}), *blocks]


KEY_WORLD = build(
    Target("Stage"),
    Target(
        "Cat",
        [
            _when("right arrow", Block("motion_changexby", {"DX": 12})),
            _when("space", Block("looks_nextcostume"), Block("motion_changeyby", {"DY": 20})),
        ],
    ),
    Target("Dog", [_when("h", Block("looks_hide")), _when("s", Block("looks_show"))]),
)
"""The right arrow moves Cat, space lifts it in another costume; h and s hide and show Dog."""


def pressing(keys: Sequence[str]) -> Episode:
    """Return an episode in which each key is pressed for a step of five ticks."""
    downs = [do("key_down", key=key) for key in keys]
    ups = [(), *((do("key_up", key=key),) for key in keys[:-1])]
    return Episode.of([Step(5, (*up, down)) for up, down in zip(ups, downs, strict=True)], seed=3)


def material_of(
    project: bytes, episode: Episode, explorer: VmRunner, verifier: VmRunner
) -> Material:
    """Return what tasks are made from: the project with one episode, run."""
    session = explorer.load(project)
    trace = explorer.run(project, episode)
    where = Provenance("0123456789abcdef", "real", "", "test")
    return Material(
        project, "0" * 64, session.program, [(episode, trace)], where, 1, explorer, verifier
    )


def screener_of(material: Material) -> Screener:
    """Return what tries alterations of the world's one episode from checkpoints."""
    [(episode, _)] = material.episodes

    def session() -> Session:
        opened = material.explorer.load(material.data)
        opened.start(episode.seed)
        return opened

    return Screener(session, episode)
