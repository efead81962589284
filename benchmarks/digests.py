# SPDX-License-Identifier: Apache-2.0
"""Digests of the traces of a corpus, to compare between machines, versions of Node and engines.

    python benchmarks/digests.py CORPUS [--out FILE] [--against FILE] [--engine spidermonkey]

Every project runs under one episode that tries a bit of everything. What is written is the digest
of each trace, or the reason why there is none. ``--against`` is what another environment has
written: prints what differs. ``--engine spidermonkey`` computes every trace on the second engine as
well.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path

from corpus_filters import find_files
from scratchworld.errors import ProjectError
from scratchworld.world import Action, Episode, Step
from vm_runner import VmRunner
from vm_runner.spidermonkey import SecondEngine

DO = Action.make
EPISODE = Episode.of(
    [
        Step(1, (DO("green_flag"),)),
        Step(10, (DO("key_down", key="space"),)),
        Step(5, (DO("key_up", key="space"), DO("mouse_move", x=0, y=0))),
        Step(10, (DO("key_down", key="right arrow"),)),
        Step(5, (DO("key_up", key="right arrow"), DO("key_down", key="up arrow"))),
        Step(1, (DO("key_up", key="up arrow"), DO("mouse_down", x=40, y=-30))),
        Step(10, (DO("mouse_up", x=40, y=-30),)),
        Step(30, (DO("answer", text="7"),)),
        Step(5, (DO("sprite_click", sprite="_stage_"),)),
        Step(30, (DO("loudness", level=60), DO("answer", text="hello"))),
        Step(1, (DO("stop_all"),)),
        Step(10, (DO("green_flag"),)),
    ],
    seed=7,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--engine", choices=["node", SecondEngine.name], default="node")
    options = parser.parse_args()

    digests: dict[str, str] = {}
    differing: list[str] = []
    with ExitStack() as stack:
        runner = stack.enter_context(VmRunner())
        second = None
        if options.engine == SecondEngine.name:
            second = stack.enter_context(SecondEngine(runner))
        versions = runner.versions | (second.versions if second else {})
        for file in find_files(options.corpus):
            try:
                if second is None:
                    digests[file.name] = runner.run(file.path, EPISODE).digest()
                else:
                    trace, difference = second.run(file.path, EPISODE)
                    digests[file.name] = trace.digest()
                    if difference:
                        differing.append(f"{file.name}: {second.name}: {difference}")
            except ProjectError as error:
                digests[file.name] = error.reason
    if options.out:
        document = {"versions": versions, "digests": digests}
        options.out.write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")
    if options.against:
        other = json.loads(options.against.read_text(encoding="utf-8"))["digests"]
        differing += [
            f"{name}: {digests.get(name)} here, {other.get(name)} there"
            for name in sorted(digests.keys() | other.keys())
            if digests.get(name) != other.get(name)
        ]
    ran = sum(len(digest) == 64 for digest in digests.values())
    print(f"Node {versions['node']}: {len(digests)} projects, {ran} ran, {len(differing)} differ")
    print("\n".join(differing))
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
