from fractions import Fraction

import pytest
import sympy

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Quotient
from derivations.prover.quantities import (
    Fact,
    NoSuchIdentityError,
    at_values,
    by_certificate,
    closed_form,
    denial,
    fresh_name,
    unreduced_sum,
)
from derivations.steps import Derivation, Step, Written, joined, relation, written
from mechanisms.exact.formula import Condition, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

x, y, v = (Polynomial.variable(name) for name in "xyv")
ONE = Polynomial.constant(1)


def test_a_value_is_written_as_text_and_as_latex() -> None:
    value = RationalFunction(x, x + 1)
    assert written(value) == Written("x/(x + 1)", r"\frac{x}{x + 1}")
    assert written(value, {"x": sympy.exp(sympy.Symbol("epsilon"))}).latex == r"\frac{e^{\epsilon}}{e^{\epsilon} + 1}"
    assert written(Fraction(-3, 4)).text == "-3/4"
    assert written(sympy.sqrt(2)) == Written("sqrt(2)", r"\sqrt{2}")


def test_writing_is_compared_by_what_is_written_and_made_once() -> None:
    calls = []
    lazy = Written(lambda: calls.append("text") or "x", lambda: calls.append("latex") or "x")  # type: ignore[func-returns-value]
    assert calls == []
    assert lazy == Written("x", "x") != Written("x", "y")
    assert hash(lazy) == hash(Written("x", "x"))
    assert repr(lazy) == "Written('x', 'x')"
    assert calls.count("text") == 1


def test_a_chain_alternates_values_and_relations() -> None:
    chain = relation(Written("V", "V"), "=", x * y, "<=", 1)
    assert chain == Written("V = x*y <= 1", r"V = x y \leq 1")
    with pytest.raises(ValueError, match="part 1"):
        relation(x, y)
    with pytest.raises(ValueError, match="part 0"):
        relation("=", x)
    with pytest.raises(ValueError, match="'~'"):
        relation(x, "~", y)


def test_a_derivation_prints_its_steps_in_order_and_lists_its_theorems() -> None:
    fact = kernel.assume(Condition(x, ">"))
    derivation = Derivation(
        "A_title", (Step("50% of $ & more", "by x_1 < 2"), Step(relation(x, ">", 0), "assumed", fact)), written(x)
    )
    assert derivation.theorems == (fact,)
    assert str(derivation).splitlines() == [
        "A_title",
        "  1. 50% of $ & more  [by x_1 < 2]",
        "  2. x > 0  [assumed]  (theorem)",
        "  Result: x",
    ]
    latex = derivation.latex()
    assert r"50\% of \$ \& more (by x\_1 \textless{} 2)" in latex
    assert latex.index(r"\begin{enumerate}") < latex.index(r"$\displaystyle x > 0$") < latex.index(r"\end{enumerate}")
    assert r"\begin{aligned}" in derivation._repr_latex_()
    assert r"& x > 0 && \text{assumed} \\" in derivation._repr_latex_()


def test_a_derivation_without_steps_is_refused() -> None:
    with pytest.raises(ValueError, match="has no steps"):
        Derivation("empty", (), written(x))


def test_statements_are_joined_by_commas() -> None:
    assert joined([written(x), written(y)]) == Written("x, y", r"x,\quad y")


def test_fresh_names_avoid_every_taken_name() -> None:
    assert fresh_name("z", {"z", "z_", "y"}) == "z__"
    assert fresh_name("z", ()) == "z"


def test_closed_form_states_definition_and_nonzero_denominator() -> None:
    theorem = closed_form("v", Quotient(x * x - 1, (x + 1) * y), RationalFunction(x - 1, y))
    assert theorem.sequent.conclusion == equal_to(v * y, x - 1)
    assert theorem.sequent.hypotheses == {
        equal_to(v * (x + 1) * y, x * x - 1),
        Condition((x + 1) * y, "!="),
    }
    assert not theorem.oracles


def test_closed_form_at_a_point_needs_the_point() -> None:
    definition = Quotient(x * y, x + y)
    theorem = closed_form("v", definition, RationalFunction(y, y + 1), {"x": 1})
    assert equal_to(x, 1) in theorem.sequent.hypotheses
    with pytest.raises(NoSuchIdentityError):
        closed_form("v", definition, RationalFunction(y, y + 1))
    with pytest.raises(NoSuchIdentityError):
        closed_form("v", Quotient(ONE, x - 1), RationalFunction.of(1), {"x": 1})


def test_closed_form_at_two_points() -> None:
    theorem = closed_form("v", Quotient(x * y + x, x + y), RationalFunction.of(1), {"x": 1, "y": 1})
    assert theorem.sequent.conclusion == equal_to(v, 1)
    assert {equal_to(x, 1), equal_to(y, 1)} <= theorem.sequent.hypotheses


def test_a_wrong_closed_form_is_no_theorem() -> None:
    with pytest.raises(NoSuchIdentityError, match="is not"):
        closed_form("v", Quotient(x, y), RationalFunction(y, x))
    with pytest.raises(NoSuchIdentityError):
        closed_form("v", Quotient(x, Polynomial()), RationalFunction.of(0))


def test_sums_of_products_keep_their_denominators() -> None:
    total = unreduced_sum([(x, RationalFunction(ONE, y)), (y, RationalFunction(ONE, y))])
    assert (total.numerator, total.denominator) == (x + y, y)
    assert unreduced_sum([]).numerator.is_zero()


def test_certificates_may_be_written_at_any_scale() -> None:
    # x >= 2, y > 1/3 |- 5 x y > 10/3 ... in facts whose polynomials the kernel rescales.
    left, right = Fact(x * Fraction(7, 3) - Fraction(14, 3), ">="), Fact(6 * y - 2, ">")
    claim = Fact(x * y - Fraction(2, 3), ">")
    # x y - 2/3 = (x - 2) y + 2 (y - 1/3), (x - 2) y = (x - 2)(y - 1/3) + (x - 2)/3
    theorem = by_certificate(
        [left, right],
        claim,
        positive=[(Fact(2 * (y - Fraction(1, 3)), ">"), 1)],
        cone=[
            (1, (Fact(x - 2, ">="), Fact(y - Fraction(1, 3), ">"))),
            (1, (Fact((x - 2) * Fraction(1, 3), ">="),)),
            (1, (denial(claim),)),
        ],
    )
    assert theorem.sequent.hypotheses == {left.condition, right.condition}
    with pytest.raises(kernel.KernelError):
        by_certificate([left, right], claim, positive=[(right, 1)], cone=[(1, (denial(claim),))])


def test_a_theorem_at_values_that_are_no_polynomials_assumes_their_equations() -> None:
    theorem = kernel.assume(Condition(x, ">"))
    plain = at_values(theorem, {"x": RationalFunction(y + 2)})
    assert plain.sequent.conclusion == Condition(y + 2, ">")
    assumed = at_values(theorem, {"x": RationalFunction(ONE, y)})
    assert assumed.sequent.hypotheses == {Condition(x, ">"), equal_to(x * y, 1)}
    # The value speaks of another x, so the variable of the theorem has to get out of the way.
    captured = at_values(theorem, {"x": RationalFunction(ONE, x + 1)})
    renamed = Polynomial.variable("x_")
    assert captured.sequent.conclusion == Condition(renamed, ">")
    assert equal_to(renamed * (x + 1), 1) in captured.sequent.hypotheses


def test_true_conditions_on_numbers_are_dropped_and_false_ones_stay() -> None:
    theorem = kernel.weaken(kernel.assume(Condition(x, ">")), [Condition(y, ">=")])
    assert at_values(theorem, {"y": RationalFunction.of(0)}).sequent.hypotheses == {Condition(x, ">")}
    vacuous = at_values(theorem, {"y": RationalFunction.of(-1)})
    assert len(vacuous.sequent.hypotheses) == 2
