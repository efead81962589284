# SPDX-License-Identifier: Apache-2.0
"""Errors cross from worker processes to the parent as they are."""

from __future__ import annotations

import pickle

import pytest

from scratchworld import errors

SAMPLES = [
    errors.InputError("wrong"),
    errors.ProjectError("hang", "too slow"),
    errors.PredictionError("bad line", line=3, instance_id="a"),
    errors.RemoteError("TypeError", "x is not a function", stack="at y", reason="runtime_error"),
    errors.VmTimeout("late"),
]


@pytest.mark.parametrize("error", SAMPLES, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: errors.ScratchWorldError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_the_tree_in_the_docstring_names_every_class() -> None:
    assert errors.__doc__ is not None
    for name in errors.__all__:
        assert name in errors.__doc__
