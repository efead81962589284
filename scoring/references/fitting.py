# SPDX-License-Identifier: Apache-2.0
"""Fit a reference to a release, so that it is never asked about what it learned from.

References that learn use the dev split. Instances of the test split are answered by what all of
dev taught. The projects of dev are dealt into five folds by the order of their names, and an
instance of dev is answered by what the other four folds taught.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scoring.references.base import Predict, Reference
from scratchworld.release import Release
from scratchworld.world import Instance

__all__ = ["FOLDS", "fit_reference", "fit_references"]

FOLDS = 5


def fit_reference(
    reference: Reference, release: Release, learn_from: Release | None = None
) -> Predict:
    """Return the reference's predictor for the instances of a release.

    One that learns does so from the dev split of ``learn_from``, by default of the release itself.

    Raises:
        ReleaseError: when the release cannot be read.
        InputError: when the reference needs an optional part that is not installed.
    """
    return fit_references(release, learn_from)(reference)


def fit_references(
    release: Release, learn_from: Release | None = None
) -> Callable[[Reference], Predict]:
    """Return what fits references as :func:`fit_reference` does, reading the dev split once."""
    dev: list[Instance] = []

    def fit(reference: Reference) -> Predict:
        if reference.looks_at_inputs or reference.is_told:
            return reference.fit(release.instances())
        if not reference.learns:
            return reference.fit(())
        if not dev:
            dev.extend((learn_from or release).instances(split="dev"))
        return _by_folds(reference, dev)

    return fit


def _by_folds(reference: Reference, dev: Sequence[Instance]) -> Predict:
    fold_of = {name: at % FOLDS for at, name in enumerate(sorted({one.project for one in dev}))}
    whole = reference.fit(dev)
    parts: dict[int, Predict] = {}

    def predict(instance: Instance) -> dict[str, object]:
        fold = fold_of.get(instance.project)
        if fold is None:
            return whole(instance)
        if fold not in parts:
            parts[fold] = reference.fit([one for one in dev if fold_of[one.project] != fold])
        return parts[fold](instance)

    return predict
