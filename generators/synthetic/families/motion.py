# SPDX-License-Identifier: Apache-2.0
"""Motion: keys move sprites, and where a sprite stands decides how far it goes.

``steps``: each sprite walks right by its own step plus the sum of its gears, then its gears turn.
Beyond each of its walls it is lifted to that wall's height; beyond the last it comes in again from
the left. The other key takes it one step to the left, and in again from the right.

``glide``: from the flag on, a sprite moves by its hidden speed in its direction in every tick, and
comes in from the other side when it leaves its field. Keys turn it and change its speed.

``edge``: keys push sprites with long strides, longer by the hidden gears, and the edge of the stage
stops them: 15 pixels of a sprite always stay on the stage.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from generators.synthetic.blocks import (
    Block,
    change_x,
    change_y,
    forever,
    if_,
    move,
    next_costume,
    set_to,
    set_x,
    set_y,
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

__all__ = ["edge", "glide", "steps"]

LEFT_END = -170


@template(
    family="motion",
    name="steps",
    version=1,
    ranges=Ranges(depth=(1, 3), hidden=(0, 2)),
)
def steps(scene: Scene) -> None:
    """Keys walk sprites by strides that hang on hidden gears; walls lift them."""
    right, left = scene.key("right arrow", "d"), scene.key("left arrow", "a")
    walkers = scene.random.randint(1, scene.knobs.sprites)
    for number in range(walkers):
        sprite = scene.sprite()
        gears = Gears(scene, scene.knobs.hidden if number == 0 else 0, owner=sprite)
        stride, back = scene.random.randint(5, 20), scene.random.randint(5, 30)
        walls = sorted(scene.random.sample(range(-100, 160, 10), scene.knobs.depth))
        heights = [scene.random.randrange(-120, 121, 10) for _ in walls]
        body: list[Block] = [set_x(LEFT_END)]
        for wall, height in reversed(list(zip(walls, heights, strict=True))):
            body = [if_(x_position() > wall, set_y(height), *body)]
        walk = [change_x(gears.plus(stride)), next_costume()]
        sprite.when_key(right, *walk, *body, *gears.advance())
        sprite.when_key(left, change_x(-back), if_(x_position() < LEFT_END, set_x(-LEFT_END)))
        scene.govern(Walk, sprite, right, left, stride, back, walls, heights, gears)


@dataclass(slots=True)
class Walk(Mechanism):
    """See ``steps``."""

    sprite: Sprite
    right: str
    left: str
    stride: int
    back: int
    walls: list[int]
    heights: list[int]
    gears: Gears
    x: float = field(init=False)
    y: float = field(init=False)
    walks: int = field(default=0, init=False)
    turned: GearsModel = field(init=False)

    def __post_init__(self) -> None:
        self.x, self.y, self.turned = self.sprite.x, self.sprite.y, self.gears.model()

    def fire(self, action: Action) -> None:
        if action == press(self.left):
            self.x -= self.back
            self.x = -LEFT_END if self.x < LEFT_END else self.x
        elif action == press(self.right):
            self.x += self.stride + self.turned.total
            self.walks += 1
            passed = sum(self.x > wall for wall in self.walls)
            self.y = self.heights[passed - 1] if passed else self.y
            self.x = LEFT_END if passed == len(self.walls) else self.x
            self.turned.advance()

    def expect(self) -> Expectation:
        return {
            **after_turns(self.sprite, self.walks),
            self.sprite.path("x"): self.x,
            self.sprite.path("y"): self.y,
            **self.turned.values,
        }


@template(family="motion", name="glide", version=1, ranges=Ranges(hidden=(1, 3)))
def glide(scene: Scene) -> None:
    """From the flag on sprites glide at hidden speeds; keys turn them and change the speeds."""
    scene.listen(FLAG)
    turn_key, speed_key = scene.key(), scene.key()
    for _ in range(min(scene.knobs.hidden, scene.knobs.sprites)):
        sprite = scene.sprite(direction=scene.random.randrange(-165, 181, 15))
        start, top = scene.random.randint(1, 4), scene.random.randint(5, 8)
        speed = scene.variable(start, owner=sprite)
        angle, limit = scene.random.randrange(15, 170, 15), scene.random.randint(120, 150) + 0.3
        sprite.when_flag(
            forever(
                move(speed),
                if_(x_position() > limit, set_x(-limit)),
                if_(x_position() < -limit, set_x(limit)),
                if_(y_position() > limit, set_y(-limit)),
                if_(y_position() < -limit, set_y(limit)),
            )
        )
        sprite.when_key(turn_key, turn(angle), next_costume())
        sprite.when_key(speed_key, set_to(speed, (speed + 1) % top))
        scene.govern(Glide, sprite, speed.path, turn_key, speed_key, angle, limit, top, start)


@dataclass(slots=True)
class Glide(Mechanism):
    """See ``glide``."""

    sprite: Sprite
    speed_path: str
    turn_key: str
    speed_key: str
    angle: int
    limit: float
    top: int
    speed: int
    x: float = field(init=False)
    y: float = field(init=False)
    turns: int = field(default=0, init=False)
    gliding: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.x, self.y = self.sprite.x, self.sprite.y

    def fire(self, action: Action) -> None:
        if action == press(self.turn_key):
            self.turns += 1
        elif action == press(self.speed_key):
            self.speed = (self.speed + 1) % self.top
        elif action == FLAG:
            self.gliding = True
            self.tick()

    def stop(self) -> None:
        self.gliding = False

    def tick(self) -> None:
        if self.gliding:
            angle = math.radians(90 - self.direction)
            self.x = self.inside(self.x + self.speed * math.cos(angle))
            self.y = self.inside(self.y + self.speed * math.sin(angle))

    def inside(self, place: float) -> float:
        """Come in from the other side."""
        return -math.copysign(self.limit, place) if abs(place) > self.limit else place

    @property
    def direction(self) -> float:
        return wrapped(self.sprite.direction + self.turns * self.angle)

    def expect(self) -> Expectation:
        return {
            **after_turns(self.sprite, self.turns, self.angle),
            self.sprite.path("x"): self.x,
            self.sprite.path("y"): self.y,
            self.speed_path: self.speed,
        }


@template(family="motion", name="edge", version=1, ranges=Ranges(hidden=(1, 2)))
def edge(scene: Scene) -> None:
    """Keys push sprites by long strides up to the edge of the stage, which stops them."""
    keys = {
        (1, 0): scene.key("right arrow", "d"),
        (-1, 0): scene.key("left arrow", "a"),
        (0, 1): scene.key("up arrow", "w"),
        (0, -1): scene.key("down arrow", "s"),
    }
    for number in range(scene.random.randint(1, scene.knobs.sprites)):
        sprite = scene.sprite(shape="square")
        gears = Gears(scene, scene.knobs.hidden if number == 0 else 0, owner=sprite)
        stride = scene.random.randint(40, 90)
        for (dx, dy), key in keys.items():
            push = change_x(gears.plus(stride * dx, 9 * dx)) if dx else None
            push = push or change_y(gears.plus(stride * dy, 9 * dy))
            sprite.when_key(key, push, *gears.advance())
        scene.govern(Push, sprite, {press(key): way for way, key in keys.items()}, stride, gears)


@dataclass(slots=True)
class Push(Mechanism):
    """See ``edge``."""

    sprite: Sprite
    ways: dict[Action, tuple[int, int]]
    stride: int
    gears: Gears
    x: float = field(init=False)
    y: float = field(init=False)
    turned: GearsModel = field(init=False)

    def __post_init__(self) -> None:
        self.x, self.y, self.turned = self.sprite.x, self.sprite.y, self.gears.model()

    def fire(self, action: Action) -> None:
        if action in self.ways:
            dx, dy = self.ways[action]
            stride = self.stride + 9 * self.turned.total
            # half of the stage, less 15 pixels that stay on it, plus half of the sprite
            self.x = max(-245, min(245, self.x + dx * stride))
            self.y = max(-185, min(185, self.y + dy * stride))
            self.turned.advance()

    def expect(self) -> Expectation:
        place = {self.sprite.path("x"): self.x, self.sprite.path("y"): self.y}
        return place | self.turned.values
