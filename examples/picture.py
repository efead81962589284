# SPDX-License-Identifier: Apache-2.0
"""Draws the README's picture: a state, an action, what happens, and what copying would say.

    python examples/picture.py docs/world.svg

The world is a synthetic project; the step is the first with a handful of changed fields.
"""

from __future__ import annotations

import base64
import random
import sys
from html import escape
from pathlib import Path

from generators.exploration import find_listeners
from generators.synthetic import synthesize
from scratchworld.world import Action, Delta, State, Step, apply_delta
from vm_runner import VmRunner

FAMILY, SEED, TICKS = "multi_change", 2, 5
WIDTH, HEIGHT, GAP = 384, 288, 92
LINE = 24
COLUMNS = (0, 330, 470, 640)


def find_step() -> tuple[bytes, str, bytes, State, Delta]:
    """Play until a key changes four to seven fields."""
    (project,) = synthesize([FAMILY], per_family=1, seed=SEED)
    rng = random.Random(SEED)
    with VmRunner() as vm:
        session = vm.load(project.data)
        state, _ = session.start(0)
        heard = find_listeners(session.program)
        keys = [listener.name for listener in heard if listener.kind == "key"]
        (step,) = session.run([Step(TICKS, (Action.make("green_flag"),))])
        while True:
            state = apply_delta(state, step.delta)
            before = session.frame()
            key = rng.choice(keys)
            (step,) = session.run([Step(TICKS, (Action.make("key_down", key=key),))])
            visible = any(path.startswith("/sprite/") for path in step.delta)
            if visible and 4 <= len(step.delta) <= 7:
                return before, f"key_down {key}", session.frame(), state, step.delta
            state = apply_delta(state, step.delta)
            (step,) = session.run([Step(1, (Action.make("key_up", key=key),))])


def picture(before: bytes, action: str, after: bytes, state: State, delta: Delta) -> str:
    """Return the SVG."""
    rows = [
        (path, _text(state.get(path)), _text(state.get(path)), _text(value))
        for path, value in sorted(delta.items())
    ]
    height = HEIGHT + 60 + LINE * (len(rows) + 2)
    width = 2 * WIDTH + GAP
    middle = WIDTH + GAP / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="14" fill="#222">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        _frame(before, 0),
        _frame(after, WIDTH + GAP),
        f'<text x="{middle}" y="{HEIGHT / 2 - 14}" text-anchor="middle">{escape(action)}</text>',
        f'<path d="M{WIDTH + 12} {HEIGHT / 2}h{GAP - 30}m-8 -7l9 7l-9 7" '
        'fill="none" stroke="#222" stroke-width="2"/>',
        f'<text x="{middle}" y="{HEIGHT / 2 + 24}" text-anchor="middle">{TICKS} ticks</text>',
    ]
    unchanged = len(state.keys() - delta.keys())
    header = ("changed field", "input", "copying says", "executed")
    for number, cells in enumerate((header, *rows)):
        y = HEIGHT + 34 + LINE * number
        weight = ' font-weight="bold"' if number == 0 else ""
        parts += [
            f'<text x="{8 + x}" y="{y}"{weight}>{escape(cell)}</text>'
            for x, cell in zip(COLUMNS, cells, strict=True)
        ]
    share = 100 * unchanged / (unchanged + len(delta))
    parts.append(
        f'<text x="8" y="{height - 18}">Copying is right on the {unchanged} other fields: '
        f"{share:.0f} % full-state accuracy, changed-field F1 0.</text></svg>"
    )
    return "\n".join(parts) + "\n"


def _text(value: object) -> str:
    return "(absent)" if value is None else str(value)


def _frame(png: bytes, x: int) -> str:
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<image x="{x}" width="{WIDTH}" height="{HEIGHT}" href="data:image/png;base64,{data}"/>'
        f'<rect x="{x}.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" '
        'fill="none" stroke="#999"/>'
    )


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).write_text(picture(*find_step()), encoding="utf-8", newline="\n")
