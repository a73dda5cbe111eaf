"""The second witness of statements in the logic does not count what holds only since its premises fail."""

from fractions import Fraction

import pytest

from checks.papers.collection import load_paper, paper_keys
from checks.verifying.stated import StatementError, definitions, judge, statement_of, witnessed
from checks.witness.failing import why_it_fails
from checks.witness.statements import Neighbourhood, agreement
from checks.witness.values import Run, value
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.printer import plain
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Constant, Free

SEED, WANTED = 0, 24


@pytest.mark.parametrize(
    "said",
    [
        "forall x z. 1 < x implies 0 < x and (z = x^2 + 1/7 implies z <= x)",
        "forall n z. size(n) implies forall i in 1..n. 1 <= i and (z = i + 1/7 implies z <= i)",
    ],
)
def test_a_part_with_premises_of_its_own_is_tried_where_they_hold(said: str) -> None:
    """A number that is drawn is almost never the one of an equation; the part would hold at every point drawn."""
    _, broken = agreement(statement_of(said, ()), SEED, WANTED)
    assert broken is not None
    assert not broken.holds
    assert witnessed(said, (), holds=False, seed=SEED).agrees is True
    assert witnessed(said, (), holds=True, seed=SEED).agrees is False


def test_a_part_whose_premises_never_hold_is_no_evidence() -> None:
    said = "forall x. 0 < x implies 0 <= x and (x^2 = 2 implies x < 0)"
    held, broken = agreement(statement_of(said, ()), SEED, WANTED)
    assert (held, broken) == (0, None)
    assert witnessed(said, (), holds=False, seed=SEED).agrees is None


def test_a_part_that_holds_under_its_premises_is_counted() -> None:
    said = "forall x z. 1 < x implies 0 < x and (z = x^2 + 1/7 implies x < z)"
    held, broken = agreement(statement_of(said, ()), SEED, WANTED)
    assert 0 < held <= WANTED
    assert broken is None
    assert witnessed(said, (), holds=True, seed=SEED).agrees is True


def test_a_statement_without_outer_variables_fails_at_no_place() -> None:
    """That it fails is the whole sentence."""
    assert witnessed("1 = 2", (), holds=False, seed=SEED).summary == "the statement fails"
    assert witnessed("forall x. x = 2", (), holds=False, seed=SEED).summary.startswith("the statement fails at x = ")


def test_a_statement_is_tried_at_points_of_another_one_and_near_to_them() -> None:
    """Where q = p^2 no number is drawn freely, and where the premise is left out, q is no square any more."""
    true = statement_of("forall p q. 1/5 < p and p < 1/2 and q = p^2 implies q < p", ())
    false = statement_of("forall p q. 1/5 < p and p < 1/2 implies q < p", ())
    held, broken = Neighbourhood(true, SEED).failure(true)
    assert held >= 8
    assert broken is None
    _, broken = Neighbourhood(true, SEED).failure(false)
    assert broken is not None
    (p, q) = (Fraction(value) for _, value in broken.shown)
    assert Fraction(1, 5) < p < Fraction(1, 2)
    assert q >= p
    assert Neighbourhood(true, SEED).failure(statement_of("forall p. p < 1", ())) == (0, None)  # of other variables


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("forall a n. 1 <= a implies derivative(fun t. 1/(t^2*n), a, -2/(a^3*n))", True),
        ("forall a n. 1 <= a implies derivative(fun t. 1/(t^2*n), a, -2/(a^2*n))", False),
        ("forall a. derivative(fun t. (sum y in 1..3. t^y), a, 1 + 2*a + 3*a^2)", True),
        ("forall a. 0 < a implies exists s. derivative(fun t. t^3, a, s) and 0 < s", True),
        ("forall a. a <= 0 implies exists s. derivative(fun t. t^2, a, s) and 0 < s", False),
        # Where what is compared meets, a derivative is what it means.
        ("forall a. derivative(fun t. if t = a then 1 else 0, a, 0)", False),  # it jumps there
        ("forall a. 0 < a implies derivative(fun t. if 0 <= t then t else -t, a, 1)", True),
        ("forall a. 0 < a implies derivative(fun t. if 0 <= t then t else -t, a, a)", False),
        ("derivative(fun t. if 0 <= t then t else -t, 0, 1)", False),
        ("derivative(fun t. if 0 <= t then t^2 else -t^2, 0, 0)", True),
        ("forall a. 0 < a implies derivative(fun t. log(t), a, 1/a)", True),
        ("forall a. 0 < a implies derivative(fun t. t*log(t^2), a, 2 + log(a^2))", True),
        ("forall a. 0 < a implies derivative(fun t. sqrt(t)*exp(t), a, sqrt(a)*exp(a) + exp(a)/(2*sqrt(a)))", True),
        ("forall a. 0 < a implies second_derivative(fun t. log(t)/t, a, (2*log(a) - 3)/a^3)", True),
        ("forall a. 0 < a implies second_derivative(fun t. log(t)/t, a, (2*log(a) - 3)/a^2)", False),
        ("forall a. 0 < a implies exists s. s < 0 and second_derivative(fun t. log(t), a, s)", True),
        (
            "forall a. exists s u. derivative(fun t. t^3, a, s) and second_derivative(fun t. t^3, a, u) and u^2 = 12*s",
            True,
        ),
        ("exists a. derivative(fun t. log(1 + t^2) - t, a, 0) and a = 1", True),  # of any number the slope is told
        ("derivative(fun t. 1/t, 0, 0)", None),
        ("derivative(fun t. sqrt(t), 0, 1)", None),
        ("derivative(fun t. log(t), 0, 1)", None),
    ],
)
def test_derivatives_are_worked_out(said: str, agrees: bool | None) -> None:
    found = witnessed(said, (), holds=True, seed=SEED)
    assert found.agrees is agrees
    if agrees is None:
        assert "no value at a point" in found.summary


def test_a_derivative_that_is_another_has_two_sides() -> None:
    a, n = Free("a"), Free("n")
    said = read_term("derivative(fun t. t^2/n, a, -2*a/n)", {"a": REAL, "n": REAL})
    assert why_it_fails(said, {a: Fraction(3, 2), n: Fraction(5)}).sides == (Fraction(3, 5), Fraction(-3, 5))


WORDS = """
shifted(k, z) := forall y in 1..k. z(y) = y + 1/7
    example: shifted(3, fun y. y + 1/7)
    Each number is a seventh larger than its place.

inverse(k, A, B) := forall i in 1..k. forall j in 1..k. (sum u in 1..k. A(i, u)*B(u, j)) = (if i = j then 1 else 0)
    B is an inverse of A.
"""


def test_what_a_premise_has_as_an_example_is_drawn() -> None:
    own = definitions(WORDS, "words")
    assert witnessed("forall k z. shifted(k, z) implies z(2) = 15/7", own, holds=True, seed=SEED).agrees is True
    false = witnessed("forall k z. shifted(k, z) implies z(2) = 2", own, holds=True, seed=SEED)
    assert false.agrees is False
    assert "k = 3" in false.summary


def test_a_point_is_counted_once() -> None:
    """All variables are those of the only example."""
    found = witnessed("forall k z. shifted(k, z) implies z(k) = k + 1/7", definitions(WORDS, "words"), True, SEED)
    assert found.summary == "the statement holds at 1 point (seed 0)"


def test_what_linear_equations_determine_is_solved() -> None:
    """The inverse of a matrix that is drawn, or of an example."""
    own = definitions(WORDS, "words")
    of_two = "forall B. inverse(2, fun i j. if i = j then 2 else 1/3, B) implies B(1, 2) = "
    assert witnessed(of_two + "-3/35", own, holds=True, seed=SEED).agrees is True
    assert witnessed(of_two + "3/35", own, holds=True, seed=SEED).agrees is False
    none = witnessed("forall B. inverse(2, fun i j. 1, B) implies B(1, 2) = 0", own, holds=True, seed=SEED)
    assert none.agrees is None


@pytest.mark.parametrize("line", ["shifted(3)", "3 = 3", "shifted(3, fun y. y) and 1 = 1", "shifted(k, fun y. y)"])
def test_an_example_is_the_word_with_its_arguments(line: str) -> None:
    with pytest.raises(StatementError, match="words: definition of shifted: "):
        definitions(WORDS.replace("shifted(3, fun y. y + 1/7)", line), "words")


@pytest.mark.parametrize("key", ["", *paper_keys()])
def test_each_example_is_one(key: str) -> None:
    """By running through what its word says; those of the library stand under ""."""
    own = definitions(load_paper(key).definitions, key) if key else LIBRARY.values()
    for definition in own:
        for example in definition.examples:
            said = Constant(definition.name, DEFINITIONS[definition.name].type)(*example)
            assert value(said, Run({}, irrational=True)) is True, f"{key}: {plain(said)}"


def test_the_sets_of_a_size_are_run_through() -> None:
    pairs = "forall v. bits(3, 2, v) implies v(1) + v(2) + v(3) = 2 and "
    assert witnessed(pairs + "v(1)*v(2)*v(3) = 0", (), holds=True, seed=SEED).agrees is True
    assert witnessed(pairs + "v(1) = 1", (), holds=True, seed=SEED).agrees is False


def test_any_statistic_is_drawn() -> None:
    """Of one sample, and of one place and a sample."""
    of_one = "forall T. expectation(2, 2, fun y. 1/2, T) = (sum w in (1..2)^2. T(w))"
    assert witnessed(of_one + "/4", (), holds=True, seed=SEED).agrees is True
    assert witnessed(of_one + "/2", (), holds=True, seed=SEED).agrees is False
    of_two = "forall T. expectation(2, 2, fun y. 1/2, T(1)) = (sum w in (1..2)^2. T({}, w))/4"
    assert witnessed(of_two.format(1), (), holds=True, seed=SEED).agrees is True
    assert witnessed(of_two.format(2), (), holds=True, seed=SEED).agrees is False


def test_a_false_statement_about_a_word_is_refuted_at_its_example() -> None:
    """The example is a term: the kernel evaluates the statement there."""
    own = definitions(WORDS, "words")
    found = judge("forall k z. shifted(k, z) implies z(2) = 2", "", own, {})
    assert found.theorem is not None
    assert dict(found.at) == {"k": "3", "z": "fun y. y + 1/7"}
    assert [side.exact for side in found.sides] == ["15/7", "2"]


def test_the_sides_of_what_fails_stand_as_written() -> None:
    for relation, is_turned in (("1 / x > x - 1", False), ("x - 1 < 1 / x", True)):
        found = judge(f"forall x. 2 <= x implies {relation}", "", (), {})
        sides = [Fraction(side.exact) for side in found.sides]
        assert sides == sorted(sides, reverse=is_turned)
        assert found.printed == (r"$x - 1 < \frac{1}{x}$" if is_turned else r"$\frac{1}{x} > x - 1$")
