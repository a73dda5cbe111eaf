"""Largest and least of lists: over intervals, in quotients, and among budgets."""

import pytest

from checks.interpreter import Interpreter, Notation, with_domain
from checks.interpreter.values import MeaninglessError
from checks.reading import Symbols, function, read_latex, symbol
from derivations.prover import Disproved, Proved, prove
from mechanisms.exact.domain import Domain, above, within

SYMBOLS = Symbols(
    symbol("a"), symbol("b"), function("w", arities=(0, 1)), symbol("eps", r"\epsilon"), symbol("eps1", r"\epsilon_1")
)
DOMAIN = Domain.of(
    within("a", 1, 2),
    within("b", 1, 2),
    within("w", -1, 1),
    above("x", 1, closed=True),
    above("x1", 1, closed=True),
    exponentials={"eps": "x", "eps1": "x1"},
)
NOTATION = Notation(SYMBOLS, DOMAIN)


def outcomes(latex: str) -> list[type]:
    found = Interpreter(NOTATION).obligations(read_latex(latex, SYMBOLS))
    return [type(prove(with_domain(o.sequent, DOMAIN), budget_seconds=5.0)) for o in found]


@pytest.mark.parametrize(
    "latex",
    [
        r"\max_{w\in[-1,1]}\{aw,-aw\}=a",
        r"\max\{\max_{w\in[-1,1]}\{a+w,1\}\}=a+1",
        r"\max_{w\in[-1,1]}\left\{\frac{a}{3+w},\frac{a}{3-w}\right\}=\frac{a}{2}",
        r"\max\left\{\frac{\max\{a,2a\}}{\min_{w\in[-1,1]}\{3+w\}}\right\}=a",
        r"\min\{a,2a\}=a",
        r"\epsilon_1=\epsilon_1+\ln(1)",
        r"\epsilon_1=\max\{0,\epsilon_1\}",
        r"\epsilon_1\leq\max\{\epsilon,\epsilon_1\}",
    ],
)
def test_what_holds_is_proved(latex: str) -> None:
    assert set(outcomes(latex)) == {Proved}


@pytest.mark.parametrize(
    "latex",
    [
        r"\max_{w\in[-1,1]}\{aw,-aw\}=1",
        r"\max\{a,b\}=a",
        r"\epsilon=\max\{\epsilon,\epsilon_1\}",
        r"\epsilon_1<\max\{0,\epsilon_1\}",
        # The least value is inside: the corners do not have it.
        r"\min_{w\in[-1,1]}\{aw^2\}=a",
        r"\max_{w\in[-1,1]}\left\{\frac{a}{2+w}\right\}=\frac{a}{2}",
    ],
)
def test_what_fails_is_refuted(latex: str) -> None:
    assert Disproved in outcomes(latex)


@pytest.mark.parametrize("latex", [r"\max_{w\in[-1,1]}\{\min\{a,b\},a\}=a", r"\frac{\max\{a,b\}}{\max\{a,b\}}=1"])
def test_what_has_no_meaning_is_refused(latex: str) -> None:
    with pytest.raises(MeaninglessError):
        outcomes(latex)
