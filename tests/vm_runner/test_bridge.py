# SPDX-License-Identifier: Apache-2.0
"""Calls over a fake process: answers, errors, and every way in which it can fail."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from scratchworld.errors import BridgeError, RemoteError, VmCrashed, VmTimeout
from vm_runner.bridge import Bridge
from vm_runner.framing import Frame

Fake = Callable[..., tuple[Bridge, "object"]]
Message = dict[str, object]


def answer(message: Message, attachment: bytes = b"") -> Frame:
    """Echo the parameters and the attachment."""
    return Frame({"id": message["id"], "result": message["params"]}, attachment)


def test_a_call_brings_result_and_attachment(fake: Fake) -> None:
    bridge, _ = fake(answer)
    assert bridge.call("echo", {"a": [1, None]}, b"bytes") == ({"a": [1, None]}, b"bytes")
    assert bridge.call("echo") == ({}, b"")


def test_requests_are_numbered_and_named(fake: Fake) -> None:
    seen: list[Message] = []

    def handler(message: Message, attachment: bytes) -> Frame:
        seen.append(message)
        return answer(message)

    bridge, _ = fake(handler)
    bridge.call("load")
    bridge.call("run", {"x": 1})
    assert seen == [
        {"id": 1, "method": "load", "params": {}},
        {"id": 2, "method": "run", "params": {"x": 1}},
    ]


def test_a_remote_error_keeps_its_parts_and_the_bridge(fake: Fake) -> None:
    error = {"name": "TypeError", "message": "no", "stack": "at x", "reason": "bad_project"}

    def handler(message: Message, attachment: bytes) -> Frame:
        if message["method"] == "fail":
            return Frame({"id": message["id"], "error": error}, b"")
        return answer(message)

    bridge, transport = fake(handler)
    with pytest.raises(RemoteError, match=r"^TypeError: no$") as caught:
        bridge.call("fail")
    assert (caught.value.name, caught.value.remote_message) == ("TypeError", "no")
    assert (caught.value.stack, caught.value.reason) == ("at x", "bad_project")
    assert bridge.usable
    assert bridge.call("echo", {"still": "there"}).result == {"still": "there"}
    assert transport.calls == []


@pytest.mark.parametrize("error", [None, "words", {}, {"name": None, "message": None}])
def test_a_sloppy_remote_error_is_still_one(fake: Fake, error: object) -> None:
    bridge, _ = fake(lambda message, attachment: Frame({"id": 1, "error": error}, b""))
    with pytest.raises(RemoteError, match="Error"):
        bridge.call("fail")


FAILURES = {
    "silence": (lambda message, attachment: None, VmTimeout, "no answer"),
    "wrong id": (lambda message, attachment: Frame({"id": 9, "result": 1}, b""), VmCrashed, "9"),
    "no id": (lambda message, attachment: Frame({"result": 1}, b""), VmCrashed, "None"),
    "neither": (lambda message, attachment: Frame({"id": 1}, b""), VmCrashed, "neither"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_kills_the_process_and_ends_the_bridge(fake: Fake, name: str) -> None:
    handler, kind, cause = FAILURES[name]
    bridge, transport = fake(handler)
    with pytest.raises(kind, match=rf"^run: .*{cause}"):
        bridge.call("run", timeout=0.1)
    assert transport.calls == ["kill"]
    assert not bridge.usable
    started = time.monotonic()
    with pytest.raises(VmCrashed, match=rf"cannot call 'more'.*failed before.*{cause}"):
        bridge.call("more", timeout=60)
    assert time.monotonic() - started < 1


def test_a_crash_ends_the_bridge(fake: Fake) -> None:
    def handler(message: Message, attachment: bytes) -> Frame:
        raise VmCrashed("exit code 134; its last words: heap out of memory")

    bridge, _ = fake(handler)
    with pytest.raises(VmCrashed, match=r"^run: exit code 134.*heap out of memory"):
        bridge.call("run")
    with pytest.raises(VmCrashed, match="heap out of memory"):
        bridge.call("run")


def test_an_interrupt_while_waiting_ends_the_bridge(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    bridge, transport = fake(answer)

    def interrupted(timeout: float) -> Frame:
        raise KeyboardInterrupt

    monkeypatch.setattr(transport, "receive", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bridge.call("run")
    # Its answer may still come; nobody must take it for the next call's.
    assert transport.calls == ["kill"]
    assert not bridge.usable


def test_parameters_that_are_no_json_leave_the_bridge_usable(fake: Fake) -> None:
    def handler(message: Message, attachment: bytes) -> Frame:
        if message["method"] == "bad":
            raise ValueError("Out of range float values are not JSON compliant")
        return answer(message)

    bridge, _ = fake(handler)
    with pytest.raises(ValueError, match="not JSON"):
        bridge.call("bad", {"x": float("nan")})
    assert bridge.call("good").result == {}


def test_a_closed_bridge_says_so(fake: Fake) -> None:
    bridge, transport = fake(answer)
    bridge.close()
    bridge.close()
    assert transport.calls[0] == "close"
    with pytest.raises(VmCrashed, match="cannot call 'run': the VM process is closed"):
        bridge.call("run")


def test_a_bridge_closes_at_the_end_of_its_block(fake: Fake) -> None:
    bridge, transport = fake(answer)
    with pytest.raises(ZeroDivisionError), bridge:
        _ = 1 / 0
    assert transport.calls == ["close"]
    assert not bridge.usable


@pytest.mark.parametrize("end", [Bridge.close, Bridge.kill])
def test_closing_during_a_call_ends_that_call(fake: Fake, end: Callable[[Bridge], None]) -> None:
    called = threading.Event()

    def handler(message: Message, attachment: bytes) -> None:
        called.set()

    bridge, _ = fake(handler)
    errors: list[BaseException] = []

    def call() -> None:
        try:
            bridge.call("run", timeout=60)
        except BridgeError as error:
            errors.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    assert called.wait(10)
    end(bridge)
    thread.join(10)
    assert not thread.is_alive()
    assert len(errors) == 1
    assert isinstance(errors[0], VmCrashed)
    assert "closed during 'run'" in str(errors[0])


def test_calls_from_several_threads_do_not_mix(fake: Fake) -> None:
    bridge, _ = fake(answer)
    wrong: list[object] = []

    def work(me: int) -> None:
        for n in range(200):
            result = bridge.call("echo", {"me": me, "n": n}).result
            if result != {"me": me, "n": n}:
                wrong.append(result)

    threads = [threading.Thread(target=work, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert wrong == []
