# SPDX-License-Identifier: Apache-2.0
"""Sensing: a loop looks at held keys and at the mouse in every tick.

``drive``: from the flag on cars move by their hidden speeds in every tick. While the gas key is
held a speed grows up to the car's top speed, otherwise it falls by one; while the brake is held it
falls by the brake's force as well, never below nothing. A car that leaves the road comes in again
from the left, counts a lap and takes its next costume.

``chase``: from the flag on a hound goes in every tick a part of the way to the mouse; while the
button is down it rests, and a hidden hunger grows by one. At a certain hunger it leaps to the
other side of the stage and is content again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Variable,
    change,
    change_x,
    change_y,
    equals,
    forever,
    if_,
    if_else,
    key_pressed,
    mouse_down,
    mouse_x,
    mouse_y,
    next_costume,
    set_size,
    set_to,
    set_x,
    x_position,
    y_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import FLAG, Expectation, Mechanism, press, release
from generators.synthetic.parts import after_turns
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["chase", "drive"]

END = 200
"""Where the road ends, to the left and to the right."""


class Car(NamedTuple):
    """A car and what it can do."""

    sprite: Sprite
    speed: Variable
    laps: Variable
    top: int
    thrust: int
    brake: int


@template(family="sensing", name="drive", version=1, ranges=Ranges(hidden=(1, 3)))
def drive(scene: Scene) -> None:
    """Held keys speed cars up and slow them down; their speeds are hidden."""
    scene.listen(FLAG)
    gas, brake = scene.key("up arrow", "w"), scene.key("down arrow", "s")
    for key in (gas, brake):
        scene.listen(release(key))
    for _ in range(scene.knobs.hidden):
        sprite = scene.sprite()
        car = Car(
            sprite,
            scene.variable(owner=sprite),
            scene.variable(shown=True),
            scene.random.randint(6, 20),
            scene.random.randint(1, 4),
            scene.random.randint(1, 5),
        )
        speed = car.speed
        faster = if_(speed < car.top, change(speed, car.thrust))
        sprite.when_flag(
            forever(
                if_else(key_pressed(gas), (faster,), (change(speed, -1),)),
                if_(key_pressed(brake), change(speed, -car.brake)),
                if_(speed < 0, set_to(speed, 0)),
                change_x(speed),
                if_(x_position() > END, set_x(-END), change(car.laps, 1), next_costume()),
            )
        )
        scene.govern(Drive, car, gas, brake)


@dataclass(slots=True)
class Drive(Mechanism):
    """See ``drive``."""

    car: Car
    gas: str
    brake: str
    x: float = field(init=False)
    speed: int = field(default=0, init=False)
    laps: int = field(default=0, init=False)
    held: set[str] = field(default_factory=set, init=False)
    driving: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.x = self.car.sprite.x

    def stop(self) -> None:
        self.driving = False

    def prepare(self, action: Action) -> None:
        key = str(dict(action.arguments).get("key"))
        if action == press(key):
            self.held.add(key)
        elif action == release(key):
            self.held.discard(key)

    def fire(self, action: Action) -> None:
        if action == FLAG:
            self.driving = True
            self.tick()

    def tick(self) -> None:
        if not self.driving:
            return
        if self.gas not in self.held:
            self.speed -= 1
        elif self.speed < self.car.top:
            self.speed += self.car.thrust
        self.speed -= self.car.brake if self.brake in self.held else 0
        self.speed = max(0, self.speed)
        self.x += self.speed
        if self.x > END:
            self.x = -END
            self.laps += 1

    def expect(self) -> Expectation:
        sprite = self.car.sprite
        return {
            **after_turns(sprite, self.laps),
            sprite.path("x"): self.x,
            self.car.speed.path: self.speed,
            self.car.laps.path: self.laps,
        }


PLACES = ((-150, 100), (150, -100), (0, 0), (70, 120), (-90, -60))
"""Where the mouse goes, in stage pixels."""


@template(family="sensing", name="chase", version=1, ranges=Ranges(hidden=(1, 1)))
def chase(scene: Scene) -> None:
    """A hound runs after the mouse, and rests and grows hungry while the button is down."""
    scene.listen(FLAG)
    for x, y in PLACES:
        scene.listen(Action.make("mouse_move", x=x, y=y))
    x, y = scene.random.choice(PLACES)
    scene.listen(Action.make("mouse_down", x=x, y=y))
    scene.listen(Action.make("mouse_up", x=x, y=y))
    hound = scene.sprite()
    hunger, leaps = scene.variable(owner=hound), scene.variable(shown=True)
    part, limit = scene.random.randint(3, 12), scene.random.randint(5, 25)
    run = (change_x((mouse_x() - x_position()) / part), change_y((mouse_y() - y_position()) / part))
    leap = [set_x(x_position() * -1), set_to(hunger, 0), change(leaps, 1), next_costume()]
    rest = (change(hunger, 1), if_(equals(hunger, limit), *leap))
    hound.when_flag(forever(if_else(mouse_down(), rest, run), set_size(hunger + 60)))
    scene.govern(Chase, hound, hunger, leaps, part, limit)


@dataclass(slots=True)
class Chase(Mechanism):
    """See ``chase``."""

    hound: Sprite
    hunger: Variable
    leaps: Variable
    part: int
    limit: int
    x: float = field(init=False)
    y: float = field(init=False)
    mouse: tuple[float, float] = field(default=(0, 0), init=False)
    button: bool = field(default=False, init=False)
    hungry: int = field(default=0, init=False)
    leapt: int = field(default=0, init=False)
    chasing: bool = field(default=False, init=False)
    started: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.x, self.y = self.hound.x, self.hound.y

    def stop(self) -> None:
        self.chasing = False

    def prepare(self, action: Action) -> None:
        if action.type.startswith("mouse"):
            place = dict(action.arguments)
            self.mouse = float(place["x"]), float(place["y"])
            if action.type != "mouse_move":
                self.button = action.type == "mouse_down"

    def fire(self, action: Action) -> None:
        if action == FLAG:
            self.chasing = self.started = True
            self.tick()

    def tick(self) -> None:
        if not self.chasing:
            return
        if self.button:
            self.hungry += 1
            if self.hungry == self.limit:
                self.x, self.hungry = -self.x, 0
                self.leapt += 1
        else:
            self.x += (self.mouse[0] - self.x) / self.part
            self.y += (self.mouse[1] - self.y) / self.part

    def expect(self) -> Expectation:
        if not self.started:
            return {}
        return {
            **after_turns(self.hound, self.leapt),
            self.hound.path("x"): self.x,
            self.hound.path("y"): self.y,
            self.hound.path("size"): self.hungry + 60,
            self.hunger.path: self.hungry,
            self.leaps.path: self.leapt,
        }
