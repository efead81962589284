# SPDX-License-Identifier: Apache-2.0
"""Print the README's commands that carry a mark, so that what is documented is what is run.

``python .ci/readme.py MARK`` prints each ``bash`` block under a ``<!-- ci: MARK -->`` line, with a
NUL after each. Marks are ``test`` (exactly one block), ``run``, and ``skip`` followed by a reason.
A ``bash`` block without a mark is an error.
"""

import re
import sys
from pathlib import Path

_README = Path(__file__).resolve().parent.parent / "README.md"
_BLOCK = re.compile(
    r"^(?:<!-- ci: (?P<mark>test|run|skip, [^>]+) -->\n)?```bash\n(?P<commands>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def commands(text: str, wanted: str) -> list[str]:
    """The blocks of a README's text that carry the mark ``wanted``."""
    blocks = [(match["mark"], match["commands"]) for match in _BLOCK.finditer(text)]
    unmarked = [block for mark, block in blocks if mark is None]
    if unmarked:
        sys.exit(f"README.md: no `<!-- ci: ... -->` line above this block:\n{unmarked[0]}")
    found = [block for mark, block in blocks if mark == wanted]
    if not found or (wanted == "test" and len(found) != 1):
        sys.exit(f"README.md: {len(found)} blocks are marked `<!-- ci: {wanted} -->`")
    return found


if __name__ == "__main__":
    for block in commands(_README.read_text(encoding="utf-8"), sys.argv[1]):
        print(block, end="\0")
