# SPDX-License-Identifier: Apache-2.0
"""Makes the perturbed versions of a project, and the instances of each.

Every episode is run again from tick 0 on the perturbed project, in two processes. Where the
perturbation preserves what a project does, each delta of each step must be the one of the original
with the names mapped; if it is not, there is no such version of this project.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generators.perturbations.base import NotPerturbed
from generators.perturbations.registry import ORIGINAL, PERTURBATIONS, perturb
from generators.perturbations.replaying import Replayer
from generators.perturbations.twins import TwinMaker
from generators.tasks.material import Material
from scratchworld.world import CounterfactualInstance, Instance

__all__ = ["PerturbationPlan", "Versions", "linked", "make_versions"]


@dataclass(frozen=True, slots=True)
class PerturbationPlan:
    """Which perturbed versions are made of a project, and how much of each."""

    kinds: tuple[str, ...] = ()
    """Names of :data:`PERTURBATIONS`; none by default."""
    versions: int = 2
    """Most perturbed versions of one project."""
    cap: int = 8
    """Most instances of the original, over all tasks, that each version has twins of; a
    counterfactual and its factual twin count as one."""


@dataclass(frozen=True, slots=True)
class Versions:
    """One perturbed version of a project."""

    variant: str
    data: bytes
    """The project file."""
    instances: list[Instance]


def make_versions(
    material: Material, originals: Sequence[Instance], plan: PerturbationPlan, max_changed: int
) -> list[Versions]:
    """Return perturbed versions of a project, with twins of some of its instances.

    Counts in ``material.numbers``, as ``perturbation_<kind>``, the instances of each kind, and as
    ``perturbation_<kind>_<reason>`` what was left out.
    """
    rng = material.rng("perturbation")
    kinds = [kind for kind in PERTURBATIONS if kind in plan.kinds]
    rng.shuffle(kinds)
    chosen = _chosen(originals, plan.cap)
    made: list[Versions] = []
    for variant in kinds:
        if len(made) >= plan.versions or not chosen:
            break
        try:
            version = perturb(material.data, variant, material.seed, material.sha256)
            replayer = Replayer(material, version)
            maker = TwinMaker(material, version, replayer, max_changed)
            instances = [twin for unit in chosen for twin in maker.twins(unit)]
            if not version.kind.preserves and not replayer.has_effect:
                raise NotPerturbed("no_effect")
        except NotPerturbed as error:
            material.count(f"perturbation_{variant}_{error.reason}")
            continue
        if instances:
            material.count(f"perturbation_{variant}", len(instances))
            made.append(Versions(variant, version.data, instances))
    return made


def linked(originals: Sequence[Instance], versions: Sequence[Versions]) -> list[Instance]:
    """Return the originals; the ``pair_id`` of one that has a perturbed twin is its own id.

    Counterfactuals keep theirs: their twins name them as ``original_id``.
    """
    twins = [twin for version in versions for twin in version.instances]
    named = {twin.pair_id for twin in twins if not isinstance(twin, CounterfactualInstance)}
    return [
        replace(each, pair_id=each.instance_id) if each.instance_id in named else each
        for each in originals
    ]


def _chosen(originals: Sequence[Instance], cap: int) -> list[list[Instance]]:
    """Up to ``cap`` units, tasks taking turns. What has one ``pair_id`` is one unit."""
    units: dict[str, dict[str, list[Instance]]] = {}
    for each in originals:
        if each.variant == ORIGINAL:
            unit = each.pair_id or each.instance_id
            units.setdefault(each.task, {}).setdefault(unit, []).append(each)
    queues = [list(of_task.values()) for of_task in units.values()]
    chosen: list[list[Instance]] = []
    for turn in range(max(map(len, queues), default=0)):
        chosen += [queue[turn] for queue in queues if turn < len(queue)]
    return chosen[:cap]
