# SPDX-License-Identifier: Apache-2.0
"""Pictures of an instance as files, and the names of sprites on them."""

from __future__ import annotations

import base64
import io
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image, ImageChops

from scoring.labels import label_sprites
from scoring.prompts import make_prompt
from scratchworld.cli import cli
from scratchworld.errors import InputError
from scratchworld.release import ClipName, InstancePictures, write_release
from scratchworld.world import Instance, Value

CLIP = ClipName("c" * 32, (-1, 0))


def png() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (480, 360), "white").save(file, "PNG")
    return file.getvalue()


class OneFrame:
    """The same frame for every instance, and a clip that is none."""

    screenshots = True
    clip_formats = ("webp",)

    def of(self, instance_id: str) -> InstancePictures:
        return InstancePictures("f" * 32, (), CLIP, ClipName("e" * 32, (1,)))

    def read(self, file: str) -> bytes:
        return png() if file.endswith(".png") else file.encode()


@pytest.fixture
def pictured(tmp_path: Path, corpus: list[Instance]) -> Path:
    write_release(tmp_path / "r", corpus, pictures=OneFrame())
    return tmp_path / "r"


def render(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["render", *map(str, arguments)])


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [((-1, 0, 1), (2,), "what comes after the input"), ((0,), (0, 1), "starts too early")],
)
def test_a_clip_with_the_answer_in_it_is_no_input(
    before: tuple[int, ...],
    after: tuple[int, ...],
    message: str,
    corpus: list[Instance],
    tmp_path: Path,
) -> None:
    class Planted(OneFrame):
        def of(self, instance_id: str) -> InstancePictures:
            clips = ClipName("c" * 32, before), ClipName("e" * 32, after)
            return InstancePictures("f" * 32, (), *clips)

    with pytest.raises(ValueError, match=message):
        write_release(tmp_path / "r", corpus, pictures=Planted())
    assert not (tmp_path / "r").exists()


def test_render_writes_pictures(pictured: Path, corpus: list[Instance], tmp_path: Path) -> None:
    first, out = corpus[0], tmp_path / "out"
    shot = (pictured, first.instance_id, "--modality", "screenshot")
    assert render(*shot, "--out", out).exit_code == 0
    assert out.read_bytes() == png()
    assert render(*shot, "--format", "labelled", "--out", out).exit_code == 0
    assert out.read_bytes() == label_sprites(png(), first.state)
    assert render(*shot[:-1], "clip", "--out", out).exit_code == 0
    # what is before the input, never the target
    assert out.read_bytes() == b"c" * 32 + b".webp"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("screenshot",), "needs --out FILE"),
        (("screenshot", "--condition", "state-only", "--out", "o"), "takes no --condition"),
        (("screenshot", "--format", "gif", "--out", "o"), "no format 'gif'; known: png, labelled"),
        (("clip", "--format", "mp4", "--out", "o"), "no clips as mp4; it has: webp"),
        (("clip", "--out", "no/such/folder/o"), "cannot be written"),
    ],
)
def test_what_cannot_be_shown_is_told(
    pictured: Path,
    corpus: list[Instance],
    arguments: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = render(pictured, corpus[0].instance_id, "--modality", *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_release_without_pictures_says_how_to_get_them(
    release: Path, corpus: list[Instance], tmp_path: Path
) -> None:
    for modality in ("screenshot", "clip"):
        result = render(
            release, corpus[0].instance_id, "--modality", modality, "--out", tmp_path / "o"
        )
        assert result.exit_code == 2
        assert "--modalities" in result.output


def test_prompts_carry_pictures(pictured: Path, corpus: list[Instance], tmp_path: Path) -> None:
    rows = {}
    for modality in ("table", "screenshot"):
        out = tmp_path / f"{modality}.jsonl"
        arguments = ["prompts", str(pictured), "--modality", modality, "--out", str(out)]
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == 0, result.output
        rows[modality] = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(rows["screenshot"]) == len(corpus)
    for plain, shown in zip(rows["table"], rows["screenshot"], strict=True):
        user, with_picture = plain["messages"][-1], shown["messages"][-1]
        text, image = with_picture["content"]
        assert "The picture shows it now." in text["text"]
        # all else that is told is told in both
        told = text["text"].split("\n\n")
        assert [each for each in user["content"][0]["text"].split("\n\n") if each not in told] == []
        url = image["image_url"]["url"]
        assert base64.b64decode(url.removeprefix("data:image/png;base64,")) == png()
        assert shown["tokens"] > plain["tokens"] + 255
        assert (shown["format"], shown["condition"]) == ("png", "state-only")
        assert shown["template_hash"] != plain["template_hash"]


def test_many_pictures_are_in_the_order_of_time(corpus: list[Instance]) -> None:
    prompt = make_prompt(corpus[0], pictures=[b"1", b"2", b"3"])
    assert "The 3 pictures show it in the order of time" in prompt.user
    parts = prompt.messages()[1]["content"]
    assert isinstance(parts, list)
    urls = [part["image_url"]["url"] for part in parts[1:]]
    assert [base64.b64decode(url.partition(",")[2]) for url in urls] == [b"1", b"2", b"3"]


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file)).convert("RGB")


def test_labels_stand_where_sprites_are() -> None:
    plain = png()
    state = {"/sprite/Cat/x": 100, "/sprite/Cat/y": 50, "/sprite/Cat/visible": True}
    labelled = label_sprites(plain, state)
    changed = ImageChops.difference(opened(labelled), opened(plain))
    box = changed.getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert left < 240 + 100 < right
    assert top < 180 - 50 < bottom
    for hidden in ({**state, "/sprite/Cat/visible": False}, {"/variable/_stage_/visible": True}):
        assert opened(label_sprites(plain, hidden)).tobytes() == opened(plain).tobytes()
    # at the edge, and in no font
    odd = {"/sprite/\ud800\n/x": 9e9, "/sprite/\ud800\n/y": -9e9, "/sprite/\ud800\n/visible": True}
    assert label_sprites(plain, odd) != plain


def test_other_alphabets_are_no_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    def named(name: str) -> dict[str, Value]:
        return {f"/sprite/{name}/{field}": 0 for field in "xy"} | {f"/sprite/{name}/visible": True}

    with monkeypatch.context() as without:
        without.setitem(sys.modules, "matplotlib", None)
        assert label_sprites(png(), named("Sprite é1"))
        with pytest.raises(InputError, match=r"pip install 'scratchworld\[report\]'"):
            label_sprites(png(), named("Мяч"))
    pytest.importorskip("matplotlib", reason="needs the extra [report]")
    # boxes would all look alike
    assert len({label_sprites(png(), named(name)) for name in ("Мяч", "Кот", "Дом")}) == 3
