# SPDX-License-Identifier: Apache-2.0
"""docs/synthetic.md shows the families as they are."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from generators.synthetic import Knobs, Template, catalogue, templates_by_family

TEMPLATES = [template for each in templates_by_family().values() for template in each]


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs" / "synthetic.md").read_text(encoding="utf-8")


def test_the_table_is_the_one_that_the_code_makes(page: str) -> None:
    _, _, after = page.partition("<!-- families:")
    table, end, _ = after.partition("<!-- end of families -->")
    assert end
    assert table.partition("\n")[2].strip() == catalogue().strip(), catalogue()


def test_every_knob_is_explained(page: str) -> None:
    assert all(f"| `{field.name}` |" in page for field in fields(Knobs))


@pytest.mark.node
def test_the_example_runs(page: str) -> None:
    _, _, after = page.partition("```python\n")
    exec(compile(after.partition("```")[0], "docs/synthetic.md", "exec"), {})


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda t: f"{t.family}-{t.name}")
def test_every_template_has_a_specification_and_a_summary(template: Template) -> None:
    assert len(template.specification) > 60
    assert template.summary.endswith(".")
    assert "\n" not in template.summary
