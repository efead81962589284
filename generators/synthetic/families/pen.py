# SPDX-License-Identifier: Apache-2.0
"""Pen: what a sprite draws with is hidden state of the sprite.

``plotter``: one key moves the plotter a stride on and turns it and the hidden gears, which the
stride reads; one lifts or lowers its pen, which a hidden variable remembers; one changes the pen's
colour; one sets its size by the gears. A plotter that is too far out starts again at the centre.

``spiral``: from the flag on a sprite draws, one stroke a tick, each longer than the one before;
after a number of strokes it goes back to the centre, erases everything and goes on in another
colour. A key changes the hidden side to which it turns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Variable,
    change,
    change_pen,
    equals,
    erase_all,
    forever,
    go_to,
    if_,
    if_else,
    math_of,
    move,
    next_costume,
    pen_down,
    pen_up,
    point,
    set_pen_size,
    set_to,
    turn,
    x_position,
    y_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import FLAG, Expectation, Mechanism, press
from generators.synthetic.parts import Gears, GearsModel, after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["plotter", "spiral"]

FIRST_COLOUR = 66.66
"""The colour of a pen that nobody has changed."""
COLOURS = 101
"""The pen wraps its colour into 0 to 100 by adding or subtracting this."""
FAR = 130.3
"""No plotter stops exactly here, so that no rounding decides whether it is beyond."""


class PlotterKeys(NamedTuple):
    """Who does what."""

    move: str
    lift: str
    colour: str
    size: str


class PlotterNumbers(NamedTuple):
    """The constants of a plotter."""

    stride: int
    angle: int
    colour: int
    size: int


@template(family="pen", name="plotter", version=1, ranges=Ranges(hidden=(2, 3)))
def plotter(scene: Scene) -> None:
    """Keys move a plotter and change its pen: up or down, colour, size."""
    keys = PlotterKeys(scene.key(), scene.key(), scene.key(), scene.key())
    gears, down = Gears(scene, scene.knobs.hidden - 1), scene.variable()
    numbers = PlotterNumbers(
        scene.random.randint(5, 25),
        scene.random.randrange(15, 180, 15),
        scene.random.randint(5, 50),
        scene.random.randint(1, 8),
    )
    sprite = scene.sprite(x=0, y=0)
    home = [go_to(0, 0), next_costume()]
    sprite.when_key(
        keys.move,
        move(gears.plus(numbers.stride)),
        turn(numbers.angle),
        *gears.advance(),
        if_(math_of("abs", x_position()) > FAR, *home),
        if_(math_of("abs", y_position()) > FAR, *home),
    )
    toggle = if_else(equals(down, 1), (pen_down(),), (pen_up(),))
    sprite.when_key(keys.lift, set_to(down, (down + 1) % 2), toggle)
    sprite.when_key(keys.colour, change_pen("color", numbers.colour))
    sprite.when_key(keys.size, set_pen_size(gears.plus(numbers.size)))
    scene.govern(Plotter, sprite, keys, numbers, gears, down)


@dataclass(slots=True)
class Plotter(Mechanism):
    """See ``plotter``."""

    sprite: Sprite
    keys: PlotterKeys
    numbers: PlotterNumbers
    gears: Gears
    down: Variable
    turned: GearsModel = field(init=False)
    x: float = field(default=0, init=False)
    y: float = field(default=0, init=False)
    moves: int = field(default=0, init=False)
    restarts: int = field(default=0, init=False)
    lifts: int = field(default=0, init=False)
    colour: float = field(default=FIRST_COLOUR, init=False)
    size: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()

    def fire(self, action: Action) -> None:
        if action == press(self.keys.move):
            self.move()
        elif action == press(self.keys.lift):
            self.lifts += 1
        elif action == press(self.keys.colour):
            self.colour = (self.colour + self.numbers.colour) % COLOURS
        elif action == press(self.keys.size):
            self.size = self.numbers.size + self.turned.total

    def move(self) -> None:
        angle = math.radians(90 - self.direction)
        stride = self.numbers.stride + self.turned.total
        self.x += stride * math.cos(angle)
        self.y += stride * math.sin(angle)
        self.moves += 1
        self.turned.advance()
        if abs(self.x) > FAR or abs(self.y) > FAR:
            self.x = self.y = 0
            self.restarts += 1

    @property
    def direction(self) -> float:
        return wrapped(self.sprite.direction + self.moves * self.numbers.angle)

    def expect(self) -> Expectation:
        return {
            **after_turns(self.sprite, self.restarts),
            **self.turned.values,
            self.sprite.path("x"): self.x,
            self.sprite.path("y"): self.y,
            self.sprite.path("direction"): self.direction,
            self.sprite.path("pen/down"): self.lifts % 2 == 1,
            self.sprite.path("pen/color"): self.colour,
            self.sprite.path("pen/size"): self.size,
            self.down.path: self.lifts % 2,
        }


class SpiralNumbers(NamedTuple):
    """The constants of a spiral."""

    first: int
    growth: int
    strokes: int
    angle: int
    colour: int


@template(family="pen", name="spiral", version=1, ranges=Ranges(hidden=(3, 3)))
def spiral(scene: Scene) -> None:
    """From the flag on a sprite draws spirals, to a hidden side that a key changes."""
    scene.listen(FLAG)
    key, sprite = scene.key(), scene.sprite(x=0, y=0)
    numbers = SpiralNumbers(
        scene.random.randint(2, 6),
        scene.random.randint(1, 4),
        scene.random.randint(4, 12),
        scene.random.randrange(60, 151, 15),
        scene.random.randint(5, 50),
    )
    length, strokes, side = (scene.variable(value, owner=sprite) for value in (0, 0, 1))
    begin = [go_to(0, 0), set_to(length, numbers.first), set_to(strokes, 0)]
    sprite.when_flag(
        *begin,
        point(90),
        pen_down(),
        forever(
            move(length),
            turn(side * numbers.angle),
            change(length, numbers.growth),
            change(strokes, 1),
            if_(
                equals(strokes, numbers.strokes),
                *begin,
                erase_all(),
                change_pen("color", numbers.colour),
            ),
        ),
    )
    sprite.when_key(key, set_to(side, side * -1), next_costume())
    scene.govern(Spiral, sprite, key, numbers, length, strokes, side)


@dataclass(slots=True)
class Spiral(Mechanism):
    """See ``spiral``."""

    sprite: Sprite
    key: str
    numbers: SpiralNumbers
    length_variable: Variable
    strokes_variable: Variable
    side_variable: Variable
    length: int = field(default=0, init=False)
    strokes: int = field(default=0, init=False)
    side: int = field(default=1, init=False)
    presses: int = field(default=0, init=False)
    x: float = field(default=0, init=False)
    y: float = field(default=0, init=False)
    direction: float = field(init=False)
    colour: float = field(default=FIRST_COLOUR, init=False)
    drawing: bool = field(default=False, init=False)
    down: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.direction = self.sprite.direction

    def stop(self) -> None:
        self.drawing = False

    def fire(self, action: Action) -> None:
        if action == FLAG:
            self.begin()
            self.direction, self.drawing, self.down = 90, True, True
            self.tick()
        elif action == press(self.key):
            self.side = -self.side
            self.presses += 1

    def begin(self) -> None:
        self.x, self.y, self.length, self.strokes = 0, 0, self.numbers.first, 0

    def tick(self) -> None:
        if not self.drawing:
            return
        angle = math.radians(90 - self.direction)
        self.x += self.length * math.cos(angle)
        self.y += self.length * math.sin(angle)
        self.direction = wrapped(self.direction + self.side * self.numbers.angle)
        self.length += self.numbers.growth
        self.strokes += 1
        if self.strokes == self.numbers.strokes:
            self.begin()
            self.colour = (self.colour + self.numbers.colour) % COLOURS

    def expect(self) -> Expectation:
        return {
            **after_turns(self.sprite, self.presses),
            self.sprite.path("x"): self.x,
            self.sprite.path("y"): self.y,
            self.sprite.path("direction"): self.direction,
            self.sprite.path("pen/down"): self.down,
            self.sprite.path("pen/color"): self.colour,
            self.length_variable.path: self.length,
            self.strokes_variable.path: self.strokes,
            self.side_variable.path: self.side,
        }
