# SPDX-License-Identifier: Apache-2.0
"""Rewriting project files: new names and texts, everywhere the VM reads them.

>>> from generators.rewriting import Names, open_project, rewrite, write_project
>>> document = open_project(data)                                    # doctest: +SKIP
>>> renamed = rewrite(document, Names(sprites={"Cat": "Dog"}))       # doctest: +SKIP
>>> data = write_project(renamed)                                    # doctest: +SKIP
"""

from generators.rewriting.conversion import open_plain
from generators.rewriting.document import ProjectDocument, js_order, open_project, write_project
from generators.rewriting.draws import with_draws_of
from generators.rewriting.names import RESERVED, Names, placeholders
from generators.rewriting.naming import path_names, target_names
from generators.rewriting.plain import plain
from generators.rewriting.rewrite import names_of, rewrite, texts_of
from generators.rewriting.texts import is_free_text
from generators.rewriting.translation import Translation

__all__ = [
    "RESERVED",
    "Names",
    "ProjectDocument",
    "Translation",
    "is_free_text",
    "js_order",
    "names_of",
    "open_plain",
    "open_project",
    "path_names",
    "placeholders",
    "plain",
    "rewrite",
    "target_names",
    "texts_of",
    "with_draws_of",
    "write_project",
]
