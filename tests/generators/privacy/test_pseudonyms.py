# SPDX-License-Identifier: Apache-2.0
"""Pseudonyms are keyed, consistent, of the same shape, and tell nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generators.privacy import HarmlessWords, Pseudonyms
from generators.rewriting import is_free_text

KEY = b"k" * 32
SHA = "ab" * 32


def pseudonyms(key: bytes = KEY, project: str = SHA, keep: tuple[str, ...] = ()) -> Pseudonyms:
    return Pseudonyms(key, project, HarmlessWords(keep))


@pytest.mark.parametrize(
    "text",
    [
        "Player Score", "Game over! Level 3 of 10", "playerSpeed", "x", "don't stop", "costume2",
        "RIGHT ARROW", "_myself_", "win.Go back", "12:30", "😀 hi", "abcdefghijklmnopqrstuvwxyz",
    ],
)  # fmt: skip
def test_harmless_texts_stay(text: str) -> None:
    words = pseudonyms()
    assert words.text(text) == text
    assert not words.replaced


@pytest.mark.parametrize(
    ("text", "secrets"),
    [
        ("Zoe Quist wins", ["zoe", "quist"]),
        ("zoe.fox@mail.example", ["zoe", "fox", "mail", "example"]),
        ("see https://game.example/Fox", ["game", "example", "fox"]),
        ("ask fox.co.uk", ["fox", "co", "uk"]),
        ("call 555-867-5309", ["555", "867", "5309"]),
        ("CoolFoxQuist", ["coolfoxquist", "quist"]),
        ("Задача серп", ["задача", "серп"]),
        ("王 小明", ["王", "小明"]),
        ("ⓩⓞⓔ 🆀🆄", ["ⓩⓞⓔ", "🆀"]),
        ("naïveté zoé", ["zoé"]),
    ],
)
def test_others_lose_every_word_that_may_tell(text: str, secrets: list[str]) -> None:
    new = pseudonyms().text(text)
    assert not [secret for secret in secrets if secret in new.lower()]
    assert is_free_text(new)


def test_a_word_is_replaced_alike_in_every_text_and_case() -> None:
    words = pseudonyms()
    new = words.text("Zoe")
    assert words.text("hello ZOE!") == f"hello {new.upper()}!"
    assert words.text("zoe@fox.example").startswith(new.lower() + "@")


def test_key_and_project_decide() -> None:
    assert pseudonyms().text("Quist") == pseudonyms().text("Quist")
    assert pseudonyms().text("Quist") != pseudonyms(key=b"l" * 32).text("Quist")
    assert pseudonyms().text("Quist") != pseudonyms(project="cd" * 32).text("Quist")


def test_kept_words_stay_in_any_case() -> None:
    assert pseudonyms(keep=("Quist",)).text("QUIST or Grelle").startswith("QUIST or ")


@pytest.mark.parametrize(
    "value", ["5558675309", 5558675309, "0612345678", "+15558675309", "-5558675309"]
)
def test_numbers_that_may_tell_are_replaced_by_others_of_their_length(value: str | int) -> None:
    new = pseudonyms().number(value)
    assert new != value
    assert type(new) is type(value)
    assert len(str(new)) == len(str(value))
    assert float(new) == float(str(new))


@pytest.mark.parametrize(
    "value",
    [3, "100", 1_000_000_000, "999999999", 123456789, 2147483648, 16777215, 0.1234567891, True,
     "0000001", "31536000"],
)  # fmt: skip
def test_other_numbers_stay(value: object) -> None:
    assert pseudonyms().number(value) is value


def test_long_texts_take_no_longer_than_their_length() -> None:
    words = pseudonyms()
    for long in ("a" * 30_000, "a1" * 15_000, "a@" * 15_000, "a." * 15_000, "9" * 3_000):
        assert len(words.text(long)) == len(long)
    assert len(str(words.number("12345" * 1_000))) == 5_000


def test_parameters_of_custom_blocks_stay() -> None:
    new = pseudonyms().procedure("greet Quist %s 50%zoe %n %b")
    assert new.endswith(" %n %b")
    assert "Quist" not in new
    assert new.count("%s") == 1


LETTERS = st.text(st.characters(codec="utf-8", categories=("L", "M", "Nd", "Zs", "P")), max_size=12)


@given(st.lists(LETTERS, min_size=2, max_size=12, unique_by=str.lower))
def test_different_texts_stay_different_and_equally_long(texts: list[str]) -> None:
    words = pseudonyms()
    new = [words.text(text) for text in texts]
    assert len(set(new)) == len(new)
    assert [words.text(text) for text in texts] == new

    def units(text: str) -> int:
        return len(text.encode("utf-16-le"))

    assert list(map(units, new)) == list(map(units, texts))
