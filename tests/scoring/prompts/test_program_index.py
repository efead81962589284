# SPDX-License-Identifier: Apache-2.0
"""Programs are found by instance, and do not pile up in memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from scoring.prompts import ProgramIndex
from scratchworld.release import Program, Release
from tests.scoring.conftest import build_instance

COUNT = 100
LENGTH = 100_000
VARIANTS = ("original", "rename")
INSTANCE = build_instance()


class Programs:
    """Stands for a release of many long programs."""

    def programs(self) -> Iterator[Program]:
        for number in range(COUNT):
            for variant in VARIANTS:
                text = f"{number} {variant} ".ljust(LENGTH, "x")
                yield Program(f"p{number}", variant, "test", {"targets": []}, text)


def test_each_is_found_and_one_is_held() -> None:
    index = ProgramIndex(cast(Release, Programs()))
    expected = {(each.project, each.variant): each for each in Programs().programs()}
    for (project, variant), program in reversed(expected.items()):
        instance = replace(INSTANCE, project=project, variant=variant)
        assert index.get(instance) == program
        assert index.get(instance) is index.get(instance)
    assert index.get(replace(INSTANCE, project="none")) is None
    del expected

    tracemalloc.start()
    try:
        index = ProgramIndex(cast(Release, Programs()))
        for number in range(COUNT):
            index.get(replace(INSTANCE, project=f"p{number}", variant="original"))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10 * LENGTH  # of 200 programs
