# SPDX-License-Identifier: Apache-2.0
"""Keyed pseudonyms of texts: word for word, of the same length and case.

Within a project equal words have equal pseudonyms and different words different ones, whatever
their case, so texts that a program compares, joins or looks up mostly still fit each other. In
another project, or under another key, they have others.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Any

from generators.privacy.words import HarmlessWords
from generators.rewriting import is_free_text

__all__ = ["Pseudonyms"]

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_FEW_DIGITS = 7
"""A text with fewer digits than this keeps them."""
_LONG_NUMBER = 9
"""Digits from which on a number may be a telephone number or the like."""
_ODD_NUMBER = 7
"""The same for numbers that are not written as Scratch writes numbers."""
_LONGEST_POWER = 20
_ATTEMPTS = 1000
_ACCENTED = "".join(
    chr(n) for n in range(0xE0, 0x180) if chr(n).islower() and len(chr(n).upper()) == 1
)
_HANGUL = "".join(map(chr, range(0xAC00, 0xAC00 + 11172)))
_WHOLE = re.compile(r"[+-]?[0-9]+")
_ADDRESS = re.compile(
    r"@|://|www\."
    r"|.\.(?:com|org|net|edu|gov|info|io|tv|co|dev|app|gg|xyz"
    r"|uk|us|ca|au|de|fr|es|ru|ua|jp|cn|br|nl|pl|se|ch|eu|kr|tw)(?![\w.])",
    re.IGNORECASE,
)
"""Stands in what may be the address of a person or a place: none of its words stays."""
_SPACE = re.compile(r"(\s+)")
_PIECES = re.compile(r"(%[snb])")
_CONTRACTION = re.compile(
    r"\b((?:do|does|did|is|was|are|were|ca|could|wo|would|should|must|need|has|have|had)n['’]t)\b",
    re.IGNORECASE,
)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Pseudonyms:
    """New words for the words of one project. Ask in the same order, and get the same."""

    def __init__(self, key: bytes, project: str, harmless: HarmlessWords) -> None:
        self._key = hmac.new(key, b"pseudonyms " + project.encode("ascii"), hashlib.sha256).digest()
        self._harmless = harmless
        self._new: dict[str, str] = {}
        self._taken: set[str] = set()
        self._orders: dict[str, str] = {}
        self.replaced: set[str] = set()
        """Texts that were asked about and have another text for an answer."""

    def text(self, text: str) -> str:
        """Return the pseudonym of a text: the text itself where all of its words are harmless."""
        new = self._text(text)
        if new != text:
            self.replaced.add(text)
        return new

    def name(self, name: str) -> str:
        """Return the pseudonym of a name, which may be a number."""
        return self.text(name) if is_free_text(name) else str(self.number(name))

    def number(self, value: Any) -> Any:
        """Return another number of the same length for one that may say who somebody is.

        Such are whole numbers of many digits that are no round number, run or power of two, and
        texts that Scratch reads as numbers and would write otherwise: ``+15551234567``.
        """
        text = str(value)
        if isinstance(value, bool) or not isinstance(value, (int, str)):
            return value
        if _WHOLE.fullmatch(text.strip()) is None or not _may_identify(text.strip()):
            return value
        new = re.sub("[0-9]+", lambda run: self._digits(run[0]), text)
        self.replaced.add(text)
        return int(new) if isinstance(value, int) else new

    def procedure(self, proccode: str) -> str:
        """Return the pseudonym of a custom block's ``proccode``; its parameters stay."""
        pieces = _PIECES.split(proccode)
        new = "".join(
            piece if n % 2 else _PIECES.sub("_", self.name(piece)) for n, piece in enumerate(pieces)
        )
        return new if _PIECES.findall(new) == _PIECES.findall(proccode) else proccode

    def _text(self, text: str) -> str:
        few = sum(map(_is_digit, text)) < _FEW_DIGITS
        return "".join(
            self._words(part, self._pseudonym, keep_digits=False)
            if _ADDRESS.search(part)
            else self._words(part, self._word, keep_digits=few)
            for part in _SPACE.split(text)
        )

    def _words(self, text: str, word: Callable[[str], str], *, keep_digits: bool) -> str:
        made = []
        for n, piece in enumerate(_CONTRACTION.split(text)):
            made.append(piece if n % 2 else self._runs(piece, word, keep_digits=keep_digits))
        return "".join(made)

    def _runs(self, text: str, word: Callable[[str], str], *, keep_digits: bool) -> str:
        made = []
        for kind, run in _runs(text):
            if kind == "digits" and not keep_digits:
                made.append(self._digits(run))
            else:
                made.append(word(run) if kind == "letters" else run)
        return "".join(made)

    def _word(self, word: str) -> str:
        """The pseudonym of a run of letters, harmless parts of ``camelCase`` as they are."""
        if word in self._harmless:
            return word
        parts = _CAMEL.split(word)
        if all(part in self._harmless for part in parts):
            return word
        return self._pseudonym(word)

    def _pseudonym(self, word: str) -> str:
        if len(word) == 1 and word.isascii():
            return word
        wanted = word.lower()
        if _units(wanted) != len(word):
            wanted = word  # its case cannot be told letter by letter
        if wanted not in self._new:
            self._new[wanted] = self._fresh(wanted)
        return _in_case_of(word, self._new[wanted])

    def _digits(self, run: str) -> str:
        """Digit for digit, by a permutation for each place in a run of this length.

        So different runs have different pseudonyms. A zero at the front of several digits stays.
        """
        new = ""
        for place, digit in enumerate(run):
            fixed = "0" if place == 0 and len(run) > 1 else ""
            order = self._permuted(f"{len(run)} {place}", "0123456789"[len(fixed) :])
            new += (fixed + order)[unicodedata.digit(digit)]
        return new

    def _permuted(self, label: str, items: str) -> str:
        if label not in self._orders:
            drawn = self._drawn(f"order {label}")
            left = list(items)
            self._orders[label] = "".join(
                left.pop((next(drawn) << 8 | next(drawn)) % len(left)) for _ in items
            )
        return self._orders[label]

    def _fresh(self, word: str) -> str:
        """The first made word that nothing else in the project is called."""
        length = _units(word)
        has_case = word != word.upper()
        for attempt in range(_ATTEMPTS):
            drawn = self._drawn(f"word {attempt} {word}")
            made = _syllables(drawn, length) if length > 2 else _short(drawn, length, has_case)
            if made != word and made not in self._taken and self._is_word(made):
                break
        self._taken.add(made)
        return made

    def _is_word(self, word: str) -> bool:
        return word not in self._harmless and word not in ("nan", "infinity", "true", "false")

    def _drawn(self, label: str) -> Iterator[int]:
        """Endless bytes that depend on the key, the project and the label."""
        data = label.encode("utf-8", "surrogatepass")
        for n in itertools.count():
            yield from hmac.new(self._key, data + n.to_bytes(4, "big"), hashlib.sha256).digest()


def _may_identify(number: str) -> bool:
    digits = number.lstrip("+-")
    as_scratch_writes = digits[0] != "0" and number[0] != "+"
    if len(digits) < (_LONG_NUMBER if as_scratch_writes else _ODD_NUMBER):
        return False
    is_run = digits in 2 * "0123456789" or digits in 2 * "9876543210"
    size = int(digits[:_LONGEST_POWER])
    is_power = size & (size - 1) == 0 or size & (size + 1) == 0
    return not is_run and not is_power and len(set(digits.rstrip("0"))) > 2


def _runs(text: str) -> Iterator[tuple[str, str]]:
    """Split a text into runs of letters, of digits and of the rest."""
    for kind, run in itertools.groupby(text, key=_kind):
        yield kind, "".join(run)


def _kind(character: str) -> str:
    if _is_digit(character):
        return "digits"
    if character.isalpha() or unicodedata.category(character) in ("Mn", "Mc"):
        return "letters"
    if character.isascii():
        return "others"
    # letters in circles and squares: names are written in them too
    plain = unicodedata.normalize("NFKC", character)
    is_letter = plain.isalnum() or 0x1F100 <= ord(character) <= 0x1F1FF
    return "letters" if is_letter else "others"


def _is_digit(character: str) -> bool:
    return unicodedata.category(character) == "Nd"


def _units(word: str) -> int:
    """Its length as Scratch counts it, in units of UTF-16."""
    return sum(2 if ord(letter) > 0xFFFF else 1 for letter in word)


def _syllables(drawn: Iterator[int], length: int) -> str:
    first = next(drawn) % 2
    alphabets = [(_CONSONANTS, _VOWELS)[(first + place) % 2] for place in range(length)]
    return "".join(alphabet[next(drawn) % len(alphabet)] for alphabet in alphabets)


def _short(drawn: Iterator[int], length: int, has_case: bool) -> str:
    """One or two letters; of a large alphabet, for words of scripts that write so."""
    if has_case and length == 2:
        return "".join(chr(ord("a") + next(drawn) % 26) for _ in range(length))
    alphabet = _ACCENTED if has_case else _HANGUL
    return "".join(
        alphabet[(next(drawn) << 8 | next(drawn)) % len(alphabet)] for _ in range(length)
    )


def _in_case_of(word: str, new: str) -> str:
    """Write the lower-case ``new`` as ``word`` is written, letter by letter."""
    if len(new) != len(word):
        return new.upper() if word.isupper() else new
    return "".join(
        letter.upper() if old.isupper() else letter for old, letter in zip(word, new, strict=True)
    )
