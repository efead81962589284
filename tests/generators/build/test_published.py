# SPDX-License-Identifier: Apache-2.0
"""The table of published figures beside those of a release."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from generators.build import load_preset, render_published
from generators.build.published import PUBLISHED
from generators.synthetic import FAMILIES
from generators.tasks import Provenance, cut_next_state, cut_rollouts
from scoring import copy_prior
from scratchworld.release import load_release, write_release
from tests.generators.builders import moving


def test_the_preset_asks_for_what_is_published() -> None:
    config = load_preset("paper")
    assert config.real is not None
    assert config.synthetic is not None
    real, synthetic = config.real.instances or {}, config.synthetic.instances or {}
    assert {
        "instances": sum(real.values()) + sum(synthetic.values()),
        "next-state instances": real["next_state"] + synthetic["next_state"],
        "long-horizon instances": real["rollout"] + synthetic["rollout"],
        "real instances": sum(real.values()),
        "synthetic instances": sum(synthetic.values()),
        "real projects": config.real.projects,
        "synthetic projects": config.synthetic.projects,
        "empty deltas": (config.real.empty or 0) + (config.synthetic.empty or 0),
    } == {name: int(text) for name, text in list(PUBLISHED.items())[:8]}
    families = config.synthetic.families or ()
    assert set(families) <= set(FAMILIES)
    assert len(families) == 9


def test_every_figure_of_a_release_is_counted(tmp_path: Path) -> None:
    episode, trace = moving(6)
    own = Provenance("a" * 16, "real", "", "test")
    other = Provenance("b" * 16, "synthetic", "motion", "test")
    steps = [w.instance(own, replay_digest="d") for w in cut_next_state(episode, trace)[:3]]
    # a next-state instance in which nothing happens
    steps[0] = replace(steps[0], target={}, n_changed=0, n_hidden_changed=0)
    long = [w.instance(other, replay_digest="d") for w in cut_rollouts(episode, trace, [2])[:2]]
    write_release(tmp_path / "out", [*steps, *long])
    release = load_release(tmp_path / "out")
    rows = {
        line[:44].strip(): line.split("  ")[-1].strip()
        for line in render_published(release, copy_prior(release)).splitlines()[2:]
    }
    assert rows == {
        "instances": "5",
        "next-state instances": "3",
        "long-horizon instances": "2",
        "real instances": "3",
        "synthetic instances": "2",
        "real projects": "1",
        "synthetic projects": "1",
        "empty deltas": "1",
        "fields per input: mean / median / max": "3.0 / 3 / 3",
        "changed fields: mean / median / max": "0.8 / 1 / 1",
        "instances per project: mean / median / max": "2.5 / 2.5 / 3",
        # of 15 fields four change, of 9 real ones two, of 6 synthetic ones, all long, two
        "copy prior, %": "73.3",
        "copy prior, real, %": "77.8",
        "copy prior, synthetic, %": "66.7",
        "copy prior, long-horizon, %": "66.7",
    }
