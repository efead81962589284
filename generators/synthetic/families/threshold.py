# SPDX-License-Identifier: Apache-2.0
"""Nested thresholds: a level decides by bands which of many things happens.

``bands``: keys raise and lower a hidden level between 0 and 100. Conditions in each other sort it
into bands; the band sets costume, size and place, and how much the next step changes the level.

``reactor``: heat and pressure are hidden. One key heats, one vents. Above each threshold of the
heat the pressure rises by more; when it passes the limit the reactor trips: everything is reset,
the trip is counted and shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Block,
    Script,
    Variable,
    change,
    change_size,
    if_,
    if_else,
    next_costume,
    set_size,
    set_to,
    set_x,
    switch_costume,
    turn,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Mechanism, press
from generators.synthetic.parts import after_turns, costume_names, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["bands", "reactor"]

TOP = 100


class Band(NamedTuple):
    """What happens to a level above ``above`` and not above the next band's."""

    above: int
    costume: int
    size: int
    x: int
    step: int


@template(family="threshold", name="bands", version=1, ranges=Ranges(depth=(1, 5), hidden=(2, 2)))
def bands(scene: Scene) -> None:
    """Keys change a hidden level; its band sets the look and the size of the next step."""
    up, down, sprite = scene.key(), scene.key(), scene.sprite(costumes=4)
    edges = [-1, *sorted(scene.random.sample(range(5, 100, 5), scene.knobs.depth))]
    table = []
    for edge in edges:
        size, x = scene.random.randrange(50, 151, 5), scene.random.randrange(-180, 181, 5)
        table.append(Band(edge, scene.random.randrange(4), size, x, scene.random.randint(3, 30)))
    start = scene.random.randrange(5, 95)
    level, step = scene.variable(start), scene.variable(table[0].step)
    sort = _sort(level, step, table, costume_names(sprite))
    floor, ceiling = if_(level < 0, set_to(level, 0)), if_(level > TOP, set_to(level, TOP))
    sprite.when_key(up, change(level, step), ceiling, sort)
    sprite.when_key(down, change(level, step * -1), floor, sort)
    scene.govern(Bands, up, down, sprite, level, step, table, start)


def _sort(level: Variable, step: Variable, table: list[Band], costumes: list[str]) -> Block:
    """Conditions in each other, the highest band innermost."""
    looks = [
        (switch_costume(costumes[costume]), set_size(size), set_x(x), set_to(step, stride))
        for _, costume, size, x, stride in table
    ]
    body: Script = looks[-1]
    for band, lower in zip(reversed(table[1:]), reversed(looks[:-1]), strict=True):
        body = (if_else(level > band.above, body, lower),)
    return body[0]


@dataclass(slots=True)
class Bands(Mechanism):
    """See ``bands``."""

    up: str
    down: str
    sprite: Sprite
    variable: Variable
    step: Variable
    table: list[Band]
    level: int
    band: Band = field(init=False)
    moved: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.band = self.table[0]

    def fire(self, action: Action) -> None:
        if action == press(self.up):
            self.level = min(TOP, self.level + self.band.step)
        elif action == press(self.down):
            self.level = max(0, self.level - self.band.step)
        else:
            return
        self.band = [band for band in self.table if self.level > band.above][-1]
        self.moved = True

    def expect(self) -> Expectation:
        if not self.moved:
            return {}
        return {
            self.variable.path: self.level,
            self.step.path: self.band.step,
            self.sprite.path("costume"): costume_names(self.sprite)[self.band.costume],
            self.sprite.path("size"): self.band.size,
            self.sprite.path("x"): self.band.x,
        }


@template(family="threshold", name="reactor", version=1, ranges=Ranges(depth=(1, 4), hidden=(2, 2)))
def reactor(scene: Scene) -> None:
    """Heat above nested thresholds raises a hidden pressure; above its limit the reactor trips."""
    keys = ReactorKeys(scene.key(), scene.key())
    heat, pressure = scene.variable(), scene.variable()
    trips, core = scene.variable(shown=True), scene.sprite()
    warm, limit = scene.random.randint(3, 12), scene.random.randint(20, 60)
    cool, vented = scene.random.randint(5, 20), scene.random.randint(3, 15)
    steps = sorted(scene.random.sample(range(5, 60), scene.knobs.depth))
    rises = [Rise(step, scene.random.randint(1, 9)) for step in steps]
    angle = scene.random.randrange(15, 180, 15)
    body: Script = ()
    for rise in reversed(rises):
        body = (if_(heat > rise.above, change(pressure, rise.by), *body),)
    trip = [set_to(heat, 0), set_to(pressure, 0), change(trips, 1), next_costume(), set_size(60)]
    core.when_key(
        keys.warm,
        change(heat, warm),
        turn(angle),
        change_size(2),
        *body,
        if_(pressure > limit, *trip),
    )
    core.when_key(
        keys.vent,
        change(heat, -cool),
        change(pressure, -vented),
        if_(heat < 0, set_to(heat, 0)),
        if_(pressure < 0, set_to(pressure, 0)),
    )
    numbers = ReactorNumbers(warm, limit, cool, vented, angle)
    scene.govern(Reactor, core, keys, heat, pressure, trips, rises, numbers)


class ReactorKeys(NamedTuple):
    """Who does what."""

    warm: str
    vent: str


class Rise(NamedTuple):
    """Above which heat the pressure rises by how much more."""

    above: int
    by: int


class ReactorNumbers(NamedTuple):
    """The constants of a reactor."""

    warm: int
    limit: int
    cool: int
    vented: int
    angle: int


@dataclass(slots=True)
class Reactor(Mechanism):
    """See ``reactor``."""

    core: Sprite
    keys: ReactorKeys
    heat: Variable
    pressure: Variable
    trips: Variable
    rises: list[Rise]
    numbers: ReactorNumbers
    heat_now: int = field(default=0, init=False)
    pressure_now: int = field(default=0, init=False)
    size: float = field(default=100, init=False)
    turns: int = field(default=0, init=False)
    tripped: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        if action == press(self.keys.warm):
            self.heat_now += self.numbers.warm
            self.turns += 1
            self.size += 2
            self.pressure_now += sum(rise.by for rise in self.rises if self.heat_now > rise.above)
            if self.pressure_now > self.numbers.limit:
                self.heat_now, self.pressure_now, self.size = 0, 0, 60
                self.tripped += 1
        elif action == press(self.keys.vent):
            self.heat_now = max(0, self.heat_now - self.numbers.cool)
            self.pressure_now = max(0, self.pressure_now - self.numbers.vented)

    def expect(self) -> Expectation:
        turned = wrapped(self.core.direction + self.turns * self.numbers.angle)
        return {
            **after_turns(self.core, self.tripped),
            self.core.path("direction"): turned,
            self.core.path("size"): self.size,
            self.heat.path: self.heat_now,
            self.pressure.path: self.pressure_now,
            self.trips.path: self.tripped,
        }
