# SPDX-License-Identifier: Apache-2.0
"""Hidden variables: what is seen depends on what was done earlier and is shown nowhere.

``lock``: keys enter the digits of a code. The code is a hidden list, and a hidden variable counts
how many digits stand right so far; a wrong digit starts again from nothing. The last right digit
opens the lock: it is counted, a message goes to the lamps, and the code starts again. With a third
hidden variable every few wrong digits move the code's first digit to its end.

``automaton``: keys are the letters of machines with hidden states. The next state depends on the
letter and the state, what is seen on the state only, and several states look alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Block,
    ListVariable,
    Message,
    Variable,
    append,
    broadcast,
    change,
    delete_item,
    equals,
    if_,
    if_else,
    item,
    next_costume,
    point,
    set_size,
    set_to,
    set_x,
    turn,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, press
from generators.synthetic.parts import after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["automaton", "lock"]


@template(
    family="hidden",
    name="lock",
    version=1,
    ranges=Ranges(chain=(2, 5), hidden=(2, 3)),
)
def lock(scene: Scene) -> None:
    """Keys enter the digits of a hidden code; the last right one opens the lock."""
    keys = [scene.key() for _ in range(scene.random.randint(2, 3))]
    digits = [scene.random.randrange(len(keys)) for _ in range(scene.knobs.chain)]
    code, progress = scene.list(digits), scene.variable()
    errors = scene.variable() if scene.knobs.hidden > 2 else None
    limit, angle = scene.random.randint(2, 4), scene.random.randrange(15, 180, 15)
    opened, message = scene.variable(shown=True), scene.message()
    dial = scene.sprite()
    door = Door(code, progress, errors, limit, opened, message)
    for digit, key in enumerate(keys):
        wrong: list[Block] = [set_to(progress, 0)]
        if errors:
            rotate = [append(code, item(code, 1)), delete_item(code, 1)]
            wrong += [change(errors, 1), if_(equals(errors, limit), set_to(errors, 0), *rotate)]
        right = equals(item(code, progress + 1), digit)
        done = [set_to(progress, 0), change(opened, 1), broadcast(message)]
        dial.when_key(
            key,
            turn(angle),
            if_else(right, (change(progress, 1),), tuple(wrong)),
            if_(equals(progress, len(digits)), *done),
        )
    lamps = [scene.sprite(x=scene.nonzero(2, 18) * 10) for _ in range(scene.knobs.sprites - 1)]
    for lamp in lamps:
        lamp.when_received(message, next_costume(), set_x(x_position() * -1))
    scene.govern(Lock, keys, digits, door, dial, angle, lamps)


class Door(NamedTuple):
    """What the lock remembers and says."""

    code: ListVariable
    progress: Variable
    errors: Variable | None
    limit: int
    """Errors after which the code moves on."""
    opened: Variable
    message: Message


@dataclass(slots=True)
class Lock(Mechanism):
    """See ``lock``."""

    keys: list[str]
    digits: list[int]
    door: Door
    dial: Sprite
    angle: int
    lamps: list[Sprite]
    right: int = field(default=0, init=False)
    wrong: int = field(default=0, init=False)
    turns: int = field(default=0, init=False)
    openings: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        for digit, key in enumerate(self.keys):
            if action == press(key):
                self.turns += 1
                self.enter(digit)

    def enter(self, digit: int) -> None:
        rotations = self.wrong // self.door.limit if self.door.errors else 0
        if self.digits[(self.right + rotations) % len(self.digits)] == digit:
            self.right += 1
        else:
            self.right = 0
            self.wrong += 1
        if self.right == len(self.digits):
            self.right = 0
            self.openings += 1

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = {
            self.door.progress.path: self.right,
            self.door.opened.path: self.openings,
            self.door.message.path: self.openings,
            self.dial.path("direction"): wrapped(self.dial.direction + self.turns * self.angle),
        }
        if self.door.errors:
            rotated, errors = divmod(self.wrong, self.door.limit)
            expected[self.door.errors.path] = errors
            for place in range(len(self.digits)):
                digit = self.digits[(place + rotated) % len(self.digits)]
                expected[f"{self.door.code.path}/{place + 1}"] = digit
        for lamp in self.lamps:
            expected |= after_turns(lamp, self.openings)
            expected[lamp.path("x")] = lamp.x * (-1) ** self.openings
        return expected


@template(
    family="hidden",
    name="automaton",
    version=1,
    ranges=Ranges(depth=(2, 5), hidden=(1, 3)),
)
def automaton(scene: Scene) -> None:
    """Keys are the letters of machines with hidden states, several of which look alike."""
    keys = [scene.key() for _ in range(scene.random.randint(2, 3))]
    states = scene.knobs.depth + 1
    for _ in range(scene.knobs.hidden):
        sprite = scene.sprite()
        state = scene.variable(scene.random.randrange(states), owner=sprite)
        looks = [_look(scene) for _ in range(max(2, states - 1))]
        looks_of = [scene.random.randrange(len(looks)) for _ in range(states)]
        table: dict[Action, list[int]] = {}
        for key in keys:
            follow = [scene.random.randrange(states) for _ in range(states)]
            table[press(key)] = follow
            sprite.when_key(key, *_switch(state, follow, [looks[k] for k in looks_of]))
        start = int(sprite.variables[state])
        scene.govern(Automaton, sprite, state, table, [looks[k] for k in looks_of], start)


Look = tuple[int, int, int]
"""x, direction and size."""


def _look(scene: Scene) -> Look:
    draw = scene.random.randrange
    return draw(-180, 181, 5), draw(-165, 181, 15), draw(60, 141, 5)


def _switch(state: Variable, follow: list[int], looks: list[Look]) -> list[Block]:
    """Blocks that take a machine from any state to its next one: conditions in each other."""
    body: list[Block] = []
    for number in reversed(range(len(follow))):
        x, angle, size = looks[follow[number]]
        step = [set_to(state, follow[number]), set_x(x), point(angle), set_size(size)]
        body = [if_else(equals(state, number), tuple(step), tuple(body))] if body else step
    return body


@dataclass(slots=True)
class Automaton(Mechanism):
    """See ``automaton``."""

    sprite: Sprite
    variable: Variable
    table: dict[Action, list[int]]
    looks: list[Look]
    state: int
    started: bool = field(default=False, init=False)

    def fire(self, action: Action) -> None:
        if action in self.table:
            self.state = self.table[action][self.state]
            self.started = True

    def expect(self) -> Expectation:
        if not self.started:
            return {}
        x, angle, size = self.looks[self.state]
        sprite = self.sprite
        return {
            self.variable.path: self.state,
            sprite.path("x"): x,
            sprite.path("direction"): angle,
            sprite.path("size"): size,
        }
