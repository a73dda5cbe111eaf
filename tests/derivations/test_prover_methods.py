"""The parts of the prover: points, Bernstein coefficients, products, squares, quotients of facts, solvers."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derivations.arithmetic.statements import Sequent
from derivations.prover import Disproved, Proved, prove
from derivations.prover.atoms import approximate
from derivations.prover.conjugates import by_conjugate
from derivations.prover.deadline import Deadline, OutOfTime, solver_took
from derivations.prover.equations import by_equation
from derivations.prover.lemmas import clash, implied, with_lemmas
from derivations.prover.oracles import ask, believed, exact_failure, question
from derivations.prover.points import Sampler, holds, shrunk, value
from derivations.prover.prove import METHODS
from derivations.prover.quadratics import by_square
from derivations.prover.search import Goal, Search, tidy
from derivations.prover.simpler_facts import by_simpler_facts
from derivations.prover.span import by_span
from derivations.prover.squares import by_squares, ldl
from mechanisms.exact.formula import (
    FALSE,
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
    negation,
)
from mechanisms.exact.polynomial import Polynomial

x, y, z = (Polynomial.variable(name) for name in "xyz")
SQUARE = (at_least(x, 0), at_least(1, x), at_least(y, 0), at_least(1, y))


def search(seconds: float = 10.0) -> Search:
    return Search(Deadline(seconds), METHODS)


# -- points --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        SQUARE,
        (*SQUARE, greater(x + y, 1)),
        (*SQUARE, equal_to(x + y, 1)),
        (equal_to(x * y, 2), greater(x, 0)),
        (greater(x, y), greater(y, z), at_least(z, 10)),
        (IntegerValued("x"), greater(x, Fraction(1, 2)), at_least(Fraction(7, 2), x)),
        (different(x, 0), at_least(0, x)),
        (),
    ],
)
def test_sampled_points_satisfy_the_facts(facts: tuple[Condition, ...]) -> None:
    points = Sampler(facts, ["z"]).points(20, 60)
    assert points
    assert all(holds(f, p) for p in points for f in facts)
    assert all("z" in p for p in points)
    assert Sampler(facts, ["z"]).points(20, 60) == points


def test_points_of_a_square_include_its_corners() -> None:
    points = {(int(p["x"]), int(p["y"])) for p in Sampler(SQUARE).points(60, 120) if p["x"].q == p["y"].q == 1}
    assert points == {(0, 0), (0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize("facts", [(greater(x, 1), greater(0, x)), (greater(x, 0), at_least(0, x))])
def test_an_empty_domain_has_no_points(facts: tuple[Condition, ...]) -> None:
    assert Sampler(facts).points(5, 50) == []


@given(st.fractions(-3, 3, max_denominator=9), st.fractions(-3, 3, max_denominator=9))
def test_values_agree_with_the_polynomials(a: Fraction, b: Fraction) -> None:
    p = 3 * x**3 * y - Fraction(1, 2) * y * y + 7
    point = {"x": fmpq(a.numerator, a.denominator), "y": fmpq(b.numerator, b.denominator)}
    expected = p.evaluate({"x": a, "y": b})
    assert value(p, point) == fmpq(expected.numerator, expected.denominator)


def test_shrinking_keeps_the_failure() -> None:
    facts: list[Formula] = [greater(x, Fraction(1, 3)), greater(1, x)]
    start = {"x": Fraction(517, 1001), "y": Fraction(-12345, 7)}
    assert shrunk(facts, greater(y, 0), start, Deadline(5)) == {"x": Fraction(1, 2), "y": 0}
    assert shrunk(facts, greater(y, 0), start, Deadline(0)) == start


# -- lemmas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("relation", ["=", "!=", ">", ">="])
@pytest.mark.parametrize("wanted", ["=", "!=", ">", ">="])
@pytest.mark.parametrize("sign", [1, -1])
def test_what_one_fact_implies(relation: str, wanted: str, sign: int) -> None:
    """All implications between two signs of one polynomial, no more: judged by the three possible signs."""
    fact, goal = Condition(x - y, relation), Condition(sign * (x - y), wanted)  # type: ignore[arg-type]
    points = [{"x": Fraction(k), "y": Fraction(0)} for k in (-1, 0, 1)]
    valid = all(goal.holds_at(p) for p in points if fact.holds_at(p))
    theorem = implied(fact, goal)
    assert (theorem is not None) == valid
    if theorem is not None:
        assert theorem.sequent == Sequent(frozenset((fact,)), goal)


@pytest.mark.parametrize("condition", [equal_to(x, y), different(x, y), greater(x, y), at_least(x, y)])
def test_a_condition_clashes_with_its_opposite(condition: Condition) -> None:
    assert clash(condition).sequent == Sequent(frozenset((condition, negation(condition))), FALSE)


def test_facts_are_tidied_with_their_reasons() -> None:
    facts = frozenset((at_least(x, 0), different(x, 0), at_least(3, 1), greater(y, 0), at_least(y, 0)))
    kept, lemmas = tidy(facts)
    assert kept == {greater(x, 0), greater(y, 0)}
    assert [t.sequent for t in lemmas] == [Sequent(frozenset((at_least(x, 0), different(x, 0))), greater(x, 0))]


def test_simpler_facts() -> None:
    known = (greater(y, 1), at_least(z, 0))
    for relation, goal in (
        (">", greater(x, z - z)),
        (">=", at_least(x, 0)),
        ("=", equal_to(x, 0)),
        ("!=", different(x, 0)),
    ):
        facts = frozenset((Condition(x * y**3 * (z + 1), relation), *known))  # type: ignore[arg-type]
        theorem = by_simpler_facts(search(), Goal(facts, goal, 0))
        assert theorem is not None
        assert theorem.sequent.conclusion == goal
        assert theorem.sequent.hypotheses <= facts


# -- methods -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        (SQUARE, at_least(1 - x * y, 0)),
        (SQUARE, greater(2 - x * y, 0)),
        ((greater(x, 1), at_least(y, x)), greater(x * y * y, 1)),
        ((at_least(x, y * y), at_least(y * y + 1, x)), at_least(x * (y * y + 2), y * y * x)),
        ((greater(z, 0), at_least(z * x, y), at_least(y + 1, z * x)), greater(z * x + 1, y)),
    ],
)
def test_bernstein_coefficients(facts: tuple[Condition, ...], claim: Condition) -> None:
    theorem = by_span(search(), Goal(frozenset(facts), claim, 0))
    assert theorem is not None
    assert theorem.sequent.conclusion == claim
    assert theorem.sequent.hypotheses <= set(facts)


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        # factors: an even power that is not zero, one that vanishes, none that vanishes, a product that keeps its sign
        ((different(x, y), greater(z, 0)), greater((x - y) ** 2 * z, 0)),
        ((equal_to(x * x, y), greater(z, 0)), equal_to((x * x - y) * (z + x), 0)),
        ((different(x, y), greater(z, 0)), different((x - y) * z, 0)),
        ((greater(x * y, 0), greater(z, 0)), greater(x * y * (z + 1), 0)),
        ((greater(-1, x), greater(-1, y)), greater(x * y**3, 1)),
        # equations: a variable with a coefficient of known sign; a product that vanishes
        ((equal_to(x * (1 + y * y), z), greater(z, 0)), greater(x, 0)),
        ((equal_to(x * y, 0), different(x, 0)), equal_to(y, 0)),
        ((equal_to(x * y, 0), greater(x * x + y * y, 1)), different(x, y)),
        # cases
        ((different(x, 0),), greater(x**4 + x * x, 0)),
        ((at_least(x, 0), at_least(y, 0), different(x + y, 0)), greater(x * x + y, 0)),
    ],
)
def test_factors_equations_and_cases(facts: tuple[Condition, ...], claim: Condition) -> None:
    outcome = prove(Sequent(frozenset(facts), claim), oracles=False)
    assert isinstance(outcome, Proved)
    assert outcome.theorem.statement == Sequent(frozenset(facts), claim)


@pytest.mark.parametrize(
    "conclusion",
    [
        AnyOf((AllOf((at_least(x, 0), at_least(x * x, 0))), AllOf((greater(0, x),)))),
        AllOf((AnyOf((greater(x, 0), at_least(0, x))), AllOf((at_least(x * x, 0),)))),
        AnyOf((AnyOf((greater(x, y), greater(y, x))), AllOf((equal_to(x, y),)))),
        AllOf((AnyOf((at_least(x * x, 0),)), AnyOf((at_least(x * x, 0),)))),
    ],
)
def test_nested_conclusions_are_proved_as_they_stand(conclusion: Formula) -> None:
    outcome = prove(Sequent(frozenset(), conclusion), oracles=False)
    assert isinstance(outcome, Proved)
    assert outcome.theorem.statement == Sequent(frozenset(), conclusion)


squares = st.lists(
    st.lists(st.integers(-2, 2), min_size=4, max_size=4).map(lambda c: c[0] + c[1] * x + c[2] * y + c[3] * x * y),
    min_size=1,
    max_size=3,
)


@given(squares)
def test_sums_of_squares_are_recognised(roots: list[Polynomial]) -> None:
    p = sum((root * root for root in roots), Polynomial())
    assume(not p.is_constant())
    outcome = prove(Sequent(frozenset(), at_least(p, 0)), oracles=False)
    assert isinstance(outcome, Proved), p


def test_a_semidefinite_program_finds_squares() -> None:
    claim = at_least(2 * x**4 + 2 * x**3 * y - x * x * y * y + 5 * y**4, 0)
    theorem = by_squares(search(), Goal(frozenset(), claim, 2))
    assert theorem is not None
    assert theorem.sequent == Sequent(frozenset(), claim)


fractions = st.fractions(-2, 2, max_denominator=3)


@given(
    st.integers(1, 3).flatmap(lambda n: st.lists(st.lists(fractions, min_size=n, max_size=n), min_size=1, max_size=3))
)
def test_ldl_splits_gram_matrices(rows: list[list[Fraction]]) -> None:
    size = range(len(rows[0]))
    gram = [[sum((r[i] * r[j] for r in rows), Fraction(0)) for j in size] for i in size]
    found = ldl(gram)
    assert found is not None
    assert all(d > 0 for d, _ in found)
    assert gram == [[sum((d * r[i] * r[j] for d, r in found), Fraction(0)) for j in size] for i in size]


@pytest.mark.parametrize("entries", [[[-1]], [[0, 1], [1, 0]], [[1, 2], [2, 1]], [[0, 0], [0, -1]], [[1, 1], [1, 0]]])
def test_ldl_refuses_what_is_not_semidefinite(entries: list[list[int]]) -> None:
    assert ldl([[Fraction(v) for v in row] for row in entries]) is None


facts_and_goals = st.tuples(
    st.lists(st.tuples(fractions, fractions, fractions), min_size=1, max_size=3),
    st.tuples(fractions, fractions, fractions),
)


@given(facts_and_goals)
@settings(max_examples=20)
def test_linear_goals_are_always_decided(data: tuple[list[tuple[Fraction, ...]], tuple[Fraction, ...]]) -> None:
    """Farkas: a linear inequality follows from others in a box, or fails at a vertex."""
    rows, goal = data
    facts = [*SQUARE, *(at_least(a * x + b * y, c) for a, b, c in rows)]
    outcome = prove(Sequent(frozenset(facts), at_least(goal[0] * x + goal[1] * y, goal[2])), oracles=False)
    assert isinstance(outcome, (Proved, Disproved))


# -- constants, time -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "argument"), [("exp", 3), ("log", 7), ("sqrt", 2), ("erf", 1), ("pi", 0), ("exp", -9)]
)
@pytest.mark.parametrize("digits", [3, 30])
def test_decimals_around_a_constant(function: str, argument: int, digits: int) -> None:
    from derivations.arithmetic import kernel

    constant = NamedConstant("x", function, Fraction(argument))  # type: ignore[arg-type]
    ends = approximate(constant, digits)
    assert ends is not None
    assert kernel.enclose(constant, *ends)
    assert ends[1] - ends[0] == Fraction(3, 10**digits)


def test_what_is_no_number_has_no_decimals() -> None:
    assert approximate(NamedConstant("x", "log", Fraction(-1)), 5) is None


def test_deadlines() -> None:
    Deadline(5).check()
    assert 0 < Deadline(5).part(0.5).left() <= 2.5
    with pytest.raises(OutOfTime):
        Deadline(0).check()


# -- solvers -------------------------------------------------------------------------------------------------------


def test_a_question_says_what_the_sequent_says() -> None:
    goal = Sequent(frozenset((IntegerValued("x"), AnyOf((greater(x, Fraction(1, 3)),)))), equal_to(x * x * y, -2))
    asked = question(goal)
    assert asked is not None
    text, names = asked
    assert names == {"x": "v0", "y": "v1"}
    assert "(assert (is_int v0))" in text
    assert "(assert (or (> (+ (- 1.0) (* 3.0 v0)) 0.0)))" in text
    assert "(assert (distinct (+ 2.0 (* 1.0 v0 v0 v1)) 0.0))" in text
    assert question(Sequent(frozenset(), IntegerValued("x"))) is None
    assert question(Sequent(frozenset((NamedConstant("x", "pi", Fraction(0)),)), greater(x, 3))) is None


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solvers_answer(solver: str) -> None:
    pytest.importorskip(solver)
    true = Sequent(frozenset((greater(x, 1),)), greater(x * x, x))
    false = Sequent(frozenset((greater(x, 0),)), greater(x * x, x))
    assert ask(solver, true, 10).verdict == "unsat"  # type: ignore[arg-type]
    assert ask(solver, false, 10).verdict == "sat"  # type: ignore[arg-type]


def test_a_model_becomes_an_exact_counterexample() -> None:
    pytest.importorskip("z3")
    goal = Sequent(frozenset((equal_to(x + y, 1), greater(x * x, 2))), greater(x, y))
    answer = ask("z3", goal, 10)
    point = exact_failure(goal, answer.model, Deadline(5))
    assert point is not None
    assert all(h.holds_at(point) for h in goal.hypotheses)
    assert exact_failure(goal, answer.model, Deadline(0)) is None
    # no rational point: the circle x^2 = 2
    irrational = Sequent(frozenset((equal_to(x * x, 2),)), FALSE)
    assert exact_failure(irrational, ask("z3", irrational, 10).model, Deadline(5)) is None


def test_a_solver_that_hangs_is_stopped() -> None:
    pytest.importorskip("z3")
    answer = ask("z3", Sequent(frozenset(), greater(x**4, x)), 0.001)
    assert answer.verdict == "unknown"
    assert "no answer" in answer.reason


def test_what_several_solvers_say_names_them_all() -> None:
    goal = Sequent(frozenset((greater(x, 1),)), greater(x * x, x))
    theorem = believed(goal, ["z3", "cvc5"])
    assert theorem.sequent == goal
    assert theorem.oracles == {"z3", "cvc5"}
    assert with_lemmas(theorem, ()) is theorem


def test_a_square_alone_is_not_shown_to_be_positive_by_completing_it() -> None:
    impossible = frozenset((Condition(x, ">"), Condition(-x, ">")))
    for facts in (frozenset(), impossible):
        assert by_square(search(), Goal(facts, Condition((x - y) ** 2, ">"), 2)) is None
    assert by_square(search(), Goal(frozenset(), Condition((x - y) ** 2 + 1, ">"), 2)) is not None


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        ((equal_to(y * y, x * (1 - x)),), at_least(1, 2 * y)),  # a tie at x = y = 1/2
        ((equal_to(y * y, x * (1 - x)),), greater(Fraction(501, 1000), y)),
        ((equal_to(y * y, x), at_least(y, 0), greater(x, 4)), greater(3 * y - 1, 5)),
        ((equal_to(z * y * y, x), greater(z, x), at_least(x, 0)), at_least(1, y)),
        ((equal_to(y * y, x),), at_least(y**3 + y**2 * 2 + 2 * y * x + 9, 0)),  # fails where y < -3
    ],
)
def test_the_conjugate_of_a_root(facts: tuple[Condition, ...], claim: Condition) -> None:
    theorem = by_conjugate(search(), Goal(frozenset(facts), claim, 0))
    fails_somewhere = isinstance(prove(Sequent(frozenset(facts), claim), oracles=False), Disproved)
    assert (theorem is None) == fails_somewhere
    if theorem is not None:
        assert theorem.sequent.conclusion == claim
        assert theorem.sequent.hypotheses <= set(facts)
        assert not theorem.oracles


@pytest.mark.parametrize(
    ("facts", "claim"),
    [
        ((greater(y**2, x**2), greater(y, 0)), greater(y, x)),
        ((at_least(y**2, x**2), at_least(y, 0)), at_least(y, x)),
        ((greater(y**2, x**2), at_least(y, 0)), greater(y + x, 0)),
        ((greater(2 * y**2 * z, 2 * x**2 * z), greater(y, 0), greater(z, 0)), greater(y, x)),
    ],
)
def test_a_factor_of_a_fact_has_its_sign(facts: tuple[Formula, ...], claim: Formula) -> None:
    found = prove(Sequent(frozenset(facts), claim), oracles=False)
    assert isinstance(found, Proved)
    assert not found.theorem.oracles


def test_a_factor_of_a_fact_has_no_sign_by_itself() -> None:
    assert isinstance(prove(Sequent(frozenset((greater(y**2, x**2),)), greater(y, x))), Disproved)
    assert isinstance(prove(Sequent(frozenset((at_least(y**2, x**2), at_least(y, 0))), greater(y, x))), Disproved)


def test_equations_do_not_put_back_for_ever_what_they_took_away() -> None:
    positive = frozenset(greater(Polynomial.variable(name), 0) for name in "xyzab")
    a, b = (Polynomial.variable(name) for name in "ab")
    goal = Goal(
        positive | {equal_to(x * y, z * a), equal_to(y * z, a * b)}, greater((x * z - y * a - b) ** 2 + y, 0), 1
    )
    alone = Search(Deadline(20.0), tuple(method for method in METHODS if method[2] is by_equation))
    assert alone.prove(goal.facts, goal.claim, goal.effort) is None


def test_a_deadline_counts_what_solvers_compute_and_no_other_process() -> None:
    """Coq may be at work beside a search."""
    deadline = Deadline(100.0)
    subprocess.run([sys.executable, "-c", "sum(i * i for i in range(10**7))"], check=True)
    assert deadline.left() > 99.8
    pytest.importorskip("z3")
    assert ask("z3", Sequent(frozenset((greater(x, 1),)), greater(x, 0)), 10).verdict == "unsat"
    assert deadline.left() < 99.99
    solver_took(50.0)
    assert deadline.left() < 50.0
