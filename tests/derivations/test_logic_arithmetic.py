"""What formulas say in arithmetic: never more of a hypothesis, never less of a conclusion."""

from __future__ import annotations

from fractions import Fraction

import pytest

from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.arithmetic.statements import DerivativeOf, LogLinear, Quotient, Sequent
from derivations.logic import kernel
from derivations.logic.arithmetic import NoArithmeticError, in_arithmetic
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.reader import read_statement, read_term
from derivations.logic.tactics import ProofError, arithmetic, fresh, term
from derivations.logic.terms import BOOL, FALSE, REAL, TRUE, Bound, Free, Number, Term
from mechanisms.exact.formula import AllOf, AnyOf, Comparison, Formula, IntegerValued, NamedConstant, in_polynomials

NAMES = {"x": REAL, "y": REAL, "A": BOOL}
x, y = Free("x"), Free("y")


def formula(text: str) -> Term:
    return read_statement(text, NAMES)


def said(text: str, *atoms: Term, known: bool) -> Formula:
    """What a hypothesis or a conclusion says."""
    hypotheses, conclusion = in_arithmetic(
        (formula(text),) if known else (), TRUE if known else formula(text), atoms or (x, y)
    )
    written = [h for h in hypotheses if not isinstance(h, NamedConstant)]
    return in_polynomials(written[0]) if known else in_polynomials(conclusion)


def refused(text: str, *, known: bool) -> None:
    with pytest.raises(NoArithmeticError):
        said(text, known=known)


@pytest.mark.parametrize("text", ["x/y = 1", "not x/y = 1", "1/(x - x) = 0", "x = 1 and 1/x < 2", "0 < 1/(1/x)"])
def test_a_quotient_in_a_hypothesis_has_a_number_as_divisor(text: str) -> None:
    refused(text, known=True)
    refused(f"{text} implies x = 1", known=False)
    refused(f"not ({text} and 0 < x)", known=False)


def test_a_quotient_in_a_hypothesis_may_be_an_atom() -> None:
    quotient = read_term("x/y", NAMES)
    hypotheses, _ = in_arithmetic((formula("x/y = 2"),), TRUE, (x, quotient))
    assert [str(h) for h in hypotheses if isinstance(h, Comparison)] == ["t1 = 2"]


def test_a_quotient_in_a_conclusion_says_that_no_divisor_is_zero() -> None:
    assert not said("x/x = 1", known=False).holds_at({"t0": 0, "t1": 0})
    assert said("x/x = 1", known=False).holds_at({"t0": 3, "t1": 0})
    assert not said("x/y = x/y", known=False).holds_at({"t0": 1, "t1": 0})
    assert not said("not x/y = 1", known=False).holds_at({"t0": 1, "t1": 0})
    assert not said("0*(1/y) = 0", known=False).holds_at({"t0": 1, "t1": 0})
    assert said("1/(x - x) = 1/(x - x)", known=False) == AnyOf(())
    for text in ("x/0 = x/0", "x/x = 1", "x/y*y = x", "1/x != 2 implies true"):
        with pytest.raises(ProofError):
            arithmetic(formula(text), seconds=2)


def test_a_known_quotient_by_a_number_is_one() -> None:
    assert said("x/2 = y", known=True).holds_at({"t0": 2, "t1": 1})


def test_connectives_and_relations() -> None:
    points = [{"t0": Fraction(a), "t1": Fraction(b)} for a in (-1, 0, 1) for b in (-1, 0, 1)]
    for text, holds in (
        ("x < y", lambda a, b: a < b),
        ("x <= y", lambda a, b: a <= b),
        ("x = y", lambda a, b: a == b),
        ("x != y", lambda a, b: a != b),
        ("not x < y", lambda a, b: a >= b),
        ("not x <= y", lambda a, b: a > b),
        ("not not x < y", lambda a, b: a < b),
        ("not (x < y and 0 < x)", lambda a, b: not (a < b and a > 0)),
        ("not (x < y or 0 < x)", lambda a, b: not (a < b or a > 0)),
        ("x < y implies 0 < x", lambda a, b: a >= b or a > 0),
        ("not (x < y implies 0 < x)", lambda a, b: a < b and a <= 0),
        ("true", lambda a, b: True),
        ("false", lambda a, b: False),
        ("x^2*y = y", lambda a, b: a * a * b == b),
    ):
        for known in (True, False):
            meaning = said(text, known=known)
            assert [meaning.holds_at(point) for point in points] == [holds(*point.values()) for point in points], text


def test_what_arithmetic_does_not_know_is_refused() -> None:
    for text in (
        "A",
        "not A",
        "A iff A",
        "not (A iff A)",
        "(x < y) = (y < x)",
        "(fun z. z) = (fun z. z)",
        "exists z. z = x",
        "integer(x + y)",
        "integer(1/2)",
        "not integer(x)",
        "exp(x) = 1",
        "x^y = 1",
        "x^0 = 1",
        "x^(1/2) = 1",
        "x^(-1) = 1",
        "x^1001 = 1",
        "((x^1000)^1000)^1000 = 0",
        "((9^999)^999)^999 = 1",
    ):
        refused(text, known=True)
        refused(text, known=False)


def test_what_would_take_forever_to_multiply_out_is_refused() -> None:
    names = {f"x{i}": REAL for i in range(8)}
    huge = read_statement(f"({' + '.join(names)})^1000 = 0", names)
    with pytest.raises(NoArithmeticError, match="too many terms"):
        in_arithmetic((), huge, tuple(map(Free, names)))


def test_integers() -> None:
    assert said("integer(x)", known=True) == IntegerValued("t0")
    assert said("integer(x + y)", read_term("x + y", NAMES), known=False) == IntegerValued("t0")
    refused("integer(x) implies x = 1", known=False)


def test_a_number_as_an_atom_is_any_number() -> None:
    """Whoever gives 1/2 as an atom says less, not more."""
    half = read_term("1/2")
    hypotheses, conclusion = in_arithmetic((formula("integer(1/2)"),), formula("x = 1/2"), (x, half))
    assert IntegerValued("t1") in hypotheses
    assert str(conclusion) == "t0 = t1"


@pytest.mark.parametrize(
    "atoms", [(x, x), (x, Free("x")), (Free("A", BOOL),), (Bound(0, REAL),), (Free("f", read_term("fun z. z").type),)]
)
def test_atoms_are_different_numbers(atoms: tuple[Term, ...]) -> None:
    with pytest.raises(NoArithmeticError, match="atoms are different numbers"):
        in_arithmetic((), TRUE, atoms)


def test_constants_are_known_by_their_values() -> None:
    texts = ("exp(1/2)", "log(3)", "sqrt(2)", "log(0)", "sqrt(-1)", "sqrt(0)", "log(-2)", "exp(x)", "log(x)")
    atoms = tuple(read_term(text, NAMES) for text in texts)
    hypotheses, _ = in_arithmetic((), TRUE, (x, *atoms))
    assert hypotheses == {
        NamedConstant("t1", "exp", Fraction(1, 2)),
        NamedConstant("t2", "log", Fraction(3)),
        NamedConstant("t3", "sqrt", Fraction(2)),
    }


# -- the rule ------------------------------------------------------------------------------------------------------


def lent(hypotheses: tuple[Term, ...], conclusion: Term, atoms: tuple[Term, ...]) -> arithmetic_kernel.Theorem:
    """What the rule asks for, believed."""
    given, wanted = in_arithmetic(hypotheses, conclusion, atoms)
    return arithmetic_kernel.oracle("test", Sequent(given, wanted))


def test_by_arithmetic() -> None:
    positive, square = formula("0 < x"), formula("0 < x*x")
    theorem = lent((positive,), square, (x,))
    made = kernel.by_arithmetic(theorem, (positive,), square, (x,))
    assert (made.conclusion, made.hypotheses, made.oracles) == (square, {positive}, {"test"})
    more = kernel.by_arithmetic(theorem, (positive, formula("x = y")), square, (x, y))
    assert more.hypotheses == {positive, formula("x = y")}
    for hypotheses, conclusion, atoms, reason in (
        ((), square, (x,), "assumes more"),
        ((positive,), positive, (x,), "concludes"),
        ((positive,), square, (x, x), "atoms are different"),
        ((positive,), square, (y,), "does not know x"),
        ((formula("0 < y"),), square, (x, y), "assumes more"),
        ((positive,), FALSE, (x,), "concludes"),
        ((formula("A"),), square, (x,), "does not know what A says"),
    ):
        with pytest.raises(LogicError, match=reason):
            kernel.by_arithmetic(theorem, hypotheses, conclusion, atoms)


def test_only_sequents_are_used() -> None:
    zero = Quotient(_constant(0), _constant(1))
    slope = arithmetic_kernel.derivative(LogLinear(zero), "t0", zero)
    assert isinstance(slope.statement, DerivativeOf)
    with pytest.raises(LogicError, match="a sequent is needed"):
        kernel.by_arithmetic(slope, (), TRUE, ())


def _constant(value: int):  # type: ignore[no-untyped-def]
    from mechanisms.exact.polynomial import Polynomial

    return Polynomial.constant(value)


@pytest.mark.parametrize(
    "text",
    [
        "x/x = 1",
        "x*x = x*x + 1",
        "integer(x) implies x = 0",
        "sqrt(-1)*sqrt(-1) = -1",
        "0 < log(0) or log(0) <= -1",
        "exp(1) < 2",
        "x^2 = 2 implies not x = 1 and x < 0",
        "(1/y)*y = 1",
        "x/y = x*(1/y) implies false",
    ],
)
def test_the_prover_finds_no_proof_of_what_is_false_or_has_no_value(text: str) -> None:
    with pytest.raises(ProofError):
        arithmetic(formula(text), seconds=2)


def test_what_is_true_is_proved() -> None:
    for text in ("0 <= x*x", "exp(1) < 3", "sqrt(2)*sqrt(2) = 2 or 1 < sqrt(2) < 2", "x < y implies x < (x + y)/2",
                 "1 <= x implies 0 < 1/x", "x = y iff not (x < y or y < x)"):  # fmt: skip
        goal = formula(text)
        try:
            found: Proved = arithmetic(goal, seconds=5)
        except ProofError:
            assert " iff " in text  # a relation of truth values is none of arithmetic
        else:
            assert found.conclusion == goal
            assert not found.hypotheses


def test_true_and_false_are_the_empty_conjunction_and_disjunction() -> None:
    assert in_arithmetic((), TRUE, ())[1] == AllOf(())
    assert in_arithmetic((), FALSE, (Number(1),))[1] == AnyOf(())


def test_what_was_asked_last_is_remembered_by_its_objects_only() -> None:
    """The same tuples are not gone through again; a list may change, and equal objects are not the same ones."""
    given, atoms = (formula("x < 1"),), (x, y)
    first = in_arithmetic(given, TRUE, atoms)
    assert in_arithmetic(given, TRUE, atoms) is first
    assert in_arithmetic((formula("x < 1"),), TRUE, atoms) is not first
    assert in_arithmetic((formula("x < 1"),), TRUE, atoms) == first
    changing = [formula("x < 1")]
    assert in_arithmetic(changing, TRUE, atoms) == first
    changing[0] = formula("x < 2")
    assert in_arithmetic(changing, TRUE, atoms) != first


def test_what_arithmetic_does_not_show_is_told_in_formulas_of_a_reader():
    z = fresh(Free("x"))
    with pytest.raises(ProofError) as failed:
        arithmetic(term("x <= 3/2", x=z), term("1 <= x and x <= 2", x=z))
    assert str(failed.value) == "arithmetic does not show x <= 3/2 from 1 <= x <= 2: it would fail where x = 2"
    long = " + ".join(["7*x^2"] * 25)
    with pytest.raises(ProofError, match=r"does not show 7\*x\^2 .{100,200} \.\.\. from x <= 1: "):
        arithmetic(term(f"{long} <= 3", x=z), term("x <= 1", x=z))
