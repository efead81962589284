# SPDX-License-Identifier: Apache-2.0
"""The line of a project, the table, the JSON and the pictures."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from tests.vm_runner.browser.pictures import BLACK, WHITE
from vm_runner.browser.check import FrameCheck, ProjectCheck
from vm_runner.browser.projects import Traits
from vm_runner.browser.report import WorstFrames, describe, render_summary, report_json
from vm_runner.browser.states import Difference, Run

SB3 = Traits("sb3", 0)


def drawn(name: str, *shares: float, own: float = 0.0) -> ProjectCheck:
    frames = tuple(FrameCheck(tick, share, own) for tick, share in enumerate(shares, 1))
    return ProjectCheck(name, SB3, frames=frames)


def test_the_line_of_a_project() -> None:
    fields = tuple((f"/variable/{name}", 1, None) for name in "abcde")
    check = ProjectCheck("a.sb3", SB3, ours=Difference(7, fields))
    assert describe(check) == (
        "a.sb3: ours alone differs; ours and Chromium: tick 7, /variable/a 1 None, "
        "/variable/b 1 None, /variable/c 1 None and 2 more"
    )
    assert describe(drawn("b.sb3", 0.0, 0.001)) == "b.sb3: agrees; frames 0.100 %"
    refused = ProjectCheck("c.sb3", SB3, reason="missing_asset")
    assert describe(refused) == "c.sb3: refused by ours; missing_asset"


def test_the_table_counts_verdicts_and_takes_the_worst_frame_of_each_project() -> None:
    checks = [drawn(f"{n}.sb3", n / 1000, 0.0, own=0.01) for n in range(11)]
    checks.append(ProjectCheck("r.sb3", SB3, reason="hang"))
    lines = [line.split() for line in render_summary(checks).splitlines()]
    assert lines[0] == ["12", "projects"]
    assert ["agrees", "11"] in lines
    assert ["refused", "by", "ours", "1"] in lines
    # shares 0, 0.1, ..., 1.0 %: the middle one, the tenth, the last
    assert ["ours", "and", "Chromium", "0.500", "0.900", "1.000"] in lines
    assert ["Chromium", "and", "itself", "1.000", "1.000", "1.000"] in lines


def test_the_report_is_json_and_keeps_only_some_fields() -> None:
    fields = tuple((f"/x/{n}", n, None) for n in range(30))
    check = ProjectCheck("a.sb3", SB3, ours=Difference(7, fields))
    report = json.loads(json.dumps(report_json([check], {"steps": 9})))
    (row,) = report["projects"]
    assert report["steps"] == 9
    assert (row["verdict"], row["traits"]["format"]) == ("ours alone differs", "sb3")
    assert (row["ours"]["tick"], len(row["ours"]["fields"])) == (7, 20)
    assert row["chromium"] is None


def test_pictures_of_the_worst_frame_of_the_worst_projects(tmp_path: Path) -> None:
    worst = WorstFrames(2)
    runs = {"": Run([], {1: WHITE, 2: BLACK}, 0), "reference": Run([], {1: WHITE, 2: WHITE}, 0)}
    worst.add(drawn("a.sb3", 0.0, 0.1), runs)
    worst.add(drawn("b.sb3", 0.0), runs)
    worst.add(drawn("c.sb3", 0.0, 1.0), runs)
    worst.add(ProjectCheck("d.sb3", SB3, reason="hang"), {})
    written = worst.write(tmp_path)
    assert [path.name for path in written] == ["worst-1.png", "worst-2.png"]
    with Image.open(written[0]) as picture:
        # theirs is white, ours, at the second frame, black
        assert picture.getpixel((0, 0)) == (255, 255, 255)
        assert picture.getpixel((8 + 8, 0)) == (0, 0, 0)
