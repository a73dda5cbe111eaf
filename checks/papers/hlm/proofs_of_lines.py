"""The error along lines of designs: its slope, and that it is least at an end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.papers.hlm.optimum import error_is, fails, laws, meaning, proved, said_term
from checks.papers.hlm.proofs_of_comparisons import best_spinner_is, corner
from checks.papers.hlm.proofs_of_edges import instance_at, refuted_by_instance, two
from checks.papers.hlm.proofs_of_slopes import Edge, error_by_chance, no_inner_minimum
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arguments,
    arithmetic,
    by,
    conjuncts,
    generalise,
    goal,
    instance,
    lemma,
    normal,
    number_of,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AT_MOST,
    FALSE,
    NOT,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    quantified,
    substituted,
)
from derivations.theory.automatic import automatic, facts_of
from derivations.theory.calculus import only_derivative
from derivations.theory.quotients import slope_of_spread
from derivations.theory.single_terms import at

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PLAIN = meaning("edge_r", "edge_s", "survey"), unfolding("size")
SLOPES = (
    "-((2*p*(1 - p)*(1 - pi) + pi*(2*p*q - p - q + 1))/((p + q - 1)^3*n))",
    "-(((2*p*q - p - q + 1)*(1 - pi) + 2*q*pi*(1 - q))/((p + q - 1)^3*n))",
)
"""The slope of the error in p11 = q and in p00 = p."""

ALONG = "-((1 + x)*(1 + pi*(x - 1))/((x - 1)^2*t^2*n))"
"""The slope along the edge on which (11a) is tight, for delta = 0."""


def _slope_of_error(wanted: Term, *facts: Proved) -> Proved:
    """derivative(fun t. error(p, q, pi, n), a, v) for p and q that are affine in t."""
    function, a, _ = applied(wanted, "derivative", 3) or ()

    def design(t: Term) -> tuple[Term, ...]:
        """p, q, pi, n at t"""
        whole = sides(normal(function(t)).conclusion)[1]
        return tuple(sides(normal(part, *PLAIN).conclusion)[1] for part in arguments(whole))

    zero, one = (design(Number(t)) for t in (0, 1))
    told = [term("p + q - 1", p=p, q=q) for p, q, *_ in (zero, one)]
    likely = [term("1 - p + pi*(p + q - 1)", p=p, q=q, pi=pi) for p, q, pi, _ in (zero, one)]
    (b, c), (g, h) = ((first, term("u - v", u=second, v=first)) for first, second in (told, likely))
    names = {"b": b, "c": c, "g": g, "h": h, "n": zero[3]}

    def value(t: Term, apart: Proved) -> Proved:
        p, q, pi, n = arguments(sides(normal(function(t)).conclusion)[1])
        plain = [normal(part, *PLAIN) for part in (p, q)]
        numbers = {"p": p, "q": q, "pi": pi, "t": t, **names}
        same = [
            arithmetic(term(f"{left} = {right}", **numbers), *plain, *facts)
            for left, right in (("p + q - 1", "b + c*t"), ("1 - p + pi*(p + q - 1)", "g + h*t"))
        ]
        regular = arithmetic(term("p + q != 1", p=p, q=q), same[0], apart)
        error = at(error_is(), p, q, pi, n, given=[*facts, regular])
        spread = at(
            error_by_chance(), p, q, pi, n, g, h, t, term("b + c*t", b=b, c=c, t=t), given=[*same, apart, *facts]
        )
        return derived.transitive(error, spread)

    apart = arithmetic(term("b + c*a != 0", **names, a=a), *facts)
    return slope_of_spread(wanted, names, value, apart, *facts)


def _printed_slope(derivative: Term) -> Term:
    """The slope as printed: in p00, in p11, or along an edge for delta = 0."""
    function, a, _ = applied(derivative, "derivative", 3) or ()
    p, q, pi, n = arguments(sides(normal(function(a)).conclusion)[1])
    if a in (p, q):
        return term(SLOPES[a == p], p=p, q=q, pi=pi, n=n)
    x, _, _ = arguments(p)
    is_first = p == said_term("edge_r(x, 0, t)", x=x, t=a)
    return term(ALONG, x=x, pi=pi if is_first else term("1 - pi", pi=pi), t=a, n=n)


def _numbers(wanted: Goal) -> list[Proved]:
    return [part for fact in wanted.facts for part in conjuncts(rewritten(fact, *PLAIN, meaning("budget")))]


@script("slope")
def slope(wanted: Goal) -> Proved:
    """Each derivative by the rules, with the printed slopes as those that exist; the rest by arithmetic."""
    return _shown(wanted.conclusion, _numbers(wanted))


def _shown(formula: Term, facts: Sequence[Proved], *later: Proved) -> Proved:
    """A formula; an implication of a value of the slope from what is shown of the slope after it."""
    if applied(formula, "derivative", 3):
        return _slope_of_error(formula, *facts)
    if both := applied(formula, "and", 2):
        second = _shown(both[1], facts)
        return kernel.conjoin(_shown(both[0], facts, second), second)
    if quantified(formula, "exists"):
        value = _printed_slope(two(instance(formula, Number(0)))[0])
        return kernel.witness(formula, value, _shown(instance(formula, value), facts))
    if later and applied(formula, "implies", 2):
        return arithmetic(formula, *facts, *later, opaque=True)
    return arithmetic(formula, *facts)


@script("another slope")
def another_slope(wanted: Goal) -> Refuted:
    """At a design the derivative is the slope, and the printed one is another number."""
    values = {"x": Fraction(3), "pi": THIRD, "n": Fraction(1), "t": HALF}
    told = instance_at(wanted, *values.values())
    function, t, printed = applied(told.conclusion, "derivative", 3) or ()
    slope = _printed_slope(told.conclusion)
    known = _slope_of_error(term("derivative(f, t, v)", f=function, t=t, v=slope))
    same = at(only_derivative(), function, t, slope, printed, given=[known, told], premises=2)
    return refuted_by_instance(wanted, same, values)


@lemma("forall f t. (forall a b. 0 < a and a < b and b <= 1 implies f(b) < f(a)) implies 0 < t and t <= 1 implies "
       "((forall u. 0 < u and u <= 1 implies f(t) <= f(u)) iff t = 1)", depth=4)  # fmt: skip
def least_at_end(wanted: Goal) -> Proved:
    """A function that falls on (0, 1] is least at 1, and only there."""
    f, t = wanted.variables
    falls, *facts = wanted.facts
    least, is_end = sides(wanted.conclusion)
    before = kernel.assume(term("t < 1", t=t))
    smaller = at(falls, t, Number(1), given=[*facts, before])
    level = at(kernel.assume(least), Number(1), given=[])
    nothing = derived.reject(before.conclusion, arithmetic(FALSE, smaller, level, opaque=True))
    forth = kernel.discharge(least, arithmetic(is_end, nothing, *facts))
    u = Free("u #0")
    inside = kernel.assume(two(instance(least, u), "implies")[0])
    there = [*conjuncts(inside)]
    cases = arithmetic(term("u < 1 or u = 1", u=u), *there)
    lower, level = map(kernel.assume, two(cases.conclusion, "or"))
    order = term("f(1) <= f(u)", f=f, u=u)
    strict = arithmetic(order, at(falls, u, Number(1), given=[*there, lower]), opaque=True)
    z = Free("z #0")
    same = kernel.replace(
        symmetric(level),
        closed(z, term("f(1) <= f(z)", f=f, z=z)),
        arithmetic(AT_MOST(f(Number(1)), f(Number(1))), opaque=True),
    )
    whole = kernel.cases(cases, strict, same)
    whole = generalise(kernel.discharge(inside.conclusion, whole), u)
    end = kernel.assume(is_end)
    back = kernel.replace(symmetric(end), closed(z, substituted(least, {t: z})), whole)
    return derived.equivalent(forth, kernel.discharge(is_end, back))


@script("end of an edge")
def end_of_edge(wanted: Goal) -> Proved:
    """For delta = 0 the error falls along an edge, up to its end."""
    slope, _ = two(wanted.conclusion)
    facts = _numbers(wanted)
    function, t, _ = applied(two(instance(slope, Number(0)))[0], "derivative", 3) or ()
    a, b = Free("a #0"), Free("b #0")
    inside = kernel.assume(term("0 < a and a < b and b <= 1", a=a, b=b))
    falls = term("f(b) < f(a)", f=function, a=a, b=b)
    own = Goal(falls, (), (inside.conclusion, *wanted.given), falls)
    every = rewritten(generalise(kernel.discharge(inside.conclusion, automatic(own, error_is())), a, b))
    return kernel.conjoin(_shown(slope, facts), at(least_at_end(), function, t, given=[every, *facts], premises=2))


@script("no inner minimum")
def only_ends(wanted: Goal) -> Proved:
    """Of three points in an order the middle one has not the least error."""
    edge = Edge(wanted)
    *_, least = wanted.facts
    a, b, t = wanted.variables[4:]
    error = "error(edge_r(x, delta, t), edge_s(x, delta, t), pi, n)"
    texts = [error.replace(", t)", f", {name})") for name in ("b", "t", "a")]
    law = said_term("forall a b t. 0 <= a and a < t and t < b and b <= 1 implies "
                    f"{texts[0]} < {texts[1]} or {texts[2]} < {texts[1]}", **edge.names)  # fmt: skip
    other = kernel.assume(NOT(wanted.conclusion))
    inner = at(no_inner_minimum(edge, law), a, b, t, given=[arithmetic(
        term("0 <= a and a < t and t < b and b <= 1", a=a, b=b, t=t), other, *edge.facts)])  # fmt: skip
    ends = [at(least, end, given=[arithmetic(term("a <= c and c <= b", a=a, b=b, c=end), *edge.facts)])
            for end in (a, b)]  # fmt: skip
    return derived.absurd(wanted.conclusion, arithmetic(FALSE, inner, *ends, opaque=True))


@script("along the edge")
def along_the_edge(wanted: Goal) -> Proved:
    """The points of the edge are designs from t_0 on."""
    facts = _numbers(wanted)
    where = "forall x delta t. 1 <= x and 0 <= delta implies"
    shares = "delta*(x + 1)", "t*(x + delta)"
    laws = [proved(f"{where} ({left} iff {right})") for left, right in (
        ("start(x, delta) < t", f"{shares[0]} < {shares[1]}"), ("t < start(x, delta)", f"{shares[1]} < {shares[0]}"),
        ("edge_r(x, delta, t) <= 1", f"{shares[0]} <= {shares[1]}"))]  # fmt: skip
    after, before, design = (at(law, *wanted.variables, given=facts) for law in laws)
    later, sooner = two(wanted.conclusion)
    premise, lies = two(later, "implies")
    inside = reduced(normal(lies, meaning("feasible", "region"), *PLAIN), lambda it: arithmetic(
        it, derived.follow(after, kernel.assume(premise)), *facts))  # fmt: skip
    first = kernel.discharge(premise, inside)
    premise, outside = two(sooner, "implies")
    (lies,) = applied(outside, "not", 1) or ()
    there = next(fact for fact in conjuncts(rewritten(kernel.assume(lies), meaning("feasible", "region")))
                 if fact.conclusion == sides(design.conclusion)[0])  # fmt: skip
    nothing = arithmetic(FALSE, derived.follow(design, there), derived.follow(before, kernel.assume(premise)))
    return kernel.conjoin(first, kernel.discharge(premise, derived.reject(lies, nothing)))


@script("the only best spinner")
def only_best_spinner(wanted: Goal) -> Proved:
    """The largest p_w for which Warner's mechanism is private, and no other."""
    *numbers, p = wanted.variables
    k, facts = corner(wanted)
    return specialise(at(best_spinner_is(), *numbers, k, given=facts), p)


@script("minimisers of f")
def minimisers_of_f(wanted: Goal) -> Proved:
    """f is not negative on the square, and 0 at two of its corners only."""
    least, corners = sides(wanted.conclusion)
    zero, one = Number(0), Number(1)
    below = rewritten(
        at(kernel.assume(least), zero, one, given=[arithmetic(term("0 <= 0 and 0 <= 1"))]), meaning("nonlinear")
    )
    forth = kernel.discharge(least, arithmetic(corners, below, *wanted.facts))
    inner = goal(least)
    plain = normal(inner.conclusion, meaning("nonlinear"))
    at_corner = arithmetic(sides(plain.conclusion)[1], kernel.assume(corners), *inner.facts)
    back = kernel.discharge(corners, inner.qed(derived.follow(symmetric(plain), at_corner)))
    return derived.equivalent(forth, back)


@script("a response that is impossible")
def impossible_response(wanted: Goal) -> Refuted:
    """For p00 = 1 and pi = 0 nobody responds 1, which has no logarithm."""
    values = {"p00": "1", "p11": "1/2", "pi": "0", "n": "1"}
    said = specialise(kernel.assume(wanted.statement), *map(term, values.values()), term("fun t. 1"))
    premise, _ = two(said.conclusion, "implies")
    chances = kernel.detach(said, automatic(goal(premise)))
    impossible = kernel.part(kernel.part(chances, 1), 0)
    nothing = arithmetic(FALSE, *facts_of(impossible))
    return Refuted(derived.reject(wanted.statement, nothing), (*values.items(), ("w", "(1)")))


def _values(wanted: Goal) -> list[Conversion]:
    """Each variable as the number that it is."""
    return [by(fact) for fact in wanted.facts if applied(fact.conclusion, "=", 2)]


@script("an example")
def example(wanted: Goal) -> Proved:
    """With the numbers put in."""
    return reduced(normal(wanted.conclusion, *_values(wanted)), lambda it: automatic(Goal(it, (), (), it), *laws()))


def _another(error: str) -> Script:
    """The error in an example is this, which does not round to what is printed."""

    def refuted(wanted: Goal) -> Refuted:
        numbers = dict(sides(fact.conclusion) for fact in wanted.facts if applied(fact.conclusion, "=", 2))
        values = {name: number_of(numbers[variable]) for name, variable in wanted.names.items()}
        told = instance_at(wanted, *values.values())
        own, printed, _ = arguments(told.conclusion)
        same = goal(equal(own, term(error)))
        known = automatic(same, *laws())
        told = rewritten(told, by(known))
        return replace(refuted_by_instance(wanted, told, values), sides=(term(error), printed))

    return refuted


SCRIPTS: Mapping[str, Script] = {
    "another error": _another("29/100"),
    "no error": _another("(-30*exp(1/2) - 1)/100"),
    "no private design": fails(x=1, delta=0, t=HALF),
    "no spinner at all": fails(x=1, delta=0, pi=THIRD, n=1, p=HALF),
}
