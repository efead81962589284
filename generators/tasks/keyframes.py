# SPDX-License-Identifier: Apache-2.0
"""Task ``keyframes``: what does the stage look like at these moments?

Windows are cut from episodes that were replayed in another process. Their frames are drawn in the
exploring process and once more in the other, and must be the same. What is dropped on the way is
counted by its reason.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import Any, NamedTuple

from generators.keyframes import (
    Draft,
    Drawn,
    choose_costumes,
    differing_pixels,
    draw_steps,
    find_drafts,
    first_moment,
    hints_of,
    requests_of,
    shown_costumes,
)
from generators.modalities.program import program_of
from generators.pictures import FrameStore
from generators.tasks.material import Material
from generators.tasks.window import Window
from scoring.prompts import relevant_rules, write_program
from scratchworld.errors import ProjectError
from scratchworld.release import InstancePictures
from scratchworld.world import (
    KEYFRAME_GOALS,
    Episode,
    Instance,
    KeyframesInstance,
    Reference,
    State,
    Trace,
    diff,
    instance_id,
)
from vm_runner import Session

__all__ = ["RESULT_WEIGHT", "TASK", "KeyframesPlan", "make_keyframes"]

TASK = "keyframes"
RESULT_WEIGHT = {"goal_frame": 50}
"""Per cent of the outcome in a judge's verdict, by goal; 0 where none is given."""


@dataclass(frozen=True, slots=True)
class KeyframesPlan:
    """How many key frames instances are made of a project, and of what sort."""

    cap: int = 2
    """Most instances of one project."""
    counts: tuple[int, ...] = (2, 4, 6)
    """How many frames are asked for; they take turns."""
    goals: tuple[str, ...] = KEYFRAME_GOALS
    """What is given beside the rules; they take turns."""
    steps: int = 16
    """Most steps of a window."""
    ticks: int = 5
    """Fewest ticks of a step: in shorter ones little happens."""
    windows: int = 6
    """Windows of each number of frames that are drawn before the next number's turn."""
    pixels: int = 40
    """Fewest pixels in which frames that follow each other must differ."""
    costumes: int = 24
    """Most costumes shown beside the first frame, unless more are needed."""


class _Wanted(NamedTuple):
    """A window that an instance may be made of."""

    episode: Episode
    trace: Trace
    draft: Draft

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps, from tick 0 on, of the first frame and of the requested ones."""
        return (self.draft.step, *(self.draft.step + moment for moment in self.draft.moments))

    @property
    def earlier(self) -> tuple[int, ...]:
        """The steps of a window before this one: of its first frame and of all but its last."""
        return tuple(step - self.draft.horizon for step in self.steps[:-1])


@dataclass(slots=True)
class _Making:
    """What is made of one project so far."""

    material: Material
    plan: KeyframesPlan
    max_changed: int
    store: FrameStore
    rng: random.Random
    program: dict[str, Any]
    """In canonical form."""
    taken: list[_Wanted] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    pictures: dict[str, InstancePictures] = field(default_factory=dict)


def make_keyframes(
    material: Material, plan: KeyframesPlan, max_changed: int, store: FrameStore
) -> tuple[list[Instance], dict[str, InstancePictures]]:
    """Return key frames instances of a project, and the names of their pictures by instance id.

    The pictures go to ``store``. Counts in ``material.numbers`` what was dropped and why.

    Raises:
        InputError: when the store cannot be written.
    """
    rng = material.rng(TASK)
    found = {count: _windows(material, plan, count, rng) for count in plan.counts}
    if not any(found.values()):
        material.count(f"{TASK}_too_little_happens")
        return [], {}
    program = program_of(material.data, material.verifier)
    making = _Making(material, plan, max_changed, store, rng, program)
    counts, goals = list(plan.counts), list(plan.goals)
    rng.shuffle(counts)
    rng.shuffle(goals)
    for turn in range(plan.cap):
        at = turn % len(counts)
        for count in counts[at:] + counts[:at]:
            if _make_one(making, found[count], goals[turn % len(goals)]):
                break
    return making.instances, making.pictures


def _windows(
    material: Material, plan: KeyframesPlan, count: int, rng: random.Random
) -> list[_Wanted]:
    """Return the windows with so many moments: those first that switch something before most."""
    wanted = [
        _Wanted(episode, trace, draft)
        for episode, trace in material.episodes
        if episode.steps[0].ticks >= plan.ticks
        for draft in find_drafts(trace, count, plan.steps)
    ]
    rng.shuffle(wanted)
    return sorted(wanted, key=lambda one: -one.draft.switched)


def _make_one(making: _Making, wanted: Sequence[_Wanted], goal: str) -> bool:
    """Make an instance of the first window that does; false when none of those tried does."""
    material = making.material
    if goal == "demonstration":  # which needs something before the window
        wanted = sorted(wanted, key=lambda one: one.earlier[0] <= 0)
    for window in _free(making, wanted):
        material.count(f"{TASK}_tried")
        made = _attempt(making, window, goal)
        if isinstance(made, str):
            material.count(f"{TASK}_{made}")
        else:
            making.taken.append(window)
            making.instances.append(made)
            return True
    return False


def _free(making: _Making, wanted: Sequence[_Wanted]) -> Iterator[_Wanted]:
    """Yield the first windows that have no step in common with one that is taken or was tried."""
    passed = list(making.taken)
    for window in wanted:
        if len(passed) - len(making.taken) == making.plan.windows:
            return
        if not any(
            window.episode is other.episode and window.draft.overlaps(other.draft)
            for other in passed
        ):
            passed.append(window)
            yield window


def _attempt(making: _Making, window: _Wanted, goal: str) -> KeyframesInstance | str:
    """Return the instance of a window, or why there is none."""
    material, plan = making.material, making.plan
    states = [window.trace.state(step) for step in window.steps]
    if len(diff(states[0], states[-1])) > making.max_changed:
        return "too_many_changes"
    shows_earlier = goal == "demonstration" and window.earlier[0] > 0
    steps = {*window.steps, *(window.earlier if shows_earlier else ())}
    try:
        session = material.explorer.load(material.data, trace=False)
        drawn = draw_steps(session, window.episode, steps)
    except ProjectError:
        return "failed"
    frames = [drawn[step].png for step in window.steps]
    if any(differing_pixels(one, other) < plan.pixels for one, other in pairwise(frames)):
        return "same_picture"
    if differing_pixels(frames[0], frames[-1]) < plan.pixels:
        return "back_to_start"
    if len({*frames}) < len(frames):
        return "repeats"
    shown = [drawn[step].png for step in window.earlier] if shows_earlier else []
    if any(differing_pixels(one, other) < plan.pixels for one, other in pairwise(shown)):
        shown = []
    if goal == "demonstration" and not shown:
        goal = "rules"
    try:
        session = material.verifier.load(material.data, trace=False)
        costumes = _costumes(making, session, states)
        again = draw_steps(session, window.episode, steps)
    except ProjectError:
        return "failed"
    if again != drawn or any(
        drawn[step].state != state for step, state in zip(window.steps, states, strict=True)
    ):
        return "unstable"
    references = [*costumes, *_frames(making, window, goal, drawn)]
    instance = _instance(making, window, goal, references, states)
    names = tuple(making.store.add_frame(png) for png in frames[1:])
    making.pictures[instance.instance_id] = InstancePictures(
        references=tuple(each.picture for each in references), key_frames=names
    )
    return instance


def _costumes(making: _Making, session: Session, states: Sequence[State]) -> list[Reference]:
    """Draw the costumes that go with a window of these states."""
    needed = frozenset[tuple[str, str]]().union(*map(shown_costumes, states))
    places = choose_costumes(session.program, needed, making.plan.costumes, making.rng)
    drawn = session.costumes([(place.target, place.costume) for place in places])
    return [
        Reference(
            "costume", making.store.add_frame(each.png), *place.shown, each.centre, each.scale
        )
        for place, each in zip(places, drawn, strict=True)
    ]


def _frames(
    making: _Making, window: _Wanted, goal: str, drawn: dict[int, Drawn]
) -> Iterator[Reference]:
    """Store the frames that go with a window, and yield them."""
    start, ticks = window.draft.step, window.episode.steps[0].ticks
    steps = {"goal_frame": window.steps[-1:], "demonstration": window.earlier}.get(goal, ())
    for step in steps:
        name = making.store.add_frame(drawn[step].png)
        kind = "goal" if goal == "goal_frame" else goal
        yield Reference(kind, name, ticks=(step - start) * ticks)


def _instance(
    making: _Making,
    window: _Wanted,
    goal: str,
    references: Sequence[Reference],
    states: Sequence[State],
) -> KeyframesInstance:
    draft, trace = window.draft, window.trace
    key_deltas = tuple(diff(states[0], state) for state in states[1:])
    monitors = [trace.monitors_at(step) for step in window.steps]
    cut = Window(
        TASK, window.episode, draft.step, draft.horizon, states[0], key_deltas[-1], monitors[0]
    )
    digest = trace.prefix(draft.step + draft.horizon).digest()
    base = cut.instance(making.material.provenance, replay_digest=digest)
    rules = relevant_rules(making.program, base)
    instance = KeyframesInstance(
        **{each.name: getattr(base, each.name) for each in fields(Instance)},
        moments=draft.moments,
        requests=requests_of(base.actions, base.ticks, draft.moments, goal),
        goal=goal,
        references=tuple(references),
        rules=write_program(making.program, rules),
        result_weight=RESULT_WEIGHT.get(goal, 0),
        key_deltas=key_deltas,
        reference_moments=tuple(first_moment(each, states) for each in references),
        hints=hints_of(states, monitors),
    )
    return replace(instance, instance_id=instance_id(instance.identity()))
