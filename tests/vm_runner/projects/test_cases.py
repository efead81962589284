# SPDX-License-Identifier: Apache-2.0
"""Small inputs out of public bug reports: each has exactly the outcome of its README."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scratchworld.errors import ProjectError
from scratchworld.world import Action, Episode, State, Step, Trace
from vm_runner import Limits, VmRunner
from vm_runner.explain import unexplained_changes
from vm_runner.replay import check_stable

pytestmark = pytest.mark.node

do = Action.make
EPISODE = Episode.of([Step(1, (do("green_flag"),)), Step(9), Step(50)], seed=1)
TICKS = 60
CROWD = Episode.of([*EPISODE.steps, Step(300), Step(40)], seed=1)
"""Long enough to make more clones than Scratch allows, one a tick."""
N = "/variable/Sprite1/n"

REASONS = {
    "B01_nan_infinity.sb2": "parse_error",
    "B01_trailing_comma_comment.sb2": "parse_error",
    "B02_two_stages.sb3": "invalid_project",
    "B04_comment_8001.sb3": "invalid_project",
    "B05_no_project_json.sb3": "missing_project_json",
    "B06_truncated.sb3": "corrupt_archive",
    "B06_zeros.sb3": "corrupt_archive",
    "B08_assetid_not_md5.sb3": "invalid_project",
    "B10_missing_asset.sb3": "missing_asset",
    "B10_zero_costumes.sb3": "invalid_project",
    "B11_unknown_extension.sb3": "unsupported_extension",
    "B12_varid_proto.sb3": "failed_to_load",
    "B12_varid_toString.sb3": "failed_to_load",
    "B13_proc_proto.sb3": "runtime_error",
    "B15_var_and_list_same_id.sb3": "runtime_error",
    "B18_dangling_refs.sb3": "runtime_error",
    "B18_next_cycle.sb3": "failed_to_load",
    "B19_deep_nesting_6000.sb3": "failed_to_load",
    "B23_bom_project_json.sb3": "parse_error",
    "B23_numeric_names.sb3": "invalid_project",
    "B36_nan_sb3.sb3": "parse_error",
    "B36_null_variable.sb3": "invalid_project",
}

B14_NAMES = [
    "a.b", "a/b", "a\\b", 'q"q', "it's", "<b>&amp;", "😀", "\x01ctrl", " lead", "trail ", "A", "a",
    "", "line\nbreak", "\u202eRTL",
]  # fmt: skip


def has(path: str, value: object) -> Callable[[State], bool]:
    return lambda state: state.get(path) == value


def special_names(state: State) -> bool:
    paths = [path for path in state if path.startswith("/variable/_stage_/")]
    return len(paths) == 15 and sorted(state[path] for path in paths) == list(range(15))


def numbers(state: State) -> bool:
    found = {path.rpartition("/")[2]: value for path, value in state.items() if "/r" in path}
    expected = {"r3": 0, "r4": 1e21, "r5": 1e22, "r6": "NaN", "r7": "Infinity"}
    return expected.items() <= found.items() and found["r8"] == 0.30000000000000004


def clones(state: State) -> bool:
    return len({path.split("/")[3] for path in state if path.startswith("/clone/")}) == 300


def loads(state: State) -> bool:
    return "/stage/backdrop" in state


OK: dict[str, Callable[[State], bool]] = {
    "B00_good.sb3": has("/sprite/Sprite1/x", 10),
    "B05_subfolder.sb3": loads,
    "B09_no_md5ext.sb3": loads,
    "B12_varname_proto.sb3": has("/variable/_stage_/__proto__", 5),
    "B14_special_names.sb3": special_names,
    "B16_undefined_variable.sb3": has("/variable/Sprite1/ghost", 9),
    "B17_monitor_null.sb3": loads,
    "B20_unknown_opcode.sb2": loads,
    "B24_prototype_not_shadow.sb3": loads,
    "B26_norenderer_spin.sb3": has(N, TICKS),
    "B27_clone_limit.sb3": clones,
    "B29_ask_and_wait.sb3": has(N, 0),
    "B29_music_note.sb3": has(N, 1),
    "B31_wait0_order.sb3": has("/variable/_stage_/n", "A"),
    "B32_layer_order.sb3": has("/variable/_stage_/n", "A"),
    "B32_layer_order_swapped.sb3": has("/variable/_stage_/n", "B"),
    "B33_edge_hat_only.sb3": has(N, 1),
    "B34_broadcast_case.sb3": has("/variable/_stage_/n", 101),
    "B35_numbers.sb3": numbers,
}

WARP = ["B25_warp_forever.sb3", "B25_warp_until_timer.sb3"]
HANG = "B28_clone_chain_hang.sb3"


def check_good(runner: VmRunner, cases_dir: Path) -> None:
    trace = runner.run(cases_dir / "B00_good.sb3", EPISODE)
    assert trace.state(3)["/sprite/Sprite1/x"] == 10


def test_every_case_is_here(cases_dir: Path) -> None:
    files = {path.name for path in cases_dir.glob("B*")}
    assert files == {*REASONS, *OK, *WARP, HANG}


@pytest.mark.parametrize("name", REASONS)
def test_a_bad_project_gets_its_reason_and_harms_nothing(
    cases_dir: Path, vm: VmRunner, name: str
) -> None:
    with pytest.raises(ProjectError) as caught:
        vm.run(cases_dir / name, EPISODE)
    assert caught.value.reason == REASONS[name]
    if REASONS[name] != "runtime_error":
        assert name in caught.value.detail
    check_good(vm, cases_dir)


@pytest.mark.parametrize("name", OK)
def test_an_odd_project_gives_a_right_trace(cases_dir: Path, vm: VmRunner, name: str) -> None:
    episode = CROWD if OK[name] is clones else EPISODE
    trace = vm.run(cases_dir / name, episode)
    assert OK[name](trace.state(len(trace.steps)))
    assert trace.cut == 0
    assert unexplained_changes(trace) == []
    # and once more in the same worker
    assert vm.run(cases_dir / name, episode).digest() == trace.digest()


def test_special_names_round_trip(cases_dir: Path, vm: VmRunner) -> None:
    session = vm.load(cases_dir / "B14_special_names.sb3")
    (stage,) = (target for target in session.program if target["isStage"])
    assert len({variable["name"] for variable in stage["variables"]}) == len(B14_NAMES)


@pytest.mark.parametrize("name", WARP)
def test_a_warp_loop_is_cut_and_told_as_unstable(cases_dir: Path, vm: VmRunner, name: str) -> None:
    episode = EPISODE.prefix(1)
    trace = vm.run(cases_dir / name, episode)
    assert trace.cut > 0
    assert check_stable(vm, cases_dir / name, episode, trace) == "unstable"


def test_what_the_budget_does_not_touch_is_stable(cases_dir: Path, vm: VmRunner) -> None:
    trace = vm.run(cases_dir / "B00_good.sb3", EPISODE)
    assert check_stable(vm, cases_dir / "B00_good.sb3", EPISODE, trace) is None


def test_a_hang_costs_the_worker_but_not_the_next_project(cases_dir: Path) -> None:
    with VmRunner() as vm:
        vm.load(cases_dir / "B00_good.sb3")
        with pytest.raises(ProjectError, match=r"^hang: "):
            vm.run(cases_dir / HANG, EPISODE, limits=Limits(seconds=2))
        check_good(vm, cases_dir)


def test_a_question_waits_for_its_answer(cases_dir: Path, vm: VmRunner) -> None:
    steps = [*EPISODE.steps, Step(2, (do("answer", text="5"),)), Step(5)]
    trace = vm.run(cases_dir / "B29_ask_and_wait.sb3", Episode.of(steps))
    waiting = trace.state(3)
    assert "waiting for answer" in waiting.values()
    assert waiting["/stage/question"] != ""
    assert "waiting for answer" not in trace.state(5).values()


def test_a_note_leaves_no_unhandled_rejection(
    cases_dir: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    # the worker reports one on its stderr, and a crash ends with its last words
    with VmRunner() as vm:
        trace: Trace = vm.run(cases_dir / "B29_music_note.sb3", EPISODE)
        tail = vm._ready()._transport._tail.text()  # type: ignore[attr-defined]
    assert trace.state(3)[N] == 1
    assert "rejection" not in tail
