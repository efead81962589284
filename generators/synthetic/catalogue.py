# SPDX-License-Identifier: Apache-2.0
"""The table of families that ``docs/synthetic.md`` shows."""

from __future__ import annotations

from generators.synthetic.registry import Template, templates_by_family

__all__ = ["catalogue"]


def catalogue() -> str:
    """Return the table in Markdown: family, template, what it does, its knobs."""
    lines = ["| family | template | what happens | knobs |", "|---|---|---|---|"]
    for family, templates in templates_by_family().items():
        for template in templates:
            what = template.specification.replace("``", "`").replace("|", "\\|")
            name = f"{template.name} v{template.version}"
            lines.append(f"| {family} | {name} | {what} | {_knobs(template)} |")
    return "\n".join(lines) + "\n"


def _knobs(template: Template) -> str:
    ranges = template.ranges.used().items()
    return ", ".join(f"{name} {low}" + f" to {high}" * (high > low) for name, (low, high) in ranges)
