# SPDX-License-Identifier: Apache-2.0
"""A Scratch project in the making: the stage, sprites, variables, scripts.

>>> project = Project([backdrop_svg("plain", "#008080")])
>>> cat = project.sprite("Cat", [Costume.of("cat", "circle", "#4363d8")])
>>> cat.when_key("space", change_x(10))
>>> data = project.to_sb3()
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generators.synthetic.blocks.nodes import (
    Block,
    Branch,
    Field,
    ListVariable,
    Message,
    Operand,
    Prototype,
    Script,
    Slot,
    Variable,
    number,
)
from generators.synthetic.costumes import Costume
from scratchworld.world import STAGE_OWNER, join_path

__all__ = ["Literal", "Project", "Sprite", "Target"]

Literal = float | str
"""Initial value of a variable or of an item of a list."""


@dataclass(slots=True)
class Target:
    """The stage or a sprite: what owns costumes, variables and scripts."""

    name: str
    costumes: Sequence[Costume]
    index: int
    """Place among the project's targets; the stage has 0."""
    variables: dict[Variable, Literal] = field(default_factory=dict)
    lists: dict[ListVariable, tuple[Literal, ...]] = field(default_factory=dict)
    shown: set[str] = field(default_factory=set)
    """Ids of the variables and lists whose monitor is on the stage."""
    scripts: list[Script] = field(default_factory=list)

    def variable(self, name: str, value: Literal = 0, *, shown: bool = False) -> Variable:
        """Make a variable; hidden unless ``shown`` puts its monitor on the stage."""
        variable = Variable(self.name, name, f"variable-{self.index}-{len(self.variables)}")
        self.variables[variable] = value
        self._show(variable.id, shown)
        return variable

    def list(
        self, name: str, items: Sequence[Literal] = (), *, shown: bool = False
    ) -> ListVariable:
        """Make a list; hidden unless ``shown`` puts its monitor on the stage."""
        variable = ListVariable(self.name, name, f"list-{self.index}-{len(self.lists)}")
        self.lists[variable] = tuple(items)
        self._show(variable.id, shown)
        return variable

    def when_flag(self, *script: Block) -> None:
        self.scripts.append((Block("event_whenflagclicked"), *script))

    def when_key(self, key: str, *script: Block) -> None:
        """``key`` is Scratch's own name of it: ``space``, ``left arrow``, ``a``."""
        hat = Block("event_whenkeypressed", fields=(("KEY_OPTION", Field(key)),))
        self.scripts.append((hat, *script))

    def when_clicked(self, *script: Block) -> None:
        stage = self.name == STAGE_OWNER
        opcode = "event_whenstageclicked" if stage else "event_whenthisspriteclicked"
        self.scripts.append((Block(opcode), *script))

    def when_received(self, message: Message, *script: Block) -> None:
        option = Field(message.name, message.id)
        hat = Block("event_whenbroadcastreceived", fields=(("BROADCAST_OPTION", option),))
        self.scripts.append((hat, *script))

    def when_backdrop(self, name: str, *script: Block) -> None:
        hat = Block("event_whenbackdropswitchesto", fields=(("BACKDROP", Field(name)),))
        self.scripts.append((hat, *script))

    def when_timer_above(self, seconds: Operand, *script: Block) -> None:
        self._when_above("TIMER", seconds, script)

    def when_loudness_above(self, level: Operand, *script: Block) -> None:
        """``level`` is 0 to 100."""
        self._when_above("LOUDNESS", level, script)

    def when_cloned(self, *script: Block) -> None:
        self.scripts.append((Block("control_start_as_clone"), *script))

    def define(self, procedure: Prototype, *script: Block) -> None:
        """Define a custom block."""
        hat = Block("procedures_definition", (("custom_block", procedure),))
        self.scripts.append((hat, *script))

    def _when_above(self, measure: str, threshold: Operand, script: Script) -> None:
        fields = (("WHENGREATERTHANMENU", Field(measure)),)
        hat = Block("event_whengreaterthan", (("VALUE", number(threshold)),), fields)
        self.scripts.append((hat, *script))

    def _show(self, identifier: str, shown: bool) -> None:
        if shown:
            self.shown.add(identifier)


@dataclass(slots=True)
class Sprite(Target):
    """A sprite and where it stands at first."""

    x: float = 0
    """Stage pixels; the centre of the stage is 0."""
    y: float = 0
    direction: float = 90
    """Degrees clockwise from up."""
    size: float = 100
    """Per cent."""
    visible: bool = True

    def path(self, field_name: str) -> str:
        """The path of one of its fields, for example ``x``."""
        return join_path("sprite", self.name) + "/" + field_name

    def clone_path(self, clone: int, field_name: str) -> str:
        """The path of a field of its ``clone``-th clone, counted from 1 since the start."""
        return join_path("clone", self.name, clone) + "/" + field_name


class Project:
    """A project. Sprites stand in front of those made before them."""

    def __init__(self, backdrops: Sequence[Costume]) -> None:
        self.stage = Target(STAGE_OWNER, backdrops, 0)
        self.sprites: list[Sprite] = []
        self.messages: list[Message] = []

    @property
    def targets(self) -> list[Target]:
        """The stage and the sprites, from back to front."""
        return [self.stage, *self.sprites]

    def sprite(
        self,
        name: str,
        costumes: Sequence[Costume],
        *,
        x: float = 0,
        y: float = 0,
        direction: float = 90,
        size: float = 100,
        visible: bool = True,
    ) -> Sprite:
        """Add a sprite in front of the others."""
        index = len(self.sprites) + 1
        sprite = Sprite(
            name, costumes, index, x=x, y=y, direction=direction, size=size, visible=visible
        )
        self.sprites.append(sprite)
        return sprite

    def message(self, name: str) -> Message:
        """Add a message."""
        message = Message(name, f"message-{len(self.messages)}")
        self.messages.append(message)
        return message

    def blocks(self) -> list[Block]:
        """All blocks, of all scripts."""
        found: list[Block] = []
        pending = [
            block for target in self.targets for script in target.scripts for block in script
        ]
        while pending:
            block = pending.pop()
            found.append(block)
            for _, entry in block.inputs:
                if isinstance(entry, Branch):
                    pending.extend(entry.script)
                elif isinstance(entry, Block):
                    pending.append(entry)
                elif isinstance(entry, Slot) and isinstance(entry.value, Block):
                    pending.append(entry.value)
        return found
