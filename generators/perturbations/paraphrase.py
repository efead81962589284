# SPDX-License-Identifier: Apache-2.0
"""Paraphrase: what sprites say, think and ask is worded otherwise.

Of texts that stand in "say", "think" and "ask" blocks as they are, common words are replaced by
others that mean the same, in English and Russian; a text without any gets a word before it. Texts
that a program puts together are left alone, and so are numbers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from generators.perturbations.base import Changed, NotPerturbed, Perturbation
from generators.perturbations.literals import copied
from generators.rewriting import ProjectDocument, Translation, is_free_text, names_of, texts_of

__all__ = ["PARAPHRASE", "paraphrased"]

SHOWN_FIELDS = frozenset({"say", "question"})
"""Kinds of fields that hold such a text."""
_INPUTS = {
    "looks_say": "MESSAGE",
    "looks_sayforsecs": "MESSAGE",
    "looks_think": "MESSAGE",
    "looks_thinkforsecs": "MESSAGE",
    "sensing_askandwait": "QUESTION",
}
_TEXT = 10
_PAIRS = (
    "hello=hi there;hi=hello;hey=hello;bye=goodbye;yes=indeed;no=nope;great=splendid;good=fine;"
    "bad=poor;big=large;small=little;start=begin;end=finish;win=succeed;won=succeeded;lost=failed;"
    "game=match;over=finished;your=your own;what=which thing;name=full name;please=kindly;"
    "press=push;click=tap;move=go;catch=grab;fast=quick;slow=unhurried;happy=glad;sad=unhappy;"
    "help=assistance;right=correct;wrong=incorrect;score=points;try again=have another go;"
    "pass=success;fail=failure;"
    "привет=здравствуй;пока=до свидания;да=конечно;нет=вовсе нет;хорошо=ладно;плохо=худо;"
    "большой=крупный;маленький=небольшой;начало=старт;конец=финал;победа=успех;игра=партия;"
    "как=каким образом;имя=полное имя;спасибо=благодарю;правильно=верно;неправильно=неверно"
)
_WORDS = dict(pair.split("=") for pair in _PAIRS.split(";"))
_WORD = re.compile(
    r"\b(" + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True)) + r")\b", re.IGNORECASE
)
_BEFORE = {"latin": ("Well: ", "So: ", "Listen: "), "cyrillic": ("Итак: ", "Так вот: ")}


def paraphrase(document: ProjectDocument, rng: random.Random) -> Changed:
    """Word on-screen texts otherwise."""
    changed = copied(document)
    taken = {*texts_of(document)}.union(*names_of(document).values())
    texts: dict[str, str] = {}
    for literal in _shown(changed):
        old = literal[1]
        if old not in texts:
            new = paraphrased(old, rng)
            if new in taken:
                raise NotPerturbed("nothing_to_change")
            taken.add(new)
            texts[old] = new
        literal[1] = texts[old]
    if not texts:
        raise NotPerturbed("nothing_to_change")
    translation = Translation.between(document, changed, texts=texts, text_fields=SHOWN_FIELDS)
    return Changed(changed, translation)


def paraphrased(text: str, rng: random.Random) -> str:
    """Return the text worded otherwise; never the same text."""
    worded = _WORD.sub(lambda found: _in_case(_WORDS[found[0].lower()], found[0]), text)
    if worded != text:
        return worded
    if re.search(r"[а-яё]", text, re.IGNORECASE):
        return rng.choice(_BEFORE["cyrillic"]) + text
    if re.search(r"[a-z]", text, re.IGNORECASE):
        return rng.choice(_BEFORE["latin"]) + text
    return f"- {text}"


def _in_case(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.capitalize() if like[0].isupper() else word


def _shown(document: ProjectDocument) -> Iterator[list[Any]]:
    for _, _, block in document.blocks():
        described = (block.get("inputs") or {}).get(_INPUTS.get(block["opcode"], ""))
        if described and isinstance(described[1], list):
            literal = described[1]
            if literal[0] == _TEXT and is_free_text(literal[1]):
                yield literal


PARAPHRASE = Perturbation("paraphrase", True, paraphrase)
