# SPDX-License-Identifier: Apache-2.0
"""Commands that judge projects, one file each. The command line loads them by name."""

__all__: list[str] = []
