"""Why a statement fails at a point: the relation that fails there, and what its sides are worth."""

from fractions import Fraction

import pytest

from checks.witness.statements import failing_at
from checks.witness.values import Table
from derivations.logic.printer import plain
from derivations.logic.reader import read_statement
from derivations.theory import automatic as _definitions  # noqa: F401

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("said", "at", "relation", "sides"),
    [
        ("forall x. x < 1 and x < 2", {"x": 1}, "x < 1", "1 1"),
        ("forall x. x != 1 iff x != 1 and x*(x - 2) != 0", {"x": 2}, "x*(x - 2) != 0", "0 0"),
        ("forall x. not (x = 1 or x = 2)", {"x": 2}, "x != 2", "2 2"),
        ("forall x. x = 1 or (x < 3 and x = 2)", {"x": HALF}, "x = 1", "1/2 1"),
        ("forall x. if x < 1 then x = 3 else x = 4", {"x": 0}, "x = 3", "0 3"),
        ("forall x. forall i in 1..3. i <= x", {"x": 2}, "i <= x", "3 2"),
        ("forall x. exists i in 1..1. i = x", {"x": 2}, "i = x", "1 2"),
        ("forall x. exists y. y < x and x = 3", {"x": 2}, "x = 3", "2 3"),
        ("forall x. exists y. y = x + 1 and y < 2", {"x": 1}, "y < 2", "2 2"),
        ("forall x. size(x) and 3 < x", {"x": HALF}, "1 <= x", "1 1/2"),
        ("forall x. sqrt(x) <= 1 and exp(log(x)) = 2", {"x": 2}, "sqrt(x) <= 1", "sqrt(2) 1"),
        ("forall x. (forall y. x < y) and x = 1", {"x": 2}, "x = 1", "2 1"),
        ("forall x y. x = y iff x = y/(x - 1)", {"x": 1, "y": 1}, "x = y/(x - 1)", "1 None"),
        ("forall x. abs(x - 3/4) <= 1/8", {"x": 1}, "abs(x - 3/4) <= 1/8", "1 3/4"),
    ],
)
def test_the_failing_relation_is_found(said: str, at: dict[str, Fraction], relation: str, sides: str) -> None:
    failing = failing_at(read_statement(said), {name: Fraction(number) for name, number in at.items()})
    assert failing.relation is not None
    assert plain(failing.relation).replace(" #0", "") == relation
    assert " ".join(map(str, failing.sides)) == sides


@pytest.mark.parametrize(
    "said",
    [
        "forall x. exists y. x < y and y < x",
        "forall x. forall y. y < x",
        "forall x. 1 < 0",
        "forall x. not (x = 1 and x < 3)",
        "forall x. (forall y. y < x) and (forall y. x < y)",
    ],
)
def test_where_no_relation_is_what_fails_none_is_shown(said: str) -> None:
    assert failing_at(read_statement(said), {"x": Fraction(1)}).relation is None


def test_the_index_at_which_a_relation_fails_is_told() -> None:
    failing = failing_at(read_statement("forall p. law(3, p)"), {"p": Table((HALF, Fraction(-1, 2), Fraction(1)))})
    assert [(index.name, number) for index, number in failing.indices] == [("y", 2)]
    assert failing.sides == (0, Fraction(-1, 2))
