# SPDX-License-Identifier: Apache-2.0
"""Starting a worker: the handshake, and real Node processes that misbehave."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scratchworld.errors import BridgeError, NodeSetupError, RemoteError, VmCrashed, VmTimeout
from vm_runner.bridge import Bridge, start_bridge
from vm_runner.node import node_binary
from vm_runner.setup_packages import Runtime

HELLO = "{protocol: 1, versions: {node: process.versions.node}}"

WORKER = """
const fs = require('fs');
const read = count => {
    const buffer = Buffer.alloc(count);
    for (let n = 0; n < count;) {
        const got = fs.readSync(0, buffer, n, count - n);
        if (got === 0) process.exit(0);
        n += got;
    }
    return buffer;
};
const write = (message, attachment) => {
    const json = Buffer.from(JSON.stringify(message));
    const header = Buffer.alloc(8);
    header.writeUInt32LE(json.length, 0);
    header.writeUInt32LE(attachment.length, 4);
    for (const part of [header, json, attachment]) fs.writeSync(1, part);
};
const methods = {
    hello: () => (HELLO),
    echo: params => params,
    hang: () => { for (;;); },
    fill: () => { const all = []; for (;;) all.push(new Array(1e6).fill({})); },
    shout: () => { fs.writeSync(1, 'console.log from a careless package\\n'); },
    read: ({path}) => fs.readFileSync(path, 'utf8').length,
    write: ({path}) => fs.writeFileSync(path, ''),
    spawn: () => require('child_process').spawnSync(process.execPath, ['--version']).status,
    thread: () => new (require('worker_threads').Worker)('', {eval: true}).threadId,
    environment: () => ({args: process.execArgv, env: process.env, cwd: process.cwd()})
};
for (;;) {
    const header = read(8);
    const {id, method, params} = JSON.parse(read(header.readUInt32LE(0)));
    const attachment = read(header.readUInt32LE(4));
    try {
        write({id, result: methods[method](params)}, attachment);
    } catch (error) {
        if (id === 1) throw error;
        write({id, error: {name: error.code, message: error.message}}, attachment);
    }
}
"""

Start = Callable[..., Bridge]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a bridge to a small worker that answers ``hello`` with a JavaScript expression."""
    bridges = []

    def make(hello: str = HELLO, linked: bool = False, **options: object) -> Bridge:
        js = tmp_path / "js"
        js.mkdir(exist_ok=True)
        (js / "worker.js").write_text(WORKER.replace("HELLO", hello))
        if linked:
            js = tmp_path / "link"
            js.symlink_to("js", target_is_directory=True)
        bridges.append(start_bridge(runtime=Runtime(node_binary(), js), **options))
        return bridges[-1]

    yield make
    for bridge in bridges:
        bridge.kill()


def test_a_worker_says_hello_and_answers(start: Start) -> None:
    with start() as bridge:
        assert bridge.versions["node"].startswith("24.")
        params = {"\ud800": "\udfff 🐱", "__proto__": 1, "x": 0.1}
        assert bridge.call("echo", params, b"\0").result == params
        assert bridge.call("echo", {}, b"\0\xff").attachment == b"\0\xff"


def test_the_worker_gets_its_flags_and_a_clean_environment(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NODE_OPTIONS", "--no-such-option")
    bridge = start(heap_mib=64, node_flags=["--no-warnings"])
    facts = bridge.call("environment").result
    assert isinstance(facts, dict)
    assert facts["args"][0] == "--max-old-space-size=64"
    assert facts["args"][-1] == "--no-warnings"
    assert facts["env"]["TZ"] == "UTC"
    assert "NODE_OPTIONS" not in facts["env"]
    assert Path(facts["cwd"]) == (tmp_path / "js").resolve()


@pytest.mark.parametrize("linked", [False, True])
def test_the_worker_reads_its_own_folder_alone(start: Start, tmp_path: Path, linked: bool) -> None:
    bridge = start(linked=linked)
    assert bridge.call("read", {"path": str(tmp_path / "js" / "worker.js")}).result
    outside = tmp_path / "outside"
    outside.touch()
    for method, path in (
        ("read", outside),
        ("write", outside),
        ("write", tmp_path / "js" / "new.js"),
        ("spawn", ""),
        ("thread", ""),
    ):
        with pytest.raises(RemoteError, match="ERR_ACCESS_DENIED"):
            bridge.call(method, {"path": str(path)})


@pytest.mark.parametrize(
    ("hello", "cause"),
    [
        ("{protocol: 2, versions: {}}", r"speaks protocol 2, this version needs 1"),
        ("'hi'", "speaks protocol None"),
        ("{protocol: 1}", "names no versions"),
    ],
)
def test_another_handshake_is_refused(start: Start, hello: str, cause: str) -> None:
    with pytest.raises(BridgeError, match=cause):
        start(hello)


def test_a_worker_that_cannot_start_says_why(start: Start) -> None:
    with pytest.raises(VmCrashed, match=r"(?s)hello: .*exit code 1; .*no such package"):
        start("(() => { throw new Error('no such package'); })()")


def test_a_worker_that_does_not_start_in_time_is_killed(start: Start) -> None:
    started = time.monotonic()
    with pytest.raises(VmTimeout, match="hello"):
        start("(() => { for (;;); })()", start_timeout=0.5)
    assert time.monotonic() - started < 10


def test_an_endless_loop_is_killed(start: Start) -> None:
    bridge = start()
    with pytest.raises(VmTimeout, match=r"hang: .*within 0\.3 s"):
        bridge.call("hang", timeout=0.3)
    with pytest.raises(VmCrashed, match="start a new one"):
        bridge.call("echo")


def test_a_full_heap_is_a_crash_with_its_cause(start: Start) -> None:
    bridge = start(heap_mib=32)
    with pytest.raises(VmCrashed, match=r"(?s)its last words: .*heap out of memory"):
        bridge.call("fill", timeout=60)


def test_text_on_stdout_is_a_crash(start: Start) -> None:
    with pytest.raises(VmCrashed, match="no frame"):
        start().call("shout", timeout=60)


def test_a_worker_ends_with_its_input(start: Start) -> None:
    bridge = start()
    started = time.monotonic()
    bridge.close()
    assert time.monotonic() - started < 1.5


def test_a_missing_node_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeSetupError, match="cannot start"):
        start_bridge(runtime=Runtime(tmp_path / "node", tmp_path))


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="counts open files in /proc")
def test_many_bridges_leave_no_open_files(start: Start) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for n in range(6):
        bridge = start()
        bridge.close() if n % 2 else bridge.kill()
    assert len(os.listdir("/proc/self/fd")) == before
