# SPDX-License-Identifier: Apache-2.0
"""The queries that are made of a project: each link needed, events balanced, made again alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generators.causal import ProgramIndex, Record, answer
from generators.causal.occurrence import occurrences
from generators.exploration import explore
from generators.exploration.explorer import Coverage
from generators.synthetic import synthesize
from generators.tasks import CausalPlan, Material, Provenance, make_causal
from scratchworld.errors import RemoteError
from scratchworld.world import (
    Alteration,
    CausalInstance,
)
from vm_runner import Session, VmRunner

pytestmark = pytest.mark.node


def test_made_queries_hold_when_their_links_are_cut_from_tick_0(
    runners: tuple[VmRunner, VmRunner],
) -> None:
    """Minimality, once more and without checkpoints, on worlds of several families."""
    plan, checked = CausalPlan(cap=6, positive_share=1, tries=12), 0
    for number, world in enumerate(
        synthesize(["broadcast", "clone", "threshold"], per_family=1, seed=3)
    ):
        session = runners[0].load(world.data)
        coverage = Coverage(len(session.block_ids), 10**6)
        episode, trace = explore(session, coverage, seed=number, ticks=3, steps=25)
        where = Provenance("0" * 16, "synthetic", world.family, "")
        own = Material(
            world.data, "1" * 64, session.program, [(episode, trace)], where, 2, *runners
        )
        for made in make_causal(own, plan, 300):
            assert isinstance(made, CausalInstance)
            assert made.occurs
            checked += _check_cuts(own, made)
    assert checked > 10


def _check_cuts(material: Material, made: CausalInstance) -> int:
    end, vm = made.step + made.horizon, material.verifier
    trace = vm.run(material.data, made.episode())
    index = ProgramIndex(material.program)
    found = answer(made.query, Record(trace), index, made.state, made.step, end)
    assert found.chain.texts == made.chain
    assert found.first is not None
    count = 0
    for link in found.chain.links:
        if link.cut is None:
            continue
        cut = Alteration("intervene", link.step, intervention=link.cut)
        other = vm.run(material.data, cut.apply(made.episode()))
        again = occurrences(made.query, Record(other), other.state(made.step), made.step, end)
        if made.query.event.startswith("script_"):
            continue  # A disabled rule is still called, and ends at once.
        first = next(again, None)
        if first is not None:
            told = ("tick", "value", "length")
            assert [first.event.get(name) for name in told] != [
                found.first.event.get(name) for name in told
            ]
        count += 1
    return count


def test_events_are_balanced_and_near_misses_come_first(material: Material) -> None:
    plan = CausalPlan(cap=8, windows=12, tries=20)
    made = make_causal(material, plan, 300)
    assert len(made) == 8
    assert sum(isinstance(one, CausalInstance) and one.occurs for one in made) == 4
    for one in made:
        assert isinstance(one, CausalInstance)
        assert bool(one.chain) is one.occurs
        assert one.replay_digest == material.episodes[0][1].prefix(one.step + one.horizon).digest()
    assert make_causal(material, plan, 300) == made


def test_a_world_that_cannot_be_saved_gives_no_positives(
    material: Material, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Session) -> None:
        raise RemoteError("Error", "cannot save")

    monkeypatch.setattr(Session, "save", refuse)
    fresh = replace(material, numbers={})
    assert make_causal(fresh, CausalPlan(), 300) == []
    assert fresh.numbers["causal_unsaved"]
