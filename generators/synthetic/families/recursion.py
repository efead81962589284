# SPDX-License-Identifier: Apache-2.0
"""Custom blocks with recursion.

``euclid``: a key walks two hidden numbers on and calls a custom block, without screen refresh, that
finds their greatest common divisor by calling itself. The divisor, the count of calls and the
remainder on the way back decide place, size and direction.

``tree``: a key calls, without screen refresh, a custom block that calls itself twice, for a hidden
number that walks in a circle: fibonacci(n) = fibonacci(n - 1) + fibonacci(n - 2), counted leaf by
leaf.

``climb``: a key calls a custom block with screen refresh that climbs one rung and then calls
itself: one rung a tick, since a recursive call ends the tick. At the top, in one tick, every open
call turns the climber once and sets it back by a rung.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from generators.synthetic.blocks import (
    TICKS_PER_TENTH,
    Prototype,
    Variable,
    argument,
    call,
    change,
    change_y,
    equals,
    if_,
    if_else,
    next_costume,
    set_size,
    set_to,
    set_x,
    turn,
    wait_tenths,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Mechanism, press
from generators.synthetic.parts import after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["climb", "euclid", "tree"]


@template(family="recursion", name="euclid", version=1, ranges=Ranges(hidden=(2, 2)))
def euclid(scene: Scene) -> None:
    """A key walks two hidden numbers and finds their greatest common divisor by recursion."""
    key, sprite = scene.key(), scene.sprite()
    start = (scene.random.randint(1, 60), scene.random.randint(1, 60))
    steps = (scene.random.randint(3, 25), scene.random.randint(3, 25))
    moduli = (scene.random.randint(61, 120), scene.random.randint(61, 120))
    left, right = (scene.variable(value) for value in start)
    result, calls = scene.variable(shown=True), scene.variable(shown=True)
    divide = Prototype(
        f"{scene.names.draw()} %s %s", (scene.names.draw(), scene.names.draw()), True
    )
    a, b = (argument(name) for name in divide.arguments)
    again = (call(divide, b, a % b),)
    sprite.define(
        divide, change(calls, 1), if_else(equals(b, 0), (set_to(result, a),), again), turn(a)
    )
    sprite.when_key(
        key,
        *(
            set_to(variable, (variable + step) % modulus + 1)
            for variable, step, modulus in zip((left, right), steps, moduli, strict=True)
        ),
        set_to(calls, 0),
        call(divide, left, right),
        set_x(result),
        set_size(calls * 10 + 50),
        next_costume(),
    )
    scene.govern(Euclid, sprite, key, (left, right), start, steps, moduli, result, calls)


@dataclass(slots=True)
class Euclid(Mechanism):
    """See ``euclid``."""

    sprite: Sprite
    key: str
    variables: tuple[Variable, Variable]
    first: tuple[int, int]
    steps: tuple[int, int]
    moduli: tuple[int, int]
    result: Variable
    calls: Variable
    numbers: tuple[int, int] = field(init=False)
    presses: int = field(default=0, init=False)
    turned: int = field(default=0, init=False)
    depth: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.numbers = self.first

    def fire(self, action: Action) -> None:
        if action != press(self.key):
            return
        self.presses += 1
        walked = zip(self.numbers, self.steps, self.moduli, strict=True)
        a, b = (((value + step) % modulus + 1) for value, step, modulus in walked)
        self.numbers, self.depth = (a, b), 1
        self.turned += a
        while b:
            a, b = b, a % b
            self.depth += 1
            self.turned += a

    def expect(self) -> Expectation:
        if not self.presses:
            return {}
        (left, right), divisor = self.variables, math.gcd(*self.numbers)
        return {
            **after_turns(self.sprite, self.presses),
            left.path: self.numbers[0],
            right.path: self.numbers[1],
            self.result.path: divisor,
            self.calls.path: self.depth,
            self.sprite.path("x"): divisor,
            self.sprite.path("size"): self.depth * 10 + 50,
            self.sprite.path("direction"): wrapped(self.sprite.direction + self.turned),
        }


@template(family="recursion", name="tree", version=1, ranges=Ranges(chain=(4, 8), hidden=(1, 1)))
def tree(scene: Scene) -> None:
    """A key counts the leaves of a call tree that a hidden number sizes."""
    key, sprite = scene.key(), scene.sprite()
    top, start = scene.knobs.chain, scene.random.randint(1, 3)
    size, leaves = scene.variable(start), scene.variable(shown=True)
    stride, angle = scene.random.randint(2, 5), scene.random.randrange(15, 180, 15)
    grow = Prototype(f"{scene.names.draw()} %s", (scene.names.draw(),), True)
    n = argument(grow.arguments[0])
    split = (call(grow, n - 1), call(grow, n - 2))
    sprite.define(grow, if_else(n < 3, (change(leaves, 1),), split))
    sprite.when_key(
        key,
        set_to(leaves, 0),
        set_to(size, size % top + 1),
        call(grow, size),
        set_x(leaves * stride),
        turn(angle),
        next_costume(),
    )
    scene.govern(Tree, sprite, key, size, leaves, top, stride, angle, start)


@dataclass(slots=True)
class Tree(Mechanism):
    """See ``tree``."""

    sprite: Sprite
    key: str
    size: Variable
    leaves: Variable
    top: int
    stride: int
    angle: int
    number: int
    presses: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            self.presses += 1
            self.number = self.number % self.top + 1

    def expect(self) -> Expectation:
        if not self.presses:
            return {}
        before, leaves = 0, 1
        for _ in range(self.number - 1):
            before, leaves = leaves, before + leaves
        return {
            **after_turns(self.sprite, self.presses, self.angle),
            self.size.path: self.number,
            self.leaves.path: leaves,
            self.sprite.path("x"): leaves * self.stride,
        }


@template(family="recursion", name="climb", version=1, ranges=Ranges(chain=(3, 9), hidden=(1, 1)))
def climb(scene: Scene) -> None:
    """A key starts a climb of one rung a tick by recursion, undone at the top in a single tick."""
    key, sprite = scene.key(), scene.sprite(y=scene.random.randint(-100, -50))
    rungs, start = scene.knobs.chain, scene.random.randint(0, 2)
    climbs = scene.variable(start)
    rung, angle = scene.random.randint(3, 15), scene.random.randrange(15, 180, 15)
    up = Prototype(f"{scene.names.draw()} %s", (scene.names.draw(),), False)
    n = argument(up.arguments[0])
    sprite.define(
        up,
        if_(n > 0, change_y(rung), next_costume(), call(up, n - 1), turn(angle), change_y(-rung)),
    )
    change_climbs = set_to(climbs, (climbs + 1) % 3)
    sprite.when_key(key, change_climbs, call(up, climbs + (rungs - 2)), wait_tenths(1))
    scene.govern(Climb, sprite, key, climbs, rungs, rung, angle, start)


@dataclass(slots=True)
class Climb(Mechanism):
    """See ``climb``."""

    sprite: Sprite
    key: str
    climbs: Variable
    rungs: int
    rung: int
    angle: int
    count: int
    height: int = field(default=0, init=False)
    costume: int = field(default=0, init=False)
    turned: int = field(default=0, init=False)
    busy: bool = field(default=False, init=False)

    def prepare(self, action: Action) -> None:
        self.busy = self.waiting("climb")

    def fire(self, action: Action) -> None:
        if action != press(self.key) or self.busy:
            return
        self.count = (self.count + 1) % 3
        rungs = self.count + self.rungs - 2
        if rungs:
            self.step()
        for tick in range(1, rungs):
            self.after(tick, self.step, "climb")
        if rungs:
            self.after(rungs, self.fall, "climb")
        self.after(rungs + TICKS_PER_TENTH, lambda: None, "climb")

    def step(self) -> None:
        self.height += 1
        self.costume += 1

    def fall(self) -> None:
        self.turned += self.height
        self.height = 0

    def expect(self) -> Expectation:
        turned = wrapped(self.sprite.direction + self.turned * self.angle)
        return {
            **after_turns(self.sprite, self.costume),
            self.sprite.path("direction"): turned,
            self.sprite.path("y"): self.sprite.y + self.height * self.rung,
            self.climbs.path: self.count,
        }
