# SPDX-License-Identifier: Apache-2.0
"""Strings: texts are joined, measured, searched and taken apart.

``typing``: each key adds its letter to a hidden text. A text that is too long starts again with
its last letter. Whenever a key leaves a text that contains the hidden word, it is counted, and the
sprite changes its costume; the sprite says the text's first letter and stands as far right as the
text is long.

``cipher``: each key types one letter of an alphabet, moved on by the sum of the hidden gears, onto
a shown text, and turns the gears. A text that is too long starts again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from generators.synthetic.blocks import (
    Variable,
    change,
    contains_text,
    if_,
    join,
    letter,
    next_costume,
    say,
    set_to,
    set_x,
    text_length,
    turn,
)
from generators.synthetic.knobs import Ranges
from generators.synthetic.mechanism import Expectation, Mechanism, press
from generators.synthetic.parts import Gears, GearsModel, after_turns
from generators.synthetic.project import Sprite
from generators.synthetic.registry import template
from generators.synthetic.scene import Scene
from scratchworld.world import Action

__all__ = ["cipher", "typing"]

LETTERS = "bcdfghjklmpqrstvwxz"
"""No vowels, so that no text reads as a number, such as Infinity or 1e5."""


@template(family="string", name="typing", version=1, ranges=Ranges(chain=(1, 3), hidden=(2, 2)))
def typing(scene: Scene) -> None:
    """Keys type a hidden text; a hidden word in it is counted, its first letter is said."""
    letters = scene.random.sample(LETTERS, scene.random.randint(2, 3))
    keys = {press(scene.key()): each for each in letters}
    word = "".join(scene.random.choice(letters) for _ in range(scene.knobs.chain))
    limit, angle = scene.random.randint(4, 12), scene.random.randrange(15, 180, 15)
    text, wanted = scene.variable(letters[0]), scene.variable(word)
    found, writer = scene.variable(shown=True), scene.sprite()
    for action, each in keys.items():
        writer.when_key(
            str(dict(action.arguments)["key"]),
            set_to(text, join(text, each)),
            if_(text_length(text) > limit, set_to(text, letter(text_length(text), text))),
            if_(contains_text(text, wanted), change(found, 1), next_costume()),
            say(letter(1, text)),
            set_x(text_length(text) * 12),
            turn(angle),
        )
    scene.govern(Typing, writer, keys, word, limit, angle, text, found, letters[0])


@dataclass(slots=True)
class Typing(Mechanism):
    """See ``typing``."""

    writer: Sprite
    keys: dict[Action, str]
    word: str
    limit: int
    angle: int
    variable: Variable
    found: Variable
    text: str
    typed: int = field(default=0, init=False)
    hits: int = field(default=0, init=False)

    def fire(self, action: Action) -> None:
        if action in self.keys:
            self.typed += 1
            self.text += self.keys[action]
            self.text = self.text[-1] if len(self.text) > self.limit else self.text
            self.hits += self.word in self.text

    def expect(self) -> Expectation:
        if not self.typed:
            return {}
        turned = after_turns(self.writer, self.typed, self.angle)
        return {
            **turned,
            **after_turns(self.writer, self.hits),
            self.writer.path("direction"): turned[self.writer.path("direction")],
            self.variable.path: self.text,
            self.found.path: self.hits,
            self.writer.path("say"): self.text[0],
            self.writer.path("x"): len(self.text) * 12,
        }


@template(family="string", name="cipher", version=1, ranges=Ranges(hidden=(2, 3)))
def cipher(scene: Scene) -> None:
    """Keys type letters that hidden gears move on along a hidden alphabet."""
    alphabet = "".join(scene.random.sample(LETTERS, scene.random.randint(4, 9)))
    keys = {press(scene.key()): k for k in scene.random.sample(range(len(alphabet)), 3)}
    gears = Gears(scene, scene.knobs.hidden - 1)
    limit, stride = scene.random.randint(3, 10), scene.nonzero(5, 15)
    row, text, writer = scene.variable(alphabet), scene.variable("", shown=True), scene.sprite()
    for action, k in keys.items():
        place = (gears.total() + k) % len(alphabet) + 1
        writer.when_key(
            str(dict(action.arguments)["key"]),
            if_(text_length(text) > limit, set_to(text, "")),
            set_to(text, join(text, letter(place, row))),
            *gears.advance(),
            set_x(text_length(text) * stride),
            next_costume(),
            say(text),
        )
    scene.govern(Cipher, writer, keys, alphabet, gears, limit, stride, text)


@dataclass(slots=True)
class Cipher(Mechanism):
    """See ``cipher``."""

    writer: Sprite
    keys: dict[Action, int]
    alphabet: str
    gears: Gears
    limit: int
    stride: int
    variable: Variable
    turned: GearsModel = field(init=False)
    text: str = field(default="", init=False)
    typed: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.turned = self.gears.model()

    def fire(self, action: Action) -> None:
        if action in self.keys:
            place = (self.keys[action] + self.turned.total) % len(self.alphabet)
            kept = "" if len(self.text) > self.limit else self.text
            self.text = kept + self.alphabet[place]
            self.typed += 1
            self.turned.advance()

    def expect(self) -> Expectation:
        if not self.typed:
            return {}
        return {
            **after_turns(self.writer, self.typed),
            **self.turned.values,
            self.variable.path: self.text,
            self.writer.path("say"): self.text,
            self.writer.path("x"): len(self.text) * self.stride,
        }
