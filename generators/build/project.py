# SPDX-License-Identifier: Apache-2.0
"""One project from file to instances: load, explore, replay, cut, sample."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from generators.build.config import BuildConfig
from generators.build.corpus import ProjectFile
from generators.build.identity import derive_seed
from generators.engines import Executor, confirm
from generators.executed import ExecutedProject, execute_as
from generators.exploration import Coverage, explore
from generators.modalities import Made, Subject, present, show
from generators.perturbations import ORIGINAL, Versions, linked, make_versions
from generators.pictures import FrameStore
from generators.privacy import Privacy, behaves_alike
from generators.sampling import sample
from generators.tasks import (
    Material,
    Provenance,
    Window,
    cut_next_state,
    cut_rollouts,
    make_causal,
    make_counterfactuals,
    make_decisions,
    make_keyframes,
)
from scratchworld.errors import ProjectError
from scratchworld.release import InstancePictures
from scratchworld.world import Episode, Instance, Trace
from vm_runner import BUDGET_FACTOR, VmRunner, check_stable
from vm_runner.spidermonkey import SecondEngine

__all__ = ["ProjectResult", "Runners", "process_project"]


@dataclass(slots=True)
class ProjectResult:
    """What became of one project."""

    reason: str = ""
    """Why it yields nothing; empty when it was kept."""
    detail: str = ""
    instances: list[Instance] = field(default_factory=list)
    """Without a split."""
    numbers: dict[str, int | float | None] = field(default_factory=dict)
    """Columns of the report: blocks, coverage, episodes, candidates, instances, ..."""
    presented: dict[str, Made] = field(default_factory=dict)
    """What the modalities made of it, by their names."""
    pictures: dict[str, InstancePictures] = field(default_factory=dict)
    """Names of the pictures of each instance, by its id."""
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall time by stage; never part of a release."""

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of the body to ``stage``."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = time.perf_counter() - start
            self.seconds[stage] = self.seconds.get(stage, 0.0) + spent


class Runners:
    """Two VM processes: one explores, the other replays, so that no label rests on one alone.

    With ``config.second_engine`` a third replays on another JavaScript engine.
    """

    def __init__(self, config: BuildConfig) -> None:
        self.explorer = VmRunner(limits=config.limits)
        self.verifier = VmRunner(limits=config.limits)
        self.second = SecondEngine(self.verifier) if config.second_engine else None
        """Starts a process of its own when it is first used."""

    def close(self) -> None:
        """End both processes."""
        self.explorer.close()
        self.verifier.close()
        if self.second is not None:
            self.second.close()

    def kill(self) -> None:
        """End both processes at once, from any thread."""
        self.explorer.kill()
        self.verifier.kill()
        if self.second is not None:
            self.second.kill()


def process_project(
    project: ProjectFile,
    name: str,
    config: BuildConfig,
    privacy: Privacy,
    runners: Runners,
    store: FrameStore,
) -> ProjectResult:
    """Return the instances of a project, or the reason why there are none.

    Pictures of them, if the configuration wants any, go to ``store``.
    """
    result = _attempt(project, name, config, privacy, runners, store)
    if result.reason == "vm_crashed":
        # the machine may have been short of memory; a project's own fault shows again
        result = _attempt(project, name, config, privacy, runners, store)
    result.numbers["offered"] = len(result.instances)
    return result


def _attempt(
    project: ProjectFile,
    name: str,
    config: BuildConfig,
    privacy: Privacy,
    runners: Runners,
    store: FrameStore,
) -> ProjectResult:
    result = ProjectResult()
    try:
        with result.timed("anonymise"):
            executed = execute_as(project, privacy, runners.explorer)
        originals, versions = _fill(result, project, name, executed, config, runners, store)
        result.instances = []
        for variant, file, instances in [
            (ORIGINAL, executed.data, linked(originals, versions)),
            *((each.variant, each.data, each.instances) for each in versions),
        ]:
            subject = Subject(file, variant, instances, runners.verifier)
            _finish(result, subject, config, runners, store)
    except ProjectError as error:
        result.reason, result.detail = error.reason, error.detail
        result.instances = []
    return result


def _fill(
    result: ProjectResult,
    project: ProjectFile,
    name: str,
    executed: ExecutedProject,
    config: BuildConfig,
    runners: Runners,
    store: FrameStore,
) -> tuple[list[Instance], list[Versions]]:
    """Return the instances of the project, and its perturbed versions with theirs."""
    data = executed.data
    episodes: list[tuple[Episode, Trace]] = []
    coverage: Coverage | None = None
    for index, plan in enumerate(config.episodes):
        with result.timed("load"):
            session = runners.explorer.load(data)
        if coverage is None:
            coverage = Coverage(len(session.block_ids), config.max_blocks)
            result.numbers["blocks"] = coverage.total
        seed = derive_seed("episode", config.seed, project.sha256, index)
        with result.timed("explore"):
            episodes.append(
                explore(session, coverage, seed=seed, ticks=plan.ticks, steps=plan.steps)
            )
    assert coverage is not None
    result.numbers["coverage"] = coverage.share
    result.numbers["cut_ticks"] = sum(trace.cut for _, trace in episodes)
    if not any(step.delta for _, trace in episodes for step in trace.steps):
        raise ProjectError("no_state_change", "nothing that was tried changed any field")
    with result.timed("verify"):
        # in the opposite order: a trace that hangs on what ran before in its process does not agree
        digests = [_replay(data, *pair, runners.verifier) for pair in reversed(episodes)][::-1]
    with result.timed("anonymise"):
        _compare_with_original(result, executed, episodes, runners.verifier)
    with result.timed("sample"):
        # the split hangs on all projects, and this one's result on itself alone
        provenance = Provenance(name, project.source, project.family, split="")
        chosen = _choose(episodes, config, project.sha256)
        by_episode = {
            id(episode): text for (episode, _), text in zip(episodes, digests, strict=True)
        }
        instances = [
            window.instance(provenance, replay_digest=by_episode[id(window.episode)])
            for window in chosen
        ]
    material = Material(
        data,
        project.sha256,
        session.program,
        episodes,
        provenance,
        config.seed,
        runners.explorer,
        runners.verifier,
        result.numbers,
    )
    if "causal" in config.tasks:
        with result.timed("causal"):
            instances += make_causal(material, config.causal, config.max_changed)
    if "counterfactual" in config.tasks:
        with result.timed("counterfactual"):
            instances += make_counterfactuals(material, config.counterfactual, config.max_changed)
    with result.timed("perturb"):
        versions = make_versions(material, instances, config.perturbations, config.max_changed)
    if "decision" in config.tasks:  # perturbed projects have no menus
        with result.timed("decision"):
            instances += make_decisions(material, config.decision, config.max_changed)
    if "keyframes" in config.tasks:  # nor have they key frames
        with result.timed("keyframes"):
            made, result.pictures = make_keyframes(
                material, config.keyframes, config.max_changed, store
            )
            instances += made
    return instances, versions


def _finish(
    result: ProjectResult,
    subject: Subject,
    config: BuildConfig,
    runners: Runners,
    store: FrameStore,
) -> None:
    """Add the instances of one variant: computed by all engines, shown in all modalities."""
    instances = list(subject.instances)
    if runners.second is not None:
        with result.timed("second engine"):
            executor = Executor(runners.verifier, runners.second)
            instances = confirm(instances, subject.data, executor)
    result.instances += instances
    subject = replace(subject, instances=instances)
    with result.timed("modalities"):
        presented = present(subject, config.modalities)
    for name, made in presented.items():
        result.presented[name] = [*result.presented.get(name, ()), *made]
    with result.timed("pictures"):
        for name, shown in show(subject, config.modalities, config.pictures, store).items():
            result.pictures[name] = shown.beside(result.pictures.get(name))


def _compare_with_original(
    result: ProjectResult,
    executed: ExecutedProject,
    episodes: Sequence[tuple[Episode, Trace]],
    verifier: VmRunner,
) -> None:
    """Count what was replaced, and note whether the project still does the same."""
    anonymised = executed.anonymised
    if anonymised is not None:
        result.numbers["replaced"] = anonymised.replaced
        result.numbers["alike"] = int(
            anonymised.replaced == 0 or behaves_alike(anonymised, episodes, verifier)
        )


def _choose(
    episodes: list[tuple[Episode, Trace]], config: BuildConfig, sha256: str
) -> list[Window]:
    rng = random.Random(f"sample {config.seed} {sha256}")
    steps = [window for pair in episodes for window in cut_next_state(*pair)]
    rollouts = [window for pair in episodes for window in cut_rollouts(*pair, config.horizons)]
    share = config.empty_share
    steps = [window for window in steps if len(window.target) <= config.max_changed]
    rollouts = [window for window in rollouts if len(window.target) <= config.max_changed]
    chosen: list[Window] = []
    if "next_state" in config.tasks:
        chosen += sample(steps, config.next_state_cap, empty_share=share, rng=rng)
    if "rollout" in config.tasks:
        chosen += sample(rollouts, config.rollout_cap, empty_share=0, rng=rng)
    return chosen


def _replay(data: bytes, episode: Episode, trace: Trace, verifier: VmRunner) -> str:
    """Replay an episode from tick 0 in the other process; return the digest both agree on."""
    again = verifier.run(data, episode)
    first = trace.digest()
    if again.digest() != first:
        raise ProjectError("unstable", "a replay in another process gave another trace")
    reason = check_stable(verifier, data, episode, trace)
    if reason is not None:
        raise ProjectError(reason, f"{BUDGET_FACTOR} times the work budget gives another trace")
    return first
