# SPDX-License-Identifier: Apache-2.0
"""The list of harmless words: what it is, and that synthetic worlds need no other."""

from __future__ import annotations

from importlib.resources import files

import pytest

from generators.privacy import HarmlessWords
from generators.rewriting import names_of, open_project
from generators.synthetic import synthesize
from generators.synthetic.names import KEYS, WORDS

SHIPPED = files("generators.privacy").joinpath("words.txt").read_text("ascii").splitlines()


def test_words_are_sorted_small_and_stand_once() -> None:
    parts = [line for line in SHIPPED if line.startswith("# ---")]
    assert len(parts) == 2
    first = SHIPPED.index(parts[0])
    second = len(SHIPPED) - 1 - SHIPPED[::-1].index(parts[1])
    for words in (SHIPPED[first + 1 : second], SHIPPED[second + 1 :]):
        assert words == sorted(set(words))
        assert all(word.isalpha() and word == word.lower() for word in words)


@pytest.mark.parametrize("name", ["Jane", "mike", "SARAH", "Bob", "Rose", "Quist", "Алиса"])
def test_no_name_of_a_person_is_harmless(name: str) -> None:
    assert name not in HarmlessWords()


@pytest.mark.parametrize("word", ["score", "Sprite", "BACKDROP", "x", "cat", "broadcast"])
def test_words_of_programs_are(word: str) -> None:
    assert word in HarmlessWords()


def test_names_of_synthetic_worlds_come_from_a_list() -> None:
    known = {*WORDS, *KEYS}
    harmless = HarmlessWords()
    for made in synthesize(None, per_family=1, seed=4):
        document = open_project(made.data)
        for names in names_of(document).values():
            for name in names:
                assert all(
                    word in known or word in harmless or not word.isalpha()
                    for word in name.replace("%s", "").split()
                ), name
