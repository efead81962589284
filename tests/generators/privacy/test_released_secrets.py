# SPDX-License-Identifier: Apache-2.0
"""A whole release of a project full of traces of people: none of them is in any of its bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from generators.build import BuildConfig, EpisodePlan, build_release, read_key
from generators.oracle import oracle_predictions
from generators.released import ReleasedProjects
from generators.synthetic import synthesize, write_projects
from generators.tasks import CausalPlan, CounterfactualPlan
from generators.verify import verify_release
from scratchworld.release import Release, load_release
from tests.generators.privacy.planting import SECRETS, planted
from vm_runner import VmRunner

pytestmark = pytest.mark.node

CONFIG = BuildConfig(
    episodes=(EpisodePlan(5, 8),),
    horizons=(2,),
    causal=CausalPlan(cap=1, windows=1, tries=1),
    counterfactual=CounterfactualPlan(cap=1, windows=1, tries=4),
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus of Zoe Quist")
    (folder / "zoe_q_2009.sb3").write_bytes(planted())
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


def readings(path: Path) -> Iterator[bytes]:
    """All that a file says: its bytes, and what is packed in them."""
    data = path.read_bytes()
    yield data
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        yield repr(table.schema.metadata).encode()
        for column in table.columns:
            for value in column.to_pylist():
                text = str(value)
                yield text.encode("utf-8", "surrogatepass")
                # JSON may write its letters as escapes
                yield text.encode().decode("unicode_escape", "ignore").encode("utf-8", "ignore")
                if isinstance(value, dict) and isinstance(value.get("bytes"), bytes):
                    value = value["bytes"]
                if isinstance(value, bytes):
                    yield from _picture(value)
    elif path.suffix in (".png", ".jpg", ".webp", ".gif"):
        yield from _picture(data)


def _picture(data: bytes) -> Iterator[bytes]:
    yield data
    with Image.open(io.BytesIO(data)) as image:
        yield repr((image.info, dict(image.getexif()))).encode()


def secrets_in(folder: Path) -> set[tuple[str, str]]:
    return {
        (path.relative_to(folder).as_posix(), secret)
        for path in folder.rglob("*")
        if path.is_file()
        for reading in readings(path)
        for secret in SECRETS
        if secret.lower().encode() in reading.lower()
    }


def test_no_byte_of_a_release_tells_of_anybody(release: Release) -> None:
    assert secrets_in(release.path) == set()
    assert {row.verdict for row in release.report() if row.source == "real"} == {"kept", "rejected"}
    (kept,) = (row for row in release.report() if row.source == "real" and row.verdict == "kept")
    assert kept.numbers["alike"] == 1
    assert kept.numbers["replaced"] > 10
    assert kept.numbers["instances"] > 0


def test_the_search_would_find_them(tmp_path: Path) -> None:
    texts = [f'{{"/sprite/Cat/say":"{secret}"}}' for secret in SECRETS]
    pq.write_table(pa.table({"state": texts}), tmp_path / "rows.parquet", compression="zstd")
    assert {secret for _, secret in secrets_in(tmp_path)} == set(SECRETS)
    picture = PngInfo()
    picture.add_text("Author", "Quist", zip=True)
    Image.new("RGB", (4, 4)).save(tmp_path / "frame.png", pnginfo=picture)
    assert ("frame.png", "Quist") in secrets_in(tmp_path)


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
