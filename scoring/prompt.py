# SPDX-License-Identifier: Apache-2.0
"""The plainest prompt for an instance: its state as JSON, the actions, the answer's form."""

from __future__ import annotations

import json

from scratchworld.world import Instance

__all__ = ["plain_prompt"]

_QUESTION = """A Scratch project is running. Its state, a map from field path to value, is

{state}

Then the user does, one line a step of {ticks} ticks (1/30 s each):

{actions}

Which fields have changed after that, and to what? Answer with JSON alone, in this form:

{{"delta": {{"/sprite/Cat/x": 10}}}}

List changed fields only, with their new values; null for a field that disappears; an empty object
when nothing changes. Use the paths of the state as they are written there."""


def plain_prompt(instance: Instance) -> str:
    """Return the prompt. It holds nothing of the target."""
    lines = [f"{at}. {json.dumps(list(step))}" for at, step in enumerate(instance.actions, 1)]
    return _QUESTION.format(
        state=json.dumps(instance.state, indent=1),
        ticks=instance.ticks,
        actions="\n".join(lines),
    )
