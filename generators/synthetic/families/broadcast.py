# SPDX-License-Identifier: Apache-2.0
"""Broadcast: a message passes from sprite to sprite, and each receiver does its own thing.

``relay``: a key sends the first message; link k of the chain receives message k, moves, and sends
message k + 1. The hidden gears turn at the head; a link with a gate passes the message on only
while the gears' sum is above the gate's level. All of it happens in one tick.

``errand``: a click sends a message and waits until every receiver has finished: each waits, then
moves. The sender goes on in the tick after that, and counts its errands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from generators.synthetic.blocks import (
    TICKS_PER_TENTH,
    Block,
    Message,
    broadcast,
    broadcast_and_wait,
    change,
    if_,
    next_costume,
    set_x,
    turn,
    wait_tenths,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, click, press, send
from generators.synthetic.parts import Gears, GearsModel, after_turns, wrapped
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["errand", "relay"]


@dataclass(frozen=True, slots=True)
class Link:
    """One receiver of the relay."""

    sprite: Sprite
    message: Message
    angle: int
    gate: int
    """The message is passed on while the sum of the gears is above this."""


@template(
    family="broadcast",
    name="relay",
    version=1,
    ranges=Ranges(chain=(1, 5), hidden=(1, 2)),
)
def relay(scene: Scene) -> None:
    """A key starts a chain of messages that hidden gears may cut; each link turns and moves."""
    key = scene.key()
    gears = Gears(scene, scene.knobs.hidden)
    sprites = [scene.sprite(x=scene.nonzero(2, 18) * 10) for _ in range(scene.knobs.sprites)]
    messages = [scene.message() for _ in range(scene.knobs.chain)]
    head = scene.random.choice(sprites)
    head.when_key(key, *gears.advance(), broadcast(messages[0]))
    links = []
    for place, message in enumerate(messages):
        sprite, gate = sprites[place % len(sprites)], scene.random.randint(-1, 2)
        link = Link(sprite, message, scene.random.randrange(15, 180, 15), gate)
        links.append(link)
        body: list[Block] = [turn(link.angle), next_costume(), set_x(x_position() * -1)]
        if place + 1 < len(messages):
            body.append(if_(gears.total() > gate, broadcast(messages[place + 1])))
        sprite.when_received(message, *body)
        scene.listen(send(message.name))
    scene.govern(Relay, key, links, gears)


@dataclass(slots=True)
class Relay(Mechanism):
    """See ``relay``."""

    key: str
    links: list[Link]
    gears: Gears
    turned: GearsModel = field(init=False)
    received: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()
        self.received = [0] * len(self.links)

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            self.turned.advance()
            self.send(self.links[0].message)
        for place, link in enumerate(self.links):
            if action == send(link.message.name):
                self.received[place] += 1
                if self.turned.total > link.gate and link is not self.links[-1]:
                    self.send(self.links[place + 1].message)

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = dict(self.turned.values)
        for link in self.links:
            expected |= self.sent_count(link.message)
        for sprite in {link.sprite.name: link.sprite for link in self.links}.values():
            times, turned = 0, sprite.direction
            for link, received in zip(self.links, self.received, strict=True):
                if link.sprite is sprite:
                    times += received
                    turned += received * link.angle
            expected |= after_turns(sprite, times)
            expected[sprite.path("direction")] = wrapped(turned)
            expected[sprite.path("x")] = sprite.x * (-1) ** times
        return expected


@template(
    family="broadcast",
    name="errand",
    version=1,
    ranges=Ranges(delay=(1, 6), hidden=(1, 1)),
)
def errand(scene: Scene) -> None:
    """A click sends runners off and waits for the slowest; the sender turns when all are back."""
    sender = scene.sprite()
    message = scene.message()
    count, angle = scene.variable(owner=sender), scene.random.randrange(15, 180, 15)
    report = [change(count, 1), turn(angle), next_costume()]
    sender.when_clicked(broadcast_and_wait(message), *report)
    scene.listen(click(sender.name))
    runners = []
    for place in range(scene.knobs.sprites - 1):
        sprite = scene.sprite(x=scene.nonzero(2, 18) * 10)
        wait = scene.knobs.delay if place == 0 else scene.random.randint(1, scene.knobs.delay)
        runners.append(Runner(sprite, wait * TICKS_PER_TENTH))
        body = [next_costume(), wait_tenths(wait), set_x(x_position() * -1), next_costume()]
        sprite.when_received(message, *body)
    scene.govern(Errand, sender, count.path, angle, message, runners)


class Runner(NamedTuple):
    """A receiver, and how many ticks it waits before it moves."""

    sprite: Sprite
    ticks: int


@dataclass(slots=True)
class Errand(Mechanism):
    """See ``errand``."""

    sender: Sprite
    count_path: str
    angle: int
    message: Message
    runners: list[Runner]
    errands: int = field(default=0, init=False)
    back: int = field(default=0, init=False)
    steps: list[int] = field(init=False)
    moves: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.steps, self.moves = [0] * len(self.runners), [0] * len(self.runners)

    def prepare(self, action: Action) -> None:
        if action == click(self.sender.name):
            self.cancel()

    def fire(self, action: Action) -> None:
        if action == click(self.sender.name):
            self.errands += 1
            for place, runner in enumerate(self.runners):
                self.steps[place] += 1
                self.after(runner.ticks, partial(self.arrive, place))
            self.after(max(runner.ticks for runner in self.runners) + 1, self.report)

    def arrive(self, place: int) -> None:
        self.steps[place] += 1
        self.moves[place] += 1

    def report(self) -> None:
        self.back += 1

    def expect(self) -> Expectation:
        expected = after_turns(self.sender, self.back, self.angle)
        expected |= {self.count_path: self.back, self.message.path: self.errands}
        for (sprite, _), steps, moves in zip(self.runners, self.steps, self.moves, strict=True):
            expected |= after_turns(sprite, steps)
            expected[sprite.path("x")] = sprite.x * (-1) ** moves
        return expected
