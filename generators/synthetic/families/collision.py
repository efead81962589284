# SPDX-License-Identifier: Apache-2.0
"""Collision: what sprites touch decides what happens.

All costumes here are squares of 40 x 40 stage pixels that are not turned, so two sprites touch
exactly when they are less than 40 apart in x and in y. Places are chosen so that two sprites are
never exactly 40 apart.

``bounce``: from the flag on a runner moves by its hidden speed in every tick; each wall that it
touches turns the speed round and counts. Between the outer walls stand gates; a key hides or shows
each of them, and a hidden gate stops nobody.

``collect``: keys move a hero over a grid, round at its ends. Touching an item makes the item jump
to the next place of its hidden round, after all scripts of that moment have looked, and scores.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Block,
    Message,
    Variable,
    broadcast,
    change,
    change_x,
    change_y,
    equals,
    forever,
    go_to,
    hide,
    if_,
    if_else,
    next_costume,
    set_to,
    set_x,
    set_y,
    show,
    touching,
    x_position,
    y_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import FLAG, Expectation, Expected, Mechanism, press, send
from generators.synthetic.parts import after_turns
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["bounce", "collect"]

SQUARE = 40
GRID = 30
RIGHT, TOP = 5 * GRID, 3 * GRID
"""Where the grid ends; it is centred."""


@template(
    family="collision", name="bounce", version=1, ranges=Ranges(sprites=(5, 6), hidden=(2, 3))
)
def bounce(scene: Scene) -> None:
    """From the flag on a runner bounces between walls and gates that keys hide and show."""
    scene.listen(FLAG)
    y, speed = scene.random.randrange(-100, 101, 10), scene.random.choice((-20, -10, 10, 20))
    runner = scene.sprite(shape="square", x=scene.random.randrange(-100, 101, 10), y=y)
    pace, hits = scene.variable(speed, owner=runner), scene.variable(shown=True)
    walls = [Wall(scene.sprite(shape="square", x=x, y=y), "") for x in (-205, 205)]
    switches = []
    for _ in range(scene.knobs.hidden - 1):
        key, x = scene.key(), scene.random.randrange(-145, 146, 10)
        gate = scene.sprite(shape="square", x=x, y=y)
        hidden = scene.variable(0, owner=gate)
        toggle = if_else(equals(hidden, 1), (hide(),), (show(),))
        gate.when_key(key, set_to(hidden, (hidden + 1) % 2), toggle)
        walls.append(Wall(gate, key))
        switches.append(hidden)
    turn_round = [set_to(pace, pace * -1), change(hits, 1), next_costume()]
    checks = [if_(touching(wall.sprite.name), *turn_round) for wall in walls]
    runner.when_flag(forever(change_x(pace), *checks))
    scene.govern(Bounce, runner, pace, hits, walls, switches, speed)


class Wall(NamedTuple):
    """A wall, or a gate with the key that hides and shows it."""

    sprite: Sprite
    key: str


@dataclass(slots=True)
class Bounce(Mechanism):
    """See ``bounce``."""

    runner: Sprite
    pace: Variable
    hits: Variable
    walls: list[Wall]
    switches: list[Variable]
    speed: int
    x: float = field(init=False)
    bounces: int = field(default=0, init=False)
    running: bool = field(default=False, init=False)
    toggled: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.x, self.toggled = self.runner.x, [0] * len(self.walls)

    def stop(self) -> None:
        self.running = False

    def fire(self, action: Action) -> None:
        for number, wall in enumerate(self.walls):
            self.toggled[number] += action == press(wall.key)
        if action == FLAG:
            self.running = True
            self.tick()

    def tick(self) -> None:
        if not self.running:
            return
        self.x += self.speed
        for wall, toggled in zip(self.walls, self.toggled, strict=True):
            if toggled % 2 == 0 and abs(self.x - wall.sprite.x) < SQUARE:
                self.speed = -self.speed
                self.bounces += 1

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = after_turns(self.runner, self.bounces)
        expected |= {
            self.runner.path("x"): self.x,
            self.pace.path: self.speed,
            self.hits.path: self.bounces,
        }
        gates = zip(self.walls[2:], self.toggled[2:], self.switches, strict=True)
        for wall, toggled, switch in gates:
            expected[wall.sprite.path("visible")] = toggled % 2 == 0
            expected[switch.path] = toggled % 2
        return expected


class Item(NamedTuple):
    """Something to collect, and the round of places through which it jumps."""

    sprite: Sprite
    message: Message
    cursor: Variable
    places: list[tuple[int, int]]


@template(
    family="collision",
    name="collect",
    version=1,
    ranges=Ranges(chain=(2, 4), hidden=(1, 2)),
)
def collect(scene: Scene) -> None:
    """Keys move a hero over a grid; an item that it touches jumps on along a hidden round."""
    keys = {
        press(scene.key("right arrow", "d")): (GRID, 0),
        press(scene.key("left arrow", "a")): (-GRID, 0),
        press(scene.key("up arrow", "w")): (0, GRID),
        press(scene.key("down arrow", "s")): (0, -GRID),
    }
    hero = scene.sprite(shape="square", x=0, y=0)
    score = scene.variable(shown=True)
    items = []
    for _ in range(scene.knobs.hidden):
        places = [_grid_place(scene) for _ in range(scene.knobs.chain)]
        sprite = scene.sprite(shape="square", x=places[0][0], y=places[0][1])
        item = Item(sprite, scene.message(), scene.variable(owner=sprite), places)
        items.append(item)
        scene.listen(send(item.message.name))
        onward = set_to(item.cursor, (item.cursor + 1) % len(places))
        jumps = [if_(equals(item.cursor, k), go_to(*place)) for k, place in enumerate(places)]
        sprite.when_received(item.message, onward, next_costume(), *jumps, change(score, 1))
    checks = [if_(touching(item.sprite.name), broadcast(item.message)) for item in items]
    for action, (dx, dy) in keys.items():
        key = str(dict(action.arguments)["key"])
        hero.when_key(key, *_stride(dx, dy), next_costume(), *checks)
    scene.govern(Collect, hero, score, items, keys)


def _grid_place(scene: Scene) -> tuple[int, int]:
    return scene.random.randint(-5, 5) * GRID, scene.random.randint(-3, 3) * GRID


def _stride(dx: int, dy: int) -> list[Block]:
    """One step over the grid, round at its ends."""
    if dx:
        end = RIGHT if dx > 0 else -RIGHT
        beyond = x_position() > end if dx > 0 else x_position() < end
        return [change_x(dx), if_(beyond, set_x(-end))]
    end = TOP if dy > 0 else -TOP
    beyond = y_position() > end if dy > 0 else y_position() < end
    return [change_y(dy), if_(beyond, set_y(-end))]


@dataclass(slots=True)
class Collect(Mechanism):
    """See ``collect``."""

    hero: Sprite
    score: Variable
    items: list[Item]
    keys: dict[Action, tuple[int, int]]
    x: int = field(default=0, init=False)
    y: int = field(default=0, init=False)
    strides: int = field(default=0, init=False)
    jumps: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.jumps = [0] * len(self.items)

    def fire(self, action: Action) -> None:
        if action in self.keys:
            dx, dy = self.keys[action]
            self.x = _round_trip(self.x + dx, RIGHT)
            self.y = _round_trip(self.y + dy, TOP)
            self.strides += 1
            for item, jumps in zip(self.items, self.jumps, strict=True):
                x, y = item.places[jumps % len(item.places)]
                if abs(x - self.x) < SQUARE and abs(y - self.y) < SQUARE:
                    self.send(item.message)
        for number, item in enumerate(self.items):
            self.jumps[number] += action == send(item.message.name)

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = after_turns(self.hero, self.strides)
        expected |= {
            self.hero.path("x"): self.x,
            self.hero.path("y"): self.y,
            self.score.path: sum(self.jumps),
        }
        for item, jumps in zip(self.items, self.jumps, strict=True):
            index = jumps % len(item.places)
            expected |= after_turns(item.sprite, jumps) | self.sent_count(item.message)
            expected[item.cursor.path] = index
            expected[item.sprite.path("x")], expected[item.sprite.path("y")] = item.places[index]
        return expected


def _round_trip(place: int, end: int) -> int:
    return -end if place > end else end if place < -end else place
