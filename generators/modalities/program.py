# SPDX-License-Identifier: Apache-2.0
"""The program of a project in canonical form: what the VM made of the file, without assets.

The VM reads every format and mends some files while it loads them, so the program is asked of it
and not read from the file. Rules and blocks have the ids that the causal labels use. Comments,
monitors' positions and whatever else has no part in the running of a project are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generators.modalities.base import Made, Modality, Subject
from scoring.prompts import write_program
from scratchworld.world import split_path
from vm_runner import VmRunner

__all__ = ["PROGRAM", "canonical_program", "program_of"]

_LOOKS = ("x", "y", "size", "direction", "visible", "draggable", "rotationStyle", "tempo", "volume")


def _make(subject: Subject) -> Made:
    program = program_of(subject.data, subject.runner)
    text = write_program(program)
    return [{"variant": subject.variant, "program": program, "scratchblocks": text}]


def program_of(project: bytes | Path, runner: VmRunner) -> dict[str, Any]:
    """Return the canonical form of a project file.

    Raises:
        ProjectError: when it cannot be loaded.
    """
    session = runner.load(project)
    targets = zip(session.program, session.initial_data(), strict=True)
    return canonical_program([{**target, **data} for target, data in targets])


def canonical_program(targets: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the canonical form; see ``docs/modalities.md``.

    ``targets`` are those of :attr:`vm_runner.Session.program`, each with what
    :meth:`vm_runner.Session.initial_data` says of it.
    """
    return {"targets": [_target(target) for target in targets]}


def _target(target: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": target["name"],
        "isStage": target["isStage"],
        **{name: target[name] for name in _LOOKS if name in target},
        "costumes": target["costumes"],
        "costume": target["costume"],
        "sounds": target["sounds"],
        "messages": target["messages"],
        "variables": {_name(path): value for path, value in target["variables"].items()},
        "lists": {_name(path): items for path, items in target["lists"].items()},
        "rules": [
            {
                "rule": rule["rule"],
                "blocks": _Script(rule).blocks(),
            }
            for rule in target["rules"]
        ],
    }


def _name(path: str) -> str:
    return split_path(path)[-1]


class _Script:
    """The blocks of one rule; each has its number for a name in the VM's description."""

    def __init__(self, rule: Mapping[str, Any]) -> None:
        self._rule = rule["rule"]
        self._held = rule["blocks"]

    def blocks(self) -> list[dict[str, Any]]:
        """Return each block: ``id`` and ``opcode``, and the rest where there is any."""
        return [self._block(number, held) for number, held in enumerate(self._held)]

    def _id(self, number: int) -> str:
        return f"{self._rule}/{number}"

    def _block(self, number: int, held: Mapping[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = {"id": self._id(number), "opcode": held["opcode"]}
        if held["inputs"]:
            found["inputs"] = {name: self._id(to) for name, to in held["inputs"].items()}
        if held["fields"]:
            found["fields"] = {name: field["value"] for name, field in held["fields"].items()}
        if held["next"] is not None:
            found["next"] = self._id(held["next"])
        if held["shadow"]:
            found["shadow"] = True
        for name in ("proccode", "arguments", "parameters", "warp"):
            if name in held:
                found[name] = held[name]
        return found


PROGRAM = Modality("program", _make)
