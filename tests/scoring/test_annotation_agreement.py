# SPDX-License-Identifier: Apache-2.0
"""``scratchworld annotate agreement``: figures by hand, disagreements by id, files refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scratchworld.cli import cli
from scratchworld.release import load_release, write_release
from tests.scoring.events import CHAIN, Make, event

TWO_RULES = (*CHAIN[:2], "broadcast:Cat/0/3", "rule:Dog/0", "write:Dog/0/1")
Save = Callable[..., Path]


@pytest.fixture
def release(tmp_path: Path, make_instance: Make) -> Path:
    """Two events that occur, by one rule and by two, and two that do not; two projects."""
    events = [
        event(make_instance, "1", CHAIN, project="p1"),
        event(make_instance, "2", TWO_RULES, project="p2"),
        event(make_instance, "3", project="p1"),
        event(make_instance, "4", project="p2"),
    ]
    write_release(tmp_path / "release", events)
    return tmp_path / "release"


@pytest.fixture
def save(tmp_path: Path, release: Path) -> Save:
    """Write an annotation file; the answers are (id, occurs, rules)."""

    def write(name: str, *answers: tuple[str, bool, Sequence[str]], **changes: Any) -> Path:
        document = {
            "format": "scratchworld-annotations",
            "format_version": 1,
            "release": "scratchworld",
            "canary": load_release(release).manifest.canary,
            "annotator": name,
            "annotations": [
                {"instance_id": one, "occurs": occurs, "rules": list(rules), "note": ""}
                for one, occurs, rules in answers
            ],
            **changes,
        }
        path = tmp_path / f"{name}-{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps(document), "utf-8")
        return path

    return write


ANN = (("1", True, ["Cat/0"]), ("2", True, ["Cat/0"]), ("3", False, []), ("4", False, []))
BOB = (("1", True, ["Cat/0"]), ("2", False, []), ("3", False, []), ("4", True, ["Dog/0"]))


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, ["annotate", "agreement", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_figures_by_hand(release: Path, save: Save) -> None:
    code, out, _ = run(release, save("Ann", *ANN), save("Bob", *BOB), "--json", "--draws", 50)
    assert code == 0
    found = json.loads(out)
    assert found["answered"] == {"Ann": 4, "Bob": 4}
    compared = {" ".join(each["who"]): each for each in found["compared"]}
    assert list(compared) == ["Ann Bob", "Ann VM", "Bob VM", "all annotators VM"]

    vm = compared["Ann VM"]
    assert vm["occurrence"]["exact"]["value"] == vm["occurrence"]["kappa"]["value"] == 1
    # the first chain is right, of the second one rule of two
    assert (vm["chain"]["exact"]["value"], vm["chain"]["exact"]["n"]) == (1 / 2, 2)
    assert vm["chain_similarity"]["exact"]["value"] == pytest.approx((1 + 1 / 2) / 2)

    both = compared["Ann Bob"]
    # alike on 1 and 3; each says yes twice: by chance 1/2, so kappa is 0
    assert both["occurrence"]["exact"]["value"] == 1 / 2
    assert both["occurrence"]["kappa"]["value"] == 0
    # four ordered pairs that differ; expected 2 * 4 * 4 / 7
    assert both["occurrence"]["alpha"]["value"] == pytest.approx(1 - 4 / (32 / 7))
    # project p1 all alike, p2 none
    assert (both["occurrence"]["exact"]["low"], both["occurrence"]["exact"]["high"]) == (0, 1)

    # Bob has no chain for what he says does not occur
    assert compared["Bob VM"]["chain_similarity"]["exact"]["value"] == pytest.approx(1 / 2)
    pooled = compared["all annotators VM"]["occurrence"]["exact"]
    assert (pooled["value"], pooled["n"]) == (6 / 8, 8)

    assert [each["instance_id"] for each in found["disagreements"]] == ["2", "4"]
    assert found["disagreements"][0]["said"] == {
        "Ann": {"occurs": True, "rules": ["Cat/0"]},
        "Bob": {"occurs": False, "rules": []},
        "VM": {"occurs": True, "rules": ["Cat/0", "Dog/0"]},
    }


def test_three_annotators_of_whom_each_answered_some(release: Path, save: Save) -> None:
    files = [save("Ann", *ANN), save("Bob", *BOB[:2]), save("Bob", *BOB[2:]), save("Eve", ANN[0])]
    code, out, _ = run(release, *files, "--json", "--draws", 5)
    assert code == 0
    found = json.loads(out)
    assert found["answered"] == {"Ann": 4, "Bob": 4, "Eve": 1}
    compared = {" ".join(each["who"]): each["occurrence"] for each in found["compared"]}
    everybody = compared["all annotators"]
    assert everybody["kappa"] is None
    # three alike pairs on event 1, one on event 3, none on the others
    assert everybody["exact"]["value"] == pytest.approx((3 + 1) / (3 + 1 + 1 + 1))
    assert compared["Bob Eve"]["exact"]["n"] == 1


def test_the_tables(release: Path, save: Save) -> None:
    code, out, _ = run(release, save("Ann", *ANN), "--draws", 50)
    assert code == 0
    assert "Events answered: Ann 4" in out
    assert "1 event on which not all agree" in out
    assert out.splitlines()[-2:] == [
        "2         sprite_hides  Ann  occurs: Cat/0",
        "                        VM   occurs: Cat/0 > Dog/0",
    ]
    alike = run(release, save("Eve", ANN[0], ANN[2]), "--draws", 50)[1]
    assert alike.endswith("No disagreements.\n")


def test_the_page_of_the_documentation(repository: Path, release: Path, save: Save) -> None:
    text = (repository / "docs" / "annotating.md").read_text("utf-8")
    command = "$ scratchworld annotate agreement RELEASE ann.json bob.json"
    _, out, _ = run(release, save("Ann", *ANN), save("Bob", *BOB))
    assert f"```\n{command}\n{out}```" in text


@pytest.mark.parametrize(
    ("answers", "changes", "complaint"),
    [
        ([("9", True, [])], {}, "$.annotations[0]: the release has no event query '9'"),
        ([ANN[0], ANN[0]], {}, "$.annotations[1]: 'Ann' has answered '1' already in "),
        ([("3", False, ["Cat/0"])], {}, "'3' does not occur, and has rules; remove them"),
        ([ANN[0]], {"canary": "x"}, "are about the release 'scratchworld' with the canary x"),
        ([ANN[0]], {"annotator": ""}, "$.annotator: "),
        ([], {}, "$.annotations: "),
        ([ANN[0]], {"format_version": 2}, "$.format_version: 1 was expected"),
    ],
)
def test_files_that_are_refused(
    release: Path, save: Save, answers: Any, changes: dict[str, Any], complaint: str
) -> None:
    file = save("Ann", *answers, **changes)
    code, _, error = run(release, file)
    assert code == 2
    assert error.startswith(f"scratchworld: error: {file}: ")
    assert complaint in error
    assert error.count("\n") == 1


def test_a_missing_file_is_refused(release: Path, tmp_path: Path) -> None:
    code, _, error = run(release, tmp_path / "none.json")
    assert (code, "none.json: cannot be read" in error) == (2, True)
