# SPDX-License-Identifier: Apache-2.0
"""Delay: an effect comes some time after its cause.

``fuse``: a key lights each sprite's fuse, and one effect follows another after its own wait. A
script that waits cannot be started again by its key. Hidden gears, read when the key is pressed,
lengthen the first wait.

``snooze``: a click starts a sprite's wait anew, so that clicking again and again puts the effect
off; only when it is left alone does the sprite move, turn and count.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generators.synthetic.blocks import (
    TICKS_PER_TENTH,
    Block,
    Variable,
    change,
    next_costume,
    set_x,
    turn,
    wait_seconds,
    wait_tenths,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, click, press
from generators.synthetic.parts import Gears, GearsModel, after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["fuse", "snooze"]


@template(
    family="delay",
    name="fuse",
    version=1,
    ranges=Ranges(chain=(1, 4), delay=(1, 8), hidden=(1, 2)),
)
def fuse(scene: Scene) -> None:
    """A key lights fuses: one effect after another, the first delayed by hidden gears."""
    key = scene.key()
    gears = Gears(scene, scene.knobs.hidden)
    scene.stage.when_key(key, *gears.advance())
    for number in range(scene.random.randint(1, min(3, scene.knobs.sprites))):
        sprite = scene.sprite(x=scene.nonzero(2, 18) * 10)
        waits = [scene.random.randint(1, scene.knobs.delay) for _ in range(scene.knobs.chain)]
        if number == 0:
            waits[-1] = scene.knobs.delay
        angle, burnt = scene.random.randrange(15, 180, 15), scene.variable(shown=True)
        first = wait_seconds((gears.total() + waits[0]) / 10)
        body: list[Block] = [next_costume(), first]
        for place, wait in enumerate(waits):
            body += [wait_tenths(wait)] if place else []
            body += [turn(angle), change(burnt, 1)]
        sprite.when_key(key, *body, set_x(x_position() * -1))
        scene.govern(Fuse, sprite, key, waits, angle, burnt, gears, number == 0)


@dataclass(slots=True)
class Fuse(Mechanism):
    """See ``fuse``."""

    sprite: Sprite
    key: str
    waits: list[int]
    angle: int
    burnt: Variable
    gears: Gears
    owns_gears: bool
    turned: GearsModel = field(init=False)
    lit: int = field(default=0, init=False)
    effects: int = field(default=0, init=False)
    burning: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()

    def prepare(self, action: Action) -> None:
        self.burning = self.waiting("fuse")

    def fire(self, action: Action) -> None:
        if action != press(self.key):
            return
        if not self.burning:
            self.lit += 1
            tenths = self.turned.total
            for wait in self.waits:
                tenths += wait
                self.after(tenths * TICKS_PER_TENTH, self.burn, "fuse")
        self.turned.advance()

    def burn(self) -> None:
        self.effects += 1

    def expect(self) -> Expectation:
        finished = self.effects // len(self.waits)
        return {
            **after_turns(self.sprite, self.lit),
            self.sprite.path("direction"): wrapped(
                self.sprite.direction + self.effects * self.angle
            ),
            self.sprite.path("x"): self.sprite.x * (-1) ** finished,
            self.burnt.path: self.effects,
            **(self.turned.values if self.owns_gears else {}),
        }


@template(
    family="delay",
    name="snooze",
    version=1,
    ranges=Ranges(delay=(1, 8), hidden=(1, 3)),
)
def snooze(scene: Scene) -> None:
    """Clicking a sprite again puts off what it does when it is left alone; a hidden count tells."""
    for number in range(min(scene.knobs.hidden, scene.knobs.sprites)):
        sprite = scene.sprite(x=scene.nonzero(2, 18) * 10)
        wait = scene.random.randint(1, scene.knobs.delay) if number else scene.knobs.delay
        angle, woken = scene.random.randrange(15, 180, 15), scene.variable(owner=sprite)
        wake = [set_x(x_position() * -1), turn(angle), change(woken, 1)]
        sprite.when_clicked(next_costume(), wait_tenths(wait), *wake)
        scene.listen(click(sprite.name))
        scene.govern(Snooze, sprite, wait * TICKS_PER_TENTH, angle, woken)


@dataclass(slots=True)
class Snooze(Mechanism):
    """See ``snooze``."""

    sprite: Sprite
    ticks: int
    angle: int
    woken: Variable
    clicks: int = field(default=0, init=False)
    wakings: int = field(default=0, init=False)

    def prepare(self, action: Action) -> None:
        if action == click(self.sprite.name):
            self.cancel()

    def fire(self, action: Action) -> None:
        if action == click(self.sprite.name):
            self.clicks += 1
            self.after(self.ticks, self.wake)

    def wake(self) -> None:
        self.wakings += 1

    def expect(self) -> Expectation:
        turned = self.sprite.direction + self.wakings * self.angle
        expected: dict[str, Expected] = after_turns(self.sprite, self.clicks)
        return expected | {
            self.sprite.path("direction"): wrapped(turned),
            self.sprite.path("x"): self.sprite.x * (-1) ** self.wakings,
            self.woken.path: self.wakings,
        }
