# SPDX-License-Identifier: Apache-2.0
"""What is wrong with a prediction file, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.intake import example_line
from scoring.problems import Problems
from scoring.report.text_table import render_table
from scoring.tasks import SCORED_TASKS
from scoring.validation import Validation

__all__ = ["problem_blocks", "render_validation", "unknown_block"]

_MOST = 10


def problem_blocks(problems: Problems) -> Iterator[str]:
    """Yield the table of answers that were not used as given, if there are any."""
    rows = problems.rows()
    if rows:
        yield "Answers not used as given"
        yield render_table(
            ["status", "reason", "instances", "first"],
            [[status, reason, str(count), first] for status, reason, count, first in rows[:_MOST]],
            texts=(0, 1, 3),
        )


def unknown_block(paths: Iterable[tuple[str, int]]) -> str:
    """Return the table of claimed fields that there are not."""
    return render_table(["claimed field", "claims"], [[path, str(n)] for path, n in paths])


def render_validation(outcome: Validation) -> str:
    """Return what ``scratchworld validate`` prints."""
    names = list(outcome.statuses)
    blocks = [
        "Answers by status",
        render_table(names, [[str(outcome.statuses[name]) for name in names]], texts=()),
    ]
    blocks += problem_blocks(outcome.problems)
    if outcome.ignored:
        blocks.append(f"Lines outside the selection, ignored: {outcome.ignored}")
    if outcome.unknown:
        ordered = sorted(outcome.unknown.items(), key=lambda item: (-item[1], item[0]))
        blocks += [
            "Claimed fields that the inputs do not have, the commonest first. New clones, list\n"
            "items and scripts are among them; a misspelt name is a false claim.",
            unknown_block(ordered[:_MOST]),
        ]
    if outcome.is_clean:
        blocks.append("Every instance has an answer that is used as given.")
    else:
        blocks.append("\n".join(_right_lines(outcome.wanting)))
    return "\n\n".join(blocks)


def _right_lines(tasks: Iterable[str]) -> Iterator[str]:
    """Yield an example of each form that these tasks have; say whose where there are several."""
    tasks_of: dict[str, list[str]] = {}
    for task in tasks:
        tasks_of.setdefault(example_line(SCORED_TASKS[task].form), []).append(task)
    for line, names in tasks_of.items():
        of = f" of {', '.join(names)}" if len(tasks_of) > 1 else ""
        yield f"A right line{of} looks like {line}"
