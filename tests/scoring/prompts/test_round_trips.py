# SPDX-License-Identifier: Apache-2.0
"""Every field of a state can be read back from each text that is made of it."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings

from scoring.prompts import describe_state, render_table
from scratchworld.world import State, canonical_json
from tests.scoring.prompts.reading import (
    read_csv_table,
    read_json_table,
    read_language,
    read_markdown_table,
)
from tests.scoring.prompts.states import states

ODD: State = {
    "/list/a/b/1": 3,
    "/list/a/gap/length": 4,
    "/list/a/gap/2": "x",
    "/sprite/Cat/x": 1,
    "/sprite/Cat/visible": True,
    "/clone/Cat/2/say": "hi",
    "/unknown/kind/of/path": False,
    "/short": 0,
}
"""What no state of the VM holds: parts of lists and sprites, and paths of no field."""


@pytest.mark.parametrize(
    ("write", "read"),
    [
        (lambda state: render_table(state, "json"), read_json_table),
        (lambda state: render_table(state, "csv"), read_csv_table),
        (lambda state: render_table(state, "markdown"), read_markdown_table),
        (describe_state, read_language),
    ],
    ids=["json", "csv", "markdown", "language"],
)
def test_every_field_is_read_back(
    write: Callable[[State], str], read: Callable[[str], State]
) -> None:
    @given(states())
    @example(ODD)
    @settings(max_examples=40, deadline=None)
    def check(state: State) -> None:
        text = write(state)
        text.encode("utf-8")
        # numbers as JSON spells them: 1 and 1.0 are the same, 1 and true are not
        assert canonical_json(read(text)) == canonical_json(json.loads(canonical_json(state)))

    check()
