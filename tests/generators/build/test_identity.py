# SPDX-License-Identifier: Apache-2.0
"""Names need the key; seeds are stable."""

from __future__ import annotations

import secrets
import stat
from pathlib import Path

import pytest

from generators.build import identity, project_name, read_key
from generators.build.identity import derive_seed
from scratchworld.errors import InputError

SHA = "ab" * 32


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "project.key"
    key = read_key(path)
    assert read_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_two_keys_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "secrets", secrets)
    assert read_key(tmp_path / "one") != read_key(tmp_path / "two")


def test_a_key_inside_the_release_is_refused_and_not_made(tmp_path: Path) -> None:
    path = tmp_path / "out" / "project.key"
    with pytest.raises(InputError, match="must not go out with the release"):
        read_key(path, release=tmp_path / "out")
    assert not path.parent.exists()


def test_names_depend_on_the_key() -> None:
    assert project_name(b"a" * 32, SHA) != project_name(b"b" * 32, SHA)
    # HMAC-SHA256 of the hash's text under a key of 32 zero bytes, first 16 digits
    assert len(project_name(bytes(32), SHA)) == 16


@pytest.mark.parametrize("text", ["", "zz", "00" * 31, "é"])
def test_a_file_that_is_no_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "key"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match="key"):
        read_key(path)


def test_seeds_are_the_same_everywhere() -> None:
    # the first four bytes of SHA-256 of "a\x1f1"
    assert derive_seed("a", 1) == 0x839E11A4
