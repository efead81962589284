# SPDX-License-Identifier: Apache-2.0
"""A plain project has nothing but what the VM reads, and does what it did."""

from __future__ import annotations

import json

import pytest

from generators.rewriting import open_plain, open_project, plain, write_project
from scratchworld.errors import ProjectError
from tests.generators.privacy.planting import planted
from tests.golden.projects import GOLDEN
from vm_runner import VmRunner


def test_comments_authors_and_ids_are_gone() -> None:
    document = plain(open_project(planted()))
    assert document.content.keys() == {"targets", "monitors", "extensions", "meta"}
    text = json.dumps(document.content)
    assert 'zoe_q_2009"}' not in text
    assert "Zoe-id" not in text
    assert all(target["comments"] == {} for target in document.targets)


def test_it_is_plain_once_and_for_all() -> None:
    document = plain(open_project(planted()))
    assert plain(document) == document


def test_ids_keep_the_order_in_which_the_vm_reads_them() -> None:
    document = open_project(planted())
    values = {"b&": ["late", 1], "x": ["middle", 2], "7": ["first", 3]}
    document.targets[0]["variables"] = values
    names = [name for name, _ in plain(document).targets[0]["variables"].values()]
    assert names == ["first", "middle", "late"]


@pytest.mark.node
@pytest.mark.parametrize("name", [name for name in GOLDEN if name not in ("random", "lists")])
def test_the_vm_runs_it_as_before(runners: tuple[VmRunner, VmRunner], name: str) -> None:
    golden = GOLDEN[name]()
    data = write_project(open_plain(golden.project, runners[0]))
    digests = {
        runner.run(each, golden.episode).digest()
        for runner, each in zip(runners, (golden.project, data), strict=True)
    }
    assert len(digests) == 1


@pytest.mark.node
def test_what_is_no_project_is_refused(runners: tuple[VmRunner, VmRunner]) -> None:
    with pytest.raises(ProjectError, match="corrupt_archive"):
        open_plain(b"nothing", runners[0])
