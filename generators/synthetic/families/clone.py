# SPDX-License-Identifier: Apache-2.0
"""Clones: they inherit what their original is at that moment, stand directly behind it, and end.

``shots``: a key turns the shooter, and the clones in flight with it, turns the gears, and makes a
clone while fewer than the limit are alive (a hidden count). A clone starts in the direction that
it inherits and goes one stride a tick, for as many ticks as a base and the gears say.

``swarm``: one key makes a clone, whose own hidden rank is its serial number, while there is room;
one key moves every clone by its rank and turns it; one key ends the clones whose rank divides by a
number. The original has rank 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Variable,
    both,
    change,
    change_x,
    clone_of,
    delete_this_clone,
    equals,
    if_,
    move,
    next_costume,
    repeat,
    set_to,
    turn,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, press
from generators.synthetic.parts import Gears, GearsModel, after_turns, costume_names, wrapped
from generators.synthetic.project import Project, Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["shots", "swarm"]


@dataclass(slots=True)
class Clone:
    """A clone that is alive."""

    number: int
    x: float
    y: float
    direction: float
    picture: int
    """Place of its costume among its sprite's."""
    born: int
    """Tick in which it was made."""
    left: int = 0
    """Ticks that it has still to go."""


def clone_fields(project: Project, sprite: Sprite, clones: list[Clone]) -> dict[str, Expected]:
    """The fields that all clones of ``sprite`` have, and all layers.

    A new clone stands directly behind its original, so the oldest is the backmost.
    """
    expected: dict[str, Expected] = {}
    costumes = costume_names(sprite)
    for place, clone in enumerate(clones):
        values: dict[str, Expected] = {
            "x": clone.x,
            "y": clone.y,
            "direction": wrapped(clone.direction),
            "size": sprite.size,
            "costume": costumes[clone.picture % len(costumes)],
            "visible": True,
            "layer": sprite.index + place,
        }
        expected |= {sprite.clone_path(clone.number, name): value for name, value in values.items()}
    for other in project.sprites[sprite.index - 1 :]:
        expected[other.path("layer")] = other.index + len(clones)
    return expected


@template(
    family="clone",
    name="shots",
    version=1,
    ranges=Ranges(hidden=(1, 3)),
)
def shots(scene: Scene) -> None:
    """A key steers clones in flight and fires another while a hidden count of them allows it."""
    key = scene.key()
    alive = scene.variable()
    gears = Gears(scene, scene.knobs.hidden - 1)
    shooter = scene.sprite(
        x=scene.random.randrange(-60, 61, 10),
        y=scene.random.randrange(-60, 61, 10),
        direction=scene.random.randrange(-165, 181, 15),
    )
    limit, angle = scene.random.randint(1, 2), scene.random.randrange(15, 180, 15)
    stride, life = scene.random.randint(2, 5), scene.random.randint(4, 12)
    shooter.when_key(key, turn(angle), next_costume())
    shoot = if_(alive < limit, change(alive, 1), clone_of(shooter.name))
    scene.stage.when_key(key, *gears.advance(), shoot)
    shooter.when_cloned(
        repeat(gears.plus(life), move(stride)), change(alive, -1), delete_this_clone()
    )
    scene.govern(Shots, scene.project, shooter, key, alive, gears, limit, angle, stride, life)


@dataclass(slots=True)
class Shots(Mechanism):
    """See ``shots``."""

    project: Project
    shooter: Sprite
    key: str
    alive: Variable
    gears: Gears
    limit: int
    angle: int
    stride: int
    life: int
    turned: GearsModel = field(init=False)
    clones: list[Clone] = field(default_factory=list, init=False)
    presses: int = field(default=0, init=False)
    made: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()

    def tick(self) -> None:
        self.clones = [clone for clone in self.clones if clone.left]
        for clone in self.clones:
            self.fly(clone)

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            self.presses += 1
            self.turned.advance()
            for clone in self.clones:
                clone.direction += self.angle
                clone.picture += 1
            if len(self.clones) < self.limit:
                self.shoot()

    def shoot(self) -> None:
        self.made += 1
        shooter = self.shooter
        direction = shooter.direction + self.presses * self.angle
        life = self.life + self.turned.total
        clone = Clone(self.made, shooter.x, shooter.y, direction, self.presses, self.now, life)
        self.fly(clone)
        self.clones.append(clone)

    def fly(self, clone: Clone) -> None:
        angle = math.radians(90 - clone.direction)
        clone.x += self.stride * math.cos(angle)
        clone.y += self.stride * math.sin(angle)
        clone.left -= 1

    def expect(self) -> Expectation:
        return {
            **after_turns(self.shooter, self.presses, self.angle),
            **clone_fields(self.project, self.shooter, self.clones),
            self.alive.path: len(self.clones),
            **self.turned.values,
        }


@template(family="clone", name="swarm", version=1, ranges=Ranges(hidden=(3, 3)))
def swarm(scene: Scene) -> None:
    """Keys make clones, move each by its hidden rank, and end those whose rank divides."""
    keys = SwarmKeys(scene.key(), scene.key(), scene.key())
    alive, serial = scene.variable(), scene.variable()
    leader = scene.sprite(x=scene.random.randrange(-60, 61, 10))
    rank = scene.variable(owner=leader)
    limit, divisor = scene.random.randint(2, 3), scene.random.randint(2, 3)
    stride, angle = scene.nonzero(2, 9), scene.random.randrange(15, 180, 15)
    more = [change(alive, 1), change(serial, 1), clone_of(leader.name)]
    scene.stage.when_key(keys.make, if_(alive < limit, *more))
    leader.when_cloned(set_to(rank, serial), next_costume())
    far = both(x_position() < 150, x_position() > -150)
    leader.when_key(keys.move, turn(angle), if_(far, change_x((rank % 5) * stride)))
    last = both(rank > 0, equals(rank % divisor, 0))
    leader.when_key(keys.end, if_(last, change(alive, -1), delete_this_clone()))
    scene.govern(
        Swarm,
        scene.project,
        leader,
        keys,
        Counts(alive, serial, rank),
        limit,
        divisor,
        stride,
        angle,
    )


class SwarmKeys(NamedTuple):
    """Who does what."""

    make: str
    move: str
    end: str


class Counts(NamedTuple):
    """What the swarm remembers."""

    alive: Variable
    serial: Variable
    rank: Variable


@dataclass(slots=True)
class Swarm(Mechanism):
    """See ``swarm``."""

    project: Project
    leader: Sprite
    keys: SwarmKeys
    counts: Counts
    limit: int
    divisor: int
    stride: int
    angle: int
    clones: list[Clone] = field(default_factory=list, init=False)
    turns: int = field(default=0, init=False)
    made: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        if action == press(self.keys.make) and len(self.clones) < self.limit:
            self.made += 1
            leader = self.leader
            direction = leader.direction + self.turns * self.angle
            self.clones.append(Clone(self.made, leader.x, leader.y, direction, 1, self.now))
        elif action == press(self.keys.move):
            self.turns += 1
            for clone in self.clones:
                if clone.born < self.now:  # the key was pressed before younger ones were there
                    clone.direction += self.angle
                    clone.x += clone.number % 5 * self.stride if abs(clone.x) < 150 else 0
        elif action == press(self.keys.end):
            self.clones = [clone for clone in self.clones if not self.ends(clone)]

    def ends(self, clone: Clone) -> bool:
        return clone.number % self.divisor == 0 and clone.born < self.now

    def expect(self) -> Expectation:
        leader, rank = self.leader, f"variable/{self.counts.rank.name}"
        turned = wrapped(leader.direction + self.turns * self.angle)
        return {
            leader.path("direction"): turned,
            **clone_fields(self.project, leader, self.clones),
            **{leader.clone_path(clone.number, rank): clone.number for clone in self.clones},
            self.counts.alive.path: len(self.clones),
            self.counts.serial.path: self.made,
        }
