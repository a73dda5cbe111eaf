"""The prover on statements of the field: what it has to prove by the kernel alone, and what it has to refute."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction
from importlib import import_module

import pytest

from derivations import prover
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Refuted, Sequent
from derivations.prover import Disproved, Outcome, Proved, Unknown, prove, prove_equal, prove_relation
from mechanisms.exact.formula import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    at_least,
    different,
    equal_to,
    greater,
    in_polynomials,
)
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

p00, p11, q11, pi, n, x, y, z, t, delta = (
    Polynomial.variable(name) for name in ("p00", "p11", "q11", "pi", "n", "x", "y", "z", "t", "delta")
)


def unit(*variables: Polynomial) -> list[Formula]:
    return [fact for v in variables for fact in (at_least(v, 0), at_least(1, v))]


DESIGN = [*unit(p00, p11, pi), greater(p00 + p11, 1), greater(n, 0)]
WITHOUT_ORDER = [*unit(p00, p11, pi), greater(n, 0)]
SQUARE = unit(x, y)
BUDGET = [greater(x, 1), greater(delta, 0), greater(1, delta), greater(pi, 0), greater(1, pi), *unit(t)]
F = 2 * p00 * p11 - p00 - p11 + 1
NUMERATOR = 2 * p00 * (1 - p00) * (1 - pi) + pi * F


def variance(a: object, b: object) -> RationalFunction:
    """Corollary 1 of Holohan, Leith, Mason for the design with p00 = a, p11 = b."""
    first, second = (v if isinstance(v, RationalFunction) else RationalFunction.of(v) for v in (a, b))  # type: ignore[arg-type]
    d = first + second - 1
    shifted = first - Fraction(1, 2) - RationalFunction.of(pi) * d
    return (Fraction(1, 4) - shifted**2) / (d**2 * RationalFunction.of(n))


def assert_proved(outcome: Outcome, hypotheses: Iterable[Formula], conclusion: Formula) -> None:
    assert isinstance(outcome, Proved), outcome
    assert outcome.theorem.statement == Sequent(frozenset(hypotheses), conclusion)
    assert outcome.theorem.oracles == frozenset()


def assert_refuted(outcome: Outcome, hypotheses: Iterable[Formula], conclusion: Formula) -> dict[str, Fraction]:
    assert isinstance(outcome, Disproved), outcome
    point = dict(outcome.point)
    assert outcome.theorem.statement == Refuted(
        Sequent(frozenset(hypotheses), conclusion), tuple(sorted(point.items()))
    )
    assert all(h.holds_at(point) for h in hypotheses)
    assert not conclusion.holds_at(point)
    return point


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        pytest.param(DESIGN, greater(F, 0), id="f positive"),
        pytest.param(DESIGN, at_least(NUMERATOR, 0), id="numerator"),
        pytest.param([*DESIGN, greater(pi, 0)], greater(NUMERATOR, 0), id="numerator, pi > 0"),
        pytest.param([*DESIGN, greater(1, p00)], greater(NUMERATOR, 0), id="numerator, p00 < 1"),
        pytest.param(
            [*DESIGN, AnyOf((greater(pi, 0), greater(1, p00)))], greater(NUMERATOR, 0), id="numerator, either"
        ),
        pytest.param(SQUARE, at_least(2 * x * y - x - y + 1, 0), id="f on the square"),
        pytest.param(
            [*SQUARE, equal_to(2 * x * y - x - y + 1, 0)],
            AnyOf((AllOf((equal_to(x, 0), equal_to(y, 1))), AllOf((equal_to(x, 1), equal_to(y, 0))))),
            id="zeros of f",
        ),
        pytest.param(BUDGET, greater(x * (x - 1) * t + delta * (1 - t + x * (1 + t)), 0), id="edge"),
        pytest.param([at_least(x, 1), *unit(delta)], at_least(x + 1, x + delta), id="corner below one"),
        pytest.param(
            [
                *(*DESIGN, greater(x, 1), *unit(delta)),
                *(at_least(x * (1 - p11) + delta, p00), at_least(x * (1 - p00) + delta, p11)),
            ],
            at_least(2 * (x + delta), (x + 1) * (p00 + p11)),
            id="the polygon lies below its diagonal",
        ),
    ],
)
def test_polynomial_statements(hypotheses: list[Formula], conclusion: Formula) -> None:
    assert_proved(prove(Sequent(frozenset(hypotheses), conclusion)), hypotheses, conclusion)


def test_the_variance_decreases_in_a_diagonal_entry() -> None:
    left, right = variance(p00, p11), variance(p00, q11)
    weak = [*DESIGN, at_least(q11, p11), at_least(1, q11)]
    assert_proved(prove_relation(left, ">=", right, weak), weak, relation_formula(left, ">=", right))
    strict = [*DESIGN, greater(q11, p11), at_least(1, q11), greater(pi, 0), greater(1, pi)]
    assert_proved(prove_relation(left, ">", right, strict), strict, relation_formula(left, ">", right))
    # not strict where everybody answers no, and pi = 0 is estimated without error
    assert_refuted(prove_relation(left, ">", right, weak), weak, relation_formula(left, ">", right))


def test_the_optimal_design_without_delta() -> None:
    corner = RationalFunction(x, x + 1)
    polygon = [*DESIGN, greater(x, 1), at_least(x * (1 - p11), p00), at_least(x * (1 - p00), p11)]
    claim = relation_formula(variance(p00, p11), ">=", variance(corner, corner))
    assert_proved(prove_relation(variance(p00, p11), ">=", variance(corner, corner), polygon), polygon, claim)


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        pytest.param(WITHOUT_ORDER, greater(F, 0), id="f without p00 + p11 > 1"),
        pytest.param([*DESIGN[2:], greater(p00, 0)], at_least(NUMERATOR, 0), id="p00 above one"),
        pytest.param(DESIGN, greater(NUMERATOR, 0), id="numerator at its zero"),
        pytest.param(BUDGET, greater(x * (x - 1) * t - delta * (1 - t + x * (1 + t)), 0), id="a sign changed"),
        pytest.param([equal_to(x + y, 1), *SQUARE], greater(x * y, 0), id="on a line"),
        pytest.param([equal_to(x * y, 1), greater(x, 3)], greater(y, Fraction(1, 4)), id="on a hyperbola"),
        pytest.param([IntegerValued("n"), greater(n, 0)], greater(n * n, n), id="integer"),
        pytest.param([], at_least(x**4, Fraction(1, 10**6) * x**2), id="near zero"),
        pytest.param([greater(x, 1)], greater(10**6, x), id="far away"),
        pytest.param([], FALSE, id="nothing"),
    ],
)
def test_refutations(hypotheses: list[Formula], conclusion: Formula) -> None:
    assert_refuted(prove(Sequent(frozenset(hypotheses), conclusion)), hypotheses, conclusion)


def test_counterexamples_are_simple() -> None:
    point = assert_refuted(prove(Sequent(frozenset(SQUARE), at_least(x, y))), SQUARE, at_least(x, y))
    assert point == {"x": 0, "y": 1}


def test_a_thin_region_is_found_by_the_solver() -> None:
    pytest.importorskip("z3")
    facts = [greater(x * x, 2), greater(Fraction(2000001, 1000000), x * x), greater(x, 0), greater(x * y, 7)]
    assert_refuted(prove(Sequent(frozenset(facts), greater(y, 5))), facts, greater(y, 5))


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        pytest.param([], at_least(x * x + y * y, 2 * x * y), id="square"),
        pytest.param([at_least(v, 0) for v in (x, y, z)], at_least(x**3 + y**3 + z**3, 3 * x * y * z), id="means"),
        pytest.param([], at_least(x**4 * y**2 + x**2 * y**4 + 1, 3 * x * x * y * y), id="Motzkin"),
        pytest.param([], at_least(x**4 + y**4 + z**4, x * y * z * (x + y + z)), id="quartic"),
        pytest.param([equal_to(x * x + y * y, 1)], at_least(Fraction(3, 2), x + y), id="circle"),
        pytest.param([equal_to(x * y, 1), greater(x, 0)], at_least(x + y, 2), id="hyperbola"),
        pytest.param(
            [equal_to(x + y + z, 1), *[at_least(v, 0) for v in (x, y, z)]],
            at_least(Fraction(1, 3), x * y + y * z + z * x),
            id="simplex",
        ),
        pytest.param([different(x, y)], greater(x * x + y * y, 2 * x * y), id="different"),
        pytest.param([equal_to(x, y), equal_to(y, z)], equal_to(x**5, z**5), id="equations"),
        pytest.param([equal_to(x * y - 1, 0)], equal_to(x * x * y, x), id="modulo an equation"),
        pytest.param([greater(x, 1)], different(x**3 + x, 2), id="not equal"),
        pytest.param([AnyOf((AllOf((greater(x, 0), greater(y, 0))), greater(x * y, 1)))], greater(x * y, 0), id="or"),
        pytest.param([greater(x, 0), greater(0, x)], FALSE, id="contradiction"),
        pytest.param([greater(x, y), greater(y, z), greater(z, x)], FALSE, id="cycle"),
        pytest.param([FALSE], greater(x, y), id="from false"),
        pytest.param([], TRUE, id="true"),
        pytest.param([], AnyOf((greater(x, y), equal_to(x, y), greater(y, x))), id="trichotomy"),
        pytest.param([greater(x, 0)], AllOf((greater(x, 0),)), id="conjunction of one"),
        pytest.param([greater(x, 1)], AllOf((AllOf((greater(x, 0), TRUE)), greater(x * x, 1))), id="nested"),
    ],
)
def test_algebra_and_logic(hypotheses: list[Formula], conclusion: Formula) -> None:
    assert_proved(prove(Sequent(frozenset(hypotheses), conclusion)), hypotheses, conclusion)


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        pytest.param([greater(n, 0)], at_least(n, 1), id="rounding"),
        pytest.param([], at_least(n * n, n), id="all integers"),
        pytest.param([greater(n, 1), greater(5, n)], AnyOf(tuple(equal_to(n, k) for k in (2, 3, 4))), id="cases"),
        pytest.param([at_least(n, 0), at_least(10, n)], different(n * n, 2), id="no root of two"),
        pytest.param([at_least(n, Fraction(1, 3)), at_least(Fraction(5, 2), n)], different(n, 3), id="fractions"),
    ],
)
def test_integers(hypotheses: list[Formula], conclusion: Formula) -> None:
    facts = [IntegerValued("n"), *hypotheses]
    assert_proved(prove(Sequent(frozenset(facts), conclusion)), facts, conclusion)


def test_constants_are_enclosed() -> None:
    e = NamedConstant("x", "exp", Fraction(1))
    close = Fraction(2718281828459, 10**12)
    assert_proved(prove(Sequent(frozenset((e,)), greater(x, close))), [e], greater(x, close))
    facts: list[Formula] = [NamedConstant("x", "exp", Fraction(1, 2)), greater(delta, 0), greater(1, delta)]
    claim = greater(x * (1 + delta), 1 + Fraction(1, 2) * delta)
    assert_proved(prove(Sequent(frozenset(facts), claim)), facts, claim)


def test_equality_of_rational_functions_needs_their_denominators() -> None:
    left, right = RationalFunction(x * x - 1, x - 1), RationalFunction(x + 1)
    assert_proved(prove_equal(left, right, []), [], relation_formula(left, "=", right))
    inverse = RationalFunction(Polynomial.constant(1), x)
    claim = relation_formula(inverse, "=", inverse)
    assert in_polynomials(claim) == AllOf((different(x, 0), equal_to(0, 0)))
    assert_refuted(prove_equal(inverse, inverse, []), [], claim)
    assert_proved(prove_equal(inverse, inverse, [greater(x, 0)]), [greater(x, 0)], claim)


@pytest.mark.parametrize(("relation", "holds"), [("<", True), ("<=", True), ("!=", True), (">", False), ("=", False)])
def test_relations_of_rational_functions(relation: str, holds: bool) -> None:
    left, right = RationalFunction(x, x + 1), RationalFunction.of(1)
    outcome = prove_relation(left, relation, right, [greater(x, 1)])  # type: ignore[arg-type]
    assert isinstance(outcome, Proved if holds else Disproved)


# -- oracles, budgets ----------------------------------------------------------------------------------------------


@pytest.fixture
def without_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prover that finds no proofs of its own."""
    monkeypatch.setattr(prover.prove.__globals__["prove_formula"], "__code__", (lambda *_: None).__code__)


GOAL = Sequent(frozenset((equal_to(x * x + y * y, 1),)), at_least(2, x + y))


def test_an_oracle_is_asked_last_and_named(without_methods: None) -> None:
    pytest.importorskip("z3")
    pytest.importorskip("cvc5")
    outcome = prove(GOAL)
    assert isinstance(outcome, Proved)
    assert outcome.theorem.statement == GOAL
    assert outcome.theorem.oracles == {"z3", "cvc5"}


def test_without_oracles_the_answer_is_unknown(without_methods: None) -> None:
    outcome = prove(GOAL, oracles=False)
    assert isinstance(outcome, Unknown)
    assert any("z3" in attempt for attempt in outcome.tried)


def test_a_missing_solver_is_reported(without_methods: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from derivations.prover import oracles

    monkeypatch.setattr(oracles, "find_spec", lambda name: None)
    outcome = prove(GOAL)
    assert isinstance(outcome, Unknown)
    assert "z3 is not installed" in outcome.tried


def test_the_budget_is_kept() -> None:
    names = [Polynomial.variable(f"v{i}") for i in range(8)]
    total = Polynomial()
    for a, b in itertools.pairwise(names):
        total = total + a**4 * b**2 + a**2 * b**4 + 1 - 3 * a**2 * b**2
    facts = [greater(v + w, -1) for v in names for w in names if v != w]
    outcome = prove(Sequent(frozenset(facts), at_least(total * (names[0] + 3) ** 3 + total**2, 0)), budget_seconds=1.0)
    assert isinstance(outcome, Unknown)
    assert "budget" in outcome.reason


def test_the_search_is_deterministic() -> None:
    goal = Sequent(frozenset(DESIGN), greater(NUMERATOR, 0))
    first, second = prove(goal), prove(goal)
    assert isinstance(first, Disproved)
    assert isinstance(second, Disproved)
    assert first.point == second.point


def test_what_is_seen_at_once_needs_no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("derivations.prover.prove"), "drawn", None)
    facts = [*DESIGN, IntegerValued("n"), AnyOf((greater(x, 1), greater(2, y)))]
    for conclusion in (equal_to(2, 2), greater(3, 2), facts[-1], facts[-2]):
        assert_proved(prove(Sequent(frozenset(facts), conclusion)), facts, conclusion)
    plain = [fact for fact in facts if not isinstance(fact, IntegerValued)]
    weaker = at_least(3 * (p00 + p11), 3)
    assert_proved(prove(Sequent(frozenset(plain), weaker)), plain, weaker)


def test_numbers_may_be_large() -> None:
    big: Rational = 10**200
    facts = [greater(x, big)]
    assert_proved(prove(Sequent(frozenset(facts), greater(x * x, x * big))), facts, greater(x * x, x * big))
    assert isinstance(prove(Sequent(frozenset(facts), Condition(x - 10**201, ">"))), Disproved)


def test_without_efforts_only_what_is_plain_is_seen() -> None:
    """A clash of two facts, or a point of a failure; whatever is searched for is unknown, and no solver is asked."""
    clashing = frozenset([greater(x, 1), greater(1, x), greater(y, 0)])
    assert isinstance(prove(Sequent(clashing, FALSE), efforts=0), Proved)
    assert isinstance(prove(Sequent(frozenset([greater(x, 0)]), greater(x, 1)), efforts=0), Disproved)
    searched = Sequent(frozenset([greater(x, 0), greater(y, 0)]), greater(x**2 * y + y**3, 0))
    found = prove(searched, efforts=0)
    assert isinstance(found, Unknown)
    assert not any(word in str(found) for word in ("z3", "cvc5"))
    assert isinstance(prove(searched, efforts=1), Proved)
