# SPDX-License-Identifier: Apache-2.0
"""Multi-change transitions: one cause changes many fields at once.

``formation``: a key turns hidden gears and tells all dancers to take their places: x, y,
direction, size and costume of each are its own linear function of the gears' sum.

``modes``: one key walks a hidden mode in a circle, another acts: what the actors do (shift, turn,
grow, flip) is a table of mode and actor. Only acting can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Block,
    Message,
    Variable,
    broadcast,
    change_size,
    equals,
    go_to,
    if_,
    next_costume,
    point,
    set_size,
    set_to,
    set_x,
    set_y,
    turn,
    x_position,
    y_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, press, send
from generators.synthetic.parts import Gears, GearsModel, after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["formation", "modes"]


class Dancer(NamedTuple):
    """A sprite with the step and the start of each of its fields."""

    sprite: Sprite
    places: dict[str, tuple[int, int]]


@template(
    family="multi_change",
    name="formation",
    version=1,
    ranges=Ranges(sprites=(3, 6), hidden=(1, 2)),
)
def formation(scene: Scene) -> None:
    """A key moves all dancers at once to places that hidden gears give."""
    key, message, gears = scene.key(), scene.message(), Gears(scene, scene.knobs.hidden)
    scene.listen(send(message.name))
    scene.stage.when_key(key, *gears.advance(), broadcast(message))
    dancers = []
    for _ in range(scene.random.randint(1, 2)):
        places = {
            "x": (scene.nonzero(3, 12), scene.random.randint(-60, 60)),
            "y": (scene.nonzero(2, 8), scene.random.randint(-50, 50)),
            "direction": (scene.random.randrange(15, 90, 15), scene.random.randint(-90, 90)),
            "size": (scene.random.randint(2, 8), scene.random.randint(50, 90)),
        }
        dancers.append(Dancer(scene.sprite(), places))
        x, y, angle, size = (gears.plus(start, step) for step, start in places.values())
        dance = [go_to(x, y), point(angle), set_size(size), next_costume()]
        dancers[-1].sprite.when_received(message, *dance)
    scene.govern(Formation, key, message, gears, dancers)


@dataclass(slots=True)
class Formation(Mechanism):
    """See ``formation``."""

    key: str
    message: Message
    gears: Gears
    dancers: list[Dancer]
    turned: GearsModel = field(init=False)
    total: int = field(default=0, init=False)
    """The gears' sum when the dancers last moved."""
    moves: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            self.turned.advance()
            self.send(self.message)
        elif action == send(self.message.name):
            self.total = self.turned.total
            self.moves += 1

    def expect(self) -> Expectation:
        expected = {**self.turned.values, **self.sent_count(self.message)}
        for dancer in self.dancers if self.moves else ():
            sprite = dancer.sprite
            expected |= after_turns(sprite, self.moves)
            for name, (step, start) in dancer.places.items():
                place = start + step * self.total
                expected[sprite.path(name)] = wrapped(place) if name == "direction" else place
        return expected


KINDS = ("shift", "turn", "grow", "flip")


@template(
    family="multi_change",
    name="modes",
    version=1,
    ranges=Ranges(chain=(2, 4), hidden=(1, 1)),
)
def modes(scene: Scene) -> None:
    """One key walks a hidden mode, another makes all actors do what the mode tells each."""
    walk, act = scene.key(), scene.key()
    count = scene.knobs.chain
    start = scene.random.randrange(count)
    mode = scene.variable(start)
    scene.stage.when_key(walk, set_to(mode, (mode + 1) % count))
    for _ in range(scene.knobs.sprites - 1):
        sprite = scene.sprite(x=scene.nonzero(2, 18) * 10, y=scene.nonzero(2, 12) * 10)
        table = [tuple(scene.random.sample(KINDS, 2)) for _ in range(count)]
        angle, growth = scene.random.randrange(15, 180, 15), scene.random.randint(1, 3)
        doing: dict[str, list[Block]] = {
            "shift": [set_x(x_position() * -1), next_costume()],
            "turn": [turn(angle)],
            "grow": [change_size(growth)],
            "flip": [set_y(y_position() * -1)],
        }
        body = [
            if_(equals(mode, place), *(block for kind in kinds for block in doing[kind]))
            for place, kinds in enumerate(table)
        ]
        sprite.when_key(act, *body)
        scene.govern(Modes, walk, act, mode, start, sprite, table, angle, growth)


@dataclass(slots=True)
class Modes(Mechanism):
    """See ``modes``."""

    walk: str
    act: str
    variable: Variable
    mode: int
    sprite: Sprite
    table: list[tuple[str, ...]]
    angle: int
    growth: int
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0), init=False)

    def fire(self, action: Action) -> None:
        if action == press(self.walk):
            self.mode = (self.mode + 1) % len(self.table)
        elif action == press(self.act):
            for kind in self.table[self.mode]:
                self.done[kind] += 1

    def expect(self) -> Expectation:
        sprite, done = self.sprite, self.done
        expected: dict[str, Expected] = after_turns(sprite, done["shift"])
        return expected | {
            self.variable.path: self.mode,
            sprite.path("x"): sprite.x * (-1) ** done["shift"],
            sprite.path("direction"): wrapped(sprite.direction + done["turn"] * self.angle),
            sprite.path("size"): sprite.size + done["grow"] * self.growth,
            sprite.path("y"): sprite.y * (-1) ** done["flip"],
        }
