"""Relations between sums of logarithms, as relations between products of what they are of."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import lcm, log

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    _polynomial,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
)
from derivations.logic.terms import LOG, TIMES, Number, Term, applied, equal, parts
from derivations.theory.log_bounds import log_above_mean, log_below_mean
from derivations.theory.log_numbers import log_near_one, log_of_one, log_rises, log_within
from derivations.theory.logarithms import log_below, log_of_product
from derivations.theory.single_terms import at

WIDTH = Fraction(1, 10**6)
"""How narrow the bounds are between which the logarithm of a number is enclosed."""


@lemma("forall x y. 0 < x and x < y implies log(x) < log(y)")
def log_rises_strictly(goal: Goal) -> Proved:
    """log is strictly increasing."""
    x, y = goal.variables
    positive = arithmetic(term("0 < y and 0 < x", x=x, y=y), *goal.given)
    below = kernel.part(at(log_below(), y, x, given=[positive]), 0)
    product = arithmetic(term("y * (log(x) - log(y)) < 0", x=x, y=y), below, *goal.given)
    return arithmetic(goal.conclusion, product, positive)


def logarithms(formula: Term) -> list[Term]:
    """What the logarithms in a formula are of, each once."""
    return list(dict.fromkeys(found[0] for part in parts(formula) if (found := applied(part, "log", 1))))


def signs_of_logarithms(formula: Term, facts: Sequence[Proved]) -> list[Proved]:
    """0 < log(x) for each logarithm in a formula of a number that is known to be above 1."""
    found = []
    for inner in logarithms(formula):
        try:
            above = arithmetic(term("1 < x", x=inner), *facts)
        except ProofError:
            continue
        near = at(log_near_one(), inner, given=[arithmetic(term("0 < x", x=inner), above)])
        share = arithmetic(term("0 < 1 - 1/x", x=inner), above)
        found.append(arithmetic(term("0 < log(x)", x=inner), near, share, opaque=True))
    return found


def bounds_of_logarithms(formula: Term, facts: Sequence[Proved]) -> list[list[Proved]]:
    """Bounds of each logarithm in a formula of a number that is known to be above 1, from below, and from above.

    Where a square is known, those of its logarithm count as well.
    """
    below, above = list[Proved](), list[Proved]()
    for inner in logarithms(formula):
        try:
            given = arithmetic(term("1 < x", x=inner), *facts)
        except ProofError:
            continue
        square = TIMES(inner, inner)
        twice = at(log_of_product(), inner, inner, given=[arithmetic(term("0 < x", x=inner), given)])
        larger = arithmetic(term("1 < x", x=square), given)
        for found, law in ((below, log_above_mean()), (above, log_below_mean())):
            found += conjuncts(at(law, inner, given=[given]))
            found += conjuncts(rewritten(at(law, square, given=[larger]), by(twice)))
    return [below, above]


def linear_in_logarithms(formula: Term) -> tuple[list[Term], list[Term]] | None:
    """A and B where a relation is one of log(A1) + log(A2) + ... and log(B1) + ...; None where it is another one."""
    both = next((found for word in ("=", "<", "<=") if (found := applied(formula, word, 2))), None)
    inside = logarithms(formula)
    if both is None or not inside:
        return None
    names = {LOG(inner): f"log{i}" for i, inner in enumerate(inside)}
    try:
        difference = _polynomial(both[0], names) - _polynomial(both[1], names)
    except (ProofError, ZeroDivisionError, ValueError):
        return None
    weights = difference.terms()
    if not all(len(monomial) == 1 and monomial[0][1] == 1 for monomial in weights):
        return None
    numbers = [weights.get(((name, 1),), Fraction(0)) for name in names.values()]
    whole = lcm(*(number.denominator for number in numbers))
    times = [int(number * whole) for number in numbers]
    left = [inner for inner, count in zip(inside, times, strict=True) for _ in range(count)]
    right = [inner for inner, count in zip(inside, times, strict=True) for _ in range(-count)]
    return left, right


def by_logarithms(formula: Term, *facts: Proved) -> Proved:
    """A relation in which logarithms occur: of their products, or between bounds of numbers, by arithmetic."""
    plain = normal(formula, _number_inside)
    if sides(plain.conclusion)[1] != formula:
        return kernel.follow(symmetric(plain), by_logarithms(sides(plain.conclusion)[1], *facts))
    facts = tuple(rewritten(fact, _number_inside) for fact in facts)
    inside = list(
        dict.fromkeys(part for known in (formula, *(f.conclusion for f in facts)) for part in logarithms(known))
    )
    numbers = [inner for inner in inside if isinstance(inner, Number)]
    if len(numbers) == len(inside):
        return arithmetic(formula, *facts, *(_of_number(inner.value) for inner in numbers))
    both = linear_in_logarithms(formula)
    if both is None:
        return _between_bounds(formula, [*facts, *signs_of_logarithms(formula, facts)])
    (left, of_left), (right, of_right) = (_product(factors, facts) for factors in both)
    if applied(formula, "=", 2):
        compared = kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(left, right), *facts))
    else:
        law = log_rises_strictly() if applied(formula, "<", 2) else log_rises()
        relation = "<" if applied(formula, "<", 2) else "<="
        given = [arithmetic(term(text, x=left, y=right), *facts) for text in ("0 < x", f"x {relation} y")]
        compared = at(law, left, right, given=given)
    return arithmetic(formula, compared, *of_left, *of_right, opaque=True)


def _between_bounds(formula: Term, facts: Sequence[Proved]) -> Proved:
    """A relation with logarithms by their signs, or else by bounds of them."""
    try:
        return arithmetic(formula, *facts)
    except ProofError as error:
        ways = bounds_of_logarithms(formula, facts)
        for further in (*ways, [bound for way in ways for bound in way]):
            try:
                return arithmetic(formula, *facts, *further)
            except ProofError:
                continue
        raise error


def _number_inside(part: Term) -> Proved | None:
    """log(1/2 * 4) = log(2) and the like."""
    found = applied(part, "log", 1)
    if found is None or isinstance(found[0], Number):
        return None
    try:
        value = _polynomial(found[0], {})
    except (ProofError, ZeroDivisionError, ValueError):
        return None
    return kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(found[0], Number(value.constant_value()))))


def _product(factors: Sequence[Term], facts: Sequence[Proved]) -> tuple[Term, list[Proved]]:
    """A product, and that its logarithm is the sum of those of its factors."""
    if not factors:
        return Number(1), [log_of_one()]
    found: list[Proved] = []

    def times(product: Term, factor: Term) -> Term:
        given = [arithmetic(term("0 < a", a=value), *facts) for value in (product, factor)]
        found.append(at(log_of_product(), product, factor, given=given))
        return TIMES(product, factor)

    return reduce(times, factors), found


def _of_number(value: Fraction) -> Proved:
    """Bounds of the logarithm of a number."""
    if value == 1:
        return log_of_one()
    if value <= 0:
        raise ProofError(f"{value} has no logarithm")
    middle = Fraction(log(value if value > 1 else 1 / value))
    bounds = log_within(value if value > 1 else 1 / value, middle - WIDTH, middle + WIDTH)
    if value > 1:
        return bounds
    x, y = Number(value), Number(1 / value)
    product = at(log_of_product(), x, y, given=[arithmetic(term("0 < x", x=x)), arithmetic(term("0 < y", y=y))])
    whole = kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(TIMES(x, y), Number(1))))
    low, high = (Number(b) for b in (-middle - WIDTH, -middle + WIDTH))
    wanted = term("a <= log(x) and log(x) <= b", a=low, b=high, x=x)
    return arithmetic(wanted, *conjuncts(bounds), product, whole, log_of_one(), opaque=True)
