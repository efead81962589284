# SPDX-License-Identifier: Apache-2.0
"""The task that asks whether an event occurs, and by which chain of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.answer import Answer, Status, rejected
from scoring.counts import Comparison, only_counts
from scoring.forms import Form
from scoring.metrics import CAUSAL_METRICS
from scoring.questions import Labelled
from scoring.tasks.base import ScoredTask, Worth
from scratchworld.world import CausalInstance

__all__ = ["CAUSAL", "Said", "edit_distance", "rules_of"]

_RULE = "rule:"
_COUNTS = (
    "usable",
    "exact",
    "occurs",
    "says_occurs",
    "event_right",
    "chain_right",
    "rules_right",
    "chain_distance",
    "longest_chain",
    "right_links",
    "gold_links",
)


class Said(NamedTuple):
    """What an answer says."""

    occurs: bool
    chain: tuple[str, ...]


def _read(prediction: object, status: Status) -> Answer:
    if not isinstance(prediction, dict):
        return rejected("schema_invalid", "the prediction is not an object")
    occurs, chain = prediction.get("occurs"), prediction.get("chain", [])
    if not isinstance(occurs, bool):
        return rejected("schema_invalid", "no 'occurs', which is true or false")
    if not isinstance(chain, list) or not all(isinstance(link, str) for link in chain):
        return rejected("schema_invalid", "'chain' is not a list of texts")
    return Answer(status, content=Said(occurs, tuple(chain) if occurs else ()))


def _label(instance: Labelled) -> dict[str, object]:
    assert isinstance(instance, CausalInstance)
    return {"occurs": instance.occurs, "chain": list(instance.chain)}


def _compare(instance: Labelled, answer: Answer) -> Comparison:
    assert isinstance(instance, CausalInstance)
    usable = isinstance(answer.content, Said)
    said = answer.content if isinstance(answer.content, Said) else Said(False, ())
    gold, chain = instance.chain, said.chain
    right = usable and said.occurs == instance.occurs
    prefix = next(
        (at for at, (one, other) in enumerate(zip(gold, chain, strict=False)) if one != other),
        min(len(gold), len(chain)),
    )
    found = bool(instance.occurs and said.occurs)
    return only_counts(
        int(usable),
        int(right and chain == gold),
        int(instance.occurs),
        int(said.occurs),
        int(right),
        int(found and chain == gold),
        int(found and rules_of(chain) == rules_of(gold)),
        edit_distance(gold, chain),
        max(len(gold), len(chain)),
        prefix if instance.occurs else 0,
        len(gold),
    )


def rules_of(chain: Sequence[str]) -> list[str]:
    """Return the rules of a chain, in order: the ids, without the word before them."""
    return [link.removeprefix(_RULE) for link in chain if link.startswith(_RULE)]


def edit_distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the fewest insertions, deletions and replacements that make one list the other."""
    row = list(range(len(other) + 1))
    for at, left in enumerate(one, 1):
        before, row[0] = row[0], at
        for to, right in enumerate(other, 1):
            before, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, before + (left != right))
    return row[-1]


CAUSAL = ScoredTask(
    name="causal",
    form=Form(("occurs",), _read, {"occurs": True, "chain": ["root:green_flag", "rule:Cat/0"]}),
    gold=_label,
    compare=_compare,
    counts=_COUNTS,
    metrics=CAUSAL_METRICS,
    worth=lambda counts: Worth(counts["exact"] + counts["event_right"], 2, 0),
    breakdowns=(
        *("all", "source", "family", "split", "variant", "horizon", "kind"),
        *("modality", "condition"),
    ),
    about_fields=False,
    reads_whole=True,
    headlines=("event_accuracy", "event_f1", "chain_exact", "chain_similarity", "no_hallucination"),
    ladder=("event_accuracy", "event_f1", "chain_exact", "rule_chain_exact", "no_hallucination"),
    compared=("event_accuracy", "event_f1", "chain_exact", "chain_similarity", "no_hallucination"),
)
