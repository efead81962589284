# SPDX-License-Identifier: Apache-2.0
"""The chain of an event: a dynamic slice of the trace, from the root event to the change.

Going back from what happened: the block that did it; the conditions that let this block run, as
they came out last in its thread; the rule of the thread; what started the thread; and so on, until
something that no block started.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from generators.causal.guards import ProgramIndex
from generators.causal.record import Happening, Record
from scratchworld.world import Intervention

__all__ = ["Chain", "Link", "NoChain", "chain_of"]

_LONGEST = 30

_SENDERS = {
    "event_broadcast": "broadcast",
    "event_broadcastandwait": "broadcast",
    "control_create_clone_of": "clone",
    "looks_switchbackdropto": "backdrop",
    "looks_switchbackdroptoandwait": "backdrop",
    "looks_nextbackdrop": "backdrop",
}
"""How a block that starts rules is named in a chain."""
_ROOTS = {
    "event_whenflagclicked": "green_flag",
    "event_whenthisspriteclicked": "click",
    "event_whenstageclicked": "click",
    "event_whentouchingobject": "touching",
}


class NoChain(Exception):
    """Raised when a trace does not tell one chain; ``reason`` is a word of ``docs/tasks.md``."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Link(NamedTuple):
    """One link, and what would cut it."""

    text: str
    """As ``docs/tasks.md`` spells it."""
    step: int
    """The step in which it was executed."""
    cut: Intervention | None
    """Applied at the start of that step; ``None`` for what others bring about."""


@dataclass(frozen=True, slots=True)
class Chain:
    """The links from the root event to the change."""

    links: tuple[Link, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The links as they are spelled."""
        return tuple(link.text for link in self.links)


def chain_of(happening: Happening, record: Record, index: ProgramIndex) -> Chain:
    """Return the chain that ended in ``happening``.

    Raises:
        NoChain: ``no_block``, ``ambiguous_call``, ``untraced_condition`` or ``too_long``.
    """
    kind, links = happening.event["type"], list[Link]()
    if kind == "start":
        begun = happening
    elif kind == "end":
        begun = record.starts[happening.event["ended"]]
        links.append(Link(f"end:{begun.event['rule']}", happening.step, None))
    else:
        word = "touching" if kind == "touching" else "write"
        begun = _executed(word, happening, record, index, links)
    while len(links) <= _LONGEST:
        rule = begun.event["rule"]
        if rule is None:
            raise NoChain("no_block")
        cut = Intervention.make("disable_rule", rule=rule)
        links.append(Link(f"rule:{rule}", begun.step, cut))
        if begun.block is None:
            links.append(Link(f"root:{_root(rule, index)}", begun.step, None))
            return Chain(tuple(links[::-1]))
        sender = _SENDERS.get(index.block(begun.block)["opcode"])
        if sender is None:
            raise NoChain("no_block")
        begun = _executed(sender, begun, record, index, links)
    raise NoChain("too_long")


def _executed(
    word: str, happening: Happening, record: Record, index: ProgramIndex, links: list[Link]
) -> Happening:
    """Add the links from a block that did something back to its rule; return its thread's start."""
    block, thread = happening.block, happening.thread
    if block is None or thread is None or thread not in record.starts:
        raise NoChain("no_block")
    begun = record.starts[thread]
    links.append(Link(f"{word}:{block}", happening.step, None))
    links += _within(block, happening, begun, record, index)
    return begun


def _within(
    block: str, happening: Happening, begun: Happening, record: Record, index: ProgramIndex
) -> list[Link]:
    """Conditions and calls between the start of a thread and one of its blocks, the last first."""
    own = str(begun.event["rule"])
    found: list[Link] = []
    for _ in range(_LONGEST):
        for guard in reversed(index.guards(block)):
            said = record.last_condition(begun.event["started"], guard.block, happening.order)
            if said is None or said.event["outcome"] is not guard.outcome:
                raise NoChain("untraced_condition")
            outcome = "true" if guard.outcome else "false"
            cut = Intervention.make("force_condition", block=guard.block, outcome=not guard.outcome)
            found.append(Link(f"condition:{guard.block}={outcome}", said.step, cut))
        rule = block.rpartition("/")[0]
        if rule == own:
            return found
        # a custom block: by which call did the thread come here?
        calls = index.calls_of(rule, frozenset({own, *_definitions(index, own)}))
        if len(calls) > 1:
            calls = [
                call for call in calls if _can_be_active(call, happening, begun, record, index)
            ]
        if len(calls) != 1:
            raise NoChain("ambiguous_call")
        cut = Intervention.make("disable_rule", rule=rule)
        found.append(Link(f"rule:{rule}", begun.step, cut))
        [block] = calls
    raise NoChain("ambiguous_call")


def _can_be_active(
    call: str, happening: Happening, begun: Happening, record: Record, index: ProgramIndex
) -> bool:
    """Whether a call can be the one that a thread is in, by what the trace tells.

    It was executed since the thread began, and its conditions came out as it asks before. If it
    stands in the script that the thread began with, they came out so last: they are not looked at
    again before the call is over. A custom block may look at its own again, since it may call
    itself.
    """
    if not record.executed(call, begun.step, happening.step):
        return False
    rule, thread = begun.event["rule"], begun.event["started"]
    may_be_earlier = call.rpartition("/")[0] != rule
    for guard in index.guards(call):
        outcomes = record.outcomes(thread, guard.block, happening.order)
        if guard.outcome not in (outcomes if may_be_earlier else outcomes[-1:]):
            return False
    return True


def _definitions(index: ProgramIndex, rule: str) -> list[str]:
    target = rule.rpartition("/")[0]
    return [
        each
        for each in index.rules()
        if index.is_definition(each) and each.rpartition("/")[0] == target
    ]


def _root(rule: str, index: ProgramIndex) -> str:
    hat = index.hat(rule)
    fields = {name: str(field["value"]) for name, field in hat["fields"].items()}
    if hat["opcode"] == "event_whenkeypressed":
        return f"key {fields['KEY_OPTION']}"
    if hat["opcode"] == "event_whenbroadcastreceived":
        return f"broadcast {fields['BROADCAST_OPTION']}"
    if hat["opcode"] == "event_whengreaterthan":
        return fields["WHENGREATERTHANMENU"].lower()
    return _ROOTS.get(hat["opcode"], "other")
