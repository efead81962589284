# SPDX-License-Identifier: Apache-2.0
"""``report.html``: its parts, and its instance browser in a real Chromium."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scoring import answer_from, write_predictions
from scoring.report.browser_data import browser_index
from scoring.report.plots import Point, copy_gap
from scoring.table import count_all
from scoring.tasks import SCORED_TASKS
from scratchworld.cli import cli
from scratchworld.release import write_release
from scratchworld.world import CausalInstance, Instance, Query
from tests.chromium import opened

X = "/sprite/Cat/x"


@pytest.fixture
def page(tmp_path: Path, corpus: list[Instance]) -> Path:
    """The report of a model that gets the first of eight instances wrong; names hold markup."""
    odd = "/variable/_stage_/</script><b>@JS@"
    first = corpus[0]
    corpus[0] = type(first)(
        **{
            **{name: getattr(first, name) for name in first.__dataclass_fields__},
            "state": {**first.state, odd: "<i>"},
            "n_fields": 5,
        }
    )
    write_release(tmp_path / "r", corpus)
    claims = [{X: 5, odd: "\ud800"}, *(instance.target for instance in corpus[1:])]
    write_predictions(
        tmp_path / "p.jsonl",
        ((i.instance_id, {"delta": claim}) for i, claim in zip(corpus, claims, strict=True)),
    )
    arguments = ["score", tmp_path / "r", tmp_path / "p.jsonl", "--out", tmp_path, "--draws", "20"]
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    return tmp_path / "report.html"


def test_the_page_holds_everything_itself(page: Path) -> None:
    text = page.read_text("utf-8")
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", text)
    assert "@" not in re.sub(r"<style>.*?</style>|@JS@|@media", "", text, flags=re.DOTALL)
    for name in ("no-change", "majority", "kinematic", "nearest"):
        assert name in text


def test_the_page_is_the_same_every_time(page: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    arguments = ["score", tmp_path / "r", tmp_path / "p.jsonl", "--out", again, "--draws", "20"]
    CliRunner().invoke(cli, list(map(str, arguments)))
    assert (again / "report.html").read_bytes() == page.read_bytes()


def test_plots_tell_models_apart_without_colour() -> None:
    pytest.importorskip("matplotlib", reason="needs the extra [report]")
    points = [Point("the model", 0.9, 0.5), Point("copy", 0.95, 0.0), Point("nearest", 0.8, 0.1)]
    svg = copy_gap(points, "next_state")
    assert svg == copy_gap(points, "next_state")
    # One marker shape each, beside the colours: a path definition of its own.
    shapes = set(re.findall(r'<path id="(m[0-9a-f]+)"', svg))
    assert len(shapes) >= 3
    for point in points:
        assert point.name in svg


def test_the_page_shows_every_task(tmp_path: Path, make_instance: Callable[..., Instance]) -> None:
    """Horizons are of rollouts; event queries have horizons too, and none of their figures."""
    pytest.importorskip("matplotlib", reason="needs the extra [report]")
    common = {name: getattr(make_instance(), name) for name in Instance.__dataclass_fields__}
    event = CausalInstance(
        **{**common, "task": "causal", "instance_id": "c" * 16, "horizon": 2},
        query=Query.make("field_changes", path=X),
        occurs=True,
        chain=("root:green_flag",),
    )
    rollouts = [
        make_instance(task="rollout", horizon=horizon, instance_id=f"{horizon:016x}")
        for horizon in (2, 5)
    ]
    instances = [*rollouts, event]
    write_release(tmp_path / "r", instances)
    path = tmp_path / "p.jsonl"
    write_predictions(path, ((i.instance_id, SCORED_TASKS[i.task].gold(i)) for i in instances))
    arguments = ["score", tmp_path / "r", path, "--out", tmp_path, "--draws", "5"]
    result = CliRunner().invoke(cli, list(map(str, arguments)))
    assert result.exit_code == 0, result.output
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "How rollouts fade" in text
    assert "<h3>causal</h3>" in text


def test_without_matplotlib_the_page_says_so(
    tmp_path: Path, release: Path, corpus: list[Instance], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    path = tmp_path / "p.jsonl"
    write_predictions(path, ((i.instance_id, {"delta": {}}) for i in corpus))
    arguments = ["score", release, path, "--out", tmp_path, "--no-references", "--draws", "5"]
    assert CliRunner().invoke(cli, list(map(str, arguments))).exit_code == 0
    assert "plots need matplotlib: pip install" in (tmp_path / "report.html").read_text("utf-8")


@pytest.fixture
def tab(page: Path) -> Iterator[Any]:
    with opened(page) as shown:
        yield shown


def test_filter_and_open_an_instance(tab: Any) -> None:
    assert tab.inner_text("#shown") == "8 of 8 shown."
    assert tab.inner_text("#filter-horizon").split() == ["all", "1", "2", "5"]
    tab.select_option("#filter-task", label="next_state")
    assert tab.inner_text("#shown") == "5 of 8 shown."
    tab.select_option("#filter-outcome", label="wrong")
    assert tab.inner_text("#shown") == "1 of 8 shown."
    tab.click(".row")
    tab.wait_for_selector("#detail h3")
    assert tab.inner_text("#detail h3") == "0" * 16
    cells = [cell.inner_text() for cell in tab.query_selector_all("#detail tr.wrong td")]
    # x: 10 to 0, and 5 was said; then the variable, whose name and value are shown as they are.
    assert cells[:4] == [X, "10", "0", "5"]
    assert cells[4] == "/variable/_stage_/</script><b>@JS@"
    assert cells[5:7] == ['"<i>"', '"<i>"']
    assert tab.query_selector("#detail b") is None
    tab.click("#detail summary")
    tab.wait_for_selector("#detail details[open] table")
    assert len(tab.query_selector_all("#detail details table tr")) == 1 + 5
    tab.select_option("#filter-outcome", label="all")
    tab.fill("#search", "0003")
    assert tab.inner_text("#shown") == "1 of 8 shown."


def test_fifty_thousand_instances_stay_quick(
    page: Path, make_instance: Callable[..., Instance]
) -> None:
    """The index alone is of that size: what an instance holds is unpacked when it is opened."""
    answer = answer_from({"delta": {}})
    table = count_all(
        (make_instance(instance_id=f"{n:016x}", split=("dev", "test")[n % 2]), answer)
        for n in range(50_000)
    )
    text = page.read_text("utf-8")
    before, rest = text.split('id="index">')
    page.write_text(
        f'{before}id="index">{browser_index(table)}{rest[rest.index("</script>") :]}', "utf-8"
    )
    with opened(page) as tab:
        assert tab.inner_text("#shown") == "50000 of 50000 shown."
        milliseconds = tab.evaluate(
            """() => {
              const started = performance.now();
              const select = document.getElementById("filter-split");
              select.selectedIndex = 1;
              select.onchange();
              document.getElementById("list").scrollTop = 300000;
              draw();
              return performance.now() - started;
            }"""
        )
        assert tab.inner_text("#shown") == "25000 of 50000 shown."
        # A filter over all rows and a leap: a few milliseconds, a second at the very worst.
        assert milliseconds < 1000
        assert 0 < len(tab.query_selector_all(".row")) < 200
        tab.evaluate("document.getElementById('list').scrollTop = 0")
        tab.click(".row >> nth=0")
        tab.wait_for_selector("#detail h3")
        assert tab.inner_text("#detail h3") == "0" * 16
