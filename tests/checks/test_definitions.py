"""The definitions of the field at small designs, run through, against the suite's own enumeration."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest

from checks.witness.values import Run, value
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Free, arrow

import derivations.logic.definitions  # noqa: F401  isort: skip

ROWS = ((Fraction(3, 5), Fraction(1, 5), Fraction(1, 5)), (Fraction(1, 7), Fraction(4, 7), Fraction(2, 7)))
PRIOR = (Fraction(1, 3), Fraction(2, 3))
SCORES = (Fraction(-1), Fraction(2), Fraction(5, 2))
K, M, N = 2, 3, 2
NAMES = {"P": arrow(REAL, REAL, REAL), "pi": arrow(REAL, REAL), "g": arrow(REAL, REAL), "h": arrow(REAL, REAL),
         "x": REAL, "delta": REAL}  # fmt: skip


def family(entries: Sequence[Any]) -> Callable[[Fraction], Any]:
    return lambda place: entries[int(place) - 1]


def worth(text: str, x: Fraction = Fraction(3), delta: Fraction = Fraction(0)) -> Any:
    values = {"P": family([family(row) for row in ROWS]), "pi": family(PRIOR), "g": family(SCORES),
              "h": family(SCORES[::-1]), "x": x, "delta": delta}  # fmt: skip
    return value(read_term(text, NAMES), Run({Free(name, NAMES[name]): values[name] for name in NAMES}))


LAW = tuple(sum((p * row[y] for p, row in zip(PRIOR, ROWS, strict=True)), Fraction(0)) for y in range(M))


def mean(score: Callable[[tuple[int, ...]], Fraction], length: int = 1) -> Fraction:
    """The expectation over all samples of so many responses."""
    words = product(range(M), repeat=length)
    return sum((prod((LAW[y] for y in word), start=Fraction(1)) * score(word) for word in words), Fraction(0))


def covariance(a: Callable[[tuple[int, ...]], Fraction], b: Callable[[tuple[int, ...]], Fraction], n: int) -> Fraction:
    return mean(lambda w: a(w) * b(w), n) - mean(a, n) * mean(b, n)


def total(scores: Sequence[Fraction]) -> Callable[[tuple[int, ...]], Fraction]:
    return lambda word: sum((scores[y] for y in word), Fraction(0))


def test_moments_of_one_response() -> None:
    first, second = total(SCORES), total(SCORES[::-1])
    law = "response(2, pi, P)"
    assert [worth(f"{law}({y})") for y in (1, 2, 3)] == list(LAW)
    assert worth(f"mean(3, {law}, g)") == mean(first)
    assert worth(f"variance(3, {law}, g)") == covariance(first, first, 1)
    assert worth(f"covariance(3, {law}, g, h)") == covariance(first, second, 1)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_moments_of_several_responses(n: int) -> None:
    first, second = total(SCORES), total(SCORES[::-1])
    of = f"{n}, 3, response(2, pi, P)"
    assert worth(f"expectation({of}, total({n}, g))") == mean(first, n)
    assert worth(f"dispersion({of}, total({n}, g))") == covariance(first, first, n)
    assert worth(f"codispersion({of}, total({n}, g), total({n}, h))") == covariance(first, second, n)
    assert worth(f"expectation({of}, frequency({n}, 2))") == n * LAW[1]


def test_designs_and_laws() -> None:
    assert worth("design(2, 3, P)") is True
    assert worth("law(2, pi)") is True
    assert worth("law(3, g)") is False
    assert worth("design(2, 2, P)") is False


def test_privacy_is_the_largest_ratio() -> None:
    level = max(a[y] / b[y] for a in ROWS for b in ROWS for y in range(M))
    assert worth("private(2, 3, P, x)", level) is True
    assert worth("private(2, 3, P, x)", level - Fraction(1, 10**9)) is False


def test_a_design_through_a_channel() -> None:
    composed = [[sum(ROWS[i][y] * ROWS[y % 2][z] for y in range(2)) for z in range(M)] for i in range(K)]
    found = [[worth(f"through(2, P, P)({i}, {z})") for z in (1, 2, 3)] for i in (1, 2)]
    assert found == composed


def test_the_probability_of_a_history() -> None:
    text = "history(2, fun t w a y. if t = 1 then P(a, y) else P(w(1), y))(1, fun t. if t = 1 then 2 else 3)"
    assert worth(text) == ROWS[0][1] * ROWS[1][2]


def test_belief_is_posterior() -> None:
    for y in range(M):
        whole = sum((p * row[y] for p, row in zip(PRIOR, ROWS, strict=True)), Fraction(0))
        found = [worth(f"belief(2, pi, fun b. P(b, {y + 1}))({a})") for a in (1, 2)]
        assert found == [p * row[y] / whole for p, row in zip(PRIOR, ROWS, strict=True)]


def test_asked_compares_the_pairs_of_a_relaxation() -> None:
    """Four values, levels 2 and 3, where some pairs are private and others are not."""
    keep, find, stay = Fraction(3, 5), Fraction(1, 2), Fraction(1, 4)

    def chance(truth: int, o: int, z: int) -> Fraction:
        first = Fraction(2 if o == truth else 1, 5)
        if o == truth:
            return first * (keep if z == truth else (1 - keep) / 3)
        return first * (find if z == truth else stay if z == o else (1 - find - stay) / 2)

    said = "asked(4, 2, 3, 3/5, 1/2, 1/4)"
    answers = set()
    for a, b, o, z in product(range(1, 5), repeat=4):
        private = chance(a, o, z) <= 3 * chance(b, o, z)
        assert worth(f"{said}({a}, {b}, {o}, {z})") is private
        answers.add(private)
    assert answers == {True, False}


def test_words_that_are_drawn_each_on_its_own() -> None:
    """Two words of two letters, the word t with the law of the row t: all pairs of words."""
    text = "separate(2, fun t F. expectation(2, 3, P(t), F), fun s. (total(2, g)(s(1)) - h(s(2, 1)) * s(2, 2))^2)"
    found = Fraction(0)
    for a, b, c, d in product(range(M), repeat=4):
        statistic = SCORES[a] + SCORES[b] - SCORES[::-1][c] * (d + 1)
        found += ROWS[0][a] * ROWS[0][b] * ROWS[1][c] * ROWS[1][d] * statistic**2
    assert worth(text) == found
