"""Every rule of the kernel: what it accepts, and each way in which it refuses."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import RULES, KernelError, Theorem
from derivations.arithmetic.statements import (
    Certificate,
    DerivativeOf,
    Infeasible,
    LinearProgram,
    LogLinear,
    Optimal,
    Quotient,
    Refuted,
    Row,
    Sequent,
)
from mechanisms.exact.formula import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    Condition,
    IntegerValued,
    NamedConstant,
    at_least,
    different,
    equal_to,
    greater,
    negation,
)
from mechanisms.exact.polynomial import Polynomial

x, y, n = (Polynomial.variable(name) for name in ("x", "y", "n"))
ONE = Polynomial.constant(1)
A, B, C = greater(x, 0), greater(y, 0), greater(n, 0)


def half(number: int) -> Fraction:
    return Fraction(number, 2)


def sequent(*hypotheses: object, proves: object) -> Sequent:
    return Sequent(frozenset(hypotheses), proves)  # type: ignore[arg-type]


def believed(*hypotheses: object, proves: object) -> Theorem:
    """Any theorem at all: what the logical rules make of it must not depend on why it holds."""
    return kernel.oracle("test", sequent(*hypotheses, proves=proves))


def test_every_rule_is_listed_and_documented() -> None:
    tree = ast.parse(Path(kernel.__file__).read_text(encoding="utf-8"))
    decorated = {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and any(getattr(d, "id", "") == "_rule" for d in node.decorator_list)
    }
    assert set(RULES) == decorated
    assert all(rule.__doc__ and rule.__name__ == name for name, rule in RULES.items())


# -- logic ---------------------------------------------------------------------------------------------------------


def test_assume_and_weaken() -> None:
    theorem = kernel.weaken(kernel.assume(A), [B, C])
    assert theorem.sequent == sequent(A, B, C, proves=A)
    assert theorem.rule == "weaken"
    assert theorem.premises[0].rule == "assume"
    assert theorem.oracles == frozenset()


def test_cut_replaces_a_hypothesis_by_its_reasons() -> None:
    assert kernel.cut(believed(A, proves=B), believed(B, C, proves=A)).sequent == sequent(A, C, proves=A)
    # a lemma that is not used leaves its hypotheses behind all the same
    assert kernel.cut(believed(A, proves=B), believed(C, proves=C)).sequent == sequent(A, C, proves=C)


def test_conjoin_and_project() -> None:
    both = kernel.conjoin(kernel.assume(A), kernel.assume(B))
    assert both.sequent == sequent(A, B, proves=AllOf((A, B)))
    assert kernel.project(both, B).sequent == sequent(A, B, proves=B)
    assert kernel.conjoin().sequent == sequent(proves=TRUE)
    with pytest.raises(KernelError):
        kernel.project(both, C)
    with pytest.raises(KernelError):
        kernel.project(believed(proves=AnyOf((A, B))), A)


def test_unpack() -> None:
    pair = AllOf((A, B))
    assert kernel.unpack(believed(A, B, C, proves=C), pair).sequent == sequent(pair, C, proves=C)
    with pytest.raises(KernelError):
        kernel.unpack(believed(A, proves=C), AnyOf((A, B)))


def test_choose() -> None:
    either = AnyOf((A, B))
    assert kernel.choose(kernel.assume(A), either).sequent == sequent(A, proves=either)
    with pytest.raises(KernelError):
        kernel.choose(kernel.assume(C), either)
    with pytest.raises(KernelError):
        kernel.choose(kernel.assume(A), AllOf((A, B)))


def test_cases() -> None:
    either = AnyOf((A, B))
    theorem = kernel.cases(either, believed(A, x_real := greater(x, -1), proves=C), believed(B, proves=C))
    assert theorem.sequent == sequent(either, x_real, proves=C)
    with pytest.raises(KernelError, match="different conclusions"):
        kernel.cases(either, believed(A, proves=C), believed(B, proves=B))
    with pytest.raises(KernelError, match="one theorem a case"):
        kernel.cases(either, believed(A, proves=C))
    with pytest.raises(KernelError, match="one theorem a case"):
        kernel.cases(FALSE)
    with pytest.raises(KernelError, match="one theorem a case"):
        kernel.cases(AllOf((A,)), believed(A, proves=C))


def test_a_case_that_assumes_the_other_case_keeps_it() -> None:
    either = AnyOf((A, B))
    assert kernel.cases(either, believed(A, B, proves=C), believed(B, proves=C)).sequent == sequent(either, B, proves=C)


@pytest.mark.parametrize("formula", [A, equal_to(x, 1), AllOf((A, B)), AnyOf((A, AllOf((B, C)))), TRUE, FALSE])
def test_excluded_middle(formula: object) -> None:
    theorem = kernel.excluded_middle(formula)
    assert theorem.sequent == sequent(proves=AnyOf((formula, negation(formula))))  # type: ignore[arg-type]


@pytest.mark.parametrize("atom", [IntegerValued("n"), NamedConstant("x", "exp", Fraction(1))])
def test_what_has_no_negation_is_refused(atom: object) -> None:
    with pytest.raises(ValueError, match="no negation"):
        kernel.excluded_middle(atom)


def test_absurd() -> None:
    assert kernel.absurd(believed(A, negation(B), proves=FALSE), B).sequent == sequent(A, proves=B)
    with pytest.raises(KernelError):
        kernel.absurd(believed(A, proves=B), B)


def test_instantiate_replaces_all_at_once() -> None:
    theorem = kernel.instantiate(believed(greater(x, y), proves=greater(x + 1, y)), {"x": y, "y": x})
    assert theorem.sequent == sequent(greater(y, x), proves=greater(y + 1, x))
    with pytest.raises(ValueError, match="cannot be instantiated"):
        kernel.instantiate(believed(IntegerValued("n"), proves=C), {"n": half(1) * ONE})


def test_eliminate() -> None:
    goal = sequent(equal_to(x, y + 1), greater(y, 1), IntegerValued("n"), proves=greater(x, 2))
    theorem = kernel.eliminate(believed(greater(y, 1), proves=greater(y, 1)), "x", y + 1, goal)
    assert theorem.sequent == goal
    with pytest.raises(KernelError, match="not assumed"):
        kernel.eliminate(believed(proves=greater(y, 1)), "x", y + 2, goal)
    with pytest.raises(KernelError, match="assumes more"):
        kernel.eliminate(believed(greater(n, 1), proves=greater(y, 1)), "x", y + 1, goal)
    with pytest.raises(KernelError, match="another goal"):
        kernel.eliminate(believed(proves=greater(y, 0)), "x", y + 1, goal)


# -- algebra -------------------------------------------------------------------------------------------------------


def test_contradiction_of_every_kind() -> None:
    # x > 0, -x >= 0
    kernel.contradiction(
        (A, at_least(0, x)), Certificate((Fraction(1), ((A, 1),)), ((Fraction(1), ONE, (at_least(0, x),)),))
    )
    # x != 0, x = 0: an even power of what is not zero is positive
    kernel.contradiction(
        (different(x, 0), equal_to(x, 0)),
        Certificate((Fraction(1), ((different(x, 0), 2),)), (), ((-x, equal_to(x, 0)),)),
    )
    # 1 + (x - y)^2 = 0
    nothing = at_least(-((x - y) ** 2) - 1, 0)
    theorem = kernel.contradiction(
        (nothing,), Certificate((Fraction(1), ()), ((Fraction(1), x - y, ()), (Fraction(1), ONE, (nothing,))))
    )
    assert theorem.sequent == sequent(nothing, proves=FALSE)


@pytest.mark.parametrize(
    ("certificate", "message"),
    [
        (Certificate((Fraction(0), ())), "positive factor"),
        (Certificate((Fraction(-1), ()), ((Fraction(1), ONE, ()),)), "positive factor"),
        (Certificate((Fraction(1), ((at_least(0, x), 1),))), "not known to be positive"),
        (Certificate((Fraction(1), ((B, 1),))), "not known to be positive"),
        (Certificate((Fraction(1), ((different(y, 2), 1),))), "not known to be positive"),
        (Certificate((Fraction(1), ((A, 0),))), "not known to be positive"),
        (Certificate((Fraction(1), ((A, -1),))), "not known to be positive"),
        (Certificate((Fraction(1), ((A, 10**30),))), "not known to be positive"),
        (Certificate((Fraction(1), ()), ((Fraction(-1), ONE, ()),)), "weight"),
        (Certificate((Fraction(1), ()), ((Fraction(1), ONE, (B,)),)), "not known to be >= 0"),
        (Certificate((Fraction(1), ()), ((Fraction(1), ONE, (different(y, 2),)),)), "not known to be >= 0"),
        (Certificate((Fraction(1), ()), (), ((ONE, A),)), "not a known equation"),
        (Certificate((Fraction(1), ()), (), ((ONE, equal_to(x, 3)),)), "not a known equation"),
        (Certificate((Fraction(1), ((A, 1),)), ((Fraction(2), ONE, (at_least(0, x),)),)), "does not sum to zero"),
        (Certificate((Fraction(1), ())), "does not sum to zero"),
    ],
)
def test_false_certificates_are_refused(certificate: Certificate, message: str) -> None:
    with pytest.raises(KernelError, match=message):
        kernel.contradiction((A, at_least(0, x), different(y, 2), equal_to(n, 1)), certificate)


def test_derivative() -> None:
    def quotient(top: Polynomial, bottom: Polynomial = ONE) -> Quotient:
        return Quotient(top, bottom)

    function = LogLinear(quotient(x, x + 1), ((n, quotient(x * x, y)),))
    slope = quotient(x + 2 * n * (x + 1) ** 2, x * (x + 1) ** 2)
    theorem = kernel.derivative(function, "x", slope)
    assert theorem.statement == DerivativeOf(function, "x", slope)
    assert "d/dx" in str(theorem.statement)
    with pytest.raises(KernelError, match="a sequent is needed"):
        _ = theorem.sequent
    with pytest.raises(KernelError, match="not the derivative"):
        kernel.derivative(function, "x", quotient(ONE))
    with pytest.raises(KernelError, match="depends on the variable"):
        kernel.derivative(LogLinear(quotient(x), ((x, quotient(y)),)), "x", quotient(ONE))
    zero = Polynomial()
    for bad in (quotient(zero), quotient(x, zero)):
        with pytest.raises(KernelError, match="logarithm of zero"):
            kernel.derivative(LogLinear(quotient(x), ((n, bad),)), "x", quotient(ONE))
    with pytest.raises(KernelError, match="denominator is zero"):
        kernel.derivative(LogLinear(quotient(x, zero)), "x", quotient(zero))
    with pytest.raises(KernelError, match="denominator is zero"):
        kernel.derivative(LogLinear(quotient(x)), "x", quotient(zero, zero))


# -- one variable --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypotheses", "conclusion", "holds"),
    [
        ((), at_least(x * x - 2 * x + 1, 0), True),
        ((), greater(x * x - 2 * x + 1, 0), False),
        ((different(x, 1),), greater(x * x - 2 * x + 1, 0), True),
        ((equal_to(x * x, 2), A), greater(x, half(14142) / 5000), True),
        ((equal_to(x * x, 2), A), greater(x, half(28285) / 10000), False),
        ((greater(x, 1),), AnyOf((greater(x, 2), at_least(2, x))), True),
        ((greater(x, 1),), AnyOf((greater(x, 2), greater(2, x))), False),
        ((A, greater(0, x)), FALSE, True),
        ((A,), FALSE, False),
        ((), Condition(ONE, ">"), True),
        ((), Condition(Polynomial(), ">"), False),
        ((Condition(Polynomial(), ">"),), FALSE, True),
        ((), TRUE, True),
        ((), FALSE, False),
    ],
)
def test_one_variable_decides(hypotheses: tuple[Condition, ...], conclusion: object, holds: bool) -> None:
    goal = sequent(*hypotheses, proves=conclusion)
    if holds:
        assert kernel.one_variable(goal).statement == goal
    else:
        with pytest.raises(KernelError, match="fails somewhere"):
            kernel.one_variable(goal)


def test_one_variable_refuses_more() -> None:
    with pytest.raises(KernelError, match="2 variables"):
        kernel.one_variable(sequent(A, proves=B))
    with pytest.raises(ValueError, match="not a polynomial condition"):
        kernel.one_variable(sequent(IntegerValued("x"), proves=FALSE))
    with pytest.raises(ValueError, match="degree"):
        kernel.one_variable(sequent(proves=at_least(Polynomial({(("x", 10**12),): 1}), 0)))


# -- integers, constants -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bound", "strict", "least"),
    [(half(1), False, 1), (half(1), True, 1), (Fraction(3), False, 3), (Fraction(3), True, 4), (half(-3), True, -1)],
)
def test_round_up(bound: Fraction, strict: bool, least: int) -> None:
    theorem = kernel.round_up("n", bound, strict)
    assert theorem.sequent.conclusion == at_least(n, least)
    known = Condition(n - bound, ">" if strict else ">=")
    assert theorem.sequent.hypotheses == {IntegerValued("n"), known}


def test_integer_cases() -> None:
    theorem = kernel.integer_cases("n", 2, 4)
    assert theorem.sequent.conclusion == AnyOf((equal_to(n, 2), equal_to(n, 3), equal_to(n, 4)))
    assert theorem.sequent.hypotheses == {IntegerValued("n"), at_least(n, 2), at_least(4, n)}
    for low, high in ((3, 2), (0, 10_000)):
        with pytest.raises(KernelError):
            kernel.integer_cases("n", low, high)


def test_induction() -> None:
    claim = at_least(n * n, n)
    known = (IntegerValued("n"), at_least(n, 0))
    step = believed(*known, claim, proves=at_least((n + 1) ** 2, n + 1))
    base = kernel.one_variable(sequent(proves=Condition(Polynomial(), ">=")))
    assert kernel.induction(base, step, "n", 0).sequent == sequent(*known, proves=claim)
    with pytest.raises(KernelError, match="wrong base"):
        kernel.induction(base, believed(claim, proves=FALSE), "n", 5)
    with pytest.raises(KernelError, match="wrong step"):
        kernel.induction(base, believed(*known, claim, proves=claim), "n", 0)
    with pytest.raises(KernelError, match="nothing else"):
        kernel.induction(base, believed(*known, claim, A, proves=FALSE), "n", 0)
    with pytest.raises(KernelError, match="speaks of n"):
        kernel.induction(believed(C, proves=B), step, "n", 0)


def test_induction_from_a_fraction_is_refused() -> None:
    # from 1/2 on: 1/2 is not 1, and n + 1 is not 1 for n >= 1/2; yet 1 is 1
    start, claim = half(1), different(n, 1)
    base = kernel.one_variable(sequent(proves=Condition(Polynomial.constant(start - 1), "!=")))
    step = kernel.one_variable(sequent(at_least(n, start), proves=different(n + 1, 1)))
    step = kernel.weaken(step, (IntegerValued("n"), claim))
    with pytest.raises(KernelError, match="starts at an integer"):
        kernel.induction(base, step, "n", start)


@pytest.mark.parametrize(
    ("function", "argument", "low", "high"),
    [
        ("exp", Fraction(1), "2.7182818284", "2.7182818285"),
        ("log", Fraction(2), "0.69314718", "0.69314719"),
        ("sqrt", Fraction(2), "1.41421356", "1.41421357"),
        ("erf", Fraction(1, 2), "0.5204998", "0.5204999"),
        ("pi", Fraction(0), "3.14159265", "3.14159266"),
    ],
)
def test_enclose(function: str, argument: Fraction, low: str, high: str) -> None:
    constant = NamedConstant("x", function, argument)  # type: ignore[arg-type]
    theorem = kernel.enclose(constant, Fraction(low), Fraction(high))
    assert theorem.sequent == sequent(constant, proves=AllOf((greater(x, Fraction(low)), greater(Fraction(high), x))))
    with pytest.raises(KernelError, match="not shown to lie"):
        kernel.enclose(constant, Fraction(high), Fraction(high) + 1)
    with pytest.raises(KernelError, match="not shown to lie"):
        kernel.enclose(constant, Fraction(low) - 1, Fraction(low))


@pytest.mark.parametrize(
    ("function", "argument"), [("log", Fraction(0)), ("log", Fraction(-1)), ("sqrt", Fraction(-1))]
)
def test_what_is_no_real_number_is_not_enclosed(function: str, argument: Fraction) -> None:
    with pytest.raises(KernelError, match="not shown to lie"):
        kernel.enclose(NamedConstant("x", function, argument), Fraction(-(10**9)), Fraction(10**9))  # type: ignore[arg-type]


def test_exact_values_are_not_strictly_enclosed_by_themselves() -> None:
    with pytest.raises(KernelError):
        kernel.enclose(NamedConstant("x", "sqrt", Fraction(4)), Fraction(2), Fraction(3))


def test_an_unknown_function_is_refused() -> None:
    with pytest.raises(KernelError, match="unknown function"):
        kernel.enclose(NamedConstant("x", "mid", Fraction(4)), Fraction(2), Fraction(5))  # type: ignore[arg-type]


# -- counterexamples, linear programs, oracles ---------------------------------------------------------------------


def test_counterexample() -> None:
    goal = sequent(A, IntegerValued("n"), proves=greater(x, 1))
    point = {"x": half(1), "n": Fraction(3)}
    theorem = kernel.counterexample(goal, point)
    assert theorem.statement == Refuted(goal, (("n", Fraction(3)), ("x", half(1))))
    assert "x = 1/2" in str(theorem)
    with pytest.raises(KernelError, match="a hypothesis fails"):
        kernel.counterexample(goal, {"x": Fraction(-1), "n": Fraction(3)})
    with pytest.raises(KernelError, match="a hypothesis fails"):
        kernel.counterexample(goal, {"x": half(1), "n": half(1)})
    with pytest.raises(KernelError, match="conclusion holds"):
        kernel.counterexample(goal, {"x": Fraction(2), "n": Fraction(3)})
    with pytest.raises(ValueError, match="not a constant"):
        kernel.counterexample(sequent(proves=greater(x, y)), {"x": half(1)})
    with pytest.raises(ValueError, match="transcendental"):
        kernel.counterexample(sequent(NamedConstant("x", "pi", half(0)), proves=FALSE), {"x": Fraction(3)})


def program(**changed: object) -> LinearProgram:
    """minimise z1 + z2 subject to z1 >= 0, z2 >= 0, z1 + 2 z2 = 2"""
    parts: dict[str, object] = {
        "cost": (Fraction(1), Fraction(1)),
        "rows": ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))),
        "bounds": (Fraction(0), Fraction(0)),
        "equations": ((Fraction(1), Fraction(2)),),
        "sides": (Fraction(2),),
    }
    return LinearProgram.dense(**{**parts, **changed})  # type: ignore[arg-type]


def test_weak_duality() -> None:
    point, y_vector, w_vector = (Fraction(0), Fraction(1)), (half(1), Fraction(0)), (half(1),)
    theorem = kernel.weak_duality(program(), point, y_vector, w_vector)
    assert theorem.statement == Optimal(program(), point, Fraction(1))
    assert str(theorem.statement).endswith("= 1")
    with pytest.raises(KernelError, match="not feasible"):
        kernel.weak_duality(program(), (Fraction(0), Fraction(2)), y_vector, w_vector)
    with pytest.raises(KernelError, match="negative"):
        kernel.weak_duality(program(), point, (half(-1), Fraction(0)), w_vector)
    with pytest.raises(KernelError, match="do not combine"):
        kernel.weak_duality(program(), point, (half(1), half(1)), w_vector)
    with pytest.raises(KernelError, match="values differ"):
        kernel.weak_duality(program(), (Fraction(2), Fraction(0)), y_vector, w_vector)


def test_farkas() -> None:
    empty = program(sides=(Fraction(-2),))
    theorem = kernel.farkas(empty, (Fraction(1), Fraction(2)), (Fraction(-1),))
    assert theorem.statement == Infeasible(empty)
    assert "no feasible point" in str(theorem)
    with pytest.raises(KernelError, match="negative"):
        kernel.farkas(empty, (Fraction(-1), Fraction(2)), (Fraction(-1),))
    with pytest.raises(KernelError, match="contradiction"):
        kernel.farkas(empty, (Fraction(1), Fraction(1)), (Fraction(-1),))
    with pytest.raises(KernelError, match="contradiction"):
        kernel.farkas(program(), (Fraction(1), Fraction(2)), (Fraction(-1),))


@pytest.mark.parametrize(
    "changed",
    [
        {"cost": (), "rows": ((Fraction(1),),), "bounds": (Fraction(1),), "equations": (), "sides": ()},
        {"bounds": (Fraction(0),)},
        {"sides": ()},
        {"equations": ((Fraction(1),),)},
    ],
)
def test_programs_of_the_wrong_shape_cannot_be_stated(changed: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"one entry a variable|one bound a row"):
        program(**changed)


@pytest.mark.parametrize(
    "row",
    [((0, Fraction(1)), (2, Fraction(1))), ((1, Fraction(1)), (0, Fraction(1))), ((0, Fraction(1)), (0, Fraction(1)))],
)
def test_rows_name_variables_of_the_program_once_in_order(row: Row) -> None:
    with pytest.raises(ValueError, match="increasing order"):
        LinearProgram((Fraction(1), Fraction(1)), (row,), (Fraction(0),))


@pytest.mark.parametrize("row", [((-1, Fraction(1)),), ((True, Fraction(1)),), ((0, Fraction(0)),)])
def test_rows_do_not_count_from_the_end_and_name_no_zeros(row: Row) -> None:
    with pytest.raises(ValueError, match="increasing order"):
        LinearProgram((Fraction(1), Fraction(1)), (row,), (Fraction(0),))


def test_a_point_of_another_length_is_no_point() -> None:
    with pytest.raises(ValueError, match="one coordinate a variable"):
        program().admits((Fraction(0), Fraction(1), Fraction(0)))


def test_oracles_are_named_by_all_that_rests_on_them() -> None:
    one, two = kernel.oracle("z3", sequent(A, proves=B)), kernel.oracle("cvc5", sequent(B, proves=C))
    assert one.oracles == {"z3"}
    both = kernel.cut(one, two)
    assert both.oracles == {"z3", "cvc5"}
    assert "[trusts cvc5, z3]" in repr(both)
    assert "trusts" not in repr(kernel.assume(A))
    assert kernel.weaken(both, (greater(x, 7),)).oracles == {"z3", "cvc5"}
