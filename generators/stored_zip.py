# SPDX-License-Identifier: Apache-2.0
"""Zip archives whose bytes depend on their entries alone."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

__all__ = ["stored_zip"]

FIRST_ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def stored_zip(entries: Mapping[str, bytes]) -> bytes:
    """Return an archive of the entries, in their order.

    They bear one fixed time and are stored uncompressed, because compressors differ between
    versions.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, FIRST_ZIP_TIME)
            info.create_system = 3  # else the field tells on which system this ran
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()
