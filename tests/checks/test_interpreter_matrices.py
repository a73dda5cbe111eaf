"""Transposes, inverses and columns: what is proved of printed matrices, and what the second witness says of them."""

from fractions import Fraction

import pytest

from checks.interpreter import Interpreter, Notation, with_domain
from checks.interpreter.values import MatrixValue, MeaninglessError, Point
from checks.reading import Symbols, read_latex, symbol
from checks.witness import Evaluator, Meanings
from checks.witness.meanings import NotEvaluatedError
from derivations.prover import Proved, prove
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

P = RationalFunction(Polynomial.variable("p"))
ROWS = ((P, 1 - P), (RationalFunction.of(Fraction(1, 3)), RationalFunction.of(Fraction(2, 3))))
SYMBOLS = Symbols(symbol("p"), symbol("A"), symbol("v"))
NOTATION = Notation(
    SYMBOLS,
    Domain.of(Parameter("p", Fraction(1, 2), Fraction(1), low_open=True)),
    names={"A": lambda _: MatrixValue(ROWS), "v": lambda _: Point((P, 1 - P))},
)
TRUE = [
    r"A^{\top} = \begin{pmatrix} p & 1/3 \\ 1-p & 2/3 \end{pmatrix}",
    r"A^{-1}A = AA^{-1}",
    r"(A^\top)^{-1} = (A^{-1})^\top",
    r"A v = (p^2 + (1-p)^2, p/3 + 2(1-p)/3)",
    r"(A v)^\top = v A^\top",
    r"v^\top v = \begin{pmatrix} p^2 & p(1-p) \\ p(1-p) & (1-p)^2 \end{pmatrix}",
    r"A^{-1} = \frac{1}{p-1/3} \begin{pmatrix} 2/3 & p-1 \\ -1/3 & p \end{pmatrix}",
]


def at(number: Fraction) -> Evaluator:
    """The second witness at a point, where it takes the names by their own entries."""
    rows = ((number, 1 - number), (Fraction(1, 3), Fraction(2, 3)))
    meanings = Meanings({"A": lambda _: rows, "v": lambda _: rows[0]}, {}, {})
    return Evaluator(meanings, {"p": number})


@pytest.mark.parametrize("printed", TRUE)
def test_what_holds_is_proved_and_witnessed(printed: str) -> None:
    tree = read_latex(printed, SYMBOLS)
    interpreter = Interpreter(NOTATION)
    for obligation in interpreter.obligations(tree):
        assert isinstance(prove(with_domain(obligation.sequent, NOTATION.domain)), Proved), obligation.label
    assert at(Fraction(5, 7)).truth(tree)


@pytest.mark.parametrize("printed", [r"A^\top = A", r"A^{-1} = A^\top", r"Av = vA"])
def test_what_does_not_hold_is_seen_by_the_witness(printed: str) -> None:
    assert not at(Fraction(5, 7)).truth(read_latex(printed, SYMBOLS))


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (r"p^\top = p", "only a matrix or a tuple has a transpose"),
        (r"A(1,2,3) = A", "2 columns is multiplied by one with 1 rows"),
        (r"(1,2)^{-1} = A", "number"),
    ],
)
def test_what_has_no_meaning_says_why(printed: str, reason: str) -> None:
    tree = read_latex(printed, SYMBOLS)
    with pytest.raises(MeaninglessError, match=reason):
        Interpreter(NOTATION).obligations(tree)
    with pytest.raises((NotEvaluatedError, TypeError)):
        at(Fraction(5, 7)).truth(tree)


def test_a_singular_matrix_has_no_inverse_at_the_point() -> None:
    with pytest.raises(ZeroDivisionError, match="singular"):
        at(Fraction(1, 3)).truth(read_latex(r"A^{-1} = A", SYMBOLS))
