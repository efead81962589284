# SPDX-License-Identifier: Apache-2.0
"""Installing the packages: once, whole, and again only when something changed.

The sources here pin no packages, so npm needs no network; all else is the real thing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scratchworld.errors import NodeSetupError
from vm_runner.runtime import CACHE_VARIABLE
from vm_runner.setup_packages import Runtime, ensure_packages

PACKAGE = {"name": "tiny", "version": "1.0.0"}


def lock(**packages: object) -> str:
    """A lock file that pins ``packages``, keyed by folder below ``node_modules``."""
    entries = {f"node_modules/{name}": entry for name, entry in packages.items()}
    dependencies = dict.fromkeys(packages, "1.0.0")
    root = {**PACKAGE, "dependencies": dependencies}
    return json.dumps({**PACKAGE, "lockfileVersion": 3, "packages": {"": root, **entries}})


@pytest.fixture
def js(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source folder without dependencies; neither PATH nor a registry is of any use to it."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    folder = tmp_path / "js"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps(PACKAGE))
    (folder / "package-lock.json").write_text(lock())
    (folder / "worker.js").write_text("")
    return folder


def stamp(js: Path) -> Path:
    return js / "node_modules" / "scratchworld-stamp.json"


def test_the_first_call_installs_and_later_ones_do_not(
    js: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runtime = ensure_packages(js)
    assert runtime == Runtime(runtime.node, js)
    first = capsys.readouterr().err
    assert "Installing the VM's npm packages (about 220 MB, once)" in first
    assert "Installed in" in first
    assert json.loads(stamp(js).read_text())["node"] == 24
    assert ensure_packages(js) == runtime
    assert capsys.readouterr().err == ""
    assert os.listdir(js / ".setup") == ["lock"]


@pytest.mark.parametrize("change", ["lock file", "node version", "no stamp"])
def test_a_change_installs_again(
    js: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    ensure_packages(js)
    (js / "node_modules" / "leftover").mkdir()
    if change == "lock file":
        (js / "package-lock.json").write_text(lock() + "\n")
    elif change == "node version":
        monkeypatch.setattr("vm_runner.setup_packages.node_major", lambda binary: 26)
    else:
        stamp(js).unlink()
    capsys.readouterr()
    ensure_packages(js)
    assert "Installed in" in capsys.readouterr().err
    assert os.listdir(js / "node_modules") == [stamp(js).name]


def test_an_interrupted_installation_is_repaired(js: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(node: Path, npm: Path, folder: Path) -> None:
        (folder / "node_modules" / "half").mkdir(parents=True)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("vm_runner.setup_packages.run_npm_ci", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ensure_packages(js)
    assert not (js / "node_modules").exists()
    # A killed process leaves its folder behind.
    (js / ".setup" / "staging-killed" / "node_modules").mkdir(parents=True)
    ensure_packages(js)
    assert stamp(js).is_file()
    assert os.listdir(js / ".setup") == ["lock"]


def test_two_first_calls_at_once_install_once(js: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from vm_runner.setup_packages import *\n"
        "ensure_packages(Path(sys.argv[1]))"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", script, js], stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [process.communicate(timeout=120)[1] for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outputs
    assert "".join(outputs).count("Installed in") == 1
    assert stamp(js).is_file()


def test_sources_that_cannot_be_written_are_copied_to_the_cache(
    js: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vm_runner.setup_packages.is_writable", lambda folder: False)
    runtime = ensure_packages(js)
    assert runtime.js.parent == tmp_path / "cache"
    assert stamp(runtime.js).is_file()
    assert (runtime.js / "worker.js").is_file()
    assert not (js / "node_modules").exists()
    capsys.readouterr()
    assert ensure_packages(js) == runtime
    assert capsys.readouterr().err == ""


def test_a_read_only_installation_that_has_its_packages_is_used_as_it_is(
    js: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ensure_packages(js)
    monkeypatch.setattr("vm_runner.setup_packages.is_writable", lambda folder: False)
    assert ensure_packages(js).js == js


def test_a_cache_that_cannot_be_written_is_named(
    js: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr("vm_runner.setup_packages.is_writable", lambda folder: False)
    with pytest.raises(NodeSetupError, match="set SCRATCHWORLD_CACHE to a folder"):
        ensure_packages(js)


def test_a_registry_out_of_reach_is_one_clear_error(
    js: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Options of npm on its command line cannot be undone by the environment; this one is not.
    monkeypatch.setattr("vm_runner.npm._OPTIONS", ("--fetch-retries=0", "--ignore-scripts"))
    package = {"version": "1.0.0", "integrity": "sha512-" + "A" * 86 + "=="}
    (js / "package.json").write_text(json.dumps({**PACKAGE, "dependencies": {"left": "1.0.0"}}))
    (js / "package-lock.json").write_text(lock(left=package))
    with pytest.raises(NodeSetupError) as caught:
        ensure_packages(js)
    message = str(caught.value)
    assert "\n" not in message
    assert "npm could not install the VM's packages" in message
    assert "ECONNREFUSED 127.0.0.1:9" in message
    assert "run `scratchworld setup`" in message
    assert not (js / "node_modules").exists()
    assert os.listdir(js / ".setup") == ["lock"]


def test_a_lock_held_too_long_is_named(js: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from filelock import FileLock

    monkeypatch.setattr("vm_runner.setup_packages.LOCK_TIMEOUT", 0.1)
    (js / ".setup").mkdir()
    with (
        FileLock(js / ".setup" / "lock"),
        pytest.raises(NodeSetupError, match="another process has been installing"),
    ):
        ensure_packages(js)


def test_sources_without_a_lock_file_are_damaged(js: Path) -> None:
    (js / "package-lock.json").unlink()
    with pytest.raises(NodeSetupError, match="reinstall scratchworld"):
        ensure_packages(js)
