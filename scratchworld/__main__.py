# SPDX-License-Identifier: Apache-2.0
"""``python -m scratchworld`` is the command ``scratchworld``."""

from __future__ import annotations

from scratchworld.cli import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
