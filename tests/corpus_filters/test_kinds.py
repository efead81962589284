# SPDX-License-Identifier: Apache-2.0
"""Each kind by a project made of what it is declared by, and a near miss."""

from __future__ import annotations

import pytest

from corpus_filters.kinds import KINDS, guess_kind
from tests.corpus_filters.projects import chain, project, sprite

FLAG = "event_whenflagclicked"
SAY = "looks_sayforsecs"


@pytest.mark.parametrize(
    ("opcodes", "kind"),
    [
        ((FLAG, "sensing_askandwait"), "quiz"),
        # one question for 26 blocks is too few
        ((FLAG, "sensing_askandwait", *["motion_movesteps"] * 24), "animation"),
        ((FLAG, "pen_penDown", "motion_movesteps"), "drawing"),
        ((FLAG, "pen_penDown", "sensing_touchingobject"), "other"),
        (("event_whenkeypressed", "motion_movesteps", "sensing_touchingobject"), "game"),
        (("event_whenkeypressed", "motion_movesteps"), "animation"),
        ((FLAG, SAY, SAY, SAY, SAY), "story"),
        ((FLAG, SAY, SAY, SAY), "animation"),
        ((FLAG, "control_forever", "data_setvariableto", "operator_add"), "simulation"),
        ((FLAG, "data_setvariableto", "operator_add"), "other"),
    ],
)
def test_kinds(opcodes: tuple[str, ...], kind: str) -> None:
    assert guess_kind(project(sprite(chain(*opcodes)))) == kind
    assert kind in KINDS


def test_loose_blocks_say_nothing() -> None:
    content = project(sprite(chain(FLAG), chain("sensing_askandwait")))
    assert guess_kind(content) == "other"
