# SPDX-License-Identifier: Apache-2.0
"""Normalised projects from a few lines, for tests that need no VM."""

from __future__ import annotations

from collections.abc import Sequence

from corpus_filters.project import Block, Field, Place, Project, Script, Target, Variable


def block(
    opcode: str,
    next: int | None = None,
    inputs: dict[str, int] | None = None,
    shadow: bool = False,
    proccode: str = "",
    **fields: str,
) -> Block:
    return Block(
        opcode,
        tuple(Field(name, value) for name, value in sorted(fields.items())),
        tuple(sorted((inputs or {}).items())),
        next,
        shadow,
        proccode,
    )


def chain(*opcodes: str) -> Script:
    """A script of plain blocks, one after the other."""
    last = len(opcodes) - 1
    return Script(
        tuple(block(opcode, k + 1 if k < last else None) for k, opcode in enumerate(opcodes))
    )


def sprite(
    *scripts: Script,
    name: str = "Cat",
    costumes: Sequence[str] = (),
    variables: Sequence[str] = (),
    x: float = 0,
) -> Target:
    return Target(
        name,
        False,
        tuple(costumes),
        tuple(Variable(variable, "") for variable in variables),
        scripts,
        Place(x, 0, 100, True),
    )


def project(*targets: Target) -> Project:
    return Project((Target("_stage_", True, ("plain",), (), (), None), *targets))
