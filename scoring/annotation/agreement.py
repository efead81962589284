# SPDX-License-Identifier: Apache-2.0
"""Do annotators agree with each other, and with the VM? On occurrence and on chains of rules.

Occurrence is compared over all events that both sides answered, the chain over those of them that
occur in the VM; an annotator who says that such an event does not occur has an empty chain. A chain
is a list of rules: of the VM's chain the ``rule:`` links alone, which is what the page asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.agreement import Agreement, Unit, agreement_of
from scoring.annotation.answers import Annotations, EventAnswer
from scoring.statistics import Bootstrap
from scoring.tasks.causal import edit_distance, rules_of
from scratchworld.release import Release
from scratchworld.world import CausalInstance

__all__ = ["VM", "AnnotationAgreement", "Compared", "Disagreement", "annotation_agreement"]

VM = "VM"
"""Stands for the label among the annotators."""
_EVERYBODY = "all annotators"


@dataclass(frozen=True, slots=True)
class Compared:
    """How far two sides agree, or all annotators with each other."""

    who: tuple[str, ...]
    occurrence: Agreement
    chain: Agreement
    """The whole chain, right or wrong."""
    similarity: Agreement
    """By edit distance: ``exact`` is the mean of 1 - distance / longer chain."""

    def to_json(self) -> dict[str, object]:
        """Return the comparison as plain objects."""
        return {
            "who": list(self.who),
            "occurrence": self.occurrence.to_json(),
            "chain": self.chain.to_json(),
            "chain_similarity": self.similarity.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An event of which not all say the same."""

    instance_id: str
    event: str
    """A key of :data:`scratchworld.world.QUERY_FIELDS`."""
    said: Mapping[str, EventAnswer]
    """By annotator; and by ``VM``."""

    def to_json(self) -> dict[str, object]:
        """Return the disagreement as plain objects."""
        said = {
            who: {"occurs": one.occurs, "rules": list(one.rules)} for who, one in self.said.items()
        }
        return {"instance_id": self.instance_id, "event": self.event, "said": said}


@dataclass(frozen=True, slots=True)
class AnnotationAgreement:
    """Everything that ``annotate agreement`` tells."""

    answered: Mapping[str, int]
    """Events by annotator."""
    compared: tuple[Compared, ...]
    disagreements: tuple[Disagreement, ...]
    """In the order of the ids."""

    def to_json(self) -> dict[str, object]:
        """Return everything as plain objects."""
        return {
            "answered": dict(self.answered),
            "compared": [each.to_json() for each in self.compared],
            "disagreements": [each.to_json() for each in self.disagreements],
        }


def annotation_agreement(
    release: Release, annotations: Annotations, bootstrap: Bootstrap
) -> AnnotationAgreement:
    """Compare annotators with each other and with the VM; intervals are clustered by project.

    Raises:
        ReleaseError: when the release is damaged.
    """
    asked = {name for answers in annotations.values() for name in answers}
    instances = [
        one
        for one in release.instances("causal")
        if isinstance(one, CausalInstance) and one.instance_id in asked
    ]
    instances.sort(key=lambda one: one.instance_id)
    said: dict[str, dict[str, EventAnswer]] = {}
    for one in instances:
        name = one.instance_id
        said[name] = {who: told[name] for who, told in sorted(annotations.items()) if name in told}
        said[name][VM] = EventAnswer(one.occurs, tuple(rules_of(one.chain)))
    return AnnotationAgreement(
        answered={who: len(answers) for who, answers in sorted(annotations.items())},
        compared=tuple(_compare_all(instances, said, sorted(annotations), bootstrap)),
        disagreements=tuple(
            Disagreement(one.instance_id, one.query.event, said[one.instance_id])
            for one in instances
            if len(set(said[one.instance_id].values())) > 1
        ),
    )


def _compare_all(
    instances: Sequence[CausalInstance],
    said: Mapping[str, Mapping[str, EventAnswer]],
    annotators: Sequence[str],
    bootstrap: Bootstrap,
) -> Iterator[Compared]:
    groups: list[tuple[tuple[str, ...], list[tuple[str, ...]]]] = []
    groups += [(pair, [pair]) for pair in combinations(annotators, 2)]
    if len(annotators) > 2:
        groups.append(((_EVERYBODY,), [tuple(annotators)]))
    with_vm: list[tuple[str, ...]] = [(who, VM) for who in annotators]
    groups += [(pair, [pair]) for pair in with_vm]
    if len(annotators) > 1:
        groups.append(((_EVERYBODY, VM), with_vm))
    for who, sides in groups:
        told = [
            (one, answers)
            for side in sides
            for one in instances
            if len(answers := _answers(said[one.instance_id], side)) > 1
        ]
        occurrence = [
            Unit(one.project, tuple(each.occurs for each in answers)) for one, answers in told
        ]
        chains = [
            Unit(one.project, tuple(each.rules for each in answers))
            for one, answers in told
            if one.occurs
        ]
        yield Compared(
            who,
            agreement_of(occurrence, bootstrap, unit_name="events"),
            agreement_of(chains, bootstrap, unit_name="occurring events"),
            agreement_of(chains, bootstrap, _distance, "occurring events"),
        )


def _answers(said: Mapping[str, EventAnswer], side: Iterable[str]) -> list[EventAnswer]:
    return [said[each] for each in side if each in said]


def _distance(one: object, other: object) -> float:
    assert isinstance(one, tuple)
    assert isinstance(other, tuple)
    longer = max(len(one), len(other))
    return edit_distance(one, other) / longer if longer else 0.0
