"""Relations between sums of logarithms, as relations between products of what they are of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import lcm, log

from derivations.logic import derived, kernel
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
    specialise,
    symmetric,
    term,
)
from derivations.logic.terms import EXP, LOG, TIMES, Free, Number, Term, applied, both, equal, parts
from derivations.theory.exponentials import at_numbers, bounds_of_exponentials, exp_above_tangent, exponents
from derivations.theory.log_bounds import log_above_mean, log_below_mean
from derivations.theory.log_numbers import log_near_one, log_of_one, log_rises, log_within
from derivations.theory.logarithms import EXP_0, log_below, log_of_product
from derivations.theory.relative_entropy import bounds_of_divergences
from derivations.theory.single_terms import at
from derivations.theory.sums import ZERO

SECONDS = 10.0
"""For a proof from some of the bounds of logarithms."""
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
    """What the logarithms in a formula are of, each once; none of a bound variable."""
    inside = (found[0] for part in parts(formula) if (found := applied(part, "log", 1)))
    return list(dict.fromkeys(number for number in inside if number.loose == 0))


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

    Those of the logarithm of its square count as well. Of other positive numbers only the tangents at 1 are known.
    """
    below, above = list[Proved](), list[Proved]()
    for inner in logarithms(formula):
        given = _known(term("1 < x", x=inner), facts)
        if given is None:
            positive = _known(term("0 < x", x=inner), facts)
            near = list(conjuncts(at(log_near_one(), inner, given=[positive]))) if positive else []
            below, above = [*below, *near[:1]], [*above, *near[1:]]
            continue
        above += _chords(inner, [given, *facts])
        square = TIMES(inner, inner)
        twice = at(log_of_product(), inner, inner, given=[arithmetic(term("0 < x", x=inner), given)])
        larger = arithmetic(term("1 < x", x=square), given)
        for found, law in ((below, log_above_mean()), (above, log_below_mean())):
            found += conjuncts(at(law, inner, given=[given]))
            found += conjuncts(rewritten(at(law, square, given=[larger]), by(twice)))
    return [below, above]


def _known(formula: Term, facts: Sequence[Proved]) -> Proved | None:
    try:
        return arithmetic(formula, *facts, seconds=SECONDS)
    except ProofError:
        return None


def _chords(x: Term, facts: Sequence[Proved]) -> list[Proved]:
    """exp lies below its chord up to c, for the numbers c that log(x) is known not to exceed."""
    found: list[Proved] = []
    for fact in facts:
        most = applied(fact.conclusion, "<=", 2)
        if most and most[0] == LOG(x) and isinstance(most[1], Number) and most[1].value > 0:
            positive = arithmetic(term("0 < c", c=most[1]))
            found += [at(exp_below_chord(), x, most[1], given=[*facts, positive]), *at_numbers(most[1])]
    return found


def _tangents(inside: Sequence[Term], facts: Sequence[Proved]) -> list[Proved]:
    """log lies below its tangents, at each of the numbers of which logarithms are taken, and at 1."""
    positive = {x: fact for x in inside if (fact := _known(term("0 < x", x=x), facts)) is not None}
    pairs = [(x, y) for x in positive for y in (*positive, Number(1)) if x != y]
    known = [*positive.values(), arithmetic(term("0 < 1"))]
    return [rewritten(kernel.part(at(log_below(), *pair, given=known), 0), by(log_of_one())) for pair in pairs]


@lemma("forall x c. 1 < x and log(x) <= c and 0 < c implies (x - 1) * c <= (exp(c) - 1) * log(x)")
def exp_below_chord(goal: Goal) -> Proved:
    """exp lies below its chord, as it lies above its tangent at log(x)."""
    x, c = goal.variables
    positive = arithmetic(term("0 < x", x=x), *goal.given)
    whole = at(kernel.axiom("exp_log"), x, given=[positive])
    ends = [at(exp_above_tangent(), end, LOG(x)) for end in (c, ZERO)]
    more = at(log_near_one(), x, given=[positive])
    sign = arithmetic(term("0 < log(x)", x=x), more, arithmetic(term("0 < 1 - 1/x", x=x), *goal.given), opaque=True)
    known = [rewritten(end, by(whole), by(EXP_0)) for end in ends]
    return arithmetic(goal.conclusion, *known, sign, positive, *goal.given)


def roots(formula: Term, facts: Sequence[Proved]) -> list[Proved]:
    """0 <= sqrt(x) and sqrt(x)^2 = x for each root in a formula of what is known not to be negative."""
    inside = dict.fromkeys(found[0] for part in parts(formula) if (found := applied(part, "sqrt", 1)))
    known = [(x, fact) for x in inside if (fact := _known(term("0 <= x", x=x), facts)) is not None]
    return [kernel.detach(specialise(kernel.axiom("sqrt"), x), fact) for x, fact in known]


def linear_in_logarithms(formula: Term) -> tuple[list[Term], list[Term]] | None:
    """A and B where a relation is one of log(A1) + log(A2) + ... and log(B1) + ...; None where it is another one."""
    pair = next((found for word in ("=", "<", "<=") if (found := applied(formula, word, 2))), None)
    inside = logarithms(formula)
    if pair is None or not inside:
        return None
    names = {LOG(inner): f"log{i}" for i, inner in enumerate(inside)}
    try:
        difference = _polynomial(pair[0], names) - _polynomial(pair[1], names)
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
    values = [by(fact) for fact in facts if _is_value(fact.conclusion)]
    plain = normal(formula, *values, _number_inside)
    if sides(plain.conclusion)[1] != formula:
        return derived.follow(symmetric(plain), by_logarithms(sides(plain.conclusion)[1], *facts))
    others = (fact for fact in facts if not _is_value(fact.conclusion))
    facts = tuple(rewritten(fact, *values, _number_inside) for fact in others)
    facts = (*facts, *_exponentials_of(facts))
    inside = list(
        dict.fromkeys(part for known in (formula, *(f.conclusion for f in facts)) for part in logarithms(known))
    )
    numbers = [inner for inner in inside if isinstance(inner, Number)]
    if len(numbers) == len(inside):
        known = [*facts, *(_of_number(inner.value) for inner in numbers)]
        powers = [
            fact for one in (formula, *(f.conclusion for f in facts)) for a in exponents(one) for fact in at_numbers(a)
        ]
        return arithmetic(formula, *known, *powers)
    spoken = both(*(fact.conclusion for fact in facts), formula)
    linear = linear_in_logarithms(formula)
    try:
        if linear is not None:
            return _of_products(formula, linear, facts)
    except ProofError:
        if not _has_more(spoken):
            raise
    signs = [*facts, *signs_of_logarithms(spoken, facts)]
    return _between_bounds(formula, spoken, [*signs, *roots(spoken, signs)])


def _has_more(spoken: Term) -> bool:
    """Whether bounds may help where products do not: a logarithm is of one, or there are exponentials."""
    inside = logarithms(spoken)
    return any(logarithms(x) for x in inside) or bool(exponents(spoken))


def _of_products(formula: Term, linear: tuple[list[Term], list[Term]], facts: Sequence[Proved]) -> Proved:
    """A relation between sums of logarithms as one between products."""
    (left, of_left), (right, of_right) = (_product(factors, facts) for factors in linear)
    if applied(formula, "=", 2):
        compared = kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(left, right), *facts))
    else:
        law = log_rises_strictly() if applied(formula, "<", 2) else log_rises()
        relation = "<" if applied(formula, "<", 2) else "<="
        given = [arithmetic(term(text, x=left, y=right), *facts) for text in ("0 < x", f"x {relation} y")]
        compared = at(law, left, right, given=given)
    return arithmetic(formula, compared, *of_left, *of_right, opaque=True)


def _between_bounds(formula: Term, spoken: Term, facts: Sequence[Proved]) -> Proved:
    """A relation by the signs of all logarithms that are spoken of, or else by bounds of them."""
    if divergences := list(bounds_of_divergences(formula, facts)):
        with suppress(ProofError):
            return arithmetic(formula, *facts, *divergences, seconds=SECONDS)
    try:
        return arithmetic(formula, *facts, seconds=SECONDS)
    except ProofError as error:
        ways = bounds_of_logarithms(spoken, facts)
        if exponents(spoken):
            inside = [x for x in logarithms(spoken) if not isinstance(x, Number)]
            ways = [bounds_of_exponentials(spoken, inside, facts), *ways]
        ways.append(_tangents(logarithms(spoken), facts))
        for further in (*ways, [bound for way in ways for bound in way]):
            try:
                return arithmetic(formula, *facts, *further, seconds=SECONDS)
            except ProofError:
                continue
        raise error


def _is_value(formula: Term) -> bool:
    """x = 3"""
    pair = applied(formula, "=", 2)
    return pair is not None and isinstance(pair[0], Free) and isinstance(pair[1], Number)


def _exponentials_of(facts: Sequence[Proved]) -> Iterator[Proved]:
    """exp(a) = x where log(x) = a is known."""
    for fact in facts:
        pair = applied(fact.conclusion, "=", 2)
        inner = applied(pair[0], "log", 1) if pair else None
        if pair and inner and (positive := _known(term("0 < x", x=inner[0]), facts)) is not None:
            own = at(kernel.axiom("exp_log"), inner[0], given=[positive])
            yield derived.transitive(symmetric(kernel.congruent(kernel.reflexive(EXP), fact)), own)


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
