# SPDX-License-Identifier: Apache-2.0
"""Every kind of perturbation changes what it says, and a build keeps only what replay bears out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from corpus_filters import find_files, judge_corpus
from generators.build import BuildConfig
from generators.perturbations import (
    PERTURBATIONS,
    NotPerturbed,
    PerturbationPlan,
    make_versions,
    perturb,
    version_data,
)
from generators.perturbations.paraphrase import paraphrased
from generators.rewriting import open_project
from generators.tasks import (
    CausalPlan,
    CounterfactualPlan,
    Material,
    cut_next_state,
    make_causal,
    make_counterfactuals,
)
from scratchworld.errors import ProjectError
from scratchworld.world import Action, CounterfactualInstance, Episode, Instance, Step
from tests.generators.build.ledgers import splits_of
from tests.generators.worlds import WORLD, material_of
from tests.golden.building import Block, Target, build
from tests.golden.projects import WHEN_FLAG, change, set_to, variable, when_received
from vm_runner import VmRunner

SHA = "0" * 64
SEVEN = Block("motion_movesteps", {"STEPS": 7})
STEADY = ("swap_costume", "paraphrase", "reorder_scripts")
"""What there is nothing for in that world: one picture, no text, and each script moves Cat."""


def programs_of(data: bytes) -> list[str]:
    return [json.dumps(target["blocks"]) for target in open_project(data).targets]


@pytest.mark.parametrize("kind", PERTURBATIONS)
def test_a_perturbation_depends_on_file_and_seed_alone(kind: str) -> None:
    if kind in STEADY:
        with pytest.raises(NotPerturbed, match="nothing_to_change"):
            perturb(WORLD, kind, 1, SHA)
        return
    one = perturb(WORLD, kind, 1, SHA)
    assert one.data == perturb(WORLD, kind, 1, SHA).data != WORLD
    assert version_data(WORLD, kind, 1, SHA) == one.data
    back = one.translation.inverse()
    for path in ("/sprite/Cat/x", "/variable/_stage_/n", "/event/Go", "/script/Cat/1"):
        assert back.path(one.translation.path(path)) == path
    assert (kind == "rename") == (one.translation.path("/sprite/Cat/x") != "/sprite/Cat/x")


def test_an_unknown_variant_is_refused() -> None:
    assert version_data(WORLD, "original", 1, SHA) == WORLD
    with pytest.raises(ProjectError, match="no perturbation"):
        version_data(WORLD, "mirror", 1, SHA)
    with pytest.raises(ProjectError, match="nothing_to_change"):
        version_data(WORLD, "swap_costume", 1, SHA)


def test_coordinates_and_what_they_are_compared_with_move_alike() -> None:
    far = Block("operator_gt", {"OPERAND1": Block("motion_xposition"), "OPERAND2": 100})
    only_if = Block("control_if", {"CONDITION": far})
    world = build(
        Target("Stage"),
        Target("Cat", [[WHEN_FLAG, Block("motion_gotoxy", {"X": 10, "Y": -5}), only_if, SEVEN]]),
    )
    document = open_project(perturb(world, "shift_coordinates", 2, SHA).data)
    cat = document.targets[1]
    dx, dy = cat["x"], cat["y"]
    assert min(abs(dx), abs(dy)) >= 8
    literals = {
        (block["opcode"], name): described[1][1]
        for block in cat["blocks"].values()
        for name, described in block["inputs"].items()
        if isinstance(described[1], list)
    }
    assert literals["motion_gotoxy", "X"] == str(10 + dx)
    assert literals["motion_gotoxy", "Y"] == str(-5 + dy)
    assert literals["operator_gt", "OPERAND2"] == str(100 + dx)
    assert literals["motion_movesteps", "STEPS"] == "7"


def test_thresholds_move_and_other_numbers_stay() -> None:
    before, after = (
        "".join(programs_of(WORLD)),
        "".join(programs_of(perturb(WORLD, "move_threshold", 1, SHA).data)),
    )
    four = '"OPERAND2": [1, [10, "4"]]'
    assert four in before
    assert four not in after
    assert '"DX": [1, [10, "10"]]' in after


def test_a_project_that_reads_colours_is_not_recoloured() -> None:
    reads = Block("sensing_touchingcolor", {"COLOR": "#ff0000"})
    world = build(Target("Stage"), Target("Cat", [[WHEN_FLAG, set_to("n", reads)]]))
    with pytest.raises(NotPerturbed, match="reads_colour"):
        perturb(world, "recolour_costume", 1, SHA)


def order_of(scripts: list[list[Block]], seed: int) -> list[int]:
    world = build(Target("Stage", variables={"n": 0, "m": 0}), Target("Cat", scripts))
    before = [name for name, b in open_project(world).targets[1]["blocks"].items() if b["topLevel"]]
    data = perturb(world, "reorder_scripts", seed, SHA).data
    after = [name for name, b in open_project(data).targets[1]["blocks"].items() if b["topLevel"]]
    return [before.index(name) for name in after]


def test_scripts_that_touch_the_same_keep_their_order() -> None:
    doubled = Block("operator_multiply", {"NUM1": variable("n"), "NUM2": 2})
    scripts = [
        [WHEN_FLAG, change("n", 1)],
        [WHEN_FLAG, set_to("n", doubled)],
        [WHEN_FLAG, change("m", 1)],
    ]
    orders = {tuple(order_of(scripts, seed)) for seed in range(12) if _is_moved(scripts, seed)}
    assert orders == {(0, 2, 1), (2, 0, 1)}


def _is_moved(scripts: list[list[Block]], seed: int) -> bool:
    try:
        order_of(scripts, seed)
    except NotPerturbed:
        return False
    return True


@pytest.mark.parametrize(
    "block",
    [
        Block("event_broadcast", {"BROADCAST_INPUT": "Go"}),
        Block("control_stop", fields={"STOP_OPTION": "all"}),
        Block("unheard_of"),
    ],
)
def test_what_starts_or_stops_others_is_never_passed_by_its_like(block: Block) -> None:
    scripts = [[WHEN_FLAG, block], [WHEN_FLAG, block]]
    for seed in range(6):
        with pytest.raises(NotPerturbed, match="nothing_to_change"):
            order_of(scripts, seed)


def test_texts_are_worded_otherwise() -> None:
    rng = random.Random(1)
    assert paraphrased("Hello, GAME over", rng) == "Hi there, MATCH finished"
    assert paraphrased("привет", rng) == "здравствуй"
    assert paraphrased("zzz", rng).endswith(": zzz")


def test_versions_of_a_small_world(material: Material) -> None:
    [pair] = material.episodes
    windows = cut_next_state(*pair)
    originals: list[Instance] = [
        window.instance(material.provenance, replay_digest=pair[1].digest()) for window in windows
    ]
    originals += make_causal(material, CausalPlan(cap=2, windows=2), 300)
    originals += make_counterfactuals(material, CounterfactualPlan(cap=2, windows=2, tries=12), 300)
    plan = PerturbationPlan(tuple(PERTURBATIONS), versions=7, cap=20)
    versions = {each.variant: each for each in make_versions(material, originals, plan, 300)}
    assert {"rename", "recolour_costume", "move_threshold", "shift_coordinates"} <= set(versions)
    by_id = {each.instance_id: each for each in originals}
    renamed = perturb(material.data, "rename", material.seed, material.sha256).translation
    tasks = set()
    for twin in versions["rename"].instances:
        altered = isinstance(twin, CounterfactualInstance)
        original = by_id[twin.original_id if altered else twin.pair_id]
        tasks.add(twin.task)
        # the very labels of the original, in other names
        assert twin.state == renamed.state(original.state)
        assert twin.target == renamed.delta(original.target)
        assert twin.split == original.split
        assert twin.project == original.project
    assert tasks == {"next_state", "causal", "counterfactual"}
    moved = versions["move_threshold"].instances
    assert any(
        twin.target != by_id[twin.pair_id].target for twin in moved if twin.task != "counterfactual"
    )
    assert {twin.task for twin in moved} <= {"next_state", "counterfactual"}


def test_a_world_that_reads_names_is_not_renamed(runners: tuple[VmRunner, VmRunner]) -> None:
    """The sprite is named by two texts that are joined as it runs."""
    joined = Block("operator_join", {"STRING1": "D", "STRING2": "og"})
    asked = Block("sensing_distanceto", {"DISTANCETOMENU": joined})
    world = build(
        Target("Stage", variables={"n": 0}),
        Target("Cat", [[WHEN_FLAG, set_to("n", asked)]]),
        Target("Dog", [[when_received("Go"), Block("motion_changexby", {"DX": 10})]]),
    )
    episode = Episode.of([Step(2, (Action.make("green_flag"),)), Step(2)], seed=1)
    material = material_of(world, episode, *runners)
    [pair] = material.episodes
    originals = [
        window.instance(material.provenance, replay_digest=pair[1].digest())
        for window in cut_next_state(*pair)
    ]
    plan = PerturbationPlan(("rename", "recolour_costume"), versions=7)
    versions = make_versions(material, originals, plan, 300)
    assert [each.variant for each in versions] == ["recolour_costume"]
    assert material.numbers["perturbation_rename_differs"] == 1


def test_a_perturbed_project_in_the_corpus_is_in_the_split_of_the_original(tmp_path: Path) -> None:
    """Somebody puts what a build made into the corpus: no version can end in another split."""
    (tmp_path / "original.sb3").write_bytes(WORLD)
    for kind in ("rename", "shift_coordinates"):
        (tmp_path / f"{kind}.sb3").write_bytes(perturb(WORLD, kind, 1, SHA).data)
    judged = judge_corpus(find_files(tmp_path))
    reasons = [row.verdict.reason for row in judged]
    assert len(reasons) == 3
    assert set(reasons) <= {"", "near_duplicate"}
    for seed in range(20):
        assert len(set(splits_of(judged, BuildConfig(seed=seed)).values())) == 1
