"""Theorems about quantities that are given by an equation: closed forms, and signs from certificates written by hand.

`v = p / q` is stated without division as `v q = p` with `q != 0`, so that the kernel's polynomials suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate, Quotient, Sequent
from mechanisms.exact.formula import Condition, Formula, Relation, equal_to, negation, substitute
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

ONE = Polynomial.constant(1)


class NoSuchIdentityError(ValueError):
    """A quantity does not have the closed form that was asked for."""


def fresh_name(base: str, taken: Iterable[str]) -> str:
    """`base`, with as many underscores after it as make it differ from every name that is taken."""
    used = set(taken)
    while base in used:
        base += "_"
    return base


def quotient(value: RationalFunction | Polynomial | Rational) -> Quotient:
    """The quotient that a kernel statement holds, of a rational function in normal form."""
    value = RationalFunction.of(value)
    return Quotient(value.numerator, value.denominator)


def summed_products(terms: Iterable[Sequence[RationalFunction]]) -> RationalFunction:
    """sum of products, in normal form."""
    return sum((prod(factors, start=RationalFunction.of(1)) for factors in terms), start=RationalFunction.of(0))


def unreduced_sum(terms: Iterable[Sequence[RationalFunction | Polynomial | Rational]]) -> Quotient:
    """sum of products, left as it is written (not reduced), over a common denominator."""
    total = Quotient(Polynomial(), ONE)
    for factors in terms:
        top, bottom = ONE, ONE
        for factor in map(RationalFunction.of, factors):
            top, bottom = top * factor.numerator, bottom * factor.denominator
        if bottom == total.denominator:
            total = Quotient(total.numerator + top, bottom)
        else:
            total = total.plus(Quotient(top, bottom))
    return total


def defining_equation(name: str, definition: Quotient) -> Condition:
    """`name * denominator = numerator`."""
    return equal_to(Polynomial.variable(name) * definition.denominator, definition.numerator)


def closed_form(
    name: str, definition: Quotient, value: RationalFunction, at: Mapping[str, Polynomial | Rational] | None = None
) -> Theorem:
    """`name = definition`, its denominator != 0 and the equations `at` |- name = value.

    Raises NoSuchIdentityError when the two are not the same rational function there.
    """
    places = {variable: Polynomial.of(p) for variable, p in (at or {}).items()}
    hypotheses: list[Formula] = [defining_equation(name, definition)]
    if not definition.denominator.is_constant():
        hypotheses.append(Condition(definition.denominator, "!="))
    goal = Sequent(
        frozenset(hypotheses + [equal_to(Polynomial.variable(v), p) for v, p in places.items()]),
        defining_equation(name, quotient(value)),
    )
    here = Quotient(definition.numerator.substitute(places), definition.denominator.substitute(places))
    theorem = _same_quotient(name, here, value)
    return _eliminated(theorem, list(places.items()), goal)


def _same_quotient(name: str, definition: Quotient, value: RationalFunction) -> Theorem:
    difference = definition.numerator * value.denominator - value.numerator * definition.denominator
    if definition.denominator.is_zero() or not difference.is_zero():
        raise NoSuchIdentityError(f"{name} = {definition} is not {value}")
    given, claimed = defining_equation(name, definition), defining_equation(name, quotient(value))
    if given == claimed:
        return kernel.assume(claimed)
    # D C = q H: the square of the left side would be positive, were the claim C = 0 false.
    nonzero, wrong = Condition(definition.denominator, "!="), Condition(claimed.polynomial, "!=")
    product = nonzero.polynomial * wrong.polynomial
    factor = product.exact_quotient(given.polynomial)
    certificate = Certificate((Fraction(1), ((nonzero, 2), (wrong, 2))), (), ((-(factor * product), given),))
    return kernel.absurd(kernel.contradiction((given, nonzero, wrong), certificate), claimed)


def _eliminated(theorem: Theorem, places: list[tuple[str, Polynomial]], goal: Sequent) -> Theorem:
    if not places:
        return _without_trivialities(theorem, goal)
    (name, value), *rest = places
    # The equation `name = value` itself becomes 0 = 0, which is no hypothesis of what is proved first.
    inner = Sequent(
        frozenset(substitute(h, {name: value}) for h in goal.hypotheses if h != equal_to(_variable(name), value)),
        substitute(goal.conclusion, {name: value}),
    )
    return kernel.eliminate(_eliminated(theorem, rest, inner), name, value, goal)


def _variable(name: str) -> Polynomial:
    return Polynomial.variable(name)


def _without_trivialities(theorem: Theorem, goal: Sequent) -> Theorem:
    """The theorem with hypotheses about constants proved, and with the hypotheses of the goal."""
    return kernel.weaken(without_trivial_hypotheses(theorem), goal.hypotheses)


def without_trivial_hypotheses(theorem: Theorem) -> Theorem:
    """The theorem without those of its hypotheses that are true conditions on numbers, such as 1 >= 0."""
    for hypothesis in theorem.sequent.hypotheses:
        if isinstance(hypothesis, Condition) and hypothesis.polynomial.is_constant() and hypothesis.holds_at({}):
            theorem = kernel.cut(kernel.one_variable(Sequent(frozenset(), hypothesis)), theorem)
    return theorem


def at_values(theorem: Theorem, values: Mapping[str, RationalFunction]) -> Theorem:
    """The theorem at given values of variables: instantiated by polynomials, else with `variable * q = p` assumed."""
    polynomials = {name: value.numerator for name, value in values.items() if value.denominator == ONE}
    quotients = {name: value for name, value in values.items() if name not in polynomials}
    taken = {n for value in values.values() for n in value.names} | set(values)
    renamed = {name: fresh_name(f"{name}_", taken) for name in quotients if _is_taken(name, values)}
    substitution = polynomials | {old: _variable(new) for old, new in renamed.items()}
    if substitution:
        theorem = without_trivial_hypotheses(kernel.instantiate(theorem, substitution))
    equations = [defining_equation(renamed.get(n, n), quotient(v)) for n, v in quotients.items()]
    return kernel.weaken(theorem, equations) if equations else theorem


def _is_taken(name: str, values: Mapping[str, RationalFunction]) -> bool:
    return any(name in value.names for value in values.values())


class Fact(NamedTuple):
    """`polynomial relation 0`, remembered as it was written; the condition of the kernel scales it."""

    polynomial: Polynomial
    relation: Relation

    @property
    def condition(self) -> Condition:
        """The condition of the kernel, with coprime integer coefficients."""
        return Condition(self.polynomial, self.relation)

    @property
    def scale(self) -> Fraction:
        """How many times the written polynomial the polynomial of the condition is."""
        return self.condition.polynomial.leading_coefficient() / self.polynomial.leading_coefficient()


def by_certificate(
    hypotheses: Iterable[Fact],
    conclusion: Fact,
    *,
    positive: Sequence[tuple[Fact, int]],
    cone: Sequence[tuple[Polynomial | Rational, Sequence[Fact]]] = (),
    equations: Sequence[tuple[Polynomial | Rational, Fact]] = (),
) -> Theorem:
    """hypotheses |- conclusion, since without it: positive product + sum root^2 product + sum multiple = 0.

    `positive` lists strict facts with their powers, `cone` pairs (root, facts >= 0), `equations` pairs
    (multiplier, equation); facts may be the hypotheses and `denial(conclusion)`. KernelError when it does not sum to 0.
    """
    scale = Fraction(1)
    for fact, power in positive:
        scale /= fact.scale**power
    weighted = []
    for root, facts in cone:
        weight = Fraction(1)
        for fact in facts:
            weight /= fact.scale
        weighted.append((weight, Polynomial.of(root), tuple(fact.condition for fact in facts)))
    multiples = tuple((Polynomial.of(m) * (1 / fact.scale), fact.condition) for m, fact in equations)
    strict = tuple((fact.condition, power) for fact, power in positive)
    assumed = [fact.condition for fact in hypotheses] + [denial(conclusion).condition]
    contradiction = kernel.contradiction(assumed, Certificate((scale, strict), tuple(weighted), multiples))
    return kernel.absurd(contradiction, conclusion.condition)


def denial(fact: Fact) -> Fact:
    """The fact that holds exactly where this one does not, with the sign of its polynomial that the kernel uses."""
    opposite = negation(fact.condition)
    assert isinstance(opposite, Condition)
    sign = -1 if fact.relation in (">", ">=") else 1
    return Fact(fact.polynomial * sign, opposite.relation)
