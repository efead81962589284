# SPDX-License-Identifier: Apache-2.0
"""The files of ``leaderboard --out``: document, page, win rates and the hard subset."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from scoring.leaderboard.board import Board, Leaderboard
from scoring.leaderboard.correlation import WIN_RATE_COLUMNS
from scoring.leaderboard.elo import ANCHOR_ELO
from scoring.page_template import filled
from scoring.report.files import to_json_text
from scratchworld.errors import InputError

__all__ = ["leaderboard_page", "write_leaderboard"]


def write_leaderboard(
    folder: Path, leaderboard: Leaderboard, document: dict[str, Any], title: str
) -> None:
    """Write ``leaderboard.json``, ``leaderboard.html``, ``win_rates.csv`` and ``hard.txt``.

    The folder is made; older files of these names are replaced.

    Raises:
        InputError: when it cannot be written.
    """
    texts = {
        "leaderboard.json": to_json_text(document) + "\n",
        "leaderboard.html": leaderboard_page(document, title),
        "win_rates.csv": _win_rates(leaderboard.boards[0]),
        "hard.txt": "".join(f"{name}\n" for name in leaderboard.hard),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8", errors="backslashreplace", newline="\n")
    except OSError as error:
        what = error.strerror or error
        raise InputError(f"{folder}: cannot be written ({what}); choose another folder") from None


def leaderboard_page(document: dict[str, Any], title: str) -> str:
    """Return the page of a document: one file that needs nothing else."""
    model, draws = document["anchor"]["model"], document["bootstrap"]["draws"]
    anchored = f"{model} is" if model else "the mean is"
    about = (
        f"Elo by Bradley-Terry, {anchored} {ANCHOR_ELO:g}, a tie is half a win; 95 % intervals "
        f"from {draws} draws of {document['bootstrap']['clusters']} clusters."
    )
    values = {
        "TITLE": escape(title),
        "ABOUT": escape(about),
        "CSS": _part("page.css"),
        "JS": _part("page.js"),
        "DATA": json.dumps(document, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return "".join(filled(_part("page.html"), values))


def _part(name: str) -> str:
    return (files("scoring.leaderboard") / "page" / name).read_text("utf-8")


def _win_rates(board: Board) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(WIN_RATE_COLUMNS)
    for each in board.win_rates:
        if each.rate.value is not None:
            writer.writerow([each.one, each.other, round(each.rate.value, 6)])
    return text.getvalue()
