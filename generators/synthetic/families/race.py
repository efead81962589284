# SPDX-License-Identifier: Apache-2.0
"""Races: scripts that run at the same time write the same things, and the order decides.

``last_writer``: a key starts a script on every racer. In one tick each of them, from the frontmost
sprite to the backmost, moves to the place that the shared variable gives and then writes its own
number into it, so the backmost wins. Clicking a racer brings it to the front, or sends it to the
back, and so changes who wins next time.

``lost_update``: a key starts workers. Each reads the shared total into a hidden copy, waits, and
writes the copy plus its own amount: what others wrote in the meantime is lost. A worker that still
waits is not started again. Workers that finish in the same tick write in the order in which they
were started, the frontmost first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from generators.synthetic.blocks import (
    TICKS_PER_TENTH,
    Variable,
    go_to_back,
    go_to_front,
    next_costume,
    set_to,
    set_x,
    turn,
    wait_tenths,
    x_position,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, click, press
from generators.synthetic.parts import after_turns, wrapped
from generators.synthetic.project import Project, Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["last_writer", "lost_update"]


@template(family="race", name="last_writer", version=1, ranges=Ranges(chain=(2, 3), hidden=(1, 1)))
def last_writer(scene: Scene) -> None:
    """Racers write one hidden variable in the order of their layers, which clicks change."""
    key, winner = scene.key(), scene.variable()
    stride = scene.random.randint(5, 40)
    racers = {}
    for number in range(scene.knobs.chain):
        sprite, front = scene.sprite(), scene.random.random() < 0.5
        sprite.when_key(key, set_x(winner * stride), set_to(winner, number + 1))
        sprite.when_clicked(go_to_front() if front else go_to_back(), next_costume())
        scene.listen(click(sprite.name))
        racers[sprite.name] = Racer(number + 1, front)
    scene.govern(LastWriter, scene.project, key, winner, stride, racers)


class Racer(NamedTuple):
    """A racer's number, and whether a click brings it to the front or to the back."""

    number: int
    to_front: bool


@dataclass(slots=True)
class LastWriter(Mechanism):
    """See ``last_writer``."""

    project: Project
    key: str
    winner: Variable
    stride: int
    racers: dict[str, Racer]
    order: list[Sprite] = field(init=False)
    """All sprites from back to front."""
    started: list[Sprite] = field(default_factory=list, init=False)
    """Sprites in the order in which their scripts were started."""
    places: dict[str, int] = field(default_factory=dict, init=False)
    clicks: dict[str, int] = field(init=False)
    value: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.order = list(self.project.sprites)
        self.clicks = dict.fromkeys(self.racers, 0)

    def prepare(self, action: Action) -> None:
        self.started = self.order[::-1]

    def fire(self, action: Action) -> None:
        if action == press(self.key):
            for sprite in self.started:
                if sprite.name in self.racers:
                    self.places[sprite.name] = self.value * self.stride
                    self.value = self.racers[sprite.name].number
        for sprite in self.project.sprites:
            if action == click(sprite.name) and sprite.name in self.racers:
                self.clicks[sprite.name] += 1
                self.order.remove(sprite)
                place = len(self.order) if self.racers[sprite.name].to_front else 0
                self.order.insert(place, sprite)

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = {self.winner.path: self.value}
        for layer, sprite in enumerate(self.order, start=1):
            expected[sprite.path("layer")] = layer
            if sprite.name in self.racers:
                looks = after_turns(sprite, self.clicks[sprite.name])
                expected[sprite.path("costume")] = looks[sprite.path("costume")]
                expected[sprite.path("x")] = self.places.get(sprite.name, sprite.x)
        return expected


class Worker(NamedTuple):
    """Who adds what to the total, and how long that takes."""

    sprite: Sprite
    copy: Variable
    ticks: int
    amount: int
    angle: int


@template(
    family="race",
    name="lost_update",
    version=1,
    ranges=Ranges(delay=(2, 8), hidden=(2, 3)),
)
def lost_update(scene: Scene) -> None:
    """Workers copy a shown total, wait, and write it back: later writers undo earlier ones."""
    key, total = scene.key(), scene.variable(shown=True)
    workers = []
    for number in range(scene.knobs.hidden):
        sprite = scene.sprite(x=scene.nonzero(2, 18) * 10)
        copy, amount = scene.variable(owner=sprite), scene.random.randint(1, 20)
        delay = scene.random.randint(1, scene.knobs.delay) if number else scene.knobs.delay
        angle = scene.random.randrange(15, 180, 15)
        workers.append(Worker(sprite, copy, delay * TICKS_PER_TENTH, amount, angle))
        read = [set_to(copy, total), next_costume(), wait_tenths(delay)]
        write = [set_to(total, copy + amount), set_x(x_position() * -1), turn(angle)]
        sprite.when_key(key, *read, *write)
    scene.govern(LostUpdate, key, total, workers)


@dataclass(slots=True)
class LostUpdate(Mechanism):
    """See ``lost_update``."""

    key: str
    total: Variable
    workers: list[Worker]
    value: int = field(default=0, init=False)
    copies: list[int] = field(init=False)
    reads: list[int] = field(init=False)
    writes: list[int] = field(init=False)
    busy: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        self.copies = [0] * len(self.workers)
        self.reads, self.writes = self.copies[:], self.copies[:]
        self.busy = [False] * len(self.workers)

    def prepare(self, action: Action) -> None:
        self.busy = [self.waiting(worker.sprite.name) for worker in self.workers]

    def fire(self, action: Action) -> None:
        if action != press(self.key):
            return
        for number in reversed(range(len(self.workers))):  # the frontmost first
            if not self.busy[number]:
                worker = self.workers[number]
                self.copies[number] = self.value
                self.reads[number] += 1
                self.after(worker.ticks, partial(self.write, number), worker.sprite.name)

    def write(self, number: int) -> None:
        self.value = self.copies[number] + self.workers[number].amount
        self.writes[number] += 1

    def expect(self) -> Expectation:
        expected: dict[str, Expected] = {self.total.path: self.value}
        rows = zip(self.workers, self.copies, self.reads, self.writes, strict=True)
        for worker, copy, reads, writes in rows:
            sprite = worker.sprite
            turned = wrapped(sprite.direction + writes * worker.angle)
            expected |= after_turns(sprite, reads) | {
                sprite.path("direction"): turned,
                sprite.path("x"): sprite.x * (-1) ** writes,
                worker.copy.path: copy,
            }
        return expected
