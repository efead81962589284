# SPDX-License-Identifier: Apache-2.0
"""ScratchWorld: Scratch projects as executable worlds for testing world models."""

__version__ = "0.1.0"

__all__ = ["__version__"]
