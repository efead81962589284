# SPDX-License-Identifier: Apache-2.0
"""Structure: what a project is built of, whatever it is called."""

from __future__ import annotations

from corpus_filters.project import Project, Script
from corpus_filters.structure import count_up, skeleton, structure_words
from tests.corpus_filters.projects import block, chain, project, sprite


def of(content: Project) -> set[str]:
    return set(structure_words(content))


def moving(variable: str = "n", steps: str = "10", target: str = "Dog") -> Script:
    return Script(
        (
            block("event_whenflagclicked", next=1),
            block("motion_movesteps", next=3, inputs={"STEPS": 2}),
            block("math_number", NUM=steps, shadow=True),
            block("data_setvariableto", inputs={"VALUE": 4}, VARIABLE=variable),
            block("sensing_touchingobjectmenu", TOUCHINGOBJECTMENU=target, shadow=True),
        )
    )


def test_words_of_a_small_project() -> None:
    flag, move, put = "event_whenflagclicked", "motion_movesteps", "data_setvariableto VARIABLE=*"
    menu = "sensing_touchingobjectmenu TOUCHINGOBJECTMENU=*"
    assert of(project(sprite(moving(), x=45))) == {
        "handlers stage []",
        f"handlers sprite ['{flag}']",
        "layout 1 0 4 shown",  # x = 45 is in the cell from 20 to 60; size 100 is 4 times 25
        f"top {flag}",
        f"block {flag}",
        f"next {flag} {move}",
        f"next {flag} {move} {put}",
        f"block {move}",
        f"input {move} STEPS math_number",
        f"literal {move} STEPS 10",
        f"next {move} {put}",
        f"block {put}",
        f"input {put} VALUE {menu}",
        f"block {menu}",
    }


def test_names_leave_no_trace() -> None:
    one = project(sprite(moving("n", target="Dog"), name="Cat", costumes=["a"], variables=["n"]))
    two = project(sprite(moving("m", target="Fox"), name="Ape", costumes=["b"], variables=["m"]))
    assert of(one) == of(two)


def test_scratchs_own_values_are_no_names() -> None:
    dog, edge = project(sprite(moving(target="Dog"))), project(sprite(moving(target="_edge_")))
    assert of(dog) != of(edge)


def test_a_literal_changes_one_word() -> None:
    ten, nine = of(project(sprite(moving()))), of(project(sprite(moving(steps="9"))))
    assert ten - nine == {"literal motion_movesteps STEPS 10"}


def test_the_order_of_scripts_and_sprites_does_not_matter() -> None:
    walk, turn = chain("event_whenflagclicked", "motion_movesteps"), moving()
    one = project(sprite(walk, turn), sprite(turn, name="Dog"))
    two = project(sprite(turn, name="Dog"), sprite(turn, walk))
    assert of(one) == of(two)


def test_the_order_of_blocks_matters() -> None:
    one = project(sprite(chain("event_whenflagclicked", "looks_show", "looks_hide")))
    two = project(sprite(chain("event_whenflagclicked", "looks_hide", "looks_show")))
    assert of(one) != of(two)


def test_repeated_words_are_counted() -> None:
    assert list(count_up(["a", "b", "a", "a"])) == ["a", "b", "a#1", "a#2"]


def test_the_skeleton_is_opcodes_alone() -> None:
    one = project(sprite(chain("x", "y"), name="a"), sprite(chain("x"), name="b"))
    other = project(sprite(chain("x"), name="c"), sprite(chain("x", "y"), name="a", x=90))
    assert skeleton(one) == skeleton(other)
    assert skeleton(project(sprite(moving("n", "10")))) == skeleton(
        project(sprite(moving("m", "2")))
    )
    assert skeleton(one) != skeleton(project(sprite(chain("x", "y"))))
