"""Words in matrices of symbolic size: each reduced form is compared with matrices that are written out."""

from fractions import Fraction
from itertools import combinations

import pytest

from derivations.algebra.linear_algebra import SingularMatrixError
from derivations.algebra.matrix_words import Combination, Letter, MatrixWords, ShapeError, Word
from derivations.theorems.subsets.subset_matrices import (
    at_any_prior,
    at_uniform_prior,
    excess_over_best,
    products,
    uniform_estimator,
)
from derivations.theorems.subsets.subset_response import variable
from mechanisms.exact.rational import RationalFunction

Numbers = list[list[Fraction]]
SIZES = [(3, 1), (3, 2), (4, 2), (5, 3)]


def times(a: Numbers, b: Numbers) -> Numbers:
    return [
        [sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in zip(*b, strict=True)]
        for row in a
    ]


def turned(a: Numbers) -> Numbers:
    return [list(row) for row in zip(*a, strict=True)]


def diagonal(values: list[Fraction]) -> Numbers:
    return [[v if i == j else Fraction(0) for j in range(len(values))] for i, v in enumerate(values)]


def written_out(k: int, size: int, prior: list[Fraction]) -> dict[str, Numbers]:
    """The letters that are known for a given prior, as numbers; counts of 1, 2, 3, ... for the responses."""
    sets = list(combinations(range(k), size))
    share = Fraction(1, len([s for s in sets if 0 in s]))
    design = [[share if i in s else Fraction(0) for i in range(k)] for s in sets]
    law = [sum((p * w for p, w in zip(row, prior, strict=True)), Fraction(0)) for row in design]
    found = {
        "P": design,
        "e": [[Fraction(1)]] * k,
        "f": [[Fraction(1)]] * len(sets),
        "pi": [[p] for p in prior],
        "D": diagonal(law),
        "D^-1": diagonal([1 / x for x in law]),
    }
    return {**found, **{f"{name}'": turned(m) for name, m in found.items() if name not in ("D", "D^-1")}}


def value_of(word: Word, numbers: dict[str, Numbers], size: int) -> Numbers:
    result = diagonal([Fraction(1)] * size)
    for name in word:
        result = times(result, numbers[name])
    return result


def total(combination: Combination, numbers: dict[str, Numbers], at: dict[str, Fraction]) -> Numbers:
    """The combination with numbers for its letters; the empty word is the identity of the number of its rows."""
    rows = {"1": 1, "k": int(at["k"]), "m": int(at["m"])}
    shape = rows[combination.shape[0]], rows[combination.shape[1]]
    result = [[Fraction(0)] * shape[1] for _ in range(shape[0])]
    for word, coefficient in combination.terms.items():
        matrix = value_of(word, numbers, shape[0])
        c = coefficient.evaluate(at)
        result = [[x + c * y for x, y in zip(r, s, strict=True)] for r, s in zip(result, matrix, strict=True)]
    return result


def point(k: int, size: int, prior: list[Fraction], responses: int) -> dict[str, Fraction]:
    squares = sum((p * p for p in prior), Fraction(0))
    return {"k": Fraction(k), "l": Fraction(size), "m": Fraction(responses), "sum_of_squares": squares}


@pytest.mark.parametrize(("k", "size"), SIZES)
def test_every_product_of_known_matrices_is_what_multiplication_gives(k: int, size: int) -> None:
    prior = [Fraction(i + 1, k * (k + 1) // 2) for i in range(k)]
    numbers = written_out(k, size, prior)
    at = point(k, size, prior, len(numbers["P"]))
    checked = 0
    for word, value in products().items():
        if all(name in numbers for name in word):
            assert value_of(word, numbers, len(numbers[word[0]])) == total(value, numbers, at), word
            checked += 1
    assert checked >= 15


@pytest.mark.parametrize(("k", "size"), SIZES)
def test_the_uniform_estimator_inverts_the_design_and_its_risk_is_its_trace(k: int, size: int) -> None:
    prior = [Fraction(i + 1, k * (k + 1) // 2) for i in range(k)]
    numbers = written_out(k, size, prior)
    at = point(k, size, prior, len(numbers["P"]))
    estimator = total(uniform_estimator(), numbers, at)
    assert times(estimator, numbers["P"]) == diagonal([Fraction(1)] * k)
    words = at_any_prior()
    symbolic = words.trace(words.product(uniform_estimator(), words.letter("D"), words.transposed(uniform_estimator())))
    spread = times(times(estimator, numbers["D"]), turned(estimator))
    assert symbolic.evaluate(at) == sum((spread[i][i] for i in range(k)), Fraction(0))


def test_no_word_is_left_of_the_excess_over_the_best_estimator() -> None:
    assert not excess_over_best(at_any_prior()).terms
    assert not excess_over_best(at_uniform_prior()).terms


def test_traces_that_no_rule_settles_agree_after_rotation_and_transposition() -> None:
    words = at_any_prior()
    first = words.product(words.letter("L"), words.letter("D"), words.letter("L'"))
    second = words.product(words.letter("D"), words.letter("L'"), words.letter("L"))
    assert words.trace(first) == words.trace(second) != RationalFunction.of(0)
    assert words.trace(words.product(words.letter("pi"), words.letter("pi'"))) == variable("sum_of_squares")


def test_sizes_that_do_not_fit_and_matrices_without_inverse_are_refused() -> None:
    words = at_any_prior()
    with pytest.raises(ShapeError, match="cannot be multiplied"):
        words.product(words.letter("P"), words.letter("P"))
    with pytest.raises(ShapeError, match="cannot be added"):
        words.letter("P") + words.letter("P'")
    with pytest.raises(ShapeError, match="no trace"):
        words.trace(words.letter("P"))
    with pytest.raises(ShapeError, match="no inverse is known"):
        words.inverse(words.product(words.letter("P"), words.letter("P'")))
    with pytest.raises(SingularMatrixError):
        words.inverse(words.product(words.letter("e"), words.letter("e'")))


def test_rules_that_go_round_in_circles_are_refused() -> None:
    one = RationalFunction.of(1)
    letters = {"A": Letter("k", "k", "A"), "B": Letter("k", "k", "B")}
    rules = {("A",): Combination(("k", "k"), {("B",): one}), ("B",): Combination(("k", "k"), {("A",): one})}
    with pytest.raises(ValueError, match="do not come to an end"):
        MatrixWords({"k": variable("k")}, letters, rules).letter("A")
