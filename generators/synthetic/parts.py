# SPDX-License-Identifier: Apache-2.0
"""Parts that many worlds share: hidden gears, bystanders, distractors."""

from __future__ import annotations

from dataclasses import dataclass, field

from generators.synthetic.blocks import (
    Block,
    Expression,
    Operand,
    Variable,
    next_costume,
    set_to,
    set_y,
    turn,
    y_position,
)
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, press
from generators.synthetic.project import Sprite, Target
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = [
    "Gears",
    "GearsModel",
    "add_bystanders",
    "add_distractors",
    "after_turns",
    "costume_names",
    "wrapped",
]


def wrapped(degrees: float) -> float:
    """A direction in (-180, 180]."""
    return -((180 - degrees) % 360) + 180


def costume_names(sprite: Target) -> list[str]:
    """Names of a sprite's costumes, or of the stage's backdrops, in order."""
    return [costume.name for costume in sprite.costumes]


class Gears:
    """Hidden counters that turn together, each at its own modulus.

    Their sum is what a mechanism reads, so an observer must remember how often they turned.
    """

    def __init__(self, scene: Scene, count: int, owner: Target | None = None) -> None:
        moduli = scene.random.sample((2, 3, 4, 5, 7), count)
        self.parts = [(scene.variable(scene.random.randrange(m), owner=owner), m) for m in moduli]
        self._owner = owner or scene.stage

    def advance(self) -> list[Block]:
        """Blocks that turn every gear by one."""
        return [set_to(variable, (variable + 1) % modulus) for variable, modulus in self.parts]

    def plus(self, base: int, factor: int = 1) -> Operand:
        """``base + factor * (sum of the gears)``."""
        if not self.parts:
            return base
        return self.total() * factor + base if factor != 1 else self.total() + base

    def total(self) -> Expression:
        """The sum of the gears, of which there is at least one."""
        total: Expression = self.parts[0][0]
        for variable, _ in self.parts[1:]:
            total = total + variable
        return total

    def model(self) -> GearsModel:
        """A fresh model of the gears."""
        values = {variable.path: self._start(variable) for variable, _ in self.parts}
        return GearsModel(values, {variable.path: modulus for variable, modulus in self.parts})

    def _start(self, variable: Variable) -> int:
        return int(self._owner.variables[variable])


@dataclass(slots=True)
class GearsModel:
    """Where the gears stand."""

    values: dict[str, int]
    moduli: dict[str, int]

    def advance(self) -> None:
        for path, modulus in self.moduli.items():
            self.values[path] = (self.values[path] + 1) % modulus

    @property
    def total(self) -> int:
        return sum(self.values.values())


def after_turns(sprite: Sprite, times: int, angle: int = 0) -> dict[str, Expected]:
    """Costume and direction of a sprite that took its next costume and turned ``times`` times."""
    costumes = costume_names(sprite)
    return {
        sprite.path("costume"): costumes[times % len(costumes)],
        sprite.path("direction"): wrapped(sprite.direction + times * angle),
    }


@dataclass(slots=True)
class Bystander(Mechanism):
    """Turns, changes its costume and mirrors its height whenever its trigger comes."""

    sprite: Sprite
    trigger: Action
    angle: int
    times: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        self.times += action == self.trigger

    def expect(self) -> Expectation:
        mirrored = self.sprite.y * (-1) ** self.times
        looks = after_turns(self.sprite, self.times, self.angle)
        return looks | {self.sprite.path("y"): mirrored}


@dataclass(slots=True)
class Distractor(Mechanism):
    """Adds a constant modulo another whenever its trigger comes."""

    path: str
    trigger: Action
    value: int
    step: int
    modulus: int

    def fire(self, action: Action) -> None:
        if action == self.trigger:
            self.value = (self.value + self.step) % self.modulus

    def expect(self) -> Expectation:
        return {self.path: self.value}


def add_bystanders(scene: Scene) -> None:
    """Fill up the stage to as many sprites as the knob says."""
    missing = scene.knobs.sprites - len(scene.project.sprites)
    keys = _trigger_keys(scene) if missing else []
    for _ in range(missing):
        key, angle = scene.random.choice(keys), scene.random.randrange(15, 180, 15)
        sprite = scene.sprite(y=scene.nonzero(2, 12) * 10)
        sprite.when_key(key, turn(angle), next_costume(), set_y(y_position() * -1))
        scene.govern(Bystander, sprite, press(key), angle)


def add_distractors(scene: Scene) -> None:
    """Add as many variables that change and mean nothing as the knob says."""
    keys = _trigger_keys(scene)
    for _ in range(scene.knobs.distractors):
        start, step = scene.random.randrange(20), scene.random.randint(1, 9)
        modulus, key = scene.random.randint(20, 40), scene.random.choice(keys)
        variable = scene.variable(start, shown=scene.random.random() < 0.5)
        scene.stage.when_key(key, set_to(variable, (variable + step) % modulus))
        scene.distractors.add(variable.path)
        scene.govern(Distractor, variable.path, press(key), start, step, modulus)


def _trigger_keys(scene: Scene) -> list[str]:
    """The keys that the world listens to already, and one more."""
    return [*scene.claimed_keys, scene.key()]
