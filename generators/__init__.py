# SPDX-License-Identifier: Apache-2.0
"""Benchmark instances from projects: exploration, tasks, synthetic families, the build."""

__all__: list[str] = []
