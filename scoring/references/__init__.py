# SPDX-License-Identifier: Apache-2.0
"""Reference predictors: pure functions from an instance to a prediction object."""

from collections.abc import Callable, Mapping

from scoring.references.copy import copy
from scoring.references.no_change import no_change
from scratchworld.world import Instance

__all__ = ["REFERENCES", "Reference"]

Reference = Callable[[Instance], dict[str, object]]

REFERENCES: Mapping[str, Reference] = {"copy": copy, "no-change": no_change}
"""Every reference that needs only the instance, by name."""
