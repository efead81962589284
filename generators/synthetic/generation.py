# SPDX-License-Identifier: Apache-2.0
"""Makes projects from templates: each a function of seed, family and index alone."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from generators.synthetic.fingerprint import fingerprint
from generators.synthetic.knobs import Knobs
from generators.synthetic.mechanism import Expectation, Mechanism, expected_deltas
from generators.synthetic.parts import add_bystanders, add_distractors
from generators.synthetic.registry import Template, templates_by_family
from generators.synthetic.sb3 import write_sb3
from generators.synthetic.scene import Scene
from scratchworld.errors import InputError
from scratchworld.world import Action, Step

__all__ = ["SyntheticProject", "chosen_families", "generate", "synthesize"]


@dataclass(frozen=True, slots=True)
class SyntheticProject:
    """A generated project, and all that is known of it."""

    family: str
    template: str
    version: int
    """Version of the template."""
    seed: int
    index: int
    """Place among the projects of its family and seed, from 0."""
    knobs: Knobs
    data: bytes = field(repr=False)
    """The .sb3 file."""
    fingerprint: str = field(repr=False)
    """Equal for two projects exactly when they are equal up to renaming."""
    controls: tuple[Action, ...] = field(repr=False)
    """Every action that the world listens to."""
    distractors: frozenset[str] = field(repr=False)
    """Paths of variables that nothing reads."""
    mechanisms: tuple[Callable[[], Mechanism], ...] = field(repr=False, compare=False)
    """Each makes a fresh model of one mechanism."""

    @property
    def path(self) -> str:
        """Where the project stands in an output folder."""
        return f"{self.family}/{self.family}-{self.index:04d}.sb3"

    @property
    def sha256(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.data).hexdigest()

    def rule(self, steps: Iterable[Step]) -> list[Expectation]:
        """Say what must happen in an episode, without a VM.

        Returns, after each step, the fields that may differ from the initial state with their
        values. All others are as they were, except script statuses, of which it says nothing.
        Steps may do what is in :attr:`controls`; what other actions do is not modelled.
        """
        return expected_deltas([make() for make in self.mechanisms], steps)


def generate(
    template: Template, seed: int, index: int, *, knobs: Knobs | None = None, attempt: int = 0
) -> SyntheticProject:
    """Build one project; ``knobs`` overrides the drawn difficulty.

    ``attempt`` gives another project in the place of one that equals an earlier one.
    """
    key = f"{seed}/{template.family}/{index}" + (f"/{attempt}" if attempt else "")
    source = random.Random(key)
    drawn = template.ranges.draw(source)
    scene = Scene(source, knobs or drawn, template.backdrops)
    template.build(scene)
    add_bystanders(scene)
    add_distractors(scene)
    return SyntheticProject(
        family=template.family,
        template=template.name,
        version=template.version,
        seed=seed,
        index=index,
        knobs=scene.knobs,
        data=write_sb3(scene.project),
        fingerprint=fingerprint(scene.project),
        controls=tuple(scene.controls),
        distractors=frozenset(scene.distractors),
        mechanisms=tuple(scene.mechanisms),
    )


def chosen_families(names: Sequence[str] | None) -> list[str]:
    """Return the families named, or all, sorted and each once.

    Raises:
        InputError: for an unknown family, or none at all.
    """
    known = templates_by_family()
    if names is None:
        return list(known)
    unknown = sorted(set(names) - known.keys())
    if unknown or not names:
        what = f"unknown family {', '.join(map(repr, unknown))}" if unknown else "no family given"
        raise InputError(f"{what}; the families are: {', '.join(known)}")
    return sorted(set(names))


def synthesize(
    names: Sequence[str] | None = None, *, per_family: int, seed: int
) -> Iterator[SyntheticProject]:
    """Make ``per_family`` projects of each family; no two are equal up to renaming.

    ``names`` are families, ``None`` for all. A family's templates take turns. A project does not
    depend on ``per_family`` nor on the other families.

    Raises:
        InputError: for an unknown family.
    """
    return _synthesize(chosen_families(names), per_family, seed)


def _synthesize(names: Sequence[str], per_family: int, seed: int) -> Iterator[SyntheticProject]:
    for name in names:
        templates = templates_by_family()[name]
        seen: set[str] = set()
        for index in range(per_family):
            yield _fresh(templates[index % len(templates)], seed, index, seen)


def _fresh(template: Template, seed: int, index: int, seen: set[str]) -> SyntheticProject:
    """The first attempt that equals none of the family's earlier projects."""
    attempt = 0
    while True:
        project = generate(template, seed, index, attempt=attempt)
        if project.fingerprint not in seen:
            seen.add(project.fingerprint)
            return project
        attempt += 1
