# SPDX-License-Identifier: Apache-2.0
"""What a build prints of events and counterfactuals: kinds, and what was left out and why."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from generators.build.build import BuildOutcome
from generators.build.summary import render_summary
from scratchworld.release import ReportRow, load_release, write_release
from scratchworld.world import (
    Alteration,
    CausalInstance,
    CounterfactualInstance,
    Delta,
    Query,
)
from tests.scratchworld.release.conftest import build_instance

X = "/sprite/Cat/x"


def causal(name: str, occurs: bool) -> CausalInstance:
    values = {**asdict(build_instance(name)), "task": "causal"}
    chain = ("root:green_flag",) if occurs else ()
    query = Query.make("field_changes", path=X)
    return CausalInstance(**values, query=query, occurs=occurs, chain=chain)


def twin(name: str, target: Delta, alteration: Alteration | None) -> CounterfactualInstance:
    values = {**asdict(build_instance(name, target=target)), "task": "counterfactual"}
    kind = "factual" if alteration is None else alteration.type
    return CounterfactualInstance(
        **{**values, "pair_id": "p"}, kind=kind, alteration=alteration, observed=()
    )


def test_kinds_and_exclusions_are_counted(tmp_path: Path) -> None:
    dropped = Alteration("drop_action", 0, 0)
    instances = [
        causal("a" * 16, True),
        causal("b" * 16, False),
        twin("c" * 16, {X: 1}, None),
        twin("d" * 16, {X: 1}, dropped),
        twin("e" * 16, {X: 2}, dropped),
    ]
    report = [
        ReportRow("p1", "kept", numbers={"causal_concurrent": 2, "blocks": 9}),
        ReportRow("p2", "kept", numbers={"causal_concurrent": 3, "counterfactual_tried": 7}),
    ]
    manifest = write_release(tmp_path / "r", instances, report)
    outcome = BuildOutcome(manifest, {}, {}, ())
    text = render_summary(outcome, load_release(tmp_path / "r"))
    lines = [line.split() for line in text.splitlines()]
    assert ["causal:", "concurrent", "5"] in lines
    assert ["counterfactual:", "tried", "7"] in lines
    assert ["causal", "field_changes", "2", "1"] in lines
    assert ["counterfactual", "drop_action", "2", "1"] in lines
