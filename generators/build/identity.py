# SPDX-License-Identifier: Apache-2.0
"""Names and seeds: everything that is derived from hashes."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

import platformdirs

from corpus_filters import Location
from scratchworld.errors import InputError

__all__ = ["default_key_file", "derive_seed", "project_name", "read_key"]

KEY_BYTES = 32


def default_key_file() -> Path:
    """Return the user's own key file; it lies outside every release."""
    return platformdirs.user_data_path("scratchworld") / "project.key"


def read_key(path: Path, *, release: Location | None = None) -> bytes:
    """Read the key that project names are made with, making it on first use (mode 600).

    Raises:
        InputError: when the file cannot be read or made, is not a key, or lies in the ``release``
            that is to be built with it.
    """
    if isinstance(release, Path) and path.resolve().is_relative_to(release.resolve()):
        raise InputError(f"{path}: the key must not go out with the release; keep it elsewhere")
    try:
        if not path.exists():
            _make_key(path)
        text = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: cannot be used as key file ({error}); give --key FILE"
        ) from error
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise InputError(f"{path}: not a key file; a key is {2 * KEY_BYTES} hexadecimal digits")
    return key


def _make_key(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
    try:
        # of two builds that start at once, the first one's key stays
        os.link(partial, path)
    except FileExistsError:
        pass
    finally:
        partial.unlink()


def project_name(key: bytes, sha256: str) -> str:
    """Return the keyed hash that names a project in a release: 16 hexadecimal digits."""
    return hmac.new(key, sha256.encode("ascii"), hashlib.sha256).hexdigest()[:16]


def derive_seed(*parts: object) -> int:
    """Return a seed of 32 bits that depends on all ``parts`` and on nothing else."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:4], "big")
