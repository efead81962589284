# SPDX-License-Identifier: Apache-2.0
"""What the page gets, and what it does not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from scratchworld.errors import NodeSetupError
from vm_runner.browser.site import ORIGIN, Site
from vm_runner.node import node_binary
from vm_runner.setup_packages import Runtime, ensure_packages

pytestmark = pytest.mark.node

IMPORTED = re.compile(r"^(?:import|export)(?: [\w*{][^;'()]*? from)? '([^']+)';", re.MULTILINE)


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(ensure_packages())


def body(site: Site, path: str) -> str:
    answer = site.answer(ORIGIN + path)
    assert answer is not None
    assert answer.status == 200, path
    return answer.body.decode()


def test_the_page_maps_each_module_that_leans_on_node_to_one_that_is_there(site: Site) -> None:
    found = re.search(r'<script type="importmap">(.*?)</script>', body(site, "/"))
    assert found is not None
    imports = json.loads(found[1])["imports"]
    for module, stand_in in imports.items():
        body(site, stand_in)
        if module.startswith("/"):
            body(site, module)


def test_no_module_that_the_page_runs_leans_on_node(site: Site) -> None:
    imports = json.loads(re.findall(r'importmap">(.*?)</script>', body(site, "/"))[0])["imports"]
    pending, seen = [f"{ORIGIN}/browser/page.js"], set()
    while pending:
        url = pending.pop()
        if url in seen:
            continue
        seen.add(url)
        for name in IMPORTED.findall(body(site, url.removeprefix(ORIGIN))):
            target = urljoin(url, imports.get(name, name))
            path = target.removeprefix(ORIGIN)
            assert path.startswith("/"), f"{url} imports {name}"
            pending.append(urljoin(ORIGIN, imports.get(path, path)))
    paths = {url.removeprefix(ORIGIN) for url in seen}
    assert {"/world/world.js", "/trace/recorder.js", "/shims/maths.js"} <= paths
    assert "/renderer/index.js" not in paths


def test_the_pack_is_closed(site: Site) -> None:
    pack = json.loads(body(site, "/pack.json"))
    assert pack["entries"]
    for name in pack["entries"].values():
        assert name in pack["modules"]
    for module in pack["modules"].values():
        assert set(module["requires"].values()) <= pack["modules"].keys()


def test_nothing_else_is_given(site: Site) -> None:
    assert site.answer("http://example.org/browser/page.js") is None
    assert site.answer(f"{ORIGIN}.example.org/browser/page.js") is None
    for path in ("/no.js", "/package.json", "/../site.py", "/..%2f..%2fsetup.js", "/browser"):
        answer = site.answer(ORIGIN + path)
        assert answer is not None
        assert (answer.status, answer.body) == (404, b""), path


def test_a_pack_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NodeSetupError, match=r"pack\.js failed"):
        Site(Runtime(node_binary(), tmp_path))
