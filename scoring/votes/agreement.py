# SPDX-License-Identifier: Apache-2.0
"""How far raters of the same outputs agree: on the total, on which of two outputs is better.

``within_two``: share of the pairs of raters of an output whose totals are at most 2 apart.
``pairwise``: share of the pairs of raters that say the same of two models' outputs for an instance,
the one better, the other, or neither. ``tau``: Kendall's tau-b of two raters' totals over the
outputs that both rated, mean over pairs of raters by their outputs. ``alpha``: Krippendorff's alpha
of the totals, interval level, and of each label.

Sources: Kendall, "The treatment of ties in ranking problems", 1945; Krippendorff, "Content
Analysis"; the share within 2 and pairwise agreement are those of WorldModelBench, 2025.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from scoring.agreement import Unit, agreement_of
from scoring.extras import import_scipy_stats
from scoring.statistics import Bootstrap, Figure
from scoring.votes.criteria import CRITERIA
from scoring.votes.reading import RaterKind, Vote

__all__ = ["RaterAgreement", "rater_agreement"]

_KINDS: tuple[RaterKind, ...] = ("human", "model")
_NEAR = 2
"""Points of the total that are still near."""


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """The agreement of some raters."""

    who: str
    """``human``, ``model``, or ``all``."""
    raters: int
    within_two: Figure
    pairwise: Figure
    tau: Figure
    """-1 to 1; has no interval. ``n`` counts pairs of raters with two outputs in common or more
    that do not all have the same total."""
    alpha: Figure
    alphas: Mapping[str, Figure]
    """By criterion."""

    def to_json(self) -> dict[str, object]:
        """Return the agreement as plain objects."""
        return {
            "who": self.who,
            "raters": self.raters,
            "within_two": self.within_two.to_json(),
            "pairwise": self.pairwise.to_json(),
            "tau": self.tau.to_json(),
            "alpha": self.alpha.to_json(),
            "alphas": {name: figure.to_json() for name, figure in self.alphas.items()},
        }


def rater_agreement(votes: Sequence[Vote], bootstrap: Bootstrap) -> tuple[RaterAgreement, ...]:
    """Return the agreement among people, among judges, and among all where there are both.

    Intervals are clustered by instance. A group with fewer than two raters is left out, and so is
    the VM, whose votes are of some labels only.

    Raises:
        InputError: when scipy is not installed.
    """
    groups = {kind: [vote for vote in votes if vote.kind == kind] for kind in _KINDS}
    found = [_agreement(kind, chosen, bootstrap) for kind, chosen in groups.items()]
    if all(groups.values()):
        found.append(_agreement("all", [*chain(*groups.values())], bootstrap))
    return tuple(one for one in found if one.raters > 1)


def _agreement(who: str, votes: Sequence[Vote], bootstrap: Bootstrap) -> RaterAgreement:
    totals = _units(votes, lambda vote: vote.total)
    return RaterAgreement(
        who,
        len({vote.rater for vote in votes}),
        within_two=agreement_of(totals, bootstrap, _far, "outputs").exact,
        pairwise=agreement_of(_preferences(votes), bootstrap, unit_name="pairs of outputs").exact,
        tau=_tau(votes),
        alpha=agreement_of(totals, bootstrap, _squared, "outputs").alpha,
        alphas={
            criterion.name: agreement_of(
                _units(votes, _label(at)), bootstrap, _squared, "outputs"
            ).alpha
            for at, criterion in enumerate(CRITERIA)
        },
    )


def _label(at: int) -> Callable[[Vote], Hashable]:
    return lambda vote: vote.labels[at]


def _units(votes: Iterable[Vote], value: Callable[[Vote], Hashable]) -> list[Unit]:
    outputs: dict[tuple[str, str], list[Hashable]] = {}
    for vote in sorted(votes, key=lambda vote: vote.rater):
        outputs.setdefault((vote.instance, vote.model), []).append(value(vote))
    return [Unit(instance, tuple(said)) for (instance, _), said in sorted(outputs.items())]


def _preferences(votes: Iterable[Vote]) -> list[Unit]:
    """Of each two outputs for an instance: which one each rater prefers, -1, 0 or 1."""
    by_rater: dict[str, dict[str, dict[str, int]]] = {}
    for vote in votes:
        by_rater.setdefault(vote.instance, {}).setdefault(vote.rater, {})[vote.model] = vote.total
    units = []
    for instance, raters in sorted(by_rater.items()):
        models = sorted({model for rated in raters.values() for model in rated})
        for one, other in combinations(models, 2):
            said = tuple(
                (rated[one] > rated[other]) - (rated[one] < rated[other])
                for rated in raters.values()
                if one in rated and other in rated
            )
            units.append(Unit(instance, said))
    return units


def _tau(votes: Iterable[Vote]) -> Figure:
    stats = import_scipy_stats()
    rated: dict[str, dict[tuple[str, str], int]] = {}
    for vote in votes:
        rated.setdefault(vote.rater, {})[vote.instance, vote.model] = vote.total
    above = below = pairs = 0.0
    for one, other in combinations(sorted(rated), 2):
        common = sorted(rated[one].keys() & rated[other].keys())
        totals = [[rated[rater][output] for output in common] for rater in (one, other)]
        if all(len(set(side)) > 1 for side in totals):
            above += len(common) * float(stats.kendalltau(*totals).statistic)
            below += len(common)
            pairs += 1
    return Figure(above / below if below else None, round(pairs), "pairs of raters")


def _far(one: Hashable, other: Hashable) -> float:
    return float(_gap(one, other) > _NEAR)


def _squared(one: Hashable, other: Hashable) -> float:
    return float(_gap(one, other) ** 2)


def _gap(one: Hashable, other: Hashable) -> int:
    assert isinstance(one, int)
    assert isinstance(other, int)
    return abs(one - other)
