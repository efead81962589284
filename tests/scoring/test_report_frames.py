# SPDX-License-Identifier: Apache-2.0
"""Frames in ``report.html``: which of them, and beside the delta in a real Chromium."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from scoring import write_predictions
from scoring.evaluation import Selection
from scoring.report.frames import Frames, choose_frames
from scratchworld.cli import cli
from scratchworld.release import InstancePictures, Release, load_release, write_release
from scratchworld.world import Instance
from tests.chromium import opened

SELECTION = Selection(None, None)


class Shades:
    """A frame of one colour for each instance, some of them alike."""

    screenshots = True
    clip_formats = ()

    def __init__(self, instances: list[Instance]) -> None:
        self.files: dict[str, bytes] = {}
        self.names: dict[str, str] = {}
        for number, instance in enumerate(instances):
            file = io.BytesIO()
            Image.new("RGB", (480, 360), (number // 2, 99, 0)).save(file, "PNG")
            name = hashlib.sha256(file.getvalue()).hexdigest()[:32]
            self.files[f"{name}.png"] = file.getvalue()
            self.names[instance.instance_id] = name

    def of(self, instance_id: str) -> InstancePictures:
        return InstancePictures(self.names[instance_id])

    def read(self, file: str) -> bytes:
        return self.files[file]


@pytest.fixture
def source(corpus: list[Instance]) -> Shades:
    return Shades(corpus)


@pytest.fixture
def pictured(tmp_path: Path, corpus: list[Instance], source: Shades) -> Release:
    write_release(tmp_path / "r", corpus, pictures=source)
    return load_release(tmp_path / "r")


def test_all_frames_that_fit_are_chosen(pictured: Release, source: Shades) -> None:
    frames = choose_frames(pictured, SELECTION)
    assert frames.names == source.names
    assert {f"{name}.png": png for name, png in frames.files.items()} == source.files
    one_task = choose_frames(pictured, Selection("rollout", None))
    assert set(one_task.names) == set(pictured.instance_ids("rollout"))


def test_a_page_holds_no_more_than_it_can_carry(pictured: Release, source: Shades) -> None:
    every = sorted(source.names)
    seen = set()
    for limit in range(0, 3000, 100):
        frames = choose_frames(pictured, SELECTION, limit)
        held = sum(map(len, frames.files.values()))
        assert held <= limit
        # the smallest ids, and the next one would be too much
        chosen = every[: len(frames.names)]
        assert sorted(frames.names) == chosen
        assert {frames.names[name] for name in chosen} == set(frames.files)
        if len(chosen) < len(every):
            more = source.names[every[len(chosen)]]
            assert more not in frames.files
            assert held + len(source.read(f"{more}.png")) > limit
        seen.add(len(chosen))
    assert len(seen) > 2


def test_without_pictures_there_is_no_frame(release: Path) -> None:
    assert choose_frames(load_release(release), SELECTION) == Frames()


@pytest.fixture
def page(tmp_path: Path, pictured: Release, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The report of a model that copies; one frame is too much for the page."""
    instances = list(pictured.instances())
    write_predictions(tmp_path / "p.jsonl", ((i.instance_id, {"delta": {}}) for i in instances))
    frames = choose_frames(pictured, SELECTION)
    limit = sum(map(len, frames.files.values())) - 1

    def fewer(release: Release, selection: Selection) -> Frames:
        return choose_frames(release, selection, limit)

    monkeypatch.setattr("scoring.report.html.choose_frames", fewer)
    arguments = ["score", pictured.path, tmp_path / "p.jsonl", "--out", tmp_path, "--draws", "5"]
    result = CliRunner().invoke(cli, [*map(str, arguments), "--no-references"])
    assert result.exit_code == 0, result.output
    return tmp_path / "report.html"


def test_the_frame_stands_beside_or_above_the_delta(
    page: Path, pictured: Release, source: Shades, corpus: list[Instance]
) -> None:
    with opened(page) as tab:
        tab.select_option("#filter-frame", label="shown")
        held = tab.inner_text("#shown")
        assert held != f"{len(corpus)} of {len(corpus)} shown."
        tab.click(".row >> nth=1")
        tab.wait_for_selector("#detail .beside img")
        tab.wait_for_function("document.querySelector('.beside img').complete")
        width, shade, is_apart = tab.evaluate(
            """() => {
              const image = document.querySelector(".beside img");
              const canvas = new OffscreenCanvas(1, 1).getContext("2d");
              canvas.drawImage(image, 0, 0);
              const shade = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
              const table = document.querySelector(".beside table").getBoundingClientRect();
              const frame = image.getBoundingClientRect();
              const isApart = table.right <= frame.left || frame.bottom <= table.top;
              return [image.naturalWidth, shade, isApart];
            }"""
        )
        opened_id = tab.inner_text("#detail h3")
        png = source.read(f"{source.names[opened_id]}.png")
        assert width == 480
        assert tuple(shade) == Image.open(io.BytesIO(png)).getpixel((0, 0))
        assert is_apart
        tab.select_option("#filter-frame", label="(none)")
        tab.click(".row")
        tab.wait_for_function(f"document.querySelector('#detail h3').textContent !== '{opened_id}'")
        assert tab.query_selector("#detail img") is None
