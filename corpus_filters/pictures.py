# SPDX-License-Identifier: Apache-2.0
"""Words for pictures: alike for pictures that look alike.

Of a bitmap and of the first frame the difference hash is taken (imagehash's ``dhash``: 64 bits,
each says whether a pixel of an 8 x 9 thumbnail is brighter than its neighbour; compared with
``phash`` it needs no floating point, so it is the same on every machine). The hash becomes four
words of 16 bits, so that pictures that differ a little have words in common. Of an SVG the words
come from a hash of its canonical XML: white space, comments and the order of attributes do not
matter, another way to draw the same shape does.
"""

from __future__ import annotations

import hashlib
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree import ElementTree

__all__ = ["frame_words", "picture_words"]

_BITMAPS = (".png", ".jpg", ".jpeg", ".bmp", ".gif")
_MOST_PICTURES = 1_000
_MOST_PIXELS = 16_000_000
_MOST_SVG_BYTES = 4 * 2**20
_BANDS = 4
_FLAT = ("0000", "ffff")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]*>")


def picture_words(data: bytes) -> tuple[str, ...]:
    """Return the words of the pictures in a project's archive, sorted.

    ``data`` are the bytes of the file, an archive that ``vm_runner`` accepted. A Scratch 1 file
    or a bare ``project.json`` has no pictures that can be had here, and gives none. A picture that
    cannot be decoded is known by its bytes.
    """
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return ()
    words: list[str] = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist()[:_MOST_PICTURES]:
            name = entry.filename.lower()
            if name.endswith(".svg"):
                words.extend(_svg_words(archive.read(entry)))
            elif name.endswith(_BITMAPS):
                words.extend(_bitmap_words(archive.read(entry)))
    return tuple(sorted(words))


def frame_words(png: bytes) -> tuple[str, ...]:
    """Return the words of the stage as the renderer first draws it."""
    return tuple(f"frame {word}" for word in _bands(png))


def _bitmap_words(data: bytes) -> Iterator[str]:
    for word in _bands(data):
        yield f"picture {word}"


def _bands(data: bytes) -> list[str]:
    """Return the parts of the difference hash, without those that say only "flat"."""
    import imagehash
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "BMP", "GIF")) as image:
            if image.width * image.height > _MOST_PIXELS:
                return [_bytes_word(data)]
            # on white, as on the stage: what lies under transparent pixels is not seen
            seen = Image.new("RGBA", image.size, "white")
            seen.alpha_composite(image.convert("RGBA"))
        text = str(imagehash.dhash(seen.convert("L")))
    except (OSError, ValueError, SyntaxError, zlib.error, Image.DecompressionBombError):
        return [_bytes_word(data)]
    width = len(text) // _BANDS
    parts = [text[k * width : (k + 1) * width] for k in range(_BANDS)]
    return [f"{k} {part}" for k, part in enumerate(parts) if part not in _FLAT]


def _svg_words(data: bytes) -> Iterator[str]:
    text = hashlib.sha256(_canonical_svg(data)).hexdigest()
    for k in range(_BANDS):
        yield f"svg {k} {text[:16]}"


def _canonical_svg(data: bytes) -> bytes:
    # no entity is expanded here, however small the file that asks for it
    plain = _DOCTYPE.sub(b"", data)
    if len(data) > _MOST_SVG_BYTES or b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        return data
    try:
        return ElementTree.canonicalize(plain, strip_text=True).encode()
    except (ElementTree.ParseError, ValueError, LookupError):
        return data


def _bytes_word(data: bytes) -> str:
    return f"bytes {hashlib.sha256(data).hexdigest()[:16]}"
