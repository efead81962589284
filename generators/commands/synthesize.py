# SPDX-License-Identifier: Apache-2.0
"""``scratchworld synthesize``."""

from __future__ import annotations

from pathlib import Path

import click

from generators.synthetic import synthesize, write_projects

__all__ = ["command"]


@click.command("synthesize")
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--families",
    default="all",
    show_default=True,
    metavar="NAMES",
    help="Mechanism families, separated by commas, or all.",
)
@click.option(
    "--per-family",
    type=click.IntRange(min=1),
    default=8,
    show_default=True,
    help="Projects of each family.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Decides everything about the projects."
)
def command(out: Path, families: str, per_family: int, seed: int) -> None:
    """Write Scratch projects whose mechanisms are known.

    OUT is a new or empty folder. It gets one folder a family and synthetic.json, the index that
    tells `scratchworld build` which projects are synthetic.
    """
    names = None if families == "all" else [name.strip() for name in families.split(",")]
    count = write_projects(synthesize(names, per_family=per_family, seed=seed), out, seed)
    click.echo(f"{out}: {count} projects")
