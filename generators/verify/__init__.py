# SPDX-License-Identifier: Apache-2.0
"""Is a release what it says? Its files, its rows, and every label executed again."""

from generators.verify.release import verify_release
from generators.verify.verification import Verification

__all__ = ["Verification", "verify_release"]
