# SPDX-License-Identifier: Apache-2.0
"""What a release is composed of: the quotas, met exactly or reported, in whatever order."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from generators.build import BuildConfig, ProjectFile, Quota, Share
from generators.build.offers import Offer, offers_of
from generators.tasks import Provenance, cut_next_state
from tests.generators.build.ledgers import composed
from tests.generators.builders import moving

Offers = dict[str, list[Offer]]


def project(name: str, source: str = "real", family: str = "") -> ProjectFile:
    return ProjectFile(Path(name), sha256(name.encode()).hexdigest(), source, family)


def offering(name: str, empty: int = 0, changing: int = 0, rollout: int = 0) -> list[Offer]:
    kinds = [
        ("next_state", True, empty),
        ("next_state", False, changing),
        ("rollout", False, rollout),
    ]
    return [
        Offer(task, is_empty, (f"{name}/{task}/{is_empty}/{n}",))
        for task, is_empty, count in kinds
        for n in range(count)
    ]


def corpus(count: int, source: str = "real", families: Sequence[str] = ("",)) -> list[ProjectFile]:
    return [project(f"{source}{n}", source, families[n % len(families)]) for n in range(count)]


def same_offers(projects: Sequence[ProjectFile], **counts: int) -> Offers:
    return {each.sha256: offering(each.path.name, **counts) for each in projects}


def per_project(chosen: frozenset[str]) -> Counter[str]:
    return Counter(name.partition("/")[0] for name in chosen)


def test_without_quotas_everything_is_taken() -> None:
    projects = corpus(3)
    offers = same_offers(projects, empty=1, changing=2, rollout=3)
    composition = composed(projects, offers, BuildConfig())
    assert len(composition.chosen) == 18
    assert composition.shares == ()


def test_quotas_are_met_exactly_and_evenly() -> None:
    projects = corpus(4)
    offers = same_offers(projects, empty=5, changing=5, rollout=5)
    quota = Quota({"next_state": 10, "rollout": 6}, empty=4, projects=3)
    composition = composed(projects, offers, BuildConfig(real=quota))
    kinds = Counter(name.split("/")[1:3] == ["next_state", "True"] for name in composition.chosen)
    assert kinds == {True: 4, False: 12}
    # 16 instances of three projects
    assert sorted(per_project(composition.chosen).values()) == [5, 5, 6]
    assert composition.shares == (
        Share("real", "empty deltas", 4, 4),
        Share("real", "next_state", 10, 10),
        Share("real", "rollout", 6, 6),
        Share("real", "projects", 3, 3),
    )


def test_what_is_missing_is_told_and_empty_deltas_never_fill_up() -> None:
    projects = corpus(2)
    offers = same_offers(projects, empty=9, changing=1)
    quota = Quota({"next_state": 10, "rollout": 1}, empty=3, projects=5)
    composition = composed(projects, offers, BuildConfig(real=quota))
    assert [share[1:] for share in composition.shares] == [
        ("empty deltas", 3, 3),
        ("next_state", 10, 5),
        ("rollout", 1, 0),
        ("projects", 5, 2),
    ]


def test_changing_instances_take_the_place_of_missing_empty_ones() -> None:
    projects = corpus(2)
    offers = same_offers(projects, empty=1, changing=9)
    config = BuildConfig(real=Quota({"next_state": 10}, empty=6))
    composition = composed(projects, offers, config)
    assert composition.shares[:2] == (
        Share("real", "empty deltas", 6, 2),
        Share("real", "next_state", 10, 10),
    )


def test_the_order_of_projects_decides_nothing() -> None:
    projects = corpus(30) + corpus(30, "synthetic", ("clone", "list", "pen"))
    offers = {
        each.sha256: offering(each.path.name, n % 3, 2 + n % 5, n % 7)
        for n, each in enumerate(projects)
    }
    quota = Quota({"next_state": 20, "rollout": 15}, empty=4, projects=9, cap=8, concentration=0.5)
    config = BuildConfig(real=quota, synthetic=quota)
    first = composed(projects, offers, config)
    for seed in range(5):
        random.Random(seed).shuffle(projects)
        shuffled = {each.sha256: offers[each.sha256] for each in projects}
        assert composed(projects, shuffled, config) == first
    assert composed(projects, offers, replace(config, seed=1)).chosen != first.chosen


def test_families_take_turns_and_others_are_left_out() -> None:
    projects = corpus(40, "synthetic", ("clone", "list", "pen", "race"))
    offers = same_offers(projects, changing=3)
    quota = Quota({"next_state": 18}, projects=9, families=("clone", "list", "pen"))
    composition = composed(projects, offers, BuildConfig(synthetic=quota))
    families = {each.path.name: each.family for each in projects}
    chosen = Counter(families[name] for name in per_project(composition.chosen))
    assert chosen == {"clone": 3, "list": 3, "pen": 3}


def test_a_source_without_a_quota_is_whole_and_one_of_no_projects_empty() -> None:
    projects = corpus(2) + corpus(2, "synthetic", ("pen",))
    offers = same_offers(projects, changing=2)
    composition = composed(projects, offers, BuildConfig(real=Quota(projects=0)))
    assert per_project(composition.chosen) == {"synthetic0": 2, "synthetic1": 2}
    assert composition.shares == (Share("real", "projects", 0, 0),)


def test_no_project_exceeds_the_cap() -> None:
    projects = corpus(3)
    offers = same_offers(projects, changing=9, rollout=9)
    composition = composed(projects, offers, BuildConfig(real=Quota(cap=4)))
    assert set(per_project(composition.chosen).values()) == {4}
    # half of what is offered is of each task
    assert Counter(name.split("/")[1] for name in composition.chosen) == {
        "next_state": 6,
        "rollout": 6,
    }


def test_empty_deltas_may_be_limited_alone() -> None:
    projects = corpus(2)
    offers = same_offers(projects, empty=3, changing=2, rollout=4)
    composition = composed(projects, offers, BuildConfig(real=Quota(empty=1)))
    assert Counter(name.split("/")[2] for name in composition.chosen) == {"True": 1, "False": 12}
    assert composition.shares == (Share("real", "empty deltas", 1, 1),)


def test_projects_that_offer_nothing_of_the_tasks_take_no_place() -> None:
    projects = corpus(6)
    offers = {
        each.sha256: offering(each.path.name, changing=n % 2, rollout=1 - n % 2)
        for n, each in enumerate(projects)
    }
    quota = Quota({"rollout": 3, "next_state": 0}, projects=3)
    composition = composed(projects, offers, BuildConfig(real=quota))
    assert per_project(composition.chosen) == {"real0": 1, "real2": 1, "real4": 1}


def test_concentration_makes_shares_uneven() -> None:
    projects = corpus(10)
    offers = same_offers(projects, changing=99)
    quota = Quota({"next_state": 100}, concentration=1.0)
    composition = composed(projects, offers, BuildConfig(real=quota))
    counts = sorted(per_project(composition.chosen).values(), reverse=True)
    # 100 shared out as 1 : 1/2 : ... : 1/10, whose sum is 2.929: 34.1, 17.1, 11.4, ... 3.4
    assert counts[0] in (34, 35)
    assert counts[1] in (17, 18)
    assert counts[-1] == 3
    assert sum(counts) == 100


def test_quiet_projects_come_first() -> None:
    projects = corpus(5)
    # changed fields of ten: 4 in the first project, 3 in the second, ... 0 in the last
    offers = {
        each.sha256: [Offer("next_state", False, (f"{each.path.name}/0",), 10, 4 - n)]
        for n, each in enumerate(projects)
    }
    quota = Quota(projects=2, order="quiet")
    composition = composed(projects, offers, BuildConfig(real=quota))
    assert per_project(composition.chosen) == {"real4": 1, "real3": 1}


def test_a_part_of_a_project_has_its_share_of_empty_deltas() -> None:
    projects = corpus(1)
    offers = same_offers(projects, empty=4, changing=12)
    composition = composed(projects, offers, BuildConfig(real=Quota({"next_state": 8})))
    assert sum("/True/" in name for name in composition.chosen) == 2


def test_twins_are_taken_together_or_not_at_all() -> None:
    twins = [Offer("counterfactual", False, (f"a/{n}", f"b/{n}", f"c/{n}")) for n in range(5)]
    (only,) = corpus(1)
    config = BuildConfig(real=Quota({"counterfactual": 8}))
    composition = composed([only], {only.sha256: twins}, config)
    assert composition.shares == (Share("real", "counterfactual", 8, 6),)
    assert {name[2:] for name in composition.chosen} == {"0", "1"}


@pytest.mark.parametrize("pair", ["", "pair"])
def test_offers_are_made_of_instances(pair: str) -> None:
    windows = cut_next_state(*moving(3))
    provenance = Provenance("f" * 16, "real", "", "")
    instances = [
        replace(window.instance(provenance, replay_digest="d"), pair_id=pair) for window in windows
    ]
    ids = [instance.instance_id for instance in instances]
    offers = offers_of([*instances[:2], replace(instances[2], target={}, pair_id="")])
    together = [tuple(ids[:2])] if pair else [(ids[0],), (ids[1],)]
    assert [offer.ids for offer in offers] == [*together, (ids[2],)]
    assert [offer.empty for offer in offers] == [False] * len(together) + [True]
    # three fields, one of which changes; the last changes nothing, whatever it was
    assert sum(offer.fields for offer in offers) == 9
    assert offers[0].changed == len(offers[0].ids)
