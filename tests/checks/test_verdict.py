"""The verdict logic: every way in which outcomes make a verdict, and every theorem that must not."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from checks.claims.argued import argument
from checks.claims.verdict import (
    Finding,
    Outcome,
    Verdict,
    failure_at_constants,
    first_break,
    is_failure_at_constants,
    judge_claim,
    judge_reading,
    summary,
)
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LinearProgram, Sequent
from derivations.logic import kernel as logic
from derivations.logic.reader import read_statement
from derivations.logic.tactics import goal
from derivations.logic.terms import Number
from derivations.prover import Disproved, Proved, prove
from derivations.theory.automatic import automatic
from derivations.theory.refutation import refuted_at
from mechanisms.exact.formula import Comparison, IntegerValued, NamedConstant, all_of, at_least, equal_to, greater
from mechanisms.exact.polynomial import Polynomial

X = Polynomial.variable("x")
TRUE = Sequent(frozenset((greater(X, 1),)), greater(X * X, 1))
FALSE = Sequent(frozenset((greater(X, 1),)), greater(X * X, 2))


def proved(sequent: Sequent) -> Outcome:
    found = prove(sequent)
    assert isinstance(found, Proved)
    return Outcome("proved", sequent, found.theorem)


def refuted(sequent: Sequent) -> Outcome:
    found = prove(sequent)
    assert isinstance(found, Disproved)
    return Outcome("refuted", sequent, found.theorem)


OPEN = Outcome("open", TRUE, None, reason="no time")
EVIDENCE = Outcome("sampled", TRUE, None, evidence="10^6 samples")


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        ([], Verdict.UNKNOWN),
        ([proved(TRUE)], Verdict.PROVED),
        ([proved(TRUE), refuted(FALSE)], Verdict.REFUTED),
        ([OPEN, refuted(FALSE)], Verdict.REFUTED),
        ([proved(TRUE), OPEN], Verdict.UNKNOWN),
        ([proved(TRUE), EVIDENCE], Verdict.CHECKED),
        ([EVIDENCE, OPEN], Verdict.UNKNOWN),
    ],
)
def test_a_reading_is_only_as_good_as_its_weakest_obligation(outcomes: list[Outcome], verdict: Verdict) -> None:
    assert judge_reading(outcomes) is verdict


@pytest.mark.parametrize("printed", list(Verdict))
@pytest.mark.parametrize("correction", [None, *Verdict])
def test_only_a_refuted_claim_with_a_proved_correction_is_corrected(
    printed: Verdict, correction: Verdict | None
) -> None:
    expected = Verdict.CORRECTED if (printed, correction) == (Verdict.REFUTED, Verdict.PROVED) else printed
    assert judge_claim(printed, correction) is expected


def test_a_theorem_about_something_else_proves_and_refutes_nothing() -> None:
    other = proved(TRUE).theorem
    counterexample = refuted(FALSE).theorem
    for outcome in (Outcome("", FALSE, other), Outcome("", TRUE, counterexample)):
        assert not outcome.proved
        assert not outcome.refuted
        assert judge_reading([outcome]) is Verdict.UNKNOWN


def test_the_break_is_the_first_refuted_member() -> None:
    second = refuted(FALSE)
    assert first_break([proved(TRUE), second, refuted(FALSE)]) is second
    assert first_break([proved(TRUE), OPEN]) is None


def test_the_point_of_a_refutation_is_exact_and_makes_the_claim_fail() -> None:
    point = refuted(FALSE).point
    assert set(point) == {"x"}
    assert 1 < point["x"] ** 2 <= 2
    assert OPEN.point == {}


def test_oracles_are_carried_along() -> None:
    trusted = kernel.oracle("z3", TRUE)
    assert Outcome("", TRUE, trusted).oracles == {"z3"}
    assert OPEN.oracles == frozenset()


ROOT_OF_E = NamedConstant("x", "exp", Fraction(1, 2))


def test_a_sequent_about_constants_is_refuted_by_its_failure() -> None:
    claim = Sequent(frozenset((ROOT_OF_E, at_least(X, 1))), greater(X, Fraction(33, 20)))
    failure = failure_at_constants(claim)
    assert failure == Sequent(frozenset((ROOT_OF_E,)), all_of((at_least(X, 1), at_least(Fraction(33, 20), X))))
    found = prove(failure)
    assert isinstance(found, Proved)
    outcome = Outcome("", claim, found.theorem)
    assert outcome.refuted
    assert outcome.point == {}
    assert judge_reading([outcome]) is Verdict.REFUTED


@pytest.mark.parametrize(
    "sequent",
    [
        TRUE,
        Sequent(frozenset((ROOT_OF_E,)), greater(X, Polynomial.variable("y"))),
        Sequent(frozenset((ROOT_OF_E, NamedConstant("x", "exp", Fraction(1)))), greater(X, 1)),
        Sequent(frozenset((NamedConstant("x", "log", Fraction(-1)),)), greater(X, 1)),
        Sequent(frozenset((ROOT_OF_E, IntegerValued("N"))), greater(X, Polynomial.variable("N"))),
    ],
)
def test_what_is_not_about_existing_constants_alone_has_no_such_failure(sequent: Sequent) -> None:
    assert failure_at_constants(sequent) is None


def test_a_sequent_about_a_root_is_refuted_by_its_failure() -> None:
    """x >= 0 and x^2 = 2 is a point, at which x > 3/2 fails; x^2 = -2 is none, and x alone may be the other root."""
    sign, square = at_least(X, 0), equal_to(X * X, 2)
    failure = failure_at_constants(Sequent(frozenset((sign, square)), greater(X, Fraction(3, 2))))
    assert failure == Sequent(frozenset((sign, square)), all_of([at_least(Fraction(3, 2), X)]))
    assert isinstance(prove(failure), Proved)
    assert is_failure_at_constants(failure)
    assert is_failure_at_constants(Sequent(frozenset((ROOT_OF_E, sign, square)), failure.conclusion))
    for hypotheses in ((), (square,), (sign, equal_to(X * X, -2)), (sign, square, greater(X, 1))):
        assert not is_failure_at_constants(Sequent(frozenset(hypotheses), failure.conclusion))


def test_a_statement_that_is_no_sequent_is_proved_by_its_own_theorem_only() -> None:
    program = LinearProgram.dense((Fraction(1),), ((Fraction(1),),), (Fraction(2),))
    theorem = kernel.weak_duality(program, (Fraction(2),), (Fraction(1),), ())
    assert Outcome("", theorem.statement, theorem).proved
    assert not Outcome("", theorem.statement, theorem).refuted
    assert not Outcome("", theorem.statement, None).refuted


def test_findings_are_ordered_by_weight() -> None:
    assert list(Finding) == ["false", "missing-hypothesis", "invalid-step", "misprint", "rounding"]


# -- statements in the logic, and what is argued -----------------------------------------------------------------------

GROWS = read_statement("forall x. 1 < x implies x < x*x")


def test_a_statement_in_the_logic_is_proved_or_refuted_by_one_theorem() -> None:
    wanted = goal(GROWS)
    theorem = wanted.qed(automatic(wanted))
    found = Outcome("the statement", GROWS, theorem)
    assert (found.proved, found.refuted, found.says_nothing, found.oracles) == (True, False, False, frozenset())
    assert judge_reading([found]) is Verdict.PROVED
    assert not Outcome("another", read_statement("forall x. 1 < x implies x < 2*x"), theorem).proved
    false = read_statement("forall x. 1 < x implies 2*x < x*x")
    against = Outcome("the statement", false, refuted_at(false, [Number(2)]))
    assert (against.proved, against.refuted, against.point) == (False, True, {})
    assert judge_reading([against]) is Verdict.REFUTED
    assuming = Outcome("the statement", GROWS, logic.assume(GROWS))
    assert (assuming.shown, assuming.proved) == (None, False)


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("forall x y. x + y = x + y", True),
        ("forall x. 0 < x implies 0 < x", True),
        ("true", True),
        ("forall x y. x + y = y + x", False),
    ],
)
def test_a_statement_says_nothing_where_its_sides_are_equal_or_it_is_assumed(text: str, nothing: bool) -> None:
    assert Outcome("the statement", read_statement(text), None).says_nothing is nothing


def test_what_an_argument_settles_is_argued_and_equal_sides_only_define() -> None:
    word = argument("normal-by-error-function")
    assert (word.argued, word.says_nothing) == (("normal-by-error-function",), True)
    assert judge_reading([word, proved(TRUE)]) is Verdict.ARGUED
    assert judge_reading([word, refuted(FALSE)]) is Verdict.ARGUED
    same = Outcome("same", Sequent(frozenset((greater(X, 1),)), greater(X, 1)), None)
    assert same.says_nothing
    both = all_of([Comparison(X, "=", X), Comparison(X, "<=", X)])
    assert Outcome("equal sides", Sequent(frozenset(), both), None).says_nothing
    assert not Outcome("sides", Sequent(frozenset(), Comparison(X, "=", X * X)), None).says_nothing
    number = Outcome("1 > 0", Sequent(frozenset(), greater(Polynomial.constant(1), 0)), None)
    assert number.says_nothing
    equal = Sequent(frozenset(), Comparison(X, "=", X))
    assert judge_reading([proved(equal)]) is Verdict.DEFINED


def test_a_variable_is_one_of_the_print_or_only_linked_to_it() -> None:
    assert OPEN.speaks_of("anything")
    assert not Outcome("open", TRUE, None, spoken=frozenset({"x"})).speaks_of("y")


def test_the_summary_counts_in_the_order_of_verdicts():
    records = [SimpleNamespace(verdict=v) for v in ("outside", "proved", "corrected", "proved", "unknown")]
    assert list(summary(records).items()) == [("proved", 2), ("corrected", 1), ("unknown", 1), ("outside", 1)]
    assert summary([]) == {}
