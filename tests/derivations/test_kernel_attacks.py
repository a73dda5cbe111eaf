"""Attempts to make the kernel state what is false, by ordinary means: none may succeed."""

from __future__ import annotations

import copy
import dataclasses
import itertools
import pickle
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import KernelError, Theorem
from derivations.arithmetic.statements import Certificate, LinearProgram, Sequent
from mechanisms.exact.expression import Operation
from mechanisms.exact.formula import (
    FALSE,
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    IntegerValued,
    NamedConstant,
    at_least,
    conditions,
    equal_to,
    greater,
    in_polynomials,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import polynomial_to_sympy

x, y, n = (Polynomial.variable(name) for name in ("x", "y", "n"))
ONE = Polynomial.constant(1)
WRONG = Sequent(frozenset(), FALSE)
REFUSED = (KernelError, TypeError, ValueError, AttributeError)


@pytest.fixture
def theorem() -> Theorem:
    return kernel.one_variable(Sequent(frozenset((greater(x, 1),)), greater(x * x, 1)))


# -- making theorems outside the kernel ----------------------------------------------------------------------------


def test_theorems_are_not_made_by_calling_the_class(theorem: Theorem) -> None:
    for arguments in ((), (WRONG,), (WRONG, "oracle", (), ())):
        with pytest.raises(TypeError, match="made by the rules"):
            Theorem(*arguments)
    with pytest.raises(TypeError, match="made by the rules"):
        type(theorem)(WRONG)


def test_theorems_do_not_change(theorem: Theorem) -> None:
    for name in ("statement", "rule", "premises", "oracles", "arguments", "anything"):
        with pytest.raises(TypeError, match="immutable"):
            setattr(theorem, name, WRONG)
        with pytest.raises((TypeError, AttributeError)):
            delattr(theorem, name)
    assert not hasattr(theorem, "__dict__")


def test_the_statement_of_a_theorem_does_not_change(theorem: Theorem) -> None:
    for record, field in ((theorem.statement, "conclusion"), (theorem.sequent.conclusion, "polynomial")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(record, field, FALSE)
        with pytest.raises((TypeError, AttributeError)):
            vars(record)[field] = FALSE
    with pytest.raises(AttributeError):
        theorem.sequent.hypotheses.clear()  # type: ignore[attr-defined]
    conclusion = theorem.sequent.conclusion
    assert isinstance(conclusion, Condition)
    with pytest.raises(AttributeError):
        conclusion.polynomial.names = ()  # type: ignore[misc]
    conclusion.polynomial.terms().clear()
    assert theorem.sequent.conclusion == greater(x * x, 1)


def test_copies_are_the_theorem_itself_and_pickles_are_refused(theorem: Theorem) -> None:
    assert copy.copy(theorem) is theorem
    assert copy.deepcopy(theorem) is theorem
    assert copy.deepcopy([theorem])[0] is theorem
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(theorem)
    with pytest.raises(TypeError):
        dataclasses.replace(theorem, statement=WRONG)  # type: ignore[type-var]
    with pytest.raises(TypeError):
        copy.replace(theorem, statement=WRONG) if hasattr(copy, "replace") else dataclasses.replace(theorem)  # type: ignore[type-var]


def test_a_copy_of_the_statement_is_no_theorem(theorem: Theorem) -> None:
    changed = dataclasses.replace(theorem.sequent, hypotheses=frozenset())
    assert theorem.sequent != changed
    with pytest.raises(REFUSED):
        kernel.weaken(changed, ())


def test_subclasses_are_refused() -> None:
    for base in Theorem.__mro__[:-1]:
        with pytest.raises(TypeError):
            type("Forged", (base,), {})


class Imitation:
    __slots__ = ("arguments", "oracles", "premises", "rule", "statement")


class LongerImitation:
    __slots__ = ("_seal", "arguments", "oracles", "premises", "rule", "statement")


class PlainImitation:
    statement = WRONG
    sequent = WRONG
    oracles: frozenset[str] = frozenset()


@pytest.mark.parametrize("kind", [Imitation, LongerImitation, PlainImitation])
def test_no_object_becomes_a_theorem_by_assigning_its_class(kind: type) -> None:
    forged = kind()
    with pytest.raises(TypeError):
        forged.__class__ = Theorem


@pytest.mark.parametrize("kind", [Imitation, LongerImitation, PlainImitation])
def test_premises_that_only_look_like_theorems_are_refused(kind: type) -> None:
    forged = kind()
    if kind is not PlainImitation:
        forged.statement = WRONG
    for attempt in (
        lambda: kernel.weaken(forged, ()),
        lambda: kernel.cut(forged, forged),
        lambda: kernel.conjoin(forged),
        lambda: kernel.absurd(forged, greater(0, 1)),
        lambda: kernel.instantiate(forged, {}),
        lambda: kernel.induction(forged, forged, "n", 0),
        lambda: kernel.cases(AnyOf((greater(x, 0),)), forged),
    ):
        with pytest.raises(KernelError):
            attempt()


def test_a_theorem_without_contents_proves_nothing() -> None:
    hollow = object.__new__(Theorem)
    with pytest.raises(AttributeError):
        kernel.weaken(hollow, ())


# -- data that is not what it says ---------------------------------------------------------------------------------


class LyingCondition(Condition):
    def holds_at(self, point: object) -> bool:
        return True


class LyingProgram(LinearProgram):
    def admits(self, point: object) -> bool:
        return True


class LyingFraction(Fraction):
    def __ge__(self, other: object) -> bool:
        return True

    def __gt__(self, other: object) -> bool:
        return True


class LyingTruth:
    """True and False in turns."""

    def __init__(self) -> None:
        self.value = False

    def __bool__(self) -> bool:
        self.value = not self.value
        return self.value


class FickleMapping(dict[str, Polynomial]):
    """Another value at each look-up."""

    def __init__(self) -> None:
        super().__init__(x=ONE)
        self.looks = 0

    def get(self, key: str, default: Any = None) -> Any:
        self.looks += 1
        return Polynomial.constant(self.looks) if key == "x" else default

    def __getitem__(self, key: str) -> Polynomial:
        return self.get(key)  # type: ignore[no-any-return]


def test_subclasses_of_the_data_are_refused() -> None:
    with pytest.raises(KernelError):
        kernel.counterexample(Sequent(frozenset((LyingCondition(x, ">"),)), FALSE), {"x": Fraction(-1)})
    lying = LyingProgram((Fraction(1),), (((0, Fraction(1)),),), (Fraction(1),))
    with pytest.raises(KernelError):
        kernel.weak_duality(lying, (Fraction(-5),), (Fraction(1),), ())
    against = at_least(-1, x)
    with pytest.raises(KernelError):
        kernel.contradiction((against,), Certificate((Fraction(1), ()), ((LyingFraction(-1), ONE, ()),)))
    with pytest.raises(KernelError):
        kernel.round_up("n", Fraction(1), LyingTruth())


def test_a_mapping_is_read_once() -> None:
    theorem = kernel.instantiate(kernel.assume(greater(x, 0)), FickleMapping())
    (hypothesis,) = theorem.sequent.hypotheses
    assert hypothesis == theorem.sequent.conclusion


def test_iterators_are_read_once() -> None:
    facts = (greater(x, 0), at_least(0, x))
    certificate = Certificate((Fraction(1), ((facts[0], 1),)), ((Fraction(1), ONE, (facts[1],)),))
    theorem = kernel.contradiction(iter(facts), certificate)
    assert theorem.sequent == Sequent(frozenset(facts), FALSE)
    assert theorem.arguments == (facts, certificate)


@pytest.mark.parametrize("number", [0.5, np.float64(0.5), np.int64(1), True + 0.0, complex(1), None])
def test_what_is_no_exact_number_is_refused(number: Any) -> None:
    row = LinearProgram.dense((number,), ((number,),), (number,))
    good = LinearProgram.dense((Fraction(1),), ((Fraction(1),),), (Fraction(1),))
    one = (Fraction(1),)
    for attempt in (
        lambda: kernel.weak_duality(row, one, one, ()),
        lambda: kernel.weak_duality(good, (number,), one, ()),
        lambda: kernel.weak_duality(good, one, (number,), ()),
        lambda: kernel.farkas(row, one, ()),
        lambda: kernel.counterexample(Sequent(frozenset(), greater(x, 1)), {"x": number}),
        lambda: kernel.contradiction((), Certificate((number, ()))),
        lambda: kernel.round_up("n", number, True),
        lambda: kernel.integer_cases("n", number, 3),
        lambda: kernel.enclose(NamedConstant("x", "exp", number), Fraction(0), Fraction(9)),
        lambda: kernel.instantiate(kernel.assume(greater(x, 0)), {"x": number}),
    ):
        with pytest.raises(REFUSED):
            attempt()


def test_rounded_arithmetic_does_not_prove_optimality() -> None:
    # in floats 0.1 + 0.2 - 0.3 > 0, and 10^16 + 1 = 10^16
    with pytest.raises(KernelError):
        kernel.farkas(LinearProgram.dense((0.0,), ((0.0,),), (1e-17,)), (1.0,), ())  # type: ignore[arg-type]
    tall = LinearProgram.dense((1e16,), ((1.0,),), (1.0,))  # type: ignore[arg-type]
    with pytest.raises(KernelError):
        kernel.weak_duality(tall, (1.0,), (1e16 + 1,), ())


def test_lists_inside_formulas_are_refused_because_they_change() -> None:
    parts = [greater(x * x + 1, 0)]
    with pytest.raises(KernelError):
        kernel.one_variable(Sequent(frozenset(), AllOf(parts)))  # type: ignore[arg-type]


def test_sequents_are_made_of_formulas() -> None:
    for hypotheses, conclusion in ((("ab",), FALSE), ((), "ab"), ((True,), FALSE), ((WRONG,), FALSE)):
        with pytest.raises(TypeError, match="made of formulas"):
            Sequent(frozenset(hypotheses), conclusion)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="made of formulas"):
        kernel.weaken(kernel.assume(greater(x, 0)), "ab")


@pytest.mark.parametrize("rule", sorted(kernel.RULES))
@pytest.mark.parametrize("junk", [None, 3, "x", (), {}, [], WRONG, 0.1, object(), FALSE, Fraction(1)])
def test_every_rule_refuses_junk(rule: str, junk: object) -> None:
    for count in range(5):
        try:
            made = kernel.RULES[rule](*[junk] * count)
        except REFUSED:
            continue
        # what is accepted is valid: the empty conjunction, F |- F, F or not F
        assert (rule, count) == ("conjoin", 0) or junk is FALSE
        assert made.sequent.conclusion != FALSE or FALSE in made.sequent.hypotheses


# -- soundness against sampling ------------------------------------------------------------------------------------

small = st.integers(-3, 3)
univariate = st.lists(small, min_size=1, max_size=5).map(
    lambda coefficients: sum((c * x**i for i, c in enumerate(coefficients)), Polynomial())
)
relations = st.sampled_from(["=", "!=", ">", ">="])
atoms = st.builds(Condition, univariate, relations)
formulas = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(inner, max_size=3).map(lambda parts: AnyOf(tuple(parts))),
    ),
    max_leaves=4,
)
goals = st.builds(
    lambda hypotheses, goal: Sequent(frozenset(hypotheses), goal), st.lists(formulas, max_size=3), formulas
)


def sample(goal: Sequent) -> Iterator[Fraction]:
    """Numbers among which one decides each of the small polynomials wherever it has a rational witness."""
    yield from (Fraction(a, b) for b in (1, 2, 3, 5) for a in range(-6 * b, 6 * b + 1))
    yield from (Fraction(1000), Fraction(-1000))
    for condition in conditions(AllOf((*goal.hypotheses, goal.conclusion))):
        for factor, _ in condition.polynomial.factors()[1]:
            parts = factor.coefficients_in("x")
            if set(parts) <= {0, 1} and 1 in parts:
                yield -parts.get(0, Polynomial()).constant_value() / parts[1].constant_value()


def fails(goal: Sequent, point: dict[str, Fraction]) -> bool:
    return all(h.holds_at(point) for h in goal.hypotheses) and not goal.conclusion.holds_at(point)


@given(goals)
def test_what_one_variable_accepts_holds_at_every_point(goal: Sequent) -> None:
    points = [{"x": v} for v in sample(goal)]
    try:
        theorem = kernel.one_variable(goal)
    except KernelError:
        return
    assert theorem.statement == goal
    assert not any(fails(goal, point) for point in points)


@given(goals)
def test_one_variable_and_counterexample_never_both_accept(goal: Sequent) -> None:
    try:
        kernel.one_variable(goal)
    except KernelError:
        return
    for value in sample(goal):
        with pytest.raises(KernelError):
            kernel.counterexample(goal, {"x": value})


@given(st.lists(st.builds(Condition, univariate, relations), min_size=1, max_size=3))
def test_one_variable_is_complete(facts: list[Condition]) -> None:
    """Where it refuses, sympy finds a real number at which the conjunction holds."""
    goal = Sequent(frozenset(facts), FALSE)
    symbol = sympy.Symbol("x", real=True)
    region: Any = sympy.S.Reals
    for fact in facts:
        expression = polynomial_to_sympy(fact.polynomial, {"x": symbol})
        region = region & _solution_set(expression, fact.relation, symbol)
    try:
        kernel.one_variable(goal)
    except KernelError:
        assert region != sympy.S.EmptySet
    else:
        assert region == sympy.S.EmptySet


def _solution_set(expression: Any, relation: str, symbol: Any) -> Any:
    """The set on which the relation holds, from sympy's real roots and the signs between them."""
    if expression.is_number:
        sign = int(sympy.sign(expression))
        holds = {"=": sign == 0, "!=": sign != 0, ">": sign > 0, ">=": sign >= 0}[relation]
        return sympy.S.Reals if holds else sympy.S.EmptySet
    roots = sorted(set(sympy.real_roots(expression)), key=lambda root: root.evalf(30))
    pieces = [sympy.FiniteSet(*roots)] if relation in ("=", ">=") else []
    ends = [-sympy.oo, *roots, sympy.oo]
    for low, high in itertools.pairwise(ends):
        middle = _between(low, high)
        if relation == "!=" or (relation in (">", ">=") and expression.subs(symbol, middle) > 0):
            pieces.append(sympy.Interval.open(low, high))
    return sympy.Union(*pieces)


def _between(low: Any, high: Any) -> Any:
    if low == -sympy.oo and high == sympy.oo:
        return sympy.Integer(0)
    if low == -sympy.oo:
        return sympy.floor(high) - 1
    if high == sympy.oo:
        return sympy.ceiling(low) + 1
    return sympy.nsimplify((low.evalf(40) + high.evalf(40)) / 2, rational=True)


# -- forged certificates -------------------------------------------------------------------------------------------

coefficients = st.fractions(-3, 3, max_denominator=3)
bivariate = st.lists(st.tuples(coefficients, st.integers(0, 2), st.integers(0, 2)), max_size=3).map(
    lambda terms: sum((c * x**i * y**j for c, i, j in terms), Polynomial())
)
facts_of_two = st.lists(st.builds(Condition, bivariate, relations), min_size=1, max_size=3)


@given(facts_of_two, st.data())
def test_random_certificates_are_sound(facts: list[Condition], data: st.DataObject) -> None:
    some = st.sampled_from(facts)
    certificate = Certificate(
        (data.draw(coefficients), tuple(data.draw(st.lists(st.tuples(some, st.integers(-1, 2)), max_size=2)))),
        tuple(
            data.draw(st.lists(st.tuples(coefficients, bivariate, st.lists(some, max_size=2).map(tuple)), max_size=2))
        ),
        tuple(data.draw(st.lists(st.tuples(bivariate, some), max_size=2))),
    )
    try:
        theorem = kernel.contradiction(facts, certificate)
    except KernelError:
        return
    for a in range(-4, 5):
        for b in range(-4, 5):
            point = {"x": Fraction(a, 2), "y": Fraction(b, 2)}
            assert not all(h.holds_at(point) for h in theorem.sequent.hypotheses)


TRUE_FACTS = (at_least(x, 0), at_least(1, x), at_least(y, 0), at_least(1, y), at_least(-1, x + y - 2 * x * y))
TRUE_CERTIFICATE = Certificate(
    (Fraction(1), ()),
    (
        (Fraction(1), ONE, (TRUE_FACTS[4],)),
        (Fraction(1), ONE, (TRUE_FACTS[0], TRUE_FACTS[3])),
        (Fraction(1), ONE, (TRUE_FACTS[2], TRUE_FACTS[1])),
    ),
)


def test_the_certificate_that_is_forged_below_is_no_proof_of_its_false_statement() -> None:
    # x + y - 2xy <= -1 has no solution in the unit square, but the certificate proves only 0 > 0 + 1 - 1
    with pytest.raises(KernelError, match="sum to zero"):
        kernel.contradiction(TRUE_FACTS, Certificate((Fraction(2), ()), TRUE_CERTIFICATE.cone))
    kernel.contradiction(TRUE_FACTS, TRUE_CERTIFICATE)


@given(st.data())
def test_changed_certificates_are_refused(data: st.DataObject) -> None:
    """A true certificate with one thing changed: its weight, its root, a factor, its positive part, its facts."""
    place = data.draw(st.integers(0, 2))
    weight, root, factors = TRUE_CERTIFICATE.cone[place]
    kind = data.draw(st.sampled_from(["weight", "root", "factors", "positive", "drop", "facts"]))
    cone, positive, facts = list(TRUE_CERTIFICATE.cone), TRUE_CERTIFICATE.positive, list(TRUE_FACTS)
    if kind == "weight":
        cone[place] = (data.draw(coefficients.filter(lambda c: c != weight)), root, factors)
    elif kind == "root":
        cone[place] = (weight, data.draw(bivariate.filter(lambda p: p * p != ONE)), factors)
    elif kind == "factors":
        changed = tuple(data.draw(st.lists(st.sampled_from(facts), max_size=2)))
        if sorted(map(str, changed)) == sorted(map(str, factors)):
            return
        cone[place] = (weight, root, changed)
    elif kind == "positive":
        positive = (data.draw(coefficients.filter(lambda c: c != 1)), ())
    elif kind == "drop":
        del cone[place]
    else:
        facts[data.draw(st.integers(0, 4))] = data.draw(st.builds(Condition, bivariate, relations))
        if set(TRUE_FACTS) <= set(facts):
            return
    with pytest.raises(KernelError):
        kernel.contradiction(facts, Certificate(positive, tuple(cone)))


def test_equal_looking_conditions_of_another_domain_are_refused() -> None:
    # the certificate of the closed square does not serve in a wider one
    wider = (at_least(x, -1), *TRUE_FACTS[1:])
    with pytest.raises(KernelError, match="not known"):
        kernel.contradiction(wider, TRUE_CERTIFICATE)


def test_a_denominator_that_may_vanish_is_part_of_the_statement() -> None:
    # x * (1/x) = 1 fails at 0: what the kernel can prove is x != 0 |- x * y = 1 for y = 1/x, never without x != 0
    inverse = equal_to(x * y, 1)
    assert kernel.counterexample(Sequent(frozenset((equal_to(x, 0),)), inverse), {"x": Fraction(0), "y": Fraction(5)})
    with pytest.raises(KernelError):
        kernel.contradiction((inverse,), Certificate((Fraction(1), ()), (), ((-ONE, inverse),)))


@pytest.mark.parametrize("power", [2**31, 2**63, 2**64, 10**30])
def test_huge_exponents_are_refused_or_computed_but_never_wrong(power: int) -> None:
    huge = Polynomial({(("x", power),): 1})
    with pytest.raises(REFUSED):
        kernel.one_variable(Sequent(frozenset(), at_least(huge, 0)))
    with pytest.raises(KernelError):
        kernel.contradiction((greater(x, 0),), Certificate((Fraction(1), ((greater(x, 0), power),))))
    fact = greater(huge, 0)
    theorem = kernel.instantiate(kernel.assume(fact), {"x": y})
    assert theorem.sequent.conclusion == greater(Polynomial({(("y", power),): 1}), 0)
    kernel.counterexample(Sequent(frozenset(), fact), {"x": Fraction(0)})


def test_integers_are_not_instantiated_by_what_is_no_integer() -> None:
    claim = kernel.round_up("n", Fraction(1, 2), False)
    with pytest.raises(ValueError, match="cannot be instantiated"):
        kernel.instantiate(claim, {"n": Polynomial.constant(Fraction(1, 2))})
    goal = Sequent(frozenset((IntegerValued("n"), equal_to(n, x), at_least(n, Fraction(1, 2)))), at_least(n, 1))
    with pytest.raises(KernelError):
        kernel.eliminate(claim, "n", x, goal)  # n >= 1/2 became x >= 1/2


# -- comparisons of what is written --------------------------------------------------------------------------------

POSITIVE = greater(x, 0)
TRIVIAL = kernel.one_variable(Sequent(frozenset((POSITIVE,)), equal_to(x, x)))


def halves(bottom: Polynomial) -> Operation:
    """x y / (bottom y), which is x / bottom where y is not 0."""
    return Operation("/", (Operation("*", (x, y)), Operation("*", (bottom, y))))


@pytest.mark.parametrize(
    "claimed",
    [
        Comparison(x, "=", x + 1),
        Comparison(x, "!=", x),
        Comparison(x, "<", x),
        Comparison(halves(2 * ONE), "=", Operation("/", (x, 2 * ONE))),  # nothing says that y is not 0
        Comparison(Operation("/", (x, x - 1)), "=", Operation("/", (x, x - 1))),
        Comparison(Operation("/", (x, Operation("+", (x, -x)))), "=", Operation("/", (x, 0 * x))),
        Comparison(Operation("^", (Operation("/", (ONE, y)), 2 * ONE)), "=", Operation("/", (ONE, y * y))),
    ],
)
def test_a_comparison_is_no_more_than_its_conditions(claimed: Comparison) -> None:
    with pytest.raises(KernelError, match="something else"):
        kernel.compare(TRIVIAL, Sequent(frozenset((POSITIVE,)), claimed))


def test_a_comparison_among_the_hypotheses_is_no_less_than_its_conditions() -> None:
    strong = Comparison(Operation("/", (ONE, x)), ">", 0 * x)
    known = in_polynomials(strong)
    assert isinstance(known, AllOf)
    theorem = kernel.weaken(kernel.assume(POSITIVE), (known,))
    assert kernel.compare(theorem, Sequent(frozenset((POSITIVE, strong)), POSITIVE)).sequent.conclusion == POSITIVE
    with pytest.raises(KernelError, match="something else"):
        kernel.compare(kernel.assume(FALSE), Sequent(frozenset((strong,)), FALSE))
    with pytest.raises(KernelError):
        kernel.instantiate(kernel.assume(strong), {"x": 0.5})  # type: ignore[dict-item]


def test_a_comparison_whose_kind_lies_is_refused() -> None:
    class Lying(Comparison):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = Comparison.__hash__

    class Growing(Operation):
        pass

    for claimed in (Lying(x, "=", x + 1), Comparison(Growing("+", (x, ONE)), "=", x + 1)):
        with pytest.raises(KernelError, match="exact"):
            kernel.compare(TRIVIAL, Sequent(frozenset((POSITIVE,)), claimed))


def test_a_comparison_without_a_value_is_refuted_where_it_has_none() -> None:
    claimed = Comparison(halves(2 * ONE), "=", Operation("/", (x, 2 * ONE)))
    refuted = kernel.counterexample(Sequent(frozenset(), claimed), {"x": Fraction(1), "y": Fraction(0)})
    assert dict(refuted.statement.point)["y"] == 0  # type: ignore[union-attr]
    with pytest.raises(KernelError, match="the conclusion holds"):
        kernel.counterexample(Sequent(frozenset(), claimed), {"x": Fraction(1), "y": Fraction(1)})
