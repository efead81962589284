# SPDX-License-Identifier: Apache-2.0
"""The commands that need nothing but a release."""
