# SPDX-License-Identifier: Apache-2.0
"""The fields that answers claim and labels change, compared for many instances at a time.

Says of many instances what :func:`scoring.counts.compare_answer` says of one; a test holds the two
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.answer import Answer
from scoring.claims import changes_of_state
from scoring.counts import Counts
from scoring.questions import Question
from scoring.value_columns import ABSENT, NOT_SAID, NOTHING, CodeBook, Limits, ValueColumn, same
from scratchworld.world import FieldKind, Instance, Value, kind_of, monitor_path

__all__ = ["Entries", "TouchedFields"]

Mask = NDArray[np.bool_]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Entries:
    """One entry a field of P, the claimed changes, or G, the executed ones; equal lengths."""

    row: Integers
    """Number of the instance, from 0."""
    path: Integers
    """Place of the path in ``paths``."""
    paths: Sequence[str]
    kinds: Sequence[FieldKind | None]
    """The kind of each of ``paths``."""
    claimed: Mask
    """In P."""
    gold: Mask
    """In G."""
    right: Mask
    """In both, with a value that matches."""
    hidden: Mask
    """Not shown by the renderer."""
    stated: Mask
    """Mentioned by the answer, if only with the value of the input."""
    known: Mask
    """A field of the input."""
    kept: Mask
    """The executed value matches that of the input."""
    gone: Mask
    """Neither in the executed state nor in the one that the answer implies."""
    values: Sequence[tuple[Value | None, Value | None, Value | None]]
    """Claimed, executed and input value, as they were read; only where the claim is wrong."""


class TouchedFields:
    """Gathers the touched fields of instances, a row each, and compares them in one go."""

    def __init__(self) -> None:
        self._paths: list[str] = []
        self._claimed: list[Any] = []
        self._gold: list[Any] = []
        self._known: list[Value | None] = []
        self._restates: list[bool] = []
        self._as_read: list[int] = []
        self._sizes: list[int] = []
        self._monitors: dict[tuple[str, ...], int] = {}
        self._shown: list[int] = []
        self._usable: list[bool] = []
        self._fields: list[int] = []

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def fields(self) -> int:
        """Fields gathered so far."""
        return len(self._paths)

    def add(self, instance: Question | Instance, answer: Answer) -> None:
        """Add the next row."""
        gold = instance.target
        if answer.delta is not None:
            claims = answer.delta
        elif answer.state is not None:
            claims = changes_of_state(answer.state, instance.state)
        else:
            claims = {}
        paths = list({**gold, **claims})
        self._claimed += map(claims.get, paths, repeat(NOTHING))
        self._gold += map(gold.get, paths, repeat(NOTHING))
        if answer.state is not None:
            first = len(self._paths)
            self._as_read += [first + at for at, one in enumerate(paths) if one in answer.state]
        self._sizes.append(len(paths))
        self._shown.append(self._monitors.setdefault(instance.monitors, len(self._monitors)))
        self._usable.append(answer.usable)
        self._restates.append(answer.restated is not None)
        self._fields.append(instance.n_fields)
        self._paths += paths
        if isinstance(instance, Question):
            self._known += instance.values_at(paths, answer.restated)
        else:
            self._known += map(instance.state.get, paths)

    def entries(self) -> Entries:
        """Compare claims, labels and inputs."""
        codes, texts = CodeBook(), CodeBook()
        path = codes.codes(self._paths, len(self._paths))
        row = np.repeat(np.arange(len(self._sizes)), self._sizes)
        kinds = [kind_of(one) for one in codes]
        limits = Limits(kinds, path)
        claimed, executed, known = (
            ValueColumn.of(values, texts) for values in (self._claimed, self._gold, self._known)
        )
        gold = executed.types != NOT_SAID
        kept = gold & limits.match(known, executed)
        # A claim of the input's value is none; of a value near it, only where that is the label.
        news = (claimed.types != NOT_SAID) & ~same(claimed, known)
        in_p = news & (~limits.match(claimed, known) | kept)
        held = np.flatnonzero(in_p | gold)
        is_known = known.types != ABSENT
        implied = np.where(in_p, claimed.types != ABSENT, is_known)
        right = in_p & gold & limits.match(claimed, executed)
        wrong = (in_p & gold & ~right)[held]
        paths = list(codes)
        return Entries(
            row=row[held],
            path=path[held],
            paths=paths,
            kinds=kinds,
            claimed=in_p[held],
            gold=gold[held],
            right=right[held],
            hidden=self._hidden(paths, kinds, row[held], path[held]),
            stated=self._stated(row, claimed, is_known)[held],
            known=is_known[held],
            kept=kept[held],
            gone=((executed.types == ABSENT) & ~implied)[held],
            values=[
                (self._claimed[at], self._gold[at], self._known[at]) for at in held[wrong].tolist()
            ],
        )

    def counts(self, entries: Entries) -> Integers:
        """Return the counts of each row, columns as in :class:`scoring.counts.Counts`."""
        rows = len(self)

        def total(mask: Mask) -> Integers:
            return np.bincount(entries.row[mask], minlength=rows).astype(np.int64)

        usable = np.array(self._usable, dtype=np.int64)
        n_fields = np.array(self._fields, dtype=np.int64)
        claimed, gold, right = entries.claimed, entries.gold, entries.right
        untouched = n_fields - total(entries.known)
        there = gold & ~entries.gone
        fields_total = untouched + total(there) + total(claimed & ~gold)
        as_executed = right | (~claimed & entries.kept)
        fields_right = (untouched + total(there & as_executed)) * usable
        columns: dict[str, Integers] = {
            "usable": usable,
            "n_pred": total(claimed),
            "n_gold": total(gold),
            "tp_presence": total(claimed & gold),
            "tp_value": total(right),
            "n_hidden_gold": total(entries.hidden & gold),
            "tp_hidden": total(entries.hidden & right),
            "fields_total": fields_total,
            "fields_right": fields_right,
            "exact": (fields_right == fields_total) * usable,
        }
        return np.stack(
            [columns[name] for name in Counts._fields],
            axis=1,
        )

    def usable(self) -> Mask:
        """Return of each row whether its answer can be used."""
        return np.array(self._usable, dtype=np.bool_)

    def _stated(self, row: Integers, claimed: ValueColumn, is_known: Mask) -> Mask:
        """Where the answer mentions the field; all of P counts as mentioned."""
        stated: Mask = np.asarray(claimed.types != NOT_SAID)
        stated |= is_known & np.array(self._restates, dtype=np.bool_)[row]
        stated[self._as_read] = True
        return stated

    def _hidden(
        self, paths: Sequence[str], kinds: Sequence[FieldKind | None], row: Integers, path: Integers
    ) -> Mask:
        """As :func:`scratchworld.world.hidden_paths` says, each path once for each set shown."""
        classes = [kind.visibility if kind else "hidden" for kind in kinds]
        hidden = np.array([one == "hidden" for one in classes], dtype=np.bool_)[path]
        on_monitor = np.array([one == "monitor" for one in classes], dtype=np.bool_)[path]
        at = np.flatnonzero(on_monitor)
        shown = np.array(self._shown, dtype=np.int64)[row[at]]
        pairs, which = np.unique(shown * len(paths) + path[at], return_inverse=True)
        sets = list(self._monitors)
        answers = [
            monitor_path(paths[pair % len(paths)]) not in sets[pair // len(paths)]
            for pair in pairs.tolist()
        ]
        hidden[at] = np.array(answers, dtype=np.bool_)[which]
        return hidden
