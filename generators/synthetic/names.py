# SPDX-License-Identifier: Apache-2.0
"""Words for sprites, variables, messages and costumes."""

from __future__ import annotations

import random

__all__ = ["KEYS", "WORDS", "Names"]

_ARROWS = ("left arrow", "right arrow", "up arrow", "down arrow")
KEYS = ("space", *_ARROWS, *"abcdefghijklmnopqrstuvwxyz")
"""Keys that a world may listen to."""

_TEXT = """
acorn amber anchor apple aspen badger bamboo basil beacon beetle birch bison breeze brook cactus
canyon cedar cherry cinder clover cobalt comet copper coral cricket crystal daisy delta dune eagle
ember fable falcon fern finch flint fox garnet ginger glacier grape harbor hazel heron holly indigo
iris island ivory jasmine juniper kettle kite lagoon lantern lemon lichen lily lotus lynx magnet
maple marble meadow meteor mint mosaic moss nectar nickel nova oasis olive onyx opal orbit orchid
otter panda pearl pebble pepper pine planet plum poppy prism quartz quill rabbit raven reed ripple
river robin rocket saffron sage salmon sapphire silver sparrow spruce summit sunset swan
thistle thunder tiger topaz tulip tundra turtle umber valley velvet violet walnut willow winter wren
zebra zenith zephyr zinnia
"""
WORDS = _TEXT.split()
"""Words that every name is made of."""


class Names:
    """Draws names; none comes twice."""

    def __init__(self, source: random.Random) -> None:
        self._source = source
        self._used: set[str] = set()

    def draw(self) -> str:
        """Return a fresh name: a word, or two when the first one is taken."""
        name = self._source.choice(WORDS)
        while name in self._used:
            name = f"{self._source.choice(WORDS)} {self._source.choice(WORDS)}"
        self._used.add(name)
        return name
