# SPDX-License-Identifier: Apache-2.0
"""Is a release what it says? Its files, its rows, and every label executed again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from generators.build.leaks import find_leaks
from generators.build.pictures import ticks_shown
from generators.build.repeat import config_of
from generators.engines import Executor, by_length
from generators.keyframes import KeyframeCheck
from generators.oracle import EventReader, executed_rewards
from generators.released import ReleasedProjects
from scoring.prompts import VIEWS, ProgramIndex
from scratchworld.errors import InputError, ProjectError, ReleaseError
from scratchworld.release import Program, Release, ReleaseFault, find_release_faults
from scratchworld.schemas import check
from scratchworld.world import (
    CausalInstance,
    CounterfactualInstance,
    DecisionInstance,
    Instance,
    KeyframesInstance,
    Trace,
    Value,
    diff,
    hidden_paths,
    instance_id,
    same_value,
)
from vm_runner import VmRunner
from vm_runner.spidermonkey import SecondEngine

__all__ = ["Verification", "verify_release"]


@dataclass(slots=True)
class Verification:
    """What was looked at, and what disagrees."""

    faults: list[ReleaseFault] = field(default_factory=list)
    instances: int = 0
    """Rows that were checked."""
    replayed: int = 0
    """Labels that were executed again."""
    digests: int = 0
    """Traces whose whole episode the release holds, so that their digest was compared."""
    pictures: int = 0
    """Key frames and reference pictures that were drawn again."""
    engines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Of each instance that was executed: the engines that computed the same trace."""


def verify_release(
    release: Release,
    projects: ReleasedProjects | None,
    runner: VmRunner | None,
    *,
    engine: SecondEngine | None = None,
    sample: int | None = None,
    seed: int = 0,
) -> Verification:
    """Check a release against itself and against what its projects do in ``runner``.

    With a second ``engine``, which must have been made for ``runner``, every trace is computed by
    both; where they differ is a fault of each instance that was cut from it.

    ``projects`` are those of the release. ``sample`` is how many instances to execute, all by
    default; ``seed`` decides which. Without projects and a runner none is executed.
    Files and rows are checked in any case, though labels only where they are not withheld.
    """
    result = Verification()
    try:
        result.faults += find_release_faults(release, _pictured(release))
        chosen = _check_rows(release, result, sample, seed)
        if runner is None or projects is None:
            return result
        executor = Executor(runner, engine)
        keyframes = KeyframeCheck(release)
        instances = (each for each in release.instances() if each.instance_id in chosen)
        for name, group in groupby(instances, key=lambda instance: instance.project):
            by_variant: dict[str, list[Instance]] = {}
            for instance in group:
                by_variant.setdefault(instance.variant, []).append(instance)
            for own in by_variant.values():
                _replay(name, own, projects, release, executor, keyframes, result)
        result.pictures = keyframes.pictures
    except ReleaseError as error:
        # nothing behind a damaged file can be believed
        result.faults.append(ReleaseFault("files", str(error)))
    return result


def _pictured(release: Release) -> Callable[[Instance], Iterable[int]] | None:
    """What the pictures of a release show, which is told where targets are withheld."""
    manifest = release.manifest
    if not (manifest.answers and manifest.inputs):
        return None
    return partial(ticks_shown, config=config_of(manifest, str(release.path)))


def _check_rows(
    release: Release, result: Verification, sample: int | None, seed: int
) -> frozenset[str]:
    """Check every row; return the ids of those to execute."""
    splits: dict[str, str] = {}
    ids: set[str] = set()
    release = release.without_labels()
    twins = frozenset(
        instance.pair_id
        for instance in release.instances("counterfactual")
        if isinstance(instance, CounterfactualInstance) and instance.alteration is None
    )
    programs = ProgramIndex(release)
    modalities = release.manifest.configuration.get("modalities", tuple(VIEWS))
    for instance in release.instances():
        result.instances += 1
        faults = list(_row_faults(instance, with_label=not release.blank))
        if not (faults or release.blank):
            faults += _leaks(instance, programs.get(instance), modalities)
        if isinstance(instance, CounterfactualInstance) and instance.pair_id not in twins:
            faults.append("its factual twin is not in the release")
        if instance.instance_id in ids:
            faults.append("its id stands twice in the release")
        if splits.setdefault(instance.project, instance.split) != instance.split:
            faults.append(f"its project {instance.project} is in more than one split")
        ids.add(instance.instance_id)
        result.faults += [ReleaseFault(instance.instance_id, fault) for fault in faults]
    if result.instances != release.counts["instances"]:
        stated = release.counts["instances"]
        result.faults.append(
            ReleaseFault("manifest.json", f"{stated} instances stated, {result.instances} found")
        )
    if sample is None or sample >= len(ids):
        return frozenset(ids)
    return frozenset(random.Random(seed).sample(sorted(ids), sample))


def _leaks(instance: Instance, program: Program | None, modalities: Iterable[str]) -> Iterator[str]:
    try:
        for leak in find_leaks(instance, program, modalities):
            yield f"{leak.where}: {leak.what}"
    except (ValueError, LookupError, TypeError) as error:
        yield f"it cannot be shown: {error}"


def _row_faults(instance: Instance, *, with_label: bool) -> Iterator[str]:
    if not (len(instance.history) == instance.step and len(instance.actions) == instance.horizon):
        yield "history or actions are not as long as step and horizon say"
    try:
        check(_script(instance), "episode", "its actions")
        check(instance.episode().to_json(), "episode", "what is executed")
    except (InputError, IndexError) as error:
        yield str(error)
    if instance_id(instance.identity()) != instance.instance_id:
        yield "its id is not that of its content"
    counts = {"n_fields": len(instance.state)}
    if with_label:
        counts["n_changed"] = len(instance.target)
        counts["n_hidden_changed"] = len(hidden_paths(instance.target, instance.monitors))
    for name, counted in counts.items():
        if getattr(instance, name) != counted:
            yield f"{name} is {getattr(instance, name)}, counted {counted}"
    for values in (instance.state.values(), instance.target.values()):
        if any(not isinstance(value, (bool, int, float, str, type(None))) for value in values):
            yield "a value is no number, text, boolean or null"


def _script(instance: Instance) -> dict[str, object]:
    """The JSON form of all that happens up to the target."""
    steps = [
        {"ticks": instance.ticks, "actions": list(actions)}
        for actions in (*instance.history, *instance.actions)
    ]
    return {"seed": instance.seed, "steps": steps}


def _replay(
    name: str,
    instances: Sequence[Instance],
    projects: ReleasedProjects,
    release: Release,
    executor: Executor,
    keyframes: KeyframeCheck,
    result: Verification,
) -> None:
    """Execute the labels of one variant of a project."""
    try:
        data = projects.data(instances[0], executor.runner)
    except (InputError, ProjectError) as error:
        result.faults.append(ReleaseFault(name, str(error)))
        return
    reader = EventReader(data, executor.runner)
    for instance in sorted(instances, key=by_length):
        try:
            outcome = executor.run(data, instance)
            decided = _decision_faults(instance, data, executor)
            if isinstance(instance, KeyframesInstance):
                decided += keyframes.faults(instance, outcome.trace, data, executor.runner)
        except (ProjectError, ValueError, IndexError) as error:
            result.faults.append(ReleaseFault(instance.instance_id, f"it does not run: {error}"))
            continue
        result.replayed += 1
        faults = [*_label_faults(instance, outcome.trace), *decided]
        if isinstance(instance, CausalInstance) and reader.read(instance, outcome.trace) != (
            instance.occurs,
            instance.chain,
        ):
            faults.append("another answer to its query, or another chain")
        own = _own_trace(instance, outcome.trace, release)
        if own is not None:
            result.digests += 1
            if own.digest() != instance.replay_digest:
                faults.append(
                    "another digest of its trace: events differ, or another version of the VM ran"
                )
        if outcome.difference:
            faults.append(f"{SecondEngine.name} computes another trace: {outcome.difference}")
        result.engines[instance.instance_id] = executor.agreeing(outcome)
        result.faults += [ReleaseFault(instance.instance_id, fault) for fault in faults]


def _label_faults(instance: Instance, trace: Trace) -> Iterator[str]:
    state = trace.state(instance.step)
    if found := _differences(instance.state, state):
        yield f"another input state: {found}"
    target = diff(state, trace.state(instance.step + instance.horizon))
    if found := _differences(instance.target, target):
        yield f"another target: {found}"
    if instance.monitors != trace.monitors_at(instance.step):
        yield "other monitors on the stage"
    if isinstance(instance, DecisionInstance):
        before = instance.step - len(instance.observed)
        if found := _differences(instance.earlier, trace.state(before)):
            yield f"another state before the input state: {found}"
    if isinstance(instance, (CounterfactualInstance, DecisionInstance)):
        deltas = [step.delta for step in trace.steps[: instance.step]]
        if list(instance.observed) != deltas[len(deltas) - len(instance.observed) :]:
            yield "other deltas before the input state"


def _decision_faults(instance: Instance, data: bytes, executor: Executor) -> list[str]:
    """Execute the options of a menu, if the instance has one, and compare their rewards."""
    if not isinstance(instance, DecisionInstance):
        return []
    faults = []
    if instance.menu[:1] != (instance.actions,):
        faults.append("its actions are not those of the first option")
    for at, option in enumerate(instance.options()):
        outcome = executor.run(data, option)
        if executed_rewards(option, outcome.trace) != instance.rewards[at]:
            faults.append(f"another reward of option {at}")
        if outcome.difference:
            faults.append(f"{SecondEngine.name} differs on option {at}: {outcome.difference}")
    return faults


def _differences(stated: Mapping[str, Value | None], executed: Mapping[str, Value | None]) -> str:
    """The fields that differ, the first three by name; empty when all agree."""
    differ = sorted(
        path
        for path in stated.keys() | executed.keys()
        if path not in stated or path not in executed or not _agree(stated[path], executed[path])
    )
    more = f" and {len(differ) - 3} more" if len(differ) > 3 else ""
    return ", ".join(differ[:3]) + more


def _agree(one: Value | None, other: Value | None) -> bool:
    return one is other if one is None or other is None else same_value(one, other)


_CUT_TO_LENGTH = (CausalInstance, CounterfactualInstance, DecisionInstance, KeyframesInstance)
"""Instances whose digest is of the trace up to the end of their own window."""


def _own_trace(instance: Instance, trace: Trace, release: Release) -> Trace | None:
    """The trace whose digest the instance states; ``None`` when the run is only a part of it."""
    if isinstance(instance, _CUT_TO_LENGTH):
        return trace.prefix(instance.step + instance.horizon)
    plans: Iterable[Mapping[str, int]] = release.manifest.configuration.get("episodes", ())
    is_whole = any(
        plan["ticks"] == instance.ticks and plan["steps"] == len(trace.steps) for plan in plans
    )
    return trace if is_whole else None
