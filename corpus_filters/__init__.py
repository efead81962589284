# SPDX-License-Identifier: Apache-2.0
"""Which Scratch projects are fit for a benchmark, and why the others are not."""

__all__: list[str] = []
