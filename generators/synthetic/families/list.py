# SPDX-License-Identifier: Apache-2.0
"""List operations: keys work on lists as stacks, queues and tables, and sprites show one item.

``queue``: one key adds the number that a hidden feed has come to, one takes the first item away
while more than one is left, one moves the last item to the front. A list that is too long after
adding loses its first item. Each list has a reader, which stands where the first item says.

``table``: one key moves a hidden cursor along a list, one adds to the item under the cursor, one
inserts a copy of it before it, one deletes it while more than two are left. The list's monitor is
shown, the cursor is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from generators.synthetic.blocks import (
    ListVariable,
    Variable,
    append,
    change,
    delete_item,
    if_,
    insert,
    item,
    length,
    next_costume,
    replace,
    set_to,
    set_x,
    turn,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Expected, Mechanism, press
from generators.synthetic.parts import after_turns
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["list_fields", "queue", "table"]

HEAD = 10
"""Items of a list that a state holds."""


def list_fields(items: ListVariable, values: list[int], before: int) -> dict[str, Expected]:
    """The fields of a list that holds ``values`` now and held ``before`` items at the start."""
    fields: dict[str, Expected] = {f"{items.path}/length": len(values)}
    for place in range(1, HEAD + 1):
        if place <= len(values):
            fields[f"{items.path}/{place}"] = values[place - 1]
        elif place <= before:
            fields[f"{items.path}/{place}"] = None
    return fields


@template(family="list", name="queue", version=1, ranges=Ranges(hidden=(2, 3)))
def queue(scene: Scene) -> None:
    """Keys add to, take from and rotate hidden queues; readers stand where the first item says."""
    keys = QueueKeys(scene.key(), scene.key(), scene.key())
    pace, start = scene.random.choice((2, 3, 5, 7, 11)), scene.random.randrange(FEED_MODULUS)
    feed = scene.variable(start)
    for _ in range(scene.knobs.hidden - 1):
        reader, capacity = scene.sprite(), scene.random.randint(3, 8)
        first = [scene.random.randint(-15, 15) for _ in range(scene.random.randint(2, capacity))]
        items = scene.list(first)
        look = [set_x(item(items, 1) * 10), next_costume()]
        drop = delete_item(items, 1)
        reader.when_key(
            keys.add, append(items, feed - 15), if_(length(items) > capacity, drop), *look
        )
        reader.when_key(keys.take, if_(length(items) > 1, drop), *look)
        last = length(items)
        to_front = [insert(items, 1, item(items, last)), delete_item(items, last)]
        reader.when_key(keys.rotate, *to_front, *look)
        scene.govern(Queue, reader, items, first, keys, capacity, feed, pace, start)
    scene.stage.when_key(keys.add, set_to(feed, (feed + pace) % FEED_MODULUS))


FEED_MODULUS = 31


class QueueKeys(NamedTuple):
    """Who does what."""

    add: str
    take: str
    rotate: str


@dataclass(slots=True)
class Queue(Mechanism):
    """See ``queue``."""

    reader: Sprite
    items: ListVariable
    first: list[int]
    keys: QueueKeys
    capacity: int
    feed: Variable
    pace: int
    next_value: int
    values: list[int] = field(init=False)
    turns: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.values = list(self.first)

    def fire(self, action: Action) -> None:
        if action == press(self.keys.add):
            self.values = [*self.values, self.next_value - 15][-self.capacity :]
            self.next_value = (self.next_value + self.pace) % FEED_MODULUS
        elif action == press(self.keys.take):
            self.values = self.values[1:] or self.values
        elif action == press(self.keys.rotate):
            self.values = [self.values[-1], *self.values[:-1]]
        else:
            return
        self.turns += 1

    def expect(self) -> Expectation:
        if not self.turns:
            return {}
        return {
            **after_turns(self.reader, self.turns),
            self.reader.path("x"): self.values[0] * 10,
            self.feed.path: self.next_value,
            **list_fields(self.items, self.values, len(self.first)),
        }


@template(family="list", name="table", version=1, ranges=Ranges(hidden=(1, 1)))
def table(scene: Scene) -> None:
    """Keys move a hidden cursor along a shown list and change, copy and delete what is under it."""
    keys = TableKeys(scene.key(), scene.key(), scene.key(), scene.key())
    first = [scene.random.randint(1, 30) for _ in range(scene.random.randint(3, 8))]
    items, start = scene.list(first, shown=True), scene.random.randint(1, len(first))
    cursor, hand = scene.variable(start), scene.sprite()
    added, angle = scene.nonzero(1, 9), scene.random.randrange(15, 180, 15)
    here, look = item(items, cursor), [turn(angle), set_x(cursor * 15), next_costume()]
    into_list = if_(cursor > length(items), set_to(cursor, 1))
    hand.when_key(keys.step, change(cursor, 1), into_list, *look)
    hand.when_key(keys.add, replace(items, cursor, here + added), *look)
    hand.when_key(keys.copy, if_(length(items) < HEAD, insert(items, cursor, here)), *look)
    hand.when_key(keys.delete, if_(length(items) > 2, delete_item(items, cursor), into_list), *look)
    scene.govern(Table, hand, items, first, keys, cursor, start, added, angle)


class TableKeys(NamedTuple):
    """Who does what."""

    step: str
    add: str
    copy: str
    delete: str


@dataclass(slots=True)
class Table(Mechanism):
    """See ``table``."""

    hand: Sprite
    items: ListVariable
    first: list[int]
    keys: TableKeys
    cursor: Variable
    place: int
    added: int
    angle: int
    values: list[int] = field(init=False)
    turns: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.values = list(self.first)

    def fire(self, action: Action) -> None:
        values, here = self.values, self.place - 1
        if action == press(self.keys.step):
            self.place += 1
        elif action == press(self.keys.add):
            values[here] += self.added
        elif action == press(self.keys.copy):
            if len(values) < HEAD:
                values.insert(here, values[here])
        elif action == press(self.keys.delete):
            if len(values) > 2:
                del values[here]
        else:
            return
        self.turns += 1
        self.place = 1 if self.place > len(values) else self.place

    def expect(self) -> Expectation:
        if not self.turns:
            return {}
        return {
            **after_turns(self.hand, self.turns, self.angle),
            self.cursor.path: self.place,
            self.hand.path("x"): self.place * 15,
            **list_fields(self.items, self.values, len(self.first)),
        }
