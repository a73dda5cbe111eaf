"""Relative entropies of two probabilities are not below twice the square of their distance (Pinsker)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    term,
)
from derivations.logic.terms import LOG, Free, Number, Term, applied, equal
from derivations.theory.fractions import Fractions
from derivations.theory.log_bounds import never_falls
from derivations.theory.log_numbers import log_of_one
from derivations.theory.logarithms import log_below, log_of_product, log_of_quotient
from derivations.theory.single_terms import at, either
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ORDERED = "forall p q. 0 < q and q <= p and p < 1 implies"
DIVERGENCE = "p * (log(p) - log(q)) + (1 - p) * (log(1 - p) - log(1 - q))"


def _rising(goal: Goal, function: Term, steps: Term, small: Proved, inside: Proved) -> Proved:
    """f(q) <= f(p), from what holds on steps h from x, inside of q..p."""
    p, q = goal.variables
    x, h = Free("x #0"), Free("h #0")
    wanted = normal(term("f(x) - c * h^2 <= f(x + h)", f=function, c=steps, x=x, h=h))
    step = arithmetic(sides(wanted.conclusion)[1], small, inside)
    slowly = generalise(kernel.discharge(inside.conclusion, step), x, h)
    forward = arithmetic(term("q <= p", p=p, q=q), *goal.given)
    return rewritten(at(never_falls(), function, steps, q, p, given=[slowly, forward], premises=2))


def _step(goal: Goal) -> tuple[Proved, list[Proved]]:
    """That x and x + h lie in q..p, and there how log(x) and log(1 - x) change from x to x + h."""
    p, q = goal.variables
    names = {"p": p, "q": q, "x": Free("x #0"), "h": Free("h #0")}
    inside = kernel.assume(term("q <= x and 0 <= h and x + h <= p", **names))
    ends = [(term(a, **names), term(b, **names)) for a, b in (("x + h", "x"), ("1 - (x + h)", "1 - x"))]
    pairs = [ends[0], ends[1], ends[1][::-1]]
    signs = [arithmetic(term("0 < a and 0 < b", a=a, b=b), inside, *goal.given) for a, b in pairs]
    tangents = [kernel.part(at(log_below(), *pair, given=[sign]), 0) for pair, sign in zip(pairs, signs, strict=True)]
    return inside, tangents


@lemma(f"{ORDERED} 4 * (p - q) <= log(p) - log(q) - (log(1 - p) - log(1 - q))")
def log_odds_rise(goal: Goal) -> Proved:
    """The logarithm of the odds rises at least by 4 times the distance: its derivative is 1/(x(1 - x))."""
    p, q = goal.variables
    names = {"p": p, "q": q, "x": Free("x #0"), "h": Free("h #0")}
    inside, (first, _, second) = _step(goal)
    rises = [
        arithmetic(term(text, **names), tangent, inside, *goal.given)
        for text, tangent in (
            ("h / (x + h) <= log(x + h) - log(x)", first),
            ("h / (1 - x) <= log(1 - x) - log(1 - (x + h))", second),
        )
    ]
    least = arithmetic(term("4 * h - 4 * h^2 <= h / (x + h) + h / (1 - x)", **names), inside, *goal.given)
    wanted = term("4 * h - 4 * h^2 <= log(x + h) - log(x) + (log(1 - x) - log(1 - (x + h)))", **names)
    small = arithmetic(wanted, *rises, least, opaque=True)
    risen = _rising(goal, term("fun t. log(t) - log(1 - t) - 4 * t"), Number(4), small, inside)
    return arithmetic(goal.conclusion, risen)


@lemma(f"{ORDERED} 2 * (p - q)^2 <= {DIVERGENCE}")
def divergence_above(goal: Goal) -> Proved:
    """Pinsker's inequality of the larger probability."""
    p, q = goal.variables
    names = {"p": p, "q": q, "x": Free("x #0"), "h": Free("h #0")}
    inside, (first, second, _) = _step(goal)
    ordered = arithmetic(term("0 < q and q <= x and x < 1", **names), inside, *goal.given, efforts=1)
    odds = at(log_odds_rise(), names["x"], q, given=[ordered])
    scaled = arithmetic(
        term("h * (4 * (x - q)) <= h * (log(x) - log(q) - (log(1 - x) - log(1 - q)))", **names), odds, inside
    )
    function = term("fun t. t * (log(t) - log(q)) + (1 - t) * (log(1 - t) - log(1 - q)) - 2 * (t - q)^2", q=q)
    moved = "({0}) * (log({0}) - log(q)) + (1 - ({0})) * (log(1 - ({0})) - log(1 - q)) - 2 * ({0} - q)^2"
    small = arithmetic(
        term(f"{moved.format('x')} - 2 * h^2 <= {moved.format('x + h')}", **names), first, second, scaled
    )
    risen = _rising(goal, function, Number(2), small, inside)
    return arithmetic(goal.conclusion, risen)


@lemma(f"forall p q. 0 < p and p < 1 and 0 < q and q < 1 implies 2 * (p - q)^2 <= {DIVERGENCE}")
def divergence_at_least(goal: Goal) -> Proved:
    """Pinsker's inequality of two probabilities."""
    p, q = goal.variables
    order = term("q <= p", p=p, q=q)
    above, below = kernel.assume(order), kernel.assume(term("not q <= p", p=p, q=q))
    ordered = arithmetic(term("0 < q and q <= p and p < 1", p=p, q=q), above, *goal.given)
    turned = [term("1 - p", p=p), term("1 - q", q=q)]
    other_order = arithmetic(term("0 < b and b <= a and a < 1", a=turned[0], b=turned[1]), below, *goal.given)
    twice = [
        by(kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(term("1 - (1 - p)", p=one), one))))
        for one in (p, q)
    ]
    one = at(divergence_above(), p, q, given=[ordered])
    other = arithmetic(goal.conclusion, rewritten(at(divergence_above(), *turned, given=[other_order]), *twice))
    return kernel.cases(either(order), arithmetic(goal.conclusion, one), other)


WEIGHTED = "0 < a and a < 1 and 0 < u and 0 < v"
SUM = "a / u + (1 - a) / v"


@lemma(f"forall a u v s q. {WEIGHTED} and {SUM} = s and a / (u * s) = q implies "
       "2 * (a - q)^2 <= a * log(u) + (1 - a) * log(v) + log(s)")  # fmt: skip
def weighted_logarithms(goal: Goal) -> Proved:
    """Pinsker's inequality of a and q, for the logarithms of a/(qs) and (1 - a)/((1 - q)s)."""
    a, u, v, s, q = goal.variables
    names = {"a": a, "u": u, "v": v, "s": s}
    first, second = (arithmetic(term(t, **names), *goal.given) for t in ("0 < a / u", "0 < (1 - a) / v"))
    whole = arithmetic(term(f"{SUM} = s", **names), *goal.given)
    positive = arithmetic(term("0 < s", **names), first, second, whole, opaque=True)
    share, rest = term("a / (u * s)", **names), term("(1 - a) / (v * s)", **names)
    known: list[Term | Proved] = [positive, *goal.given]
    parts = [arithmetic(term("0 < x", x=part), *known) for part in (share, rest)]
    left = arithmetic(term("1 - x = y", x=share, y=rest), whole, *known)
    inside = arithmetic(
        term("0 < a and a < 1 and 0 < x and x < 1", a=a, x=share), *parts, left, *goal.given, opaque=True
    )
    bound = rewritten(at(divergence_at_least(), a, share, given=[inside]), by(left))
    laws = []
    for above, below in ((a, u), (term("1 - a", a=a), v)):
        product = term("x * s", x=below, s=s)
        signs = arithmetic(term("0 < a and 0 < x * s", a=above, x=below, s=s), *known)
        laws.append(at(log_of_quotient(), above, product, given=[signs]))
        laws.append(at(log_of_product(), below, s, given=[arithmetic(term("0 < x and 0 < s", x=below, s=s), *known)]))
    same = arithmetic(equal(share, q), *goal.given, opaque=True)
    return arithmetic(goal.conclusion, bound, *laws, same, opaque=True)


def bounds_of_divergences(formula: Term, facts: Sequence[Proved]) -> Iterator[Proved]:
    """Pinsker's inequality for each two logarithms in a relation whose weights add up to as much as they should."""
    both = next((found for word in ("<", "<=") if (found := applied(formula, word, 2))), None)
    if both is None:
        return
    fractions = Fractions(facts)
    try:
        difference = fractions.of(term("b - a", a=both[0], b=both[1])).value.numerator
    except (ProofError, ZeroDivisionError):
        return
    weights: dict[Term, Polynomial] = {}
    for atom, name in fractions.atoms.items():
        inner = applied(atom, "log", 1)
        powers = difference.coefficients_in(name)
        if inner and not isinstance(inner[0], Number) and max(powers, default=0) == 1:
            weights[inner[0]] = powers[1]
    for u, v in permutations(weights, 2):
        try:
            yield _of_pair(u, v, weights[u], weights[v], fractions, facts)
        except (ProofError, ZeroDivisionError):
            continue


def _of_pair(
    u: Term, v: Term, of_u: Polynomial, of_v: Polynomial, fractions: Fractions, facts: Sequence[Proved]
) -> Proved:
    a = _written(RationalFunction(of_u, of_u + of_v), fractions)
    whole = fractions.of(term(SUM, a=a, u=u, v=v)).value
    if whole.names:
        raise ProofError(f"{whole} is no number")
    s = Number(whole.constant_value())
    q = _written(fractions.of(term("a / (u * s)", a=a, u=u, s=s)).value, fractions)
    given = arithmetic(term(f"{WEIGHTED} and {SUM} = s and a / (u * s) = q", a=a, u=u, v=v, s=s, q=q), *facts)
    return rewritten(at(weighted_logarithms(), a, u, v, s, q, given=[given]), by(log_of_one()))


def _written(value: RationalFunction, fractions: Fractions) -> Term:
    """A quotient of polynomials, or a polynomial."""
    above, below = (fractions.written(part) for part in (value.numerator, value.denominator))
    return above if below == Number(1) else term("s / t", s=above, t=below)
