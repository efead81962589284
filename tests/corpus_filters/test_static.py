# SPDX-License-Identifier: Apache-2.0
"""Each static filter rejects one project and keeps a near miss."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from corpus_filters.project import Project, Script
from corpus_filters.scripts import can_start_later, live_scripts
from corpus_filters.static import check_calendar, check_network, check_scripts
from scratchworld.errors import ProjectError
from tests.corpus_filters.projects import block, chain, project, sprite

FLAG = "event_whenflagclicked"


def under_flag(*opcodes: str) -> Project:
    return project(sprite(chain(FLAG, *opcodes)))


def reason(check: Callable[[Project], None], content: Project) -> tuple[str, str]:
    with pytest.raises(ProjectError) as caught:
        check(content)
    return caught.value.reason, caught.value.detail


def test_no_scripts() -> None:
    assert reason(check_scripts, project(sprite())) == ("no_scripts", "there are no blocks")
    loose = project(sprite(chain("motion_movesteps", "looks_show")))
    assert reason(check_scripts, loose) == ("no_scripts", "2 blocks, none of them under a hat")


def test_a_lone_hat_is_a_script() -> None:
    check_scripts(under_flag())


@pytest.mark.parametrize(
    "opcode", ["translate_getTranslate", "text2speech_speakAndWaitBlock", "sensing_online"]
)
def test_network(opcode: str) -> None:
    assert reason(check_network, under_flag(opcode)) == ("network_block", opcode)


def test_network_near_misses() -> None:
    check_network(under_flag("text2speech_setVoiceBlock", "translate_getViewerLanguage"))
    check_network(project(sprite(chain(FLAG), chain("translate_getTranslate"))))


def current(unit: str) -> Project:
    reads = (block(FLAG, next=1), block("sensing_current", CURRENTMENU=unit))
    return project(sprite(Script(reads)))


@pytest.mark.parametrize("unit", ["YEAR", "MONTH", "DATE", "DAYOFWEEK", "HOUR", "MINUTE", "SECOND"])
def test_calendar(unit: str) -> None:
    assert reason(check_calendar, current(unit)) == (
        "calendar_dependent",
        f"current {unit.lower()}",
    )


def test_days_since_2000() -> None:
    days = under_flag("sensing_dayssince2000")
    assert reason(check_calendar, days) == ("calendar_dependent", "days since 2000")


def test_calendar_near_misses() -> None:
    check_calendar(under_flag("sensing_timer", "sensing_resettimer"))
    check_calendar(project(sprite(chain(FLAG), chain("sensing_dayssince2000"))))


def definition(name: str, calls: str) -> Script:
    return Script(
        (
            block("procedures_definition", next=2, inputs={"custom_block": 1}),
            block("procedures_prototype", shadow=True, proccode=name),
            block("procedures_call", proccode=calls),
        )
    )


def test_custom_blocks_live_if_a_live_script_calls_them() -> None:
    start = Script((block(FLAG, next=1), block("procedures_call", proccode="a")))
    a, b, c = definition("a", "b"), definition("b", ""), definition("c", "c")
    assert list(live_scripts(sprite(c, b, a, start))) == [start, a, b]


def test_what_can_start_later() -> None:
    for hat in ("event_whenkeypressed", "event_whenthisspriteclicked", "event_whengreaterthan"):
        assert can_start_later(project(sprite(chain(hat))))
    for hat in (FLAG, "event_whenbroadcastreceived", "control_start_as_clone"):
        assert not can_start_later(project(sprite(chain(hat))))
