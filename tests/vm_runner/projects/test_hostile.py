# SPDX-License-Identifier: Apache-2.0
"""Each wall around a project, and a project that runs against it.

After each the same runner must run a plain project as if nothing had been.
"""

from __future__ import annotations

import io
import json
import socket
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache, partial

import pytest

from scratchworld.errors import ProjectError
from scratchworld.world import Action, Episode, Step
from tests.golden.building import Block, Target, build
from tests.golden.projects import GOLDEN, change, set_to, variable
from vm_runner import Limits, VmRunner
from vm_runner.bridge import start_bridge

pytestmark = pytest.mark.node

FLAG = Episode.of([Step(1, (Action.make("green_flag"),)), Step(5)])
WHEN_FLAG = Block("event_whenflagclicked")
PLAIN = GOLDEN[min(GOLDEN)]()
Rewrite = Callable[[dict[str, object]], None]


@pytest.fixture
def small() -> Iterator[VmRunner]:
    """A runner with a small heap and little patience, so that a test need not wait."""
    start = partial(start_bridge, heap_mib=160)
    with VmRunner(limits=Limits(seconds=20), start=start) as runner:
        yield runner


@cache
def expected() -> str:
    """The digest of the plain project in a process that has seen no other."""
    with VmRunner() as fresh:
        return fresh.run(PLAIN.project, PLAIN.episode).digest()


def check_unharmed(runner: VmRunner) -> None:
    assert runner.run(PLAIN.project, PLAIN.episode).digest() == expected()


def reason(runner: VmRunner, project: bytes) -> str:
    with pytest.raises(ProjectError) as caught:
        runner.run(project, FLAG)
    check_unharmed(runner)
    return caught.value.reason


def rewritten(project: bytes, rewrite: Rewrite, **files: bytes) -> bytes:
    """The project with its JSON changed, and with more files."""
    memory = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(project)) as old, zipfile.ZipFile(memory, "w") as new:
        document = json.loads(old.read("project.json"))
        rewrite(document)
        new.writestr("project.json", json.dumps(document))
        for name in old.namelist():
            if name != "project.json":
                new.writestr(name, old.read(name))
        for name, data in files.items():
            new.writestr(name, data)
    return memory.getvalue()


class Listener:
    """A server that counts who calls."""

    def __init__(self) -> None:
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._count, daemon=True)
        self._thread.start()

    def _count(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.calls += 1
            connection.close()

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join()


@pytest.fixture
def listener() -> Iterator[Listener]:
    server = Listener()
    yield server
    server.close()


def test_an_extension_url_is_never_loaded(small: VmRunner, listener: Listener) -> None:
    def add(document: dict[str, object]) -> None:
        document["extensions"] = ["evil"]
        document["extensionURLs"] = {"evil": f"{listener.url}/evil.js"}

    project = build(Target("Stage", [[WHEN_FLAG, Block("evil_go")]]))
    assert reason(small, rewritten(project, add)) == "unsupported_extension"
    url = f"{listener.url}/evil.js"
    bare = build(Target("Stage", [[WHEN_FLAG, Block("event_go")]]), extensions=[url])
    assert reason(small, bare) == "unsupported_extension"
    assert listener.calls == 0


def test_a_missing_asset_is_never_fetched(small: VmRunner, listener: Listener) -> None:
    def point_elsewhere(document: dict[str, object]) -> None:
        stage = document["targets"][0]  # type: ignore[index]
        stage["costumes"][0] |= {"assetId": "0" * 32, "md5ext": f"{listener.url}/x.svg"}

    project = rewritten(build(Target("Stage")), point_elsewhere)
    assert reason(small, project) in ("missing_asset", "invalid_project")
    assert listener.calls == 0


def test_an_svg_fetches_nothing(small: VmRunner, listener: Listener) -> None:
    """Neither an image, nor a style sheet, nor a script, nor a font of a costume is loaded."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="9" height="9"><style>@import url({listener.url}/a.css);'
        f"@font-face {{font-family: x; src: url({listener.url}/x.ttf)}}</style>"
        f"<script>fetch('{listener.url}/b')</script>"
        f'<script xlink:href="{listener.url}/c.js"/>'
        f'<image width="9" height="9" xlink:href="{listener.url}/d.png"/>'
        f'<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="{listener.url}/e.png"/>'
        f'</foreignObject><text font-family="x">x</text></svg>'
    ).encode()
    name = "1" * 32

    def use(document: dict[str, object]) -> None:
        stage = document["targets"][0]  # type: ignore[index]
        stage["costumes"][0] |= {"assetId": name, "md5ext": f"{name}.svg"}

    project = rewritten(build(Target("Stage")), use, **{f"{name}.svg": svg})
    session = small.load(project)
    session.start(0)
    session.run(FLAG.steps)
    session.frame()
    check_unharmed(small)
    assert listener.calls == 0


def test_a_project_that_fills_memory_costs_its_own_process(small: VmRunner) -> None:
    """Texts of a megabyte, each its own, until the heap is full."""
    big = variable("big")
    joined = Block("operator_join", {"STRING1": big, "STRING2": variable("n")})
    # looking at a letter makes the engine write the joined text out
    looked_at = Block("operator_letter_of", {"LETTER": 1, "STRING": variable("text")})
    fill = [
        WHEN_FLAG,
        Block(
            "control_repeat",
            {"TIMES": 20},
            branch=[set_to("big", Block("operator_join", {"STRING1": big, "STRING2": big}))],
        ),
        Block(
            "control_forever",
            branch=[
                change("n", 1),
                set_to("text", joined),
                set_to("letter", looked_at),
                Block("data_addtolist", {"ITEM": variable("text")}, {"LIST": "kept"}),
            ],
        ),
    ]
    names = {"big": "x", "n": 0, "text": "", "letter": ""}
    project = build(Target("Stage", [fill], names, {"kept": []}))
    with pytest.raises(ProjectError) as caught:
        small.run(project, Episode.of([FLAG.steps[0], *[Step(30)] * 40]))
    assert caught.value.reason == "out_of_memory"
    check_unharmed(small)


def test_a_loop_within_one_tick_is_ended_by_counted_work(small: VmRunner) -> None:
    """Without screen refresh, for ever: the tick ends by its budget, the same everywhere."""
    warp = {
        "tagName": "mutation", "children": [], "proccode": "spin", "argumentids": "[]",
        "warp": "true",
    }  # fmt: skip
    prototype = {**warp, "argumentnames": "[]", "argumentdefaults": "[]"}
    definition = [
        Block(
            "procedures_definition",
            {"custom_block": Block("procedures_prototype", mutation=prototype)},
        ),
        Block("control_forever", branch=[change("n", 1)]),
    ]
    call = [WHEN_FLAG, Block("procedures_call", mutation=warp)]
    project = build(Target("Stage", [definition, call], {"n": 0}))
    first, again = (small.run(project, FLAG) for _ in range(2))
    assert first.cut == sum(step.ticks for step in FLAG.steps)
    assert first.digest() == again.digest()
    check_unharmed(small)


@pytest.mark.parametrize("name", ["../evil.svg", "/evil.svg", "a/../../evil.svg", "C:\\evil"])
def test_nothing_is_unpacked_outside(small: VmRunner, name: str) -> None:
    project = rewritten(build(Target("Stage")), lambda document: None, **{name: b"<svg/>"})
    assert reason(small, project) == "unsafe_path"


def bomb(gigabytes: int, *, stated: int) -> bytes:
    """An archive with an entry of so many gigabytes of zeros, and the size that it states."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    # a full flush ends on a byte and forgets what was before, so that pieces can be repeated
    piece = deflate.compress(bytes(2**20)) + deflate.flush(zlib.Z_FULL_FLUSH)
    packed = piece * (1024 * gigabytes) + zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as archive:
        archive.writestr("project.json", "{}")
    start = memory.getvalue()
    end = start.rindex(b"PK\x05\x06")
    directory_at = struct.unpack_from("<I", start, end + 16)[0]
    sizes = (0, len(packed), stated, 4, 0)  # checksum, packed, unpacked, lengths of name and extra
    local = struct.pack("<4sHHHHHIIIHH", b"PK\x03\x04", 20, 0, 8, 0, 0, *sizes) + b"zero"
    entry = struct.pack(
        "<4sHHHHHHIIIHHHHHII", b"PK\x01\x02", 20, 20, 0, 8, 0, 0, *sizes, 0, 0, 0, 0, directory_at
    )
    directory = start[directory_at:end] + entry + b"zero"
    body = start[:directory_at] + local + packed
    tail = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 2, 2, len(directory), len(body), 0)
    return body + directory + tail


@pytest.mark.parametrize("stated", [2**32 - 2, 1000])
def test_ten_gigabytes_are_not_unpacked(small: VmRunner, stated: int) -> None:
    data = bomb(10, stated=stated)
    assert len(data) < 2**24
    # one that states too little is read no further than that, and its checksum is wrong
    assert reason(small, data) == ("too_large" if stated > 1000 else "corrupt_archive")
