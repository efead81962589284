# SPDX-License-Identifier: Apache-2.0
"""Checks the files and the rows of a release, and drives the execution of its labels."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from itertools import groupby

from generators.build.pictures import ticks_shown
from generators.build.repeat import config_of
from generators.engines import Executor
from generators.keyframes import KeyframeCheck
from generators.released import ReleasedProjects
from generators.verify.labels import replay
from generators.verify.rows import leaks_of, row_faults
from generators.verify.verification import Verification
from scoring.prompts import VIEWS, ProgramIndex
from scratchworld.errors import ReleaseError
from scratchworld.release import Release, ReleaseFault, find_release_faults
from scratchworld.world import CounterfactualInstance, Instance
from vm_runner import VmRunner
from vm_runner.spidermonkey import SecondEngine

__all__ = ["verify_release"]


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
                replay(name, own, projects, release, executor, keyframes, result)
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
        faults = list(row_faults(instance, with_label=not release.blank))
        if not (faults or release.blank):
            faults += leaks_of(instance, programs.get(instance), modalities)
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
