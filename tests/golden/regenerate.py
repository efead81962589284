# SPDX-License-Identifier: Apache-2.0
"""Writes the checked-in traces anew: ``python -m tests.golden.regenerate``.

Whoever changes a trace says why in CHANGELOG.md: releases that were built before differ.
"""

from __future__ import annotations

from pathlib import Path

from scratchworld.world import Trace, canonical_json
from tests.golden.projects import GOLDEN
from vm_runner import VmRunner

TRACES = Path(__file__).parent / "traces"


def text_of(trace: Trace) -> str:
    """Deltas and events of a trace, an event a line, so that a difference can be read."""
    lines = ["initial " + canonical_json(trace.initial)]
    for t, step in enumerate(trace.steps, 1):
        lines.append(f"step {t} cut {step.cut} delta {canonical_json(step.delta)}")
        lines += [canonical_json(dict(event)) for event in step.events]
    return "\n".join(lines) + "\n"


def main() -> None:
    with VmRunner() as vm:
        for name, make in GOLDEN.items():
            golden = make()
            text = text_of(vm.run(golden.project, golden.episode))
            (TRACES / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
