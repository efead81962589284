# SPDX-License-Identifier: Apache-2.0
"""The modalities that are functions of an instance alone; :mod:`scoring.prompts` renders them."""

from __future__ import annotations

from generators.modalities.base import Modality

__all__ = ["LANGUAGE", "TABLE"]

TABLE = Modality("table", make=None)
LANGUAGE = Modality("language", make=None)
