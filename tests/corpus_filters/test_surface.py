# SPDX-License-Identifier: Apache-2.0
"""Surface: names and pictures."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest
from PIL import Image

from corpus_filters.pictures import frame_words, picture_words
from corpus_filters.project import Script
from corpus_filters.surface import surface_words
from tests.corpus_filters.projects import block, project, sprite

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="3"/></svg>'


def archive(*pictures: tuple[str, bytes]) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w") as file:
        for name, data in pictures:
            file.writestr(name, data)
    return memory.getvalue()


def bitmap(seed: int = 0, noise: int = 0) -> Image.Image:
    """A picture of 9 x 8 coloured squares of 10 pixels."""
    cells = np.random.default_rng(seed).integers(0, 200, (8, 9, 3))
    pixels = np.kron(cells, np.ones((10, 10, 1), int))
    pixels += np.random.default_rng(99).integers(0, noise + 1, pixels.shape)
    return Image.fromarray(pixels.astype(np.uint8))


def png(image: Image.Image, **options: int) -> bytes:
    memory = io.BytesIO()
    image.save(memory, "PNG", **options)
    return memory.getvalue()


def test_names_without_regard_to_case() -> None:
    definition = Script((block("procedures_prototype", proccode="Jump %s"),))
    cat = sprite(definition, name="CAT", costumes=["One", "one"], variables=["Score"])
    assert set(surface_words(project(cat), ["picture 0 ab"])) == {
        "backdrop plain",
        "sprite cat",
        "costume one",
        "costume one#1",
        "variable score",
        "custom block jump %s",
        "picture 0 ab",
    }


def test_words_of_a_bitmap_by_hand() -> None:
    # Brightness falls from left to right in the upper half and rises in the lower: imagehash says
    # 1 where a pixel is brighter than the one to its left, so 32 times 0, then 32 times 1.
    ramp = np.arange(0, 225, 25, dtype=np.uint8)
    pixels = np.array([ramp[::-1]] * 4 + [ramp] * 4)
    flat_only = picture_words(archive(("a.png", png(Image.fromarray(pixels)))))
    assert flat_only == ()  # bands of nothing but 0 or 1 say little, and are left out
    pixels[0] = ramp
    words = picture_words(archive(("a.png", png(Image.fromarray(pixels)))))
    assert words == ("picture 0 ff00",)


def test_a_bitmap_that_is_stored_otherwise_has_the_same_words() -> None:
    image = bitmap()
    one = picture_words(archive(("1.png", png(image, compress_level=1))))
    two = picture_words(archive(("2.png", png(image.convert("RGBA"), compress_level=9))))
    assert one == two
    assert len(one) == 4


def test_bitmaps_that_look_alike_share_words() -> None:
    words = [set(picture_words(archive(("a.png", png(bitmap(0, noise)))))) for noise in (0, 6)]
    other = set(picture_words(archive(("a.png", png(bitmap(1))))))
    assert len(words[0] & words[1]) >= 2
    assert words[0] & other == set()


@pytest.mark.parametrize(
    "other",
    [
        b'<?xml version="1.0"?>\n<!-- made by hand -->' + SVG.replace(b"><", b">\n  <"),
        b"<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd'>" + SVG,
        SVG.replace(b'width="4" height="3"', b"height='3'   width='4'"),
    ],
    ids=["spaces", "doctype", "attributes"],
)
def test_an_svg_that_is_written_otherwise_has_the_same_words(other: bytes) -> None:
    assert picture_words(archive(("a.svg", other))) == picture_words(archive(("b.svg", SVG)))


def test_another_svg_has_other_words() -> None:
    other = SVG.replace(b'"4"', b'"5"')
    assert set(picture_words(archive(("a.svg", other), ("b.svg", SVG)))) == {
        *picture_words(archive(("a.svg", other))),
        *picture_words(archive(("b.svg", SVG))),
    }
    assert len(picture_words(archive(("a.svg", other), ("b.svg", SVG)))) == 8


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.svg", b'<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'),
        ("a.svg", b"<svg"),
        ("a.svg", b"\xff\xfe\x00"),
        ("a.png", b"\x89PNG\r\n\x1a\n broken"),
        ("a.png", b""),
        ("a.png", png(bitmap())[:-40]),
        ("a.gif", b"GIF89a"),
    ],
)
def test_a_broken_or_hostile_picture_is_known_by_its_bytes(name: str, data: bytes) -> None:
    words = picture_words(archive((name, data)))
    assert words
    assert words == picture_words(archive((name, data)))
    assert words != picture_words(archive((name, data + b" ")))


def test_a_picture_of_too_many_pixels_is_not_decoded() -> None:
    wide = png(Image.new("1", (20_000, 1_000)))
    (word,) = picture_words(archive(("a.png", wide)))
    assert word.startswith("picture bytes ")


def test_a_file_that_is_no_archive_has_no_pictures() -> None:
    assert picture_words(b'{"targets": []}') == ()


def test_words_of_the_frame_are_their_own() -> None:
    frame = png(bitmap())
    assert [word.partition(" ")[0] for word in frame_words(frame)] == ["frame"] * 4
