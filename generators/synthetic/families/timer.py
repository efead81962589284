# SPDX-License-Identifier: Apache-2.0
"""Timers and edge hats: scripts that start when a measure rises above a threshold.

``alarms``: nobody touches anything, and alarms go off one after another as the timer passes their
thresholds. The last one resets the timer, and so does a key, which puts off all that is to come.

``noise``: the loudness of the microphone passes thresholds. A script starts when the loudness
rises above its threshold, and not again before it has been at or below it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    TICKS_PER_TENTH,
    Block,
    Variable,
    change,
    next_costume,
    reset_timer,
    set_size,
    set_x,
    turn,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import FLAG, Expectation, Expected, Mechanism, press
from generators.synthetic.parts import after_turns
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["alarms", "noise"]


class Alarm(NamedTuple):
    """What goes off, and after how many tenths of a second and a half."""

    sprite: Sprite
    tenths: int
    angle: int
    rings: Variable


@template(
    family="timer",
    name="alarms",
    version=1,
    ranges=Ranges(chain=(1, 3), delay=(4, 15), hidden=(1, 1)),
)
def alarms(scene: Scene) -> None:
    """Alarms go off as the timer rises; the last one and a key reset it."""
    key = scene.key()
    chain, delay = scene.knobs.chain, scene.knobs.delay
    times = sorted([*scene.random.sample(range(1, delay), chain - 1), delay])
    resets = scene.variable()
    scene.stage.when_key(key, reset_timer(), change(resets, 1))
    scene.listen(FLAG)
    ringing = []
    for number, tenths in enumerate(times):
        sprite = scene.sprite(x=scene.nonzero(2, 18) * 10)
        alarm = Alarm(
            sprite, tenths, scene.random.randrange(15, 180, 15), scene.variable(shown=True)
        )
        ringing.append(alarm)
        last: list[Block] = [reset_timer()] if number + 1 == chain else []
        body = [turn(alarm.angle), next_costume(), set_x(x_position() * -1), change(alarm.rings, 1)]
        # half a tenth lies between two ticks, so that no rounding decides
        sprite.when_timer_above(tenths / 10 + 0.05, *body, *last)
    scene.govern(Alarms, key, resets, ringing)


@dataclass(slots=True)
class Alarms(Mechanism):
    """See ``alarms``."""

    key: str
    resets: Variable
    alarms: list[Alarm]
    rung: list[int] = field(init=False)
    presses: int = field(default=0, init=False)
    zero: int = field(default=0, init=False)
    """Tick in which the timer was reset."""

    def __post_init__(self) -> None:
        self.rung = [0] * len(self.alarms)

    def prepare(self, action: Action) -> None:
        if action == FLAG:
            self.zero = self.now - 1

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            self.presses += 1
            self.zero = self.now

    def begin_tick(self) -> None:
        # hats see the clock of the tick before
        passed = self.now - 1 - self.zero
        for number, alarm in enumerate(self.alarms):
            if passed == alarm.tenths * TICKS_PER_TENTH + 2:
                self.rung[number] += 1
                if alarm is self.alarms[-1]:
                    self.zero = self.now

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = {self.resets.path: self.presses}
        for (sprite, _, angle, count), rung in zip(self.alarms, self.rung, strict=True):
            expected |= after_turns(sprite, rung, angle)
            expected |= {count.path: rung, sprite.path("x"): sprite.x * (-1) ** rung}
        return expected


LEVELS = (0, 20, 40, 60, 80)


@template(family="timer", name="noise", version=1, ranges=Ranges(hidden=(1, 3)))
def noise(scene: Scene) -> None:
    """Scripts start when loudness rises above their thresholds; hidden counts tell how often."""
    for level in LEVELS:
        scene.listen(Action.make("loudness", level=level))
    for _ in range(scene.knobs.hidden):
        sprite, angle = scene.sprite(), scene.random.randrange(15, 180, 15)
        above, count = scene.random.randrange(10, 80, 20), scene.variable()
        stretch = scene.random.randint(3, 12)
        body = [change(count, 1), turn(angle), next_costume(), set_size(count * stretch % 90 + 60)]
        sprite.when_loudness_above(above, *body)
        scene.govern(Noise, sprite, above, angle, count, stretch)


@dataclass(slots=True)
class Noise(Mechanism):
    """See ``noise``."""

    sprite: Sprite
    above: int
    angle: int
    count: Variable
    stretch: int
    level: float = field(default=0, init=False)
    was_above: bool = field(default=False, init=False)
    starts: int = field(default=0, init=False)

    def prepare(self, action: Action) -> None:
        if action.type == "loudness":
            self.level = float(dict(action.arguments)["level"])

    def begin_tick(self) -> None:
        above = self.level > self.above
        self.starts += above and not self.was_above
        self.was_above = above

    def expect(self) -> Expectation:
        if not self.starts:
            return {}
        return {
            **after_turns(self.sprite, self.starts, self.angle),
            self.count.path: self.starts,
            self.sprite.path("size"): self.starts * self.stretch % 90 + 60,
        }
