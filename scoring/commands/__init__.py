# SPDX-License-Identifier: Apache-2.0
"""The commands ``score`` and ``copy-prior``: thin functions over the package."""
