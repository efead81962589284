# SPDX-License-Identifier: Apache-2.0
"""Votes as questions and answers in chat form, to train a judge with; split by model.

A judge is tested on models that it has not seen: some models' votes are for training, the others'
for the test. One pair a label; what is rated goes in by its path, in the content list that chat
templates of vision models read.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scoring.votes.criteria import CRITERIA, Criterion
from scoring.votes.reading import Vote
from scratchworld.errors import InputError
from scratchworld.schemas import read_json

__all__ = ["ModelSplit", "chat_pairs", "read_model_split", "split_models"]

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif")


@dataclass(frozen=True, slots=True)
class ModelSplit:
    """Which models' votes a judge is trained with, and which it is tested on."""

    train: tuple[str, ...]
    test: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the split as plain objects."""
        return {"format": "scratchworld-model-split", "format_version": 1, **asdict(self)}


def split_models(votes: Iterable[Vote], train: int, seed: int) -> ModelSplit:
    """Draw ``train`` models to train with; the others are for the test.

    Raises:
        InputError: when that leaves no model for the test.
    """
    models = sorted({vote.model for vote in votes})
    if train >= len(models):
        raise InputError(
            f"the votes are about {len(models)} models: {train} to train with leave none for the "
            "test; give a smaller --train-models"
        )
    drawn = set(random.Random(seed).sample(models, train))
    return ModelSplit(
        tuple(model for model in models if model in drawn),
        tuple(model for model in models if model not in drawn),
    )


def read_model_split(file: Path) -> ModelSplit:
    """Read the ``split.json`` that an export wrote.

    Raises:
        InputError: when it is missing or none.
    """
    data = read_json(file, "model_split")
    return ModelSplit(tuple(data["train"]), tuple(data["test"]))


def chat_pairs(votes: Sequence[Vote], media: str | None = None) -> Iterator[dict[str, object]]:
    """Yield a question and its answer for each label of each vote, in the order of the votes.

    ``media`` says where the outputs lie, with ``{instance}`` and ``{model}`` for their names, where
    votes do not.

    Raises:
        InputError: for a vote without a path when ``media`` is not given, or names something else.
    """
    for vote in votes:
        place = vote.media or _place(media, vote)
        for criterion, label in zip(CRITERIA, vote.labels, strict=True):
            if label is None:
                continue
            yield {
                "instance": vote.instance,
                "model": vote.model,
                "rater": vote.rater,
                "criterion": criterion.name,
                "messages": [
                    {"role": "user", "content": [_medium(place), _text(_ask(criterion, vote))]},
                    {"role": "assistant", "content": [_text(_answer(criterion, label))]},
                ],
            }


def _place(media: str | None, vote: Vote) -> str:
    if media is None:
        raise InputError(
            f"the vote of {vote.rater!r} about {vote.model!r} on {vote.instance!r} says no "
            "'media'; give the column, or --media with {instance} and {model} in the path"
        )
    try:
        return media.format(instance=vote.instance, model=vote.model)
    except (KeyError, IndexError, ValueError) as error:
        message = f"--media {media!r}: only {{instance}} and {{model}} may stand in it ({error})"
        raise InputError(message) from None


def _medium(place: str) -> Mapping[str, str]:
    kind = "image" if place.lower().endswith(_PICTURES) else "video"
    return {"type": kind, "path": place}


def _text(text: str) -> Mapping[str, str]:
    return {"type": "text", "text": text}


def _ask(criterion: Criterion, vote: Vote) -> str:
    told = (
        f"The instruction: {json.dumps(vote.prompt, ensure_ascii=False)}.\n" if vote.prompt else ""
    )
    form = "yes or no" if criterion.most == 1 else "the number"
    return f"{told}{criterion.question} Answer with {form} alone."


def _answer(criterion: Criterion, label: int) -> str:
    return ("no", "yes")[label] if criterion.most == 1 else str(label)
