# SPDX-License-Identifier: Apache-2.0
"""What a template builds on: a project in the making, its knobs, and the source of its choices."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import ParamSpec

from generators.synthetic.blocks.nodes import ListVariable, Message, Variable
from generators.synthetic.costumes import COLOURS, SHAPES, Costume, backdrop_svg
from generators.synthetic.knobs import Knobs
from generators.synthetic.mechanism import Mechanism, press
from generators.synthetic.names import KEYS, Names
from generators.synthetic.project import Literal, Project, Sprite, Target
from scratchworld.world import Action

__all__ = ["Scene"]

Parameters = ParamSpec("Parameters")


class Scene:
    """One world in the making."""

    def __init__(self, source: random.Random, knobs: Knobs, backdrops: int = 1) -> None:
        self.random = source
        """The source of every choice."""
        self.knobs = knobs
        self.names = Names(source)
        self.project = Project([self._backdrop() for _ in range(backdrops)])
        self.mechanisms: list[Callable[[], Mechanism]] = []
        """Each makes a fresh model of one mechanism."""
        self.controls: list[Action] = []
        """Actions that the world listens to, in the order in which they were claimed."""
        self.distractors: set[str] = set()
        """Paths of variables that nothing reads."""
        self._free_keys = list(KEYS)
        source.shuffle(self._free_keys)

    @property
    def claimed_keys(self) -> list[str]:
        """Keys that the world listens to."""
        return [key for key in KEYS if press(key) in self.controls]

    @property
    def stage(self) -> Target:
        return self.project.stage

    def key(self, *wanted: str) -> str:
        """Claim a key that no script listens to yet: one of ``wanted``, or any."""
        key: str = ([key for key in self._free_keys if key in wanted] or self._free_keys)[0]
        self._free_keys.remove(key)
        self.controls.append(press(key))
        return key

    def listen(self, action: Action) -> None:
        """Claim an action other than pressing a key."""
        if action not in self.controls:
            self.controls.append(action)

    def sprite(
        self,
        *,
        shape: str | None = None,
        costumes: int = 2,
        x: float | None = None,
        y: float | None = None,
        direction: float = 90,
        visible: bool = True,
    ) -> Sprite:
        """Add a sprite; where ``x`` or ``y`` is not given, it is drawn."""
        shape = shape or self.random.choice(SHAPES)
        colours = self.random.sample(COLOURS, costumes)
        pictures = [Costume.of(self.names.draw(), shape, colour) for colour in colours]
        x = self.random.randrange(-180, 181, 10) if x is None else x
        y = self.random.randrange(-120, 121, 10) if y is None else y
        return self.project.sprite(
            self.names.draw(), pictures, x=x, y=y, direction=direction, visible=visible
        )

    def variable(
        self, value: Literal = 0, *, shown: bool = False, owner: Target | None = None
    ) -> Variable:
        """Make a variable with a fresh name, of the stage unless ``owner`` says otherwise."""
        return (owner or self.stage).variable(self.names.draw(), value, shown=shown)

    def list(self, items: Sequence[Literal] = (), *, shown: bool = False) -> ListVariable:
        """Make a list of all sprites with a fresh name."""
        return self.stage.list(self.names.draw(), items, shown=shown)

    def message(self) -> Message:
        """Make a message with a fresh name."""
        return self.project.message(self.names.draw())

    def govern(
        self,
        mechanism: Callable[Parameters, Mechanism],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> None:
        """State what a mechanism does: ``mechanism(*args, **kwargs)`` makes a fresh model."""
        self.mechanisms.append(partial(mechanism, *args, **kwargs))

    def nonzero(self, low: int, high: int) -> int:
        """Draw an integer of ``low`` to ``high`` with either sign."""
        return self.random.choice((-1, 1)) * self.random.randint(low, high)

    def _backdrop(self) -> Costume:
        return backdrop_svg(self.names.draw(), self.random.choice(COLOURS))
