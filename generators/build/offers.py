# SPDX-License-Identifier: Apache-2.0
"""What a project offers to a release: the light columns that the composition needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scratchworld.world import CounterfactualInstance, Instance

__all__ = ["Offer", "changed_share", "offers_of"]


class Offer(NamedTuple):
    """One instance that a project offers, or several that belong together."""

    task: str
    empty: bool
    """Whether it is a next-state instance without a change."""
    ids: tuple[str, ...]
    fields: int = 0
    """Fields of all input states."""
    changed: int = 0
    """Changed fields of all targets."""

    @classmethod
    def from_json(cls, stored: Sequence[Any]) -> Offer:
        """Return the offer whose JSON is ``stored``: a list of its fields."""
        task, empty, ids, fields, changed = stored
        return cls(task, empty, tuple(ids), fields, changed)


def offers_of(instances: Iterable[Instance]) -> list[Offer]:
    """Return what a project offers, in the order in which it is best taken.

    Instances of one task with the same ``pair_id`` are taken together or not at all, and so are
    counterfactuals and their twins on perturbed projects.
    """
    groups: dict[tuple[str, str], list[Instance]] = {}
    listed = list(instances)
    pair_of = {instance.instance_id: instance.pair_id for instance in listed}
    for instance in listed:
        label = instance.pair_id or instance.instance_id
        if isinstance(instance, CounterfactualInstance):
            label = pair_of.get(instance.original_id) or label
        groups.setdefault((instance.task, label), []).append(instance)
    return [
        Offer(
            task,
            task == "next_state" and not group[0].target,
            tuple(instance.instance_id for instance in group),
            sum(instance.n_fields for instance in group),
            sum(instance.n_changed for instance in group),
        )
        for (task, _), group in groups.items()
    ]


def changed_share(offers: Sequence[Offer]) -> Fraction:
    """Return the share of changed fields among all fields of the offers; 0 of none."""
    fields = sum(offer.fields for offer in offers)
    return Fraction(sum(offer.changed for offer in offers), fields) if fields else Fraction(0)
