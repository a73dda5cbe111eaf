"""Numbers with quotients within quotients, written as one fraction of polynomials whose denominator is positive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, ProofError, arithmetic, lemma, sides, term
from derivations.logic.terms import LESS, PLUS, TIMES, Number, Term, applied, equal
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

TWO_FRACTIONS = "forall a b s t u v. a = s / t implies b = u / v implies 0 < t implies 0 < v implies"
DIFFERENCE = "forall a b s t. b - a = s / t implies 0 < t implies"


@lemma(f"{TWO_FRACTIONS} a + b = (s * v + u * t) / (t * v)")
def fractions_added(goal: Goal) -> Proved:
    """The sum of two fractions."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"{TWO_FRACTIONS} a * b = (s * u) / (t * v)")
def fractions_multiplied(goal: Goal) -> Proved:
    """The product of two fractions."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"{TWO_FRACTIONS} u != 0 implies a / b = (s * v) / (t * u)")
def fractions_divided(goal: Goal) -> Proved:
    """The quotient of two fractions."""
    inverse = arithmetic(term("b != 0", b=goal.variables[1]), *goal.given[1:])
    return arithmetic(goal.conclusion, *goal.given, inverse)


@lemma("forall a s t u v. a = s / t implies t != 0 implies 0 < v implies s * v = u * t implies a = u / v")
def fraction_reduced(goal: Goal) -> Proved:
    """A fraction in other terms."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(f"{DIFFERENCE} (a = b iff s = 0)")
def difference_zero(goal: Goal) -> Proved:
    """Numbers are equal where their difference is a fraction with 0 above."""
    return _compared(goal)


@lemma(f"{DIFFERENCE} (a < b iff 0 < s)")
def difference_positive(goal: Goal) -> Proved:
    """One number is less than another where their difference is a fraction with a positive number above."""
    return _compared(goal)


@lemma(f"{DIFFERENCE} (a <= b iff 0 <= s)")
def difference_not_negative(goal: Goal) -> Proved:
    """One number is at most another where their difference is a fraction without a negative number above."""
    return _compared(goal)


def _compared(goal: Goal) -> Proved:
    left, right = sides(goal.conclusion)
    there, back = arithmetic(right, left, *goal.given), arithmetic(left, right, *goal.given)
    return derived.equivalent(kernel.discharge(left, there), kernel.discharge(right, back))


@lemma("forall s d t u. 0 < d and 0 < u and s / d = t / u implies s * u = t * d")
def crosswise(goal: Goal) -> Proved:
    """Equal quotients, multiplied out."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b. 0 < a implies 0 < b implies 0 < a * b")
def positive_product(goal: Goal) -> Proved:
    """A product of positive numbers is positive."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b. a != 0 implies b != 0 implies a * b != 0")
def product_not_zero(goal: Goal) -> Proved:
    """A product of numbers that are not zero is not zero."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a. 0 < a implies a != 0")
def positive_is_not_zero(goal: Goal) -> Proved:
    """A positive number is not zero."""
    return arithmetic(goal.conclusion, *goal.given)


@dataclass(frozen=True)
class Fraction:
    """|- number = s / t and |- 0 < t, s and t being polynomials in what is no sum, product or quotient."""

    value: RationalFunction
    theorem: Proved
    positive: Proved

    @property
    def parts(self) -> tuple[Term, Term]:
        """s and t."""
        found = applied(sides(self.theorem.conclusion)[1], "/", 2)
        assert found is not None
        return found[0], found[1]


@dataclass
class Fractions:
    """Fractions under facts from which the signs of their denominators follow."""

    known: Sequence[Proved]
    atoms: dict[Term, str] = field(default_factory=dict)
    signs: dict[Polynomial, tuple[int, Proved] | None] = field(default_factory=dict)
    found: dict[Term, Fraction] = field(default_factory=dict)

    def under(self, known: Sequence[Proved]) -> Fractions:
        """The same under more facts, with what is known."""
        signs: dict[Polynomial, tuple[int, Proved] | None] = {}
        signs |= {factor: sign for factor, sign in self.signs.items() if sign is not None}
        return Fractions(known, self.atoms, signs, dict(self.found))

    def compared(self, formula: Term) -> Proved | None:
        """|- a < b iff 0 < s, where b - a = s / t and t is positive; None where no sign of a denominator is found."""
        for relation, law in (("=", difference_zero), ("<", difference_positive), ("<=", difference_not_negative)):
            both = applied(formula, relation, 2)
            if both is None:
                continue
            try:
                found = self.of(term("b - a", a=both[0], b=both[1]))
            except (ProofError, ZeroDivisionError):
                return None
            return at(law(), *both, *found.parts, given=[found.theorem, found.positive], premises=2)
        return None

    def of(self, number: Term) -> Fraction:
        """The number as a fraction; ProofError where the sign of a denominator is not found."""
        if number not in self.found:
            self.found[number] = self._of(number)
        return self.found[number]

    def _of(self, number: Term) -> Fraction:
        for operator, law in (("+", fractions_added), ("*", fractions_multiplied), ("/", fractions_divided)):
            if both := applied(number, operator, 2):
                return self._joined(operator, law(), number, self.of(both[0]), self.of(both[1]))
        power = applied(number, "^", 2)
        if power and isinstance(power[1], Number) and power[1].value.denominator == 1 and power[1].value >= 1:
            product = power[0]
            for _ in range(int(power[1].value) - 1):
                product = TIMES(product, power[0])
            found = self.of(product)
            same = arithmetic(equal(number, product), opaque=True)
            return Fraction(found.value, derived.transitive(same, found.theorem), found.positive)
        if isinstance(number, Number):
            value = RationalFunction.of(number.value)
        else:
            value = RationalFunction.of(Polynomial.variable(self.atoms.setdefault(number, f"t{len(self.atoms)}")))
        whole = arithmetic(equal(number, term("s / t", s=number, t=ONE)), opaque=False)
        return Fraction(value, whole, arithmetic(LESS(ZERO, ONE)))

    def _joined(self, operator: str, law: Proved, number: Term, first: Fraction, second: Fraction) -> Fraction:
        a, b = applied(number, operator, 2) or (number, number)
        given = [first.theorem, second.theorem, first.positive, second.positive]
        below = at(positive_product(), first.parts[1], second.parts[1], given=given[2:], premises=2)
        not_zero = at(positive_is_not_zero(), term("t * v", t=first.parts[1], v=second.parts[1]), given=[below])
        if operator == "/":
            above = self._not_zero(second)
            given.append(above)
            t = at(positive_is_not_zero(), first.parts[1], given=[first.positive])
            not_zero = at(product_not_zero(), first.parts[1], second.parts[0], given=[t, above], premises=2)
        joined = at(law, a, b, *first.parts, *second.parts, given=given, premises=len(given))
        value = {
            "+": lambda: first.value + second.value,
            "*": lambda: first.value * second.value,
            "/": lambda: first.value / second.value,
        }[operator]()
        return self._reduced(number, joined, not_zero, value)

    def _reduced(self, number: Term, theorem: Proved, not_zero: Proved, value: RationalFunction) -> Fraction:
        """The fraction in lowest terms, with a positive denominator."""
        sign, positive = self._sign(value.denominator)
        below = (applied(positive.conclusion, "<", 2) or ())[1]
        above = self.written(value.numerator * sign)
        found = applied(sides(theorem.conclusion)[1], "/", 2)
        assert found is not None
        cross = arithmetic(term("s * v = u * t", s=found[0], t=found[1], u=above, v=below), opaque=True)
        reduced = at(
            fraction_reduced(), number, *found, above, below, given=[theorem, not_zero, positive, cross], premises=4
        )
        return Fraction(value, reduced, positive)

    def _not_zero(self, fraction: Fraction) -> Proved:
        """|- s != 0"""
        above = fraction.parts[0]
        sign, positive = self._sign(fraction.value.numerator)
        turned, _ = self._sign(fraction.value.denominator)  # s / t has a positive denominator, whatever the value has
        positive_part = (applied(positive.conclusion, "<", 2) or ())[1]
        own = positive_part if sign == turned else TIMES(Number(-1), positive_part)
        not_zero = arithmetic(term("s != 0", s=own), positive, opaque=True)
        same = arithmetic(equal(above, own), opaque=True)
        return arithmetic(term("s != 0", s=above), not_zero, same, opaque=True)

    def _sign(self, polynomial: Polynomial) -> tuple[int, Proved]:
        """1 or -1, and |- 0 < the polynomial times it, written as a product; ProofError where it is not found."""
        content, factors = polynomial.factors()
        sign = 1 if content > 0 else -1
        found = arithmetic(LESS(ZERO, Number(abs(content))))
        for factor, power in factors:
            own, positive = self._sign_of_factor(factor)
            for _ in range(power):
                sign *= own
                whole, part = ((applied(f.conclusion, "<", 2) or ())[1] for f in (found, positive))
                found = (
                    positive
                    if whole == ONE
                    else at(positive_product(), whole, part, given=[found, positive], premises=2)
                )
        return sign, found

    def _sign_of_factor(self, factor: Polynomial) -> tuple[int, Proved]:
        if factor not in self.signs:
            self.signs[factor] = None
            for sign in (1, -1):
                try:
                    self.signs[factor] = (
                        sign,
                        arithmetic(LESS(ZERO, self._sum(factor * sign)), *self.known, seconds=4.0),
                    )
                    break
                except ProofError:
                    continue
        known = self.signs[factor]
        if known is None:
            raise ProofError(f"nothing says whether {factor} is positive")
        return known

    def written(self, polynomial: Polynomial) -> Term:
        """The polynomial as a product of its factors."""
        content, factors = polynomial.factors()
        whole: Term = Number(content)
        for factor, power in factors:
            for _ in range(power):
                whole = self._sum(factor) if whole == ONE else TIMES(whole, self._sum(factor))
        return whole

    def _sum(self, polynomial: Polynomial) -> Term:
        named: Mapping[str, Term] = {name: atom for atom, name in self.atoms.items()}
        total: Term | None = None
        for powers, number in polynomial.terms().items():
            monomial: Term = Number(number)
            for name, exponent in powers:
                for _ in range(exponent):
                    monomial = named[name] if monomial == ONE else TIMES(monomial, named[name])
            total = monomial if total is None else PLUS(total, monomial)
        return total if total is not None else ZERO
