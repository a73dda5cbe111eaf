"""The error along the edge on which (11a) is tight: its slope, where that vanishes, and its maximum."""

from __future__ import annotations

import re
from functools import cache

from checks.papers.hlm.optimum import error_is, existence, meaning, proved, said_term
from checks.papers.hlm.proofs_of_edges import two
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    fresh,
    generalise,
    goal,
    instance,
    lemma,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import AT_MOST, LESS, Free, Term, applied, closed, equal, quantified
from derivations.theory.automatic import automatic
from derivations.theory.calculus import as_derivative, only_derivative, twice
from derivations.theory.quotients import (
    INTERCEPT,
    SLOPE,
    of_cubic_quotient,
    positive_nearby,
    slope_of_spread,
    spread_falls,
)
from derivations.theory.single_terms import at

COEFFICIENTS = {
    "b": "delta/x",
    "c": "(x - 1)*(x + delta)/(x*(x + 1))",
    "g": "0 - (1 - pi)*delta/x",
    "h": "(x + delta)*(1 + (x - 1)*pi)/(x*(x + 1))",
}
INFORMATION, LIKELY = "edge_r(x, delta, t) + edge_s(x, delta, t) - 1", "1 - edge_r(x, delta, t) + pi*({})"
RANGES = "1 <= x and 0 < delta and delta <= 1 and 0 < pi and pi < 1 and integer(n) and 1 <= n"
ROOT = "delta*(1 + x)*(2*x + 2*delta - 1 - pi*(x + 2*delta - 1))/((x + delta)*(x + 2*delta - 1)*(1 + (x - 1)*pi))"


AT_ROOT = "2*delta*(x + delta - 1)/((x + 2*delta - 1)*(1 + (x - 1)*pi))"
BEND = "0 - (x + delta)^2*(x + 2*delta - 1)*(1 + (x - 1)*pi)/(x^2*(x + 1)^2)"
START = "delta*(x + delta)*(2*x + 2*delta - 1 - pi*(x + 2*delta - 1))/(x^2*(x + 1))"
ERROR = "fun u. error(edge_r(x, delta, u), edge_s(x, delta, u), pi, n)"


@lemma("forall p q pi n g h t D. p + q - 1 = D and 1 - p + pi*(p + q - 1) = g + h*t and D != 0 and 1 <= n implies "
       "(1 - p + pi*(p + q - 1))*(p - pi*(p + q - 1))/((p + q - 1)^2*n) = (g + h*t)*(1 - g - h*t)/(D^2*n)")  # fmt: skip
def error_by_chance(wanted: Goal) -> Proved:
    """The error by the chance g + h t of a response and what the responses tell, D."""
    return automatic(wanted)


@lemma("forall N w. 0 < w implies (N/w = 0 iff N = 0)")
def vanishing_quotient(wanted: Goal) -> Proved:
    """A quotient vanishes with its numerator."""
    return automatic(wanted)


@lemma("forall N z n. 0 < z and 1 <= n implies (N/(z^3*n) = 0 iff N = 0)")
def level(wanted: Goal) -> Proved:
    """The slope vanishes with its numerator."""
    N, z, n = wanted.variables
    positive = arithmetic(term("0 < z^3*n", z=z, n=n), *wanted.given)
    return at(vanishing_quotient(), N, term("z^3*n", z=z, n=n), given=[positive])


@lemma("forall A B t r. B < 0 and A + B*r = 0 implies (A + B*t = 0 iff t = r)")
def one_root(wanted: Goal) -> Proved:
    """An affine function that is not constant vanishes at one number only."""
    return automatic(wanted)


@lemma("forall B z c N n. N = 0 and 0 < z and 1 <= n implies (B*z - 3*c*N)/(z^4*n) = B/(z^3*n)")
def bend_at_root(wanted: Goal) -> Proved:
    """The second derivative where the first one is zero."""
    return automatic(wanted)


@lemma("forall B z n. B < 0 and 0 < z and 1 <= n implies B/(z^3*n) < 0")
def bent_down(wanted: Goal) -> Proved:
    """What is negative, over something positive."""
    _, z, n = wanted.variables
    return arithmetic(wanted.conclusion, arithmetic(term("0 < z^3*n", z=z, n=n), *wanted.given), *wanted.given)


@lemma("forall p q y z n. 0 < y and 0 < z and 1 <= n and p*y^2 < q*z^2 implies p/(z^2*n) < q/(y^2*n)")
def smaller_quotient(wanted: Goal) -> Proved:
    """Two quotients by their products."""
    return automatic(wanted)


@cache
def along_edge() -> tuple[Proved, Proved]:
    """p00 + p11 - 1 and P(X = 1) are affine in t."""
    where = f"forall x delta pi n t. {RANGES} implies"
    b, c, g, h = COEFFICIENTS.values()
    return (
        proved(f"{where} {INFORMATION} = {b} + {c}*t"),
        proved(f"{where} {LIKELY.format(INFORMATION)} = {g} + {h}*t"),
    )


class Edge:
    """The error along the edge, at the numbers of a goal; its coefficients as terms."""

    def __init__(self, wanted: Goal) -> None:
        self.numbers = wanted.variables[:4]
        self.names: dict[str, Term] = dict(zip(("x", "delta", "pi", "n"), self.numbers, strict=True))
        told = [rewritten(fact, meaning("budget"), unfolding("size")) for fact in wanted.facts]
        self.facts = [part for fact in told for part in conjuncts(fact) if not quantified(part.conclusion, "forall")]
        own = {name: said_term(text, **self.names) for name, text in COEFFICIENTS.items()}
        self.b, self.c, self.g, self.h = own.values()
        self.own = {**own, "n": self.names["n"]}
        self.start, self.slope = term(INTERCEPT, **own), term(SLOPE, **own)
        self.root, self.error = said_term(ROOT, **self.names), said_term(ERROR, **self.names)

    def at(self, law: Proved, *more: Term) -> Proved:
        """A law at the numbers."""
        return at(law, *self.numbers, *more, given=self.facts)

    def known(self, text: str) -> Proved:
        """What a statement about the numbers says."""
        return self.at(proved(f"forall x delta pi n. {RANGES} implies {text}"))

    def affine(self, t: Term) -> Term:
        """b + c t"""
        return term("b + c*t", b=self.b, c=self.c, t=t)

    def numerator(self, t: Term) -> Term:
        """A + B t"""
        return term("A + B*t", A=self.start, B=self.slope, t=t)

    def bends(self) -> Proved:
        """B < 0"""
        return arithmetic(term("B < 0", B=self.slope), self.known(f"{_inserted(SLOPE)} = {BEND} and {BEND} < 0"))

    def vanishes(self) -> Proved:
        """A + B t = 0 for the printed t."""
        first = self.known(f"{_inserted(INTERCEPT)} = {START}")
        second = self.known(f"{_inserted(SLOPE)} = {BEND}")
        at_root = self.known(f"{START} + ({BEND})*({ROOT}) = 0")
        z = Free("z #0")
        _, bend = sides(second.conclusion)
        pattern = closed(z, term("z + B*r = 0", z=z, B=bend, r=self.root))
        whole = kernel.replace(symmetric(first), pattern, at_root)
        pattern = closed(z, term("A + z*r = 0", A=self.start, z=z, r=self.root))
        return kernel.replace(symmetric(second), pattern, whole)

    def positive(self, t: Term, told: Proved) -> Proved:
        """0 < b + c t, of 1 < r(t) + s(t)."""
        return arithmetic(term("0 < z", z=self.affine(t)), self.at(along_edge()[0], t), told)

    def at_root(self) -> Proved:
        """b + c t for the printed t."""
        return self.known(f"{COEFFICIENTS['b']} + {COEFFICIENTS['c']}*({ROOT}) = {AT_ROOT} and 0 < {AT_ROOT}")

    def value(self, t: Term, apart: Proved) -> Proved:
        """The error at t as a quotient, where b + c t is not 0."""
        information, likely = (self.at(law, t) for law in along_edge())
        points = [said_term(text, **self.names, t=t) for text in ("edge_r(x, delta, t)", "edge_s(x, delta, t)")]
        regular = arithmetic(term("p + q != 1", p=points[0], q=points[1]), information, apart)
        error = at(error_is(), *points, *self.numbers[2:], given=[*self.facts, regular])
        given = [*self.facts, information, likely, apart]
        numbers = [*points, *self.numbers[2:], self.g, self.h, t, self.affine(t)]
        return derived.transitive(error, at(error_by_chance(), *numbers, given=given))

    def derivative(self, t: Term, positive: Proved) -> Proved:
        """The slope (A + B t)/((b + c t)^3 n) of the error at t."""
        function, slope = self.error, term("(A + B*t)/((b + c*t)^3*n)", **self.own, A=self.start, B=self.slope, t=t)
        apart = arithmetic(term("b + c*t != 0", **self.own, t=t), positive)
        wanted = term("derivative(f, t, v)", f=function, t=t, v=slope)
        return slope_of_spread(wanted, self.own, self.value, apart, *self.facts)

    def second(self, t: Term, positive: Proved, wanted: Term) -> Proved:
        """The second derivative of the error at t, as (B z - 3 c N)/(z^4 n) for z = b + c t and N = A + B t."""
        n = self.names["n"]
        given = [positive, arithmetic(term("n != 0", n=n), *self.facts)]
        own = at(of_cubic_quotient(), self.b, self.c, self.start, self.slope, n, t, given=given)
        slope, _, _ = applied(own.conclusion, "derivative", 3) or ()
        r, u = fresh(Free("r")), fresh(Free("u"))
        some = at(positive_nearby(), self.b, self.c, t, given=[positive])
        radius, everywhere = conjuncts(kernel.assume(instance(some.conclusion, r)))
        near = kernel.assume(term("abs(u - t) < r", u=u, t=t, r=r))
        close = generalise(kernel.discharge(near.conclusion, self.derivative(u, at(everywhere, u, given=[near]))), u)
        whole = term(
            "second_derivative(f, t, v)", f=self.error, t=t, v=(applied(own.conclusion, "derivative", 3) or ())[2]
        )
        return kernel.unpack(some, r, twice(whole, slope, own, r, radius, close))

    def some_root(self, wanted: Term) -> Proved:
        """exists t. 1 < r(t) + s(t) and the slope is 0 at t."""

        def shows(formula: Term) -> Proved:
            inside, flat = two(formula)
            value, positive = conjuncts(self.at_root())
            at_root = arithmetic(term("0 < z", z=self.affine(self.root)), value, positive)
            known = self.derivative(self.root, at_root)
            zero = at(
                level(),
                self.numerator(self.root),
                self.affine(self.root),
                self.names["n"],
                given=[*self.facts, at_root],
            )
            nothing = derived.follow(symmetric(zero), self.vanishes())
            informative = arithmetic(inside, self.at(along_edge()[0], self.root), at_root)
            return kernel.conjoin(informative, as_derivative(flat, known, nothing))

        return existence(wanted, [self.root], shows)

    def at_level(self, t: Term, informative: Proved, flat: Proved) -> tuple[Proved, Proved]:
        """b + c t is positive, and A + B t = 0, where the slope is 0."""
        positive = self.positive(t, informative)
        known = self.derivative(t, positive)
        slopes = [(applied(one.conclusion, "derivative", 3) or ())[2] for one in (known, flat)]
        same = at(only_derivative(), self.error, t, *slopes, given=[known, flat], premises=2)
        zero = at(level(), self.numerator(t), self.affine(t), self.names["n"], given=[*self.facts, positive])
        return positive, derived.follow(zero, same)


def _inserted(text: str) -> str:
    """A text about b, c, g, h as one about the numbers."""
    return re.sub(r"\b([bcgh])\b", lambda found: f"({COEFFICIENTS[found[1]]})", text)


@script("a numerator with one root")
def numerator_with_root(wanted: Goal) -> Proved:
    """The slope has the numerator A + B t, B < 0."""
    edge = Edge(wanted)

    def shows(formula: Term) -> Proved:
        every, only = two(formula)
        inner, root = goal(every), goal(only)
        (t,), (informative,) = inner.variables, inner.facts
        known = edge.derivative(t, edge.positive(t, informative))
        z = Free("z #0")
        pattern = closed(
            z, term("derivative(f, t, N/(z^3*n))", f=edge.error, t=t, N=edge.numerator(t), z=z, n=edge.names["n"])
        )
        there = inner.qed(kernel.replace(symmetric(edge.at(along_edge()[0], t)), pattern, known))
        given = [edge.bends(), edge.vanishes()]
        (t,) = root.variables
        return kernel.conjoin(there, root.qed(at(one_root(), edge.start, edge.slope, t, edge.root, given=given)))

    return existence(wanted.conclusion, [edge.start, edge.slope], shows)


@script("a second derivative")
def second_derivative_at_root(wanted: Goal) -> Proved:
    """B/(z^3 n), z = b + c t, where the slope vanishes."""
    edge = Edge(wanted)
    some, every = two(wanted.conclusion)
    inner = goal(every)
    (t,) = inner.variables
    informative, flat = inner.facts
    positive, nothing = edge.at_level(t, informative, flat)
    n, z = edge.names["n"], edge.affine(t)
    value = at(bend_at_root(), edge.slope, z, edge.c, edge.numerator(t), n, given=[nothing, positive, *edge.facts])
    root = derived.follow(
        at(one_root(), edge.start, edge.slope, t, edge.root, given=[edge.bends(), edge.vanishes()]), nothing
    )
    u = Free("u #0")
    there = kernel.part(edge.at_root(), 0)
    _, at_root = sides(there.conclusion)
    there = kernel.replace(symmetric(root), closed(u, equal(edge.affine(u), at_root)), there)
    bend = edge.known(f"{_inserted(SLOPE)} = {BEND}")
    plain = kernel.replace(
        there, closed(u, term("v = B/(u^3*n)", v=sides(value.conclusion)[0], B=edge.slope, u=u, n=n)), value
    )
    plain = kernel.replace(
        bend, closed(u, term("v = u/(z^3*n)", v=sides(value.conclusion)[0], u=u, z=at_root, n=n)), plain
    )
    printed = edge.known(f"({BEND})/(({AT_ROOT})^3*n) = {PRINTED}")
    whole = derived.transitive(plain, printed)
    known = edge.second(t, positive, inner.conclusion)
    found = kernel.replace(whole, closed(u, term("second_derivative(f, t, u)", f=edge.error, t=t, u=u)), known)
    return kernel.conjoin(edge.some_root(some), inner.qed(found))


PRINTED = ("-((x + delta)^2*(x + 2*delta - 1)^4*(1 + (x - 1)*pi)^4"
           "/(8*x^2*delta^3*(x + delta - 1)^3*(1 + x)^2*n))")  # fmt: skip


@script("a maximum")
def maximum_at_root(wanted: Goal) -> Proved:
    """The error bends downwards where its slope vanishes, which is its maximum; no inner point has the least error."""
    edge = Edge(wanted)
    some, rest = two(wanted.conclusion)
    every, between = two(rest)
    inner = goal(every, depth=3)
    (t,) = inner.variables
    informative, flat = inner.facts
    positive, nothing = edge.at_level(t, informative, flat)
    n, z = edge.names["n"], edge.affine(t)
    bend, largest = two(inner.conclusion)
    value = at(bend_at_root(), edge.slope, z, edge.c, edge.numerator(t), n, given=[nothing, positive, *edge.facts])
    u = Free("u #0")
    known = edge.second(t, positive, bend)
    known = kernel.replace(value, closed(u, term("second_derivative(f, t, u)", f=edge.error, t=t, u=u)), known)
    curvature = sides(value.conclusion)[1]
    negative = at(bent_down(), edge.slope, z, n, given=[edge.bends(), positive, *edge.facts])
    down = kernel.witness(bend, curvature, kernel.conjoin(negative, known))
    elsewhere = goal(largest)
    (u,) = elsewhere.variables
    (inside,) = elsewhere.facts
    cases = arithmetic(term("t = u or t != u", t=t, u=u))
    same, apart = map(kernel.assume, two(cases.conclusion, "or"))
    flat_here = arithmetic(term("(u - t)*N <= 0", t=t, u=u, N=edge.numerator(t)), nothing)
    less = _less(edge, t, u, positive, edge.positive(u, inside), apart, flat_here)
    v = Free("v #0")
    order = [said_term("error(edge_r(x, delta, t), edge_s(x, delta, t), pi, n)", **edge.names, t=w) for w in (u, t)]
    equally = kernel.replace(
        same,
        closed(
            v, said_term("error(edge_r(x, delta, v), edge_s(x, delta, v), pi, n) <= a", **edge.names, v=v, a=order[1])
        ),
        arithmetic(AT_MOST(order[1], order[1])),
    )
    most = elsewhere.qed(kernel.cases(cases, rewritten(equally), arithmetic(elsewhere.conclusion, less)))
    return conjoined(edge.some_root(some), inner.qed(kernel.conjoin(down, most)), no_inner_minimum(edge, between))


def _less(edge: Edge, t: Term, u: Term, at_t: Proved, at_u: Proved, apart: Proved, slope: Proved) -> Proved:
    """The error at u is less than at t, where the slope at t is not against it."""
    given = [at_t, at_u, edge.bends(), apart, slope]
    product = at(spread_falls(), edge.b, edge.c, edge.g, edge.h, t, u, given=given)
    spreads = [term("(g + h*x)*(1 - g - h*x)", g=edge.g, h=edge.h, x=w) for w in (u, t)]
    places = [edge.affine(w) for w in (t, u)]
    less = at(smaller_quotient(), *spreads, *places, edge.names["n"], given=[at_t, at_u, *edge.facts, product])
    values = [edge.value(w, arithmetic(term("z != 0", z=edge.affine(w)), here)) for w, here in ((u, at_u), (t, at_t))]
    return arithmetic_less(values[0], less, values[1])


def arithmetic_less(first: Proved, less: Proved, second: Proved) -> Proved:
    """a = c, c < d, b = d |- a < b"""
    z = Free("z #0")
    _, d = applied(less.conclusion, "<", 2) or ()
    found = kernel.replace(symmetric(first), closed(z, LESS(z, d)), less)
    return kernel.replace(symmetric(second), closed(z, LESS(sides(first.conclusion)[0], z)), found)


@lemma("forall N. N <= 0 or 0 <= N")
def either_sign(wanted: Goal) -> Proved:
    """A number is not positive, or not negative."""
    return automatic(wanted)


@lemma("forall d N. (0 <= d and N <= 0) or (d <= 0 and 0 <= N) implies d*N <= 0")
def against(wanted: Goal) -> Proved:
    """A step against the sign."""
    return automatic(wanted)


def no_inner_minimum(edge: Edge, formula: Term) -> Proved:
    """One end of an interval has a smaller error than a point between them."""
    inner = goal(formula)
    low, high, t = inner.variables
    facts = inner.facts

    def inside(u: Term) -> Proved:
        positive = f"0 < {COEFFICIENTS['b']} + {COEFFICIENTS['c']}*t"
        law = proved(f"forall x delta pi n t. {RANGES} and 0 <= t and t <= 1 implies {positive}")
        bounds = arithmetic(term("0 <= u and u <= 1", u=u), *facts)
        return at(law, *edge.numbers, u, given=[*edge.facts, bounds])

    cases = specialise(either_sign(), edge.numerator(t))
    falls, rises = map(kernel.assume, two(cases.conclusion, "or"))
    found = []
    for end, slope in ((high, falls), (low, rises)):
        apart = arithmetic(term("t != u", t=t, u=end), *facts)
        step = term("u - t", u=end, t=t)
        sign = arithmetic(term("0 <= d" if slope is falls else "d <= 0", d=step), *facts)
        whole = term("(0 <= d and N <= 0) or (d <= 0 and 0 <= N)", d=step, N=edge.numerator(t))
        along = kernel.detach(
            specialise(against(), step, edge.numerator(t)), derived.choose(kernel.conjoin(sign, slope), whole)
        )
        less = _less(edge, t, end, inside(t), inside(end), apart, along)
        found.append(arithmetic(inner.conclusion, less))
    return inner.qed(kernel.cases(cases, *found))
