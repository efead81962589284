# SPDX-License-Identifier: Apache-2.0
"""``scratchworld setup``: install the VM's packages now instead of on first use."""

from __future__ import annotations

import click

from vm_runner.setup_packages import ensure_packages

__all__ = ["command"]


@click.command("setup")
def command() -> None:
    """Install the packages that the Scratch VM needs.

    Every command that runs projects does this by itself on first use. Run it on its own to
    prepare an image or a read-only installation, or to retry after a network failure.
    """
    runtime = ensure_packages()
    click.echo(f"Node: {runtime.node}")
    click.echo(f"VM sources and packages: {runtime.js}")


if __name__ == "__main__":
    command()
