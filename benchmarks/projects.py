# SPDX-License-Identifier: Apache-2.0
"""The projects that the benchmarks of the VM runner share: games, small and large."""

from __future__ import annotations

from pathlib import Path

from scratchworld.world import Action

ACTIONS = (
    Action.make("green_flag"),
    Action.make("key_down", key="right arrow"),
    Action.make("key_down", key="space"),
)
"""What each is started with."""

TWENTY = (
    "081f879d", "0b083ef9", "0d7a7721", "12e83fc9", "17cab537",
    "1ba1e038", "37b9bb41", "3ca18470", "5afe8652", "6bb4e841",
    "0ee227fe", "23c2294f", "2143fa99", "2d7cf38a", "3bc4e118",
    "46be9b8d", "4b092ad9", "59a80f9b", "5f2cb5a2", "7fd831c0",
)  # fmt: skip
"""The first digits of their files' hashes, which start their names in the shared corpus."""

TEN = TWENTY[:10]


def file_of(corpus: Path, prefix: str) -> Path:
    """Return the file in ``corpus`` whose name starts with ``prefix``."""
    return next(corpus.rglob(f"{prefix}_*"))
