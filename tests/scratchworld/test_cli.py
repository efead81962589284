# SPDX-License-Identifier: Apache-2.0
"""The command line knows names only, and turns every error into one line and an exit code."""

from __future__ import annotations

import importlib
import importlib.util
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import click
import pytest
from click.testing import CliRunner

from scratchworld import __version__
from scratchworld.cli import COMMANDS, CommandEntry, cli
from scratchworld.errors import NodeSetupError, ReleaseError


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, arguments)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def command_that(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Put a command called ``probe`` in the table."""

    def install(body: Callable[[], None]) -> None:
        module = ModuleType("probe_command")
        module.command = click.command("probe")(body)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "probe_command", module)
        entry = CommandEntry("probe_command:command", "A probe.")
        monkeypatch.setitem(COMMANDS, "probe", entry)  # type: ignore[arg-type]

    return install


def raising(error: BaseException) -> Callable[[], None]:
    def body() -> None:
        raise error

    return body


def module_exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def test_help_lists_every_command() -> None:
    code, out, _ = run("--help")
    assert code == 0
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", out, re.MULTILINE)


def test_help_imports_nothing_from_above() -> None:
    script = (
        "import sys\n"
        "from scratchworld.cli import cli\n"
        "cli(['--help'], standalone_mode=False)\n"
        "tops = {name.split('.')[0] for name in sys.modules}\n"
        "heavy = {'scoring', 'vm_runner', 'corpus_filters', 'generators', 'numpy', 'pandas', "
        "'pyarrow', 'jsonschema'}\n"
        "sys.exit(sorted(tops & heavy).__repr__() if tops & heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_short_help_is_the_first_line_of_the_command(name: str) -> None:
    module_name, attribute = COMMANDS[name].target.split(":")
    if not module_exists(module_name):
        pytest.skip(f"{module_name} is not part of this installation")
    command = getattr(importlib.import_module(module_name), attribute)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name].short_help


def test_version() -> None:
    assert run("--version") == (0, f"scratchworld, version {__version__}\n", "")


def test_the_package_can_be_run() -> None:
    command = [sys.executable, "-m", "scratchworld", "--version"]
    assert subprocess.check_output(command, text=True).split()[-1] == __version__


def test_unknown_command() -> None:
    code, _, err = run("scroe")
    assert code == 2
    assert "scroe" in err


@pytest.mark.parametrize("error", [ReleaseError("x:\nmissing"), NodeSetupError("x:\nmissing")])
def test_input_errors_are_one_line(command_that: Callable[..., None], error: Exception) -> None:
    command_that(raising(error))
    assert run("probe") == (2, "", "scratchworld: error: x: missing\n")


def test_an_unexpected_error_is_one_line_and_a_log(
    command_that: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    command_that(raising(ZeroDivisionError("of\ncourse")))
    code, out, err = run("probe")
    assert (code, out) == (1, "")
    assert err.startswith("scratchworld: internal error: ZeroDivisionError: of course (trace in ")
    assert err.count("\n") == 1
    [log] = tmp_path.iterdir()
    assert str(log) in err
    assert "Traceback" in log.read_text("utf-8")


def test_verbose_shows_the_trace(
    command_that: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    command_that(raising(ZeroDivisionError("x")))
    code, _, err = run("--verbose", "probe")
    assert code == 1
    assert "Traceback" in err


def test_an_unexpected_error_without_room_for_a_log(
    command_that: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    command_that(raising(ZeroDivisionError("x")))
    code, _, err = run("probe")
    assert code == 1
    assert "--verbose" in err


def test_interrupt(command_that: Callable[..., None]) -> None:
    command_that(raising(KeyboardInterrupt()))
    assert run("probe") == (130, "", "\nscratchworld: interrupted\n")


@pytest.mark.parametrize("target", ["no_such_room.commands:command", "scratchworld.no:command"])
def test_a_missing_room_is_named(monkeypatch: pytest.MonkeyPatch, target: str) -> None:
    monkeypatch.setitem(COMMANDS, "probe", CommandEntry(target, ""))  # type: ignore[arg-type]
    code, _, err = run("probe")
    assert code == 2
    assert "'probe' is not part of this installation" in err
