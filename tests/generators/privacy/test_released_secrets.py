# SPDX-License-Identifier: Apache-2.0
"""A whole release of a project full of traces of people: none of them is in any of its bytes."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from generators.build import BuildConfig, EpisodePlan, build_release, read_key
from generators.oracle import oracle_predictions
from generators.perturbations import PerturbationPlan
from generators.pictures import PicturePlan
from generators.released import ReleasedProjects
from generators.rewriting import open_project
from generators.synthetic import synthesize, write_projects
from generators.tasks import CausalPlan, CounterfactualPlan
from generators.verify import verify_release
from scoring.prompts import VIEWS
from scoring.prompts.file import write_prompts
from scratchworld.release import Pictures, Release, load_release
from scratchworld.world import TASKS
from tests.generators.privacy.planting import SECRETS, planted, unpacked, with_recordings
from vm_runner import VmRunner

pytestmark = pytest.mark.node

FORMATS = ("mp4", "webp") if find_spec("av") else ("webp",)
CONFIG = BuildConfig(
    tasks=tuple(task for task in TASKS if task != "decision"),
    episodes=(EpisodePlan(5, 8),),
    horizons=(2,),
    causal=CausalPlan(cap=1, windows=1, tries=1),
    counterfactual=CounterfactualPlan(cap=1, windows=1, tries=4),
    perturbations=PerturbationPlan(kinds=("rename", "paraphrase"), cap=2),
    modalities=("program", "table", "language", "screenshot", "clip"),
    pictures=PicturePlan(history=1, interval=5, formats=FORMATS),
)

PICTURE = re.compile(r"(?<=data:image/png;base64,)[\w+/=]+")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus of Zoe Quist")
    (folder / "zoe_q_2009.sb3").write_bytes(with_recordings(planted()))
    # this one's report tells of an asset by its name
    broken = planted(1).replace(b'"md5ext": "', b'"md5ext": "Zoe-Quist-')
    (folder / "Brixham.sb3").write_bytes(broken)
    (folder / "Grelle.json").write_bytes(b'{"targets": [], "Zoe Quist": }')
    write_projects(synthesize(["motion"], per_family=1, seed=2), folder / "made", 2)
    return folder


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("key") / "project.key"


@pytest.fixture(scope="module")
def release(corpus: Path, key: Path, tmp_path_factory: pytest.TempPathFactory) -> Release:
    out = tmp_path_factory.mktemp("built") / "release"
    build_release(corpus, out, CONFIG, key_file=key)
    return load_release(out)


class Reading(NamedTuple):
    """Something that a file says."""

    data: bytes
    packed: bool = False
    """Any bytes at all are in it, so that three letters are there by chance."""


def readings(path: Path) -> Iterator[Reading]:
    """All that a file says: its bytes, and what is packed in them."""
    data = path.read_bytes()
    yield Reading(data, packed=path.suffix in (".parquet", ".png"))
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        yield Reading(repr((table.schema, table.schema.metadata)).encode())
        for column in table.columns:
            for value in column.to_pylist():
                if isinstance(value, dict):
                    yield Reading(str(value.pop("path")).encode())
                    yield from _picture(value.pop("bytes"))
                text = str(value)
                yield Reading(text.encode("utf-8", "surrogatepass"))
                # JSON may write its letters as escapes
                plain = text.encode().decode("unicode_escape", "ignore")
                yield Reading(plain.encode("utf-8", "ignore"))
    elif path.suffix == ".png":
        yield from _picture(data)


def _picture(data: bytes) -> Iterator[Reading]:
    yield Reading(data, packed=True)
    if data[4:8] == b"ftyp":
        av = pytest.importorskip("av", reason="the extra [video] is not installed")
        with av.open(io.BytesIO(data)) as video:
            told = [video.metadata, *(stream.metadata for stream in video.streams)]
    else:
        with Image.open(io.BytesIO(data)) as image:
            told = [image.info, dict(image.getexif())]
    yield Reading(repr(told).encode())


def secrets_in(folder: Path) -> set[tuple[str, str]]:
    return {
        (path.relative_to(folder).as_posix(), secret)
        for path in folder.rglob("*")
        if path.is_file()
        for reading in readings(path)
        for secret in SECRETS
        if len(secret) >= 5 or not reading.packed
        if secret.lower().encode() in reading.data.lower()
    }


def test_no_byte_of_a_release_tells_of_anybody(release: Release) -> None:
    assert secrets_in(release.path) == set()
    assert {row.verdict for row in release.report() if row.source == "real"} == {"kept", "rejected"}
    (kept,) = (row for row in release.report() if row.source == "real" and row.verdict == "kept")
    assert kept.numbers["alike"] == 1
    assert kept.numbers["replaced"] > 10
    assert kept.numbers["instances"] > 0


def test_pictures_of_the_project_are_in_it(release: Release) -> None:
    """So that the search is none of an empty place."""
    (kept,) = (row for row in release.report() if row.source == "real" and row.verdict == "kept")
    (photograph,) = (
        data for name, data in open_project(with_recordings(planted())).assets.items()
        if name.endswith(".png")
    )  # fmt: skip
    with Image.open(io.BytesIO(photograph)) as image:
        shades = len(image.convert("L").getcolors())
    pictures = Pictures(release)
    of_project = [one for one in release.instances() if one.project == kept.project]
    assert {one.variant for one in of_project} == {"original", "rename", "paraphrase"}
    assert {"causal", "keyframes", "next_state", "rollout"} <= {one.task for one in of_project}
    references = sorted(release.path.glob("references/*.parquet"))
    assert sum(pq.read_metadata(file).num_rows for file in references) > 0
    for one in of_project:
        with Image.open(io.BytesIO(pictures.screenshot(one.instance_id))) as image:
            assert len(image.convert("RGB").getcolors(1 << 20)) > shades / 2
        assert set(pictures.clip(one.instance_id).files) == set(FORMATS)


@pytest.mark.parametrize("modality", [*VIEWS, "screenshot"])
def test_no_prompt_tells_of_anybody(release: Release, tmp_path: Path, modality: str) -> None:
    path, pictures = tmp_path / "prompts.jsonl", 0
    write_prompts(release, path, modality)
    for pictures, code in enumerate(PICTURE.findall(path.read_text("utf-8")), 1):
        (tmp_path / f"{pictures}.png").write_bytes(b64decode(code))
    path.write_text(PICTURE.sub("", path.read_text("utf-8")), "utf-8")
    assert ("base64" in path.read_text("utf-8")) == (pictures > 0)
    assert pictures > 0 or modality != "screenshot"
    assert secrets_in(tmp_path) == set()


def test_the_search_would_find_them(tmp_path: Path) -> None:
    texts = [f'{{"/sprite/Cat/say":"{secret}"}}' for secret in SECRETS]
    pq.write_table(pa.table({"state": texts}), tmp_path / "rows.parquet", compression="zstd")
    assert {secret for _, secret in secrets_in(tmp_path)} == set(SECRETS)
    picture = PngInfo()
    picture.add_text("Author", "Quist", zip=True)
    Image.new("RGB", (4, 4)).save(tmp_path / "frame.png", pnginfo=picture)
    assert ("frame.png", "Quist") in secrets_in(tmp_path)
    (tmp_path / "files").write_bytes(unpacked(with_recordings(planted())))
    assert ("files", "zoe.quist@mailbox.example") in secrets_in(tmp_path)


def test_labels_are_true_of_the_anonymised_project(
    release: Release, corpus: Path, key: Path
) -> None:
    projects = ReleasedProjects.find(corpus, read_key(key), release.manifest)
    real = [one for one in release.instances("next_state") if one.source == "real"]
    with VmRunner() as runner:
        assert verify_release(release, projects, runner).faults == []
        predictions = dict(oracle_predictions(real, projects, runner))
    assert [predictions[one.instance_id]["delta"] for one in real] == [one.target for one in real]


def test_the_key_is_outside_and_only_its_owner_reads_it(release: Release, key: Path) -> None:
    assert key.stat().st_mode & 0o777 == 0o600
    text = key.read_bytes().strip()
    for path in release.path.rglob("*"):
        if path.is_file():
            assert text not in path.read_bytes()
            assert bytes.fromhex(text.decode()) not in path.read_bytes()
