"""Words of Nayak and Zhai at small designs, run through, against plain enumeration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import factorial, prod
from typing import Any

import pytest

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions
from checks.witness.values import Run, value
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Free, arrow

P = ((Fraction(3, 5), Fraction(1, 5), Fraction(1, 5)), (Fraction(1, 5), Fraction(1, 2), Fraction(3, 10)))
PRIOR = (Fraction(1, 3), Fraction(2, 3))
LAW = tuple(sum((p * row[y] for p, row in zip(PRIOR, P, strict=True)), Fraction(0)) for y in range(3))
NAMES = {"P": arrow(REAL, REAL, REAL), "pi": arrow(REAL, REAL), "c": arrow(REAL, REAL), "f": arrow(REAL, REAL)}
OWN = {definition.word: definition.name for definition in definitions(load_paper("NZ").definitions, "NZ")}


def family(entries: Sequence[Any]) -> Callable[[Fraction], Any]:
    return lambda place: entries[int(place) - 1]


def worth(text: str, rows: Sequence[Sequence[Fraction]] = P, c: Sequence[int] = (), f: Sequence[int] = ()) -> Any:
    values = {
        "P": family([family(row) for row in rows]),
        "pi": family(PRIOR),
        "c": family(list(map(Fraction, c))),
        "f": family(list(map(Fraction, f))),
    }
    return value(read_term(text, NAMES, OWN), Run({Free(name, NAMES[name]): values[name] for name in NAMES}))


def test_the_counts_of_two_respondents() -> None:
    chances: Counter[tuple[int, ...]] = Counter()
    for word in product(range(3), repeat=2):
        chances[tuple(word.count(y) for y in range(3))] += prod((LAW[y] for y in word), start=Fraction(1))  # type: ignore[assignment]
    for counts, chance in chances.items():
        assert worth("counts(2, 3, c)", c=counts)
        assert worth("multinomial(2, 3, response(2, pi, P), c)", c=counts) == chance
        assert worth("expectation(2, 3, response(2, pi, P), seen(2, 3, c))", c=counts) == chance
        assert (
            worth("expectation(2, 2, pi, fun x. independent(2, 3, fun t. P(x(t)), seen(2, 3, c)))", c=counts) == chance
        )
    assert not worth("counts(2, 3, c)", c=(1, 1, 1))
    assert [worth(f"factorial({n})") for n in range(5)] == [factorial(n) for n in range(5)]


def test_rows_that_are_split_and_joined() -> None:
    split = [[worth(f"split_row(P)({x}, {y})") for y in range(1, 5)] for x in (1, 2)]
    assert split == [[P[0][0] - P[1][0], P[1][0], *P[0][1:]], [0, P[1][0], *P[1][1:]]]
    joined = [[worth(f"joined({y}, {z})") for z in range(1, 5)] for y in range(1, 4)]
    assert joined == [[1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]


def test_rows_that_are_merged() -> None:
    rows = ((Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)), (Fraction(1, 10), Fraction(1, 5), Fraction(7, 10)))
    assert worth("proportional(2, P, 1, 2)", rows)
    assert not worth("proportional(2, P, 1, 3)", rows)
    assert not worth("unproportional(2, 3, P)", rows)
    assert worth("unproportional(2, 3, P)")
    assert worth("merging(2, 3, 2, P, f)", rows, f=(1, 1, 2))
    assert not worth("merging(2, 3, 2, P, f)", rows, f=(1, 2, 2))
    merged = [[worth(f"merged(3, P, f)({x}, {z})", rows, f=(1, 1, 2)) for z in (1, 2)] for x in (1, 2)]
    assert merged == [[Fraction(3, 5), Fraction(2, 5)], [Fraction(3, 10), Fraction(7, 10)]]


def test_the_rows_of_an_even_design() -> None:
    rows = ((Fraction(1, 4), Fraction(0), Fraction(3, 4)), (Fraction(0), Fraction(1, 4), Fraction(3, 4)))
    assert worth("even(2, 3, P)", rows)
    assert not worth("even(2, 3, P)")
    assert worth("with_rows(3, P, 1/4)", rows)
    assert not worth("with_rows(3, P, 1/2)", rows)
    assert worth("across(P, 3, fun x. if x = 1 then 1 else 0, 1, 2)", rows)
    assert not worth("across(P, 1, fun x. if x = 1 then 1 else 0, 1, 2)", rows)


def test_the_two_designs_of_section_3_1() -> None:
    first = [[worth(f"first_design({x}, {y})") for y in (1, 2, 3)] for x in (1, 2)]
    assert first == [[Fraction(1, 2), 0, Fraction(1, 2)], [0, Fraction(1, 2), Fraction(1, 2)]]
    second = [[worth(f"second_design({x}, {y})") for y in (1, 2)] for x in (1, 2)]
    assert second == [[Fraction(7, 10), Fraction(3, 10)], [Fraction(1, 5), Fraction(4, 5)]]
    for design, m in (("first_design", 3), ("second_design", 2)):
        assert worth(f"distance({m}, {design}, 1, 2)") == 1


@pytest.mark.parametrize(("k", "q", "g"), [(4, 1, 3), (5, 2, 2), (5, 3, 4)])
def test_the_probability_that_a_set_holds_the_truth(k: int, q: int, g: int) -> None:
    weights = [(g if 0 in held else 1, 0 in held) for held in combinations(range(k), q)]
    assert worth(f"inclusion({k}, {q}, {g})") == Fraction(
        sum(w for w, holds in weights if holds), sum(w for w, _ in weights)
    )


def test_what_a_number_is_rounded_to() -> None:
    assert worth("rounds(2/3, 667/1000, 1/1000)")
    assert worth("rounds(1/2, 1, 1)"), "the middle is rounded up or down"
    assert not worth("rounds(2/3, 666/1000, 1/1000)")
