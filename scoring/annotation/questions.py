# SPDX-License-Identifier: Apache-2.0
"""Which event queries are annotated, and what an annotator is shown of each: never the label."""

from __future__ import annotations

import random
from collections.abc import Mapping

from scoring.annotation.programs import ProgramScripts
from scoring.annotation.wording import field_words, query_words, value_words
from scoring.prompts.deeds import action_words
from scoring.prompts.wording import window_text
from scratchworld.errors import InputError
from scratchworld.release import Release
from scratchworld.world import CausalInstance, hidden_paths

__all__ = ["draw_events", "question_of"]


def draw_events(release: Release, n: int, seed: int, split: str | None) -> list[CausalInstance]:
    """Return ``n`` event queries in random order, all if there are fewer; same seed, same ones.

    Raises:
        InputError: when the release has none.
        ReleaseError: when it is damaged.
    """
    found = [one for one in release.instances("causal", split) if isinstance(one, CausalInstance)]
    if not found:
        which = f"split {split!r} of the release" if split else "release"
        raise InputError(f"{release.path}: the {which} has no causal instances to annotate")
    found.sort(key=lambda one: one.instance_id)
    return random.Random(seed).sample(found, min(n, len(found)))


def question_of(
    instance: CausalInstance,
    program: ProgramScripts,
    frame: str | None = None,
    after: str | None = None,
) -> dict[str, object]:
    """Return what is shown of an instance, as plain objects; nothing of its label goes in.

    ``frame`` and ``after`` are the pictures before the window and at its end as ``data:`` URIs.
    """
    window = window_text(instance.ticks, instance.horizon)
    hidden = hidden_paths(instance.state, instance.monitors)
    tables: Mapping[bool, list[tuple[str, str]]] = {True: [], False: []}
    for path, value in sorted(instance.state.items()):
        tables[path in hidden].append((field_words(path), value_words(value)))
    asked = query_words(instance.query, instance.state, program.block_text)
    return {
        "id": instance.instance_id,
        "ask": f"At some moment of {window}: {asked}",
        "steps": [action_words(actions) for actions in instance.actions],
        "before": [action_words(actions) for actions in instance.history],
        "visible": tables[False],
        "hidden": tables[True],
        "frame": frame,
        "after": after,
    }
