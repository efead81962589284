# SPDX-License-Identifier: Apache-2.0
"""The runner over a fake process: what each failure tells about a project, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scratchworld.errors import NodeSetupError, ProjectError, RemoteError, VmCrashed
from scratchworld.world import Episode, Step, Trace
from vm_runner import Limits, VmRunner
from vm_runner.bridge import Bridge
from vm_runner.framing import Frame
from vm_runner.replay import check_stable

PROJECT = b"{}"
EPISODE = Episode.of([Step(1), Step(1)])

Message = dict[str, object]
Answers = dict[str, object]
Fake = Callable[..., tuple[Bridge, object]]


class Worker:
    """A worker whose answers are set by method; an exception is raised where it would answer."""

    def __init__(self) -> None:
        self.answers: Answers = {
            "load": {"program": [], "blocks": [], "rewinds": True},
            "rewind": {},
            "start": {"paths": ["/x"], "changes": [0, 0], "monitors": []},
            "run": [{"paths": [], "changes": [0, 1], "events": 0, "cut": 1}],
        }
        self.calls: list[Message] = []
        self.starts = 0

    def __call__(self, message: Message, attachment: bytes) -> Frame | None:
        self.calls.append(message)
        answer = self.answers[str(message["method"])]
        if answer is None:
            return None
        if isinstance(answer, Exception):
            raise answer
        kind = "error" if isinstance(answer, dict) and "reason" in answer else "result"
        return Frame({"id": message["id"], kind: answer}, b"png")


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def vm(worker: Worker, fake: Fake) -> VmRunner:
    def start() -> Bridge:
        worker.starts += 1
        return fake(worker)[0]

    return VmRunner(start=start, limits=Limits(seconds=0.2))


def reason_of(vm: VmRunner) -> str:
    with pytest.raises(ProjectError) as caught:
        vm.run(PROJECT, EPISODE)
    return caught.value.reason


def test_a_run(vm: VmRunner, worker: Worker) -> None:
    trace = vm.run(PROJECT, EPISODE.prefix(1))
    assert list(trace.states()) == [{"/x": 0}, {"/x": 1}]
    assert trace.cut == 1
    assert [call["method"] for call in worker.calls] == ["load", "start", "run"]
    assert worker.calls[0]["params"] == {
        "limits": {"rounds": 50, "warpChecks": 100_000},
        "trace": True,
    }
    vm.close()
    vm.close()


def test_a_reason_of_the_worker_is_the_reason(vm: VmRunner, worker: Worker) -> None:
    worker.answers["load"] = {"reason": "missing_asset", "message": "a.svg", "name": "x"}
    assert reason_of(vm) == "missing_asset"
    assert worker.starts == 1


def test_silence_is_a_hang_and_costs_the_worker(vm: VmRunner, worker: Worker) -> None:
    before, worker.answers["run"] = worker.answers["run"], None
    assert reason_of(vm) == "hang"
    worker.answers["run"] = before
    assert isinstance(vm.run(PROJECT, EPISODE.prefix(1)), Trace)
    assert worker.starts == 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("it ended; last words: JavaScript heap out of memory", "out_of_memory"),
        ("it was ended by SIGSEGV", "vm_crashed"),
        ("it wrote something that is no frame", "vm_crashed"),
    ],
)
def test_a_crash_is_told_by_its_last_words(
    vm: VmRunner, worker: Worker, words: str, reason: str
) -> None:
    worker.answers["start"] = VmCrashed(words)
    assert reason_of(vm) == reason


def test_an_error_without_a_reason_is_no_fault_of_the_project(vm: VmRunner, worker: Worker) -> None:
    worker.answers["load"] = {"reason": "", "message": "our own fault", "name": "TypeError"}
    with pytest.raises(RemoteError, match="our own fault"):
        vm.run(PROJECT, EPISODE)


def test_a_failed_session_stays_failed(vm: VmRunner, worker: Worker) -> None:
    session = vm.load(PROJECT)
    session.start(0)
    worker.answers["run"] = {"reason": "runtime_error", "message": "once", "name": "x"}
    errors = []
    for _ in range(2):
        with pytest.raises(ProjectError) as caught:
            session.run([Step(1)])
        errors.append(caught.value)
    assert errors[0] is errors[1]
    assert [call["method"] for call in worker.calls].count("run") == 1


def methods(worker: Worker) -> list[object]:
    return [call["method"] for call in worker.calls]


def test_what_is_loaded_already_goes_back(vm: VmRunner, worker: Worker) -> None:
    first = vm.run(PROJECT, EPISODE.prefix(1))
    worker.answers["start"] = {"paths": [], "changes": [0, 0], "monitors": []}
    again = vm.load(PROJECT, limits=Limits(rounds=7, seconds=0.2))
    assert list(again.trace(EPISODE.prefix(1)).states()) == list(first.states())
    assert methods(worker) == ["load", "start", "run", "rewind", "start", "run"]
    assert worker.calls[3]["params"] == {"limits": {"rounds": 7, "warpChecks": 100_000}}


def test_only_the_same_goes_back(vm: VmRunner, worker: Worker) -> None:
    vm.load(PROJECT)
    vm.load(PROJECT, trace=False)
    vm.load(PROJECT, trace=False, anew=True)
    vm.load(PROJECT, record=True)
    vm.load(b" " + PROJECT)
    vm.close()
    vm.load(b" " + PROJECT)
    assert methods(worker) == ["load"] * 6
    worker.answers["load"] = {"program": [], "blocks": [], "rewinds": False}
    vm.load(PROJECT)
    vm.load(PROJECT)
    assert methods(worker) == ["load"] * 8


def test_what_failed_is_loaded_anew(vm: VmRunner, worker: Worker) -> None:
    before = worker.answers["run"]
    worker.answers["run"] = {"reason": "runtime_error", "message": "once", "name": "x"}
    assert reason_of(vm) == "runtime_error"
    worker.answers["run"] = before
    vm.run(PROJECT, EPISODE.prefix(1))
    assert methods(worker) == ["load", "start", "run", "load", "start", "run"]


def test_an_old_session_is_refused(vm: VmRunner) -> None:
    first = vm.load(PROJECT)
    vm.load(PROJECT)
    with pytest.raises(RuntimeError, match="another project"):
        first.start(0)


def test_a_frame(vm: VmRunner, worker: Worker) -> None:
    worker.answers["frame"] = {}
    assert vm.load(PROJECT).frame() == b"png"


def test_a_file_is_named(vm: VmRunner, worker: Worker, tmp_path: Path) -> None:
    worker.answers["load"] = {"reason": "parse_error", "message": "bad", "name": "x"}
    path = tmp_path / "cat.sb3"
    with pytest.raises(ProjectError, match=r"^unreadable: .*cat\.sb3: No such file"):
        vm.load(path)
    path.write_bytes(PROJECT)
    with pytest.raises(ProjectError, match=r"^parse_error: cat\.sb3: bad$"):
        vm.load(path)


def test_bad_bytes_never_reach_the_worker(vm: VmRunner, worker: Worker) -> None:
    with pytest.raises(ProjectError, match=r"^corrupt_archive: "):
        vm.load(b"GIF89a")
    assert worker.starts == 0


def test_setup_errors_are_not_the_projects(worker: Worker) -> None:
    def start() -> Bridge:
        raise NodeSetupError("no registry")

    with pytest.raises(NodeSetupError):
        VmRunner(start=start).load(PROJECT)


def test_stable_without_a_cut_runs_nothing(vm: VmRunner, worker: Worker) -> None:
    assert check_stable(vm, PROJECT, EPISODE, Trace({}, (), ())) is None
    assert worker.calls == []


def test_stable_compares_with_larger_budgets(vm: VmRunner, worker: Worker) -> None:
    episode = EPISODE.prefix(1)
    trace = vm.run(PROJECT, episode)
    assert check_stable(vm, PROJECT, episode, trace) is None
    params = worker.calls[3]["params"]
    assert isinstance(params, dict)
    assert params["limits"] == {"rounds": 200, "warpChecks": 400_000}
    worker.answers["run"] = [{"paths": [], "changes": [0, 2], "events": 0, "cut": 1}]
    assert check_stable(vm, PROJECT, episode, trace) == "unstable"
    worker.answers["run"] = None
    assert check_stable(vm, PROJECT, episode, trace) == "budget_exceeded"
