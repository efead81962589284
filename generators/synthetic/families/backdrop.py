# SPDX-License-Identifier: Apache-2.0
"""Backdrop and costume changes: the scene decides what sprites look like.

``scenes``: one key switches to the next backdrop, a second time in the same tick while the sum of
the hidden gears is odd, and then the gears turn; another key goes back to one backdrop. Each actor
knows some backdrops: when one of them comes it takes the costume, size and place of that scene.

``wardrobe``: a key dresses the first sprite in its next costume. When a sprite is back at its
first costume the next sprite of the chain changes too; the last one changes the backdrop. Every
change sets the sprite's size by the costume's number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    Message,
    broadcast,
    costume_number,
    equals,
    if_,
    next_backdrop,
    next_costume,
    set_size,
    set_x,
    switch_backdrop,
    switch_costume,
    turn,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, press, send, switched
from generators.synthetic.parts import Gears, GearsModel, after_turns, costume_names
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["scenes", "wardrobe"]

BACKDROP = "/stage/backdrop"


class Look(NamedTuple):
    """What an actor wears in a scene."""

    sprite: Sprite
    costume: str
    size: int
    x: int


@template(
    family="backdrop",
    name="scenes",
    version=1,
    ranges=Ranges(hidden=(1, 2)),
    backdrops=4,
)
def scenes(scene: Scene) -> None:
    """Keys change the backdrop, hidden gears skip one, and actors dress for the scene."""
    onward, home = scene.key(), scene.key()
    gears = Gears(scene, scene.knobs.hidden)
    backdrops = costume_names(scene.stage)
    skip = if_(equals(gears.total() % 2, 1), next_backdrop())
    scene.stage.when_key(onward, next_backdrop(), skip, *gears.advance())
    scene.stage.when_key(home, switch_backdrop(backdrops[0]))
    looks: dict[str, list[Look]] = {backdrop: [] for backdrop in backdrops}
    for _ in range(scene.knobs.sprites - 1):
        sprite = scene.sprite(costumes=4)
        for place in sorted(scene.random.sample(range(len(backdrops)), 3)):
            backdrop, costume = backdrops[place], scene.random.choice(costume_names(sprite))
            size, x = scene.random.randrange(50, 151, 5), scene.random.randrange(-180, 181, 5)
            looks[backdrop].append(Look(sprite, costume, size, x))
            sprite.when_backdrop(backdrop, switch_costume(costume), set_size(size), set_x(x))
    scene.govern(Scenes, onward, home, gears, looks)


@dataclass(slots=True)
class Scenes(Mechanism):
    """See ``scenes``."""

    onward: str
    home: str
    gears: Gears
    looks: dict[str, list[Look]]
    backdrop: int = field(default=0, init=False)
    turned: GearsModel = field(init=False)
    worn: dict[str, Expected] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()

    def fire(self, action: Action) -> None:
        if action == press(self.onward):
            for _ in range(1 + self.turned.total % 2):
                self.switch((self.backdrop + 1) % len(self.looks))
            self.turned.advance()
        elif action == press(self.home):
            self.switch(0)
        for backdrop, looks in self.looks.items():
            if action == switched(backdrop):
                for sprite, costume, size, x in looks:
                    self.worn |= {
                        sprite.path("costume"): costume,
                        sprite.path("size"): size,
                        sprite.path("x"): x,
                    }

    def switch(self, backdrop: int) -> None:
        self.backdrop = backdrop
        self.start_scripts(switched(list(self.looks)[backdrop]))

    def expect(self) -> Expectation:
        return {BACKDROP: list(self.looks)[self.backdrop], **self.worn, **self.turned.values}


@template(
    family="backdrop",
    name="wardrobe",
    version=1,
    ranges=Ranges(chain=(1, 3)),
    backdrops=3,
)
def wardrobe(scene: Scene) -> None:
    """A key dresses one sprite; whoever is back at the first costume makes the next one change."""
    key = scene.key()
    places = []
    for _ in range(scene.knobs.chain):
        sprite, message = scene.sprite(costumes=scene.random.randint(2, 3)), scene.message()
        scene.listen(send(message.name))
        places.append(Place(sprite, message, scene.random.randrange(15, 180, 15)))
    places[0].sprite.when_key(key, broadcast(places[0].message))
    for number, (sprite, message, angle) in enumerate(places):
        last = number + 1 == len(places)
        carry = next_backdrop() if last else broadcast(places[number + 1].message)
        size = set_size(costume_number() * 25 + 50)
        sprite.when_received(
            message, next_costume(), turn(angle), size, if_(equals(costume_number(), 1), carry)
        )
    scene.govern(Wardrobe, key, places, costume_names(scene.stage))


class Place(NamedTuple):
    """One sprite of the chain."""

    sprite: Sprite
    message: Message
    angle: int


@dataclass(slots=True)
class Wardrobe(Mechanism):
    """See ``wardrobe``."""

    key: str
    places: list[Place]
    backdrops: list[str]
    changes: list[int] = field(init=False)
    switches: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.changes = [0] * len(self.places)

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            self.send(self.places[0].message)
        for number, (sprite, message, _) in enumerate(self.places):
            if action == send(message.name):
                self.changes[number] += 1
                if self.changes[number] % len(sprite.costumes) == 0:
                    self.carry(number + 1)

    def carry(self, number: int) -> None:
        if number < len(self.places):
            self.send(self.places[number].message)
        else:
            self.switches += 1

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = {}
        for (sprite, message, angle), changes in zip(self.places, self.changes, strict=True):
            expected |= after_turns(sprite, changes, angle) | self.sent_count(message)
            if changes:
                expected[sprite.path("size")] = changes % len(sprite.costumes) * 25 + 75
        expected[BACKDROP] = self.backdrops[self.switches % len(self.backdrops)]
        return expected
