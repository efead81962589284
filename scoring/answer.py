# SPDX-License-Identifier: Apache-2.0
"""An answer: what a model said about one instance, once read, with a named status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from scratchworld.world import Value

__all__ = ["MISSING", "STATUSES", "Answer", "Claimed", "Status", "answer_from", "rejected"]

Status = Literal["ok", "repaired", "unparseable", "schema_invalid", "missing", "truncated"]
"""``ok``: used as given. ``repaired``: found inside other text, or mended. ``unparseable``: no JSON
object in the text. ``schema_invalid``: JSON, but not a prediction. ``missing``: no line for the
instance. ``truncated``: the text ends inside an object. All but the first two score as wrong."""

STATUSES: tuple[Status, ...] = get_args(Status)

Claimed = Mapping[str, Value | None]

_SCALARS = frozenset({str, int, float, bool, type(None)})


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and, for an answer that is used, what it says: one of the three."""

    status: Status
    delta: Claimed | None = None
    """Claimed changes; ``None`` as a value claims that the field disappears."""
    state: Claimed | None = None
    """Claimed whole state; a field that is not listed, or ``None``, is claimed to be gone."""
    content: object = None
    """What an answer says that is not about the fields after a step; its task knows its shape."""
    restated: Mapping[str, Value] | None = None
    """Where the answer was a state with the very fields of the input, and ``delta`` holds those of
    them that are said to be otherwise: the values that these have in the input."""
    modality: str = ""
    """The modality that the model was shown, as its line says; empty where it says nothing."""
    condition: str = ""
    """The condition that the model was under, likewise."""
    adapter: str = ""
    """How the frames of an answer came: ``frames``, ``grid``, or what chose them from a video;
    empty for an answer without."""
    detail: str = ""
    """Why the answer was not used, or what was repaired, in a few words."""

    @property
    def usable(self) -> bool:
        """True for ``ok``, and for ``repaired`` unless repairs are switched off."""
        return not (self.delta is None and self.state is None and self.content is None)


def rejected(status: Status, detail: str) -> Answer:
    """An answer that scores as wrong."""
    return Answer(status, detail=detail)


MISSING = rejected("missing", "no line for this instance")


def answer_from(prediction: object, status: Status = "ok") -> Answer:
    """Read a prediction object: ``{"delta": {...}}`` or ``{"state": {...}}``.

    Says the same as ``prediction_*.schema.json``, at a fraction of the time. Further keys are
    ignored. ``status`` is given to an answer that is fine; any other is ``schema_invalid``.
    """
    if not isinstance(prediction, dict):
        return rejected("schema_invalid", "the prediction is not an object")
    forms = [form for form in ("delta", "state") if form in prediction]
    if len(forms) != 1:
        what = "both 'delta' and 'state'" if forms else "neither 'delta' nor 'state'"
        return rejected("schema_invalid", f"the prediction has {what}")
    claimed = prediction[forms[0]]
    if not isinstance(claimed, dict):
        return rejected("schema_invalid", f"{forms[0]!r} is not an object")
    if not _SCALARS.issuperset(map(type, claimed.values())):
        path = next(path for path, value in claimed.items() if type(value) not in _SCALARS)
        return rejected("schema_invalid", f"the value of {path!r} is a list or an object")
    if forms[0] == "delta":
        return Answer(status, delta=claimed)
    return Answer(status, state=claimed)
