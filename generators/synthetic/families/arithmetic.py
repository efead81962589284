# SPDX-License-Identifier: Apache-2.0
"""Arithmetic and random draws.

``registers``: two keys work on hidden registers. ``step`` multiplies the first register and adds,
modulo a number; each further register takes the rounded or floored quotient of the one before and
adds it to itself, modulo its own number. ``show`` puts them on the stage: place, direction, size.

``dice``: a key rolls dice. What they show cannot be known, only that it is a whole number of eyes;
the sum of all rolls is what it must be within those bounds, and the number of rolls is exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from generators.synthetic.blocks import (
    Reporter,
    Variable,
    change,
    go_to,
    math_of,
    next_costume,
    point,
    random_between,
    rounded,
    set_size,
    set_to,
    set_x,
    set_y,
    turn,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Between, Expectation, Expected, Mechanism, press
from generators.synthetic.parts import after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["dice", "registers"]


class Register(NamedTuple):
    """A hidden number below its modulus."""

    variable: Variable
    start: int
    factor: int
    """The first register's factor, or the divisor of the register before."""
    addend: int
    modulus: int
    rounds: bool
    """Whether the quotient is rounded, halves up, or floored."""


@template(
    family="arithmetic",
    name="registers",
    version=1,
    ranges=Ranges(hidden=(1, 4)),
)
def registers(scene: Scene) -> None:
    """One key computes on hidden registers, another shows them by place, direction and size."""
    step, show = scene.key(), scene.key()
    chain = []
    for _ in range(scene.knobs.hidden):
        start, modulus = scene.random.randrange(50), scene.random.randint(60, 150)
        register = Register(
            scene.variable(start),
            start,
            scene.random.randint(2, 9),
            scene.random.randint(1, 50),
            modulus,
            scene.random.random() < 0.5,
        )
        chain.append(register)
    first = chain[0]
    body = [set_to(first.variable, (first.variable * first.factor + first.addend) % first.modulus)]
    for before, register in pairwise(chain):
        quotient = before.variable / register.factor
        whole = rounded(quotient) if register.rounds else math_of("floor", quotient)
        body.append(set_to(register.variable, (register.variable + whole) % register.modulus))
    scene.stage.when_key(step, *body)
    pointer = scene.sprite()
    last = chain[-1].variable
    pointer.when_key(
        show,
        go_to(first.variable - 75, math_of("abs", last - 100)),
        point(last * 2),
        set_size(_root(first.variable) * 5 + 50),
        next_costume(),
    )
    scene.govern(Registers, step, show, chain, pointer)


def _root(value: Variable) -> Reporter:
    return math_of("floor", math_of("sqrt", value))


@dataclass(slots=True)
class Registers(Mechanism):
    """See ``registers``."""

    step: str
    show: str
    chain: list[Register]
    pointer: Sprite
    values: list[int] = field(init=False)
    shown: tuple[int, int] = field(default=(0, 0), init=False)
    """The first and the last register when they were last shown."""
    shows: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.values = [register.start for register in self.chain]

    def fire(self, action: Action) -> None:
        if action == press(self.step):
            self.compute()
        elif action == press(self.show):
            self.shown = (self.values[0], self.values[-1])
            self.shows += 1

    def compute(self) -> None:
        first = self.chain[0]
        self.values[0] = (self.values[0] * first.factor + first.addend) % first.modulus
        for place, register in enumerate(self.chain[1:], start=1):
            quotient = self.values[place - 1] / register.factor
            whole = math.floor(quotient + 0.5) if register.rounds else math.floor(quotient)
            self.values[place] = (self.values[place] + whole) % register.modulus

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = {
            register.variable.path: value
            for register, value in zip(self.chain, self.values, strict=True)
        }
        if self.shows:
            (first, last), pointer = self.shown, self.pointer
            expected |= after_turns(pointer, self.shows) | {
                pointer.path("x"): first - 75,
                pointer.path("y"): abs(last - 100),
                pointer.path("direction"): wrapped(last * 2),
                pointer.path("size"): 50 + 5 * math.isqrt(first),
            }
        return expected


@template(
    family="arithmetic",
    name="dice",
    version=1,
    ranges=Ranges(hidden=(1, 2)),
)
def dice(scene: Scene) -> None:
    """A key rolls dice whose eyes are random; hidden sums keep what they showed."""
    key = scene.key()
    for _ in range(scene.knobs.hidden):
        die, eyes = scene.sprite(), scene.random.randint(3, 12)
        total, rolls = scene.variable(owner=die), scene.variable(shown=True)
        angle = scene.random.randrange(15, 180, 15)
        die.when_key(
            key,
            set_x(random_between(1, eyes)),
            change(total, x_position()),
            change(rolls, 1),
            set_y(random_between(-100, 100)),
            turn(angle),
            next_costume(),
        )
        scene.govern(Dice, key, die, eyes, total, rolls, angle)


@dataclass(slots=True)
class Dice(Mechanism):
    """See ``dice``."""

    key: str
    die: Sprite
    eyes: int
    total: Variable
    rolls: Variable
    angle: int
    times: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        self.times += action == press(self.key)

    def expect(self) -> Expectation:
        if not self.times:
            return {}
        return {
            **after_turns(self.die, self.times, self.angle),
            self.die.path("x"): Between(1, self.eyes),
            self.die.path("y"): Between(-100, 100),
            self.total.path: Between(self.times, self.times * self.eyes),
            self.rolls.path: self.times,
        }
