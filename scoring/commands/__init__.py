# SPDX-License-Identifier: Apache-2.0
"""The commands of scoring: thin functions over the package."""
