# SPDX-License-Identifier: Apache-2.0
"""What a mechanism does, told without a VM.

A :class:`Mechanism` is a small model of one mechanism. :func:`expected_deltas` plays an episode on
the mechanisms of a world and returns, after each step, every field that differs from the initial
state, script statuses aside. Tests compare that with what the VM did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from generators.synthetic.blocks.nodes import Message
from scratchworld.world import Action, Step, Value, apply_delta, kind_of, normalise

__all__ = [
    "FLAG",
    "Between",
    "Expectation",
    "Expected",
    "Mechanism",
    "click",
    "expected_deltas",
    "mismatches",
    "press",
    "release",
    "send",
    "switched",
]

FLAG = Action.make("green_flag")


def press(key: str) -> Action:
    return Action.make("key_down", key=key)


def release(key: str) -> Action:
    return Action.make("key_up", key=key)


def click(sprite: str) -> Action:
    return Action.make("sprite_click", sprite=sprite)


def send(message: str) -> Action:
    return Action.make("broadcast", message=message)


def switched(backdrop: str) -> Action:
    """What starts the scripts that wait for a backdrop; no user can do it."""
    return Action("backdrop", (("name", backdrop),))


@dataclass(frozen=True, slots=True)
class Between:
    """Where a random draw decides: the bounds, and whether only integers are possible."""

    low: float
    high: float
    integral: bool = True

    def admits(self, value: Value | None) -> bool:
        """Say whether ``value`` keeps to the bounds."""
        if isinstance(value, (bool, str)) or value is None:
            return False
        return self.low <= value <= self.high and (not self.integral or value == int(value))


Expected: TypeAlias = "Value | Between | None"
"""A value, bounds of a random value, or ``None`` for a field that is gone."""
Expectation = Mapping[str, Expected]
"""Field path -> what it must be; fields that are not named are as in the initial state."""


@dataclass(slots=True)
class Mechanism:
    """One mechanism. Subclasses add its parameters and state and override what they need.

    A tick first calls :meth:`prepare` for what the user did and :meth:`begin_tick`, then does the
    effects that are due, then calls :meth:`tick` for the loops that run already, then fires the
    actions that start scripts, in the order given and each once, and the messages that these
    send. That is the VM's order.
    """

    now: int = field(default=0, init=False)
    """Ticks since the start of the episode, the present one included."""
    _due: list[tuple[int, str, Callable[[], None]]] = field(default_factory=list, init=False)
    _starting: list[Action] = field(default_factory=list, init=False)
    _fired: set[Action] = field(default_factory=set, init=False)
    _again: list[Action] = field(default_factory=list, init=False)
    sent: Counter[Action] = field(default_factory=Counter, init=False)
    """How often each message was broadcast, by anyone."""

    def fire(self, action: Action) -> None:
        """Do what the scripts that listen to ``action`` do at once."""

    def tick(self) -> None:
        """Do what loops that run already do in a tick."""

    def begin_tick(self) -> None:
        """Do what edge hats do: their measures are taken before any script runs."""

    def stop(self) -> None:
        """End everything that runs, as the flag does before it starts anything."""
        self.cancel()
        self._again = []

    def prepare(self, action: Action) -> None:
        """Do what ``action`` does before the tick: end the waits of scripts that start anew, note
        which scripts cannot start because they still run."""

    def expect(self) -> Expectation:
        """Return the governed fields that may differ from the initial state."""
        raise NotImplementedError

    def start_scripts(self, trigger: Action) -> None:
        """Start the scripts that wait for ``trigger``, behind all that is about to start.

        Scripts that are about to start already are started once, not twice. Scripts that have run
        in this tick keep their place in the VM's order, so they run first in the next tick.
        """
        if trigger in self._fired:
            self._again += [trigger] if trigger not in self._again else []
        elif trigger not in self._starting:
            self._starting.append(trigger)

    def send(self, message: Message) -> None:
        """Broadcast a message."""
        self.sent[send(message.name)] += 1
        self.start_scripts(send(message.name))

    def sent_count(self, message: Message) -> dict[str, Expected]:
        """The field that counts how often ``message`` was broadcast."""
        return {message.path: self.sent[send(message.name)]}

    def after(self, ticks: int, effect: Callable[[], None], script: str = "") -> None:
        """Have ``effect`` happen ``ticks`` ticks from now; ``script`` names whose wait it is."""
        self._due.append((self.now + ticks, script, effect))

    def waiting(self, script: str) -> bool:
        """Say whether ``script`` still has effects to come."""
        return any(name == script for _, name, _ in self._due)

    def cancel(self, script: str | None = None) -> None:
        """Forget the effects to come of ``script``, or of all scripts."""
        self._due = [entry for entry in self._due if script is not None and entry[1] != script]

    def run_tick(self, actions: Sequence[Action]) -> None:
        """Play one tick, at whose start the user does ``actions``."""
        self.now += 1
        started: dict[Action, None] = {}
        for action in actions:
            if action == FLAG:
                self.stop()
                started.clear()
            self.prepare(action)
            self.sent[action] += action.type == "broadcast"
            started[action] = None
        self.begin_tick()
        due = [entry for entry in self._due if entry[0] <= self.now]
        self._due = [entry for entry in self._due if entry[0] > self.now]
        for _, _, effect in due:
            effect()
        self.tick()
        self._fired.clear()
        self._starting = list(dict.fromkeys([*self._again, *started]))
        self._again = []
        while self._starting:
            action = self._starting.pop(0)
            self._fired.add(action)
            self.fire(action)


def expected_deltas(mechanisms: Sequence[Mechanism], steps: Iterable[Step]) -> list[Expectation]:
    """Play ``steps`` on fresh ``mechanisms``; one expectation a step, against the initial state."""
    expectations: list[Expectation] = []
    for step in steps:
        for k in range(step.ticks):
            for mechanism in mechanisms:
                mechanism.run_tick(step.actions if k == 0 else ())
        merged: dict[str, Expected] = {}
        for mechanism in mechanisms:
            merged.update(mechanism.expect())
        expectations.append(merged)
    return expectations


def mismatches(
    initial: Mapping[str, Value], state: Mapping[str, Value], expectation: Expectation
) -> dict[str, tuple[Expected, Value | None]]:
    """Return the fields of ``state`` that are not as expected, each with (expected, found).

    Every field is compared except the statuses of scripts, within the tolerance of its kind.
    """
    certain = {
        path: None if value is None else normalise(value)
        for path, value in expectation.items()
        if not isinstance(value, Between)
    }
    whole: dict[str, Expected] = dict(apply_delta(initial, certain))
    whole.update((p, value) for p, value in expectation.items() if isinstance(value, Between))
    return {
        path: (whole.get(path), state.get(path))
        for path in sorted(whole.keys() | state.keys())
        if not path.startswith("/script/") and not _fits(path, whole.get(path), state.get(path))
    }


def _fits(path: str, expected: Expected, found: Value | None) -> bool:
    if isinstance(expected, Between):
        return expected.admits(found)
    if isinstance(expected, (bool, str)) or isinstance(found, (bool, str)):
        return type(expected) is type(found) and expected == found
    if expected is None or found is None:
        return expected is found
    kind = kind_of(path)
    difference = abs(expected - found)
    if kind is not None and kind.tolerance == "direction":
        difference = min(difference % 360, -difference % 360)
    return difference <= 1e-3 if kind and kind.tolerance != "number" else difference <= 1e-6
