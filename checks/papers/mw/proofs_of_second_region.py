"""Scripts for region (2) of RR3-dagger and its limits: where the variance of the first estimator is least.

With D = 2*p1 + p2 - 1 and the share s of the answer 0 the variance is (s*D + 1 - p2)*(1 + p2 - s*D)/(D^2*N). It falls
with p1. For x <= 2 the largest private p1 is x*(1 - p2)/2, where the variance rises with p2; for 2 < x it is 1 - k*p2
with k = 2/x, where it has no least value between two others.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from checks.papers.mw.own_words import meant
from checks.papers.mw.proofs_of_regions import SPREAD, Variances, conjuncts_of_two, spread
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    discharged,
    generalise,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    term,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal, parts
from derivations.theory.automatic import conditions, facts_of, found
from derivations.theory.single_terms import at, either

ONE = Number(1)
Point = tuple[Term, Term]


def divisor(a: str, b: str) -> str:
    """2*p1 + p2 - 1 at a point (a, b)."""
    return f"(2*{a} + {b} - 1)"


def product(a: str, b: str) -> str:
    """N*D^2 times the variance at a point (a, b)."""
    return f"(s*{divisor(a, b)} + 1 - {b})*(1 + {b} - s*{divisor(a, b)})"


def at_most(first: tuple[str, str], second: tuple[str, str], relation: str = "<=") -> str:
    """That the variance at one point is at most that at another, without quotients."""
    return f"{product(*first)}*{divisor(*second)}^2 {relation} {product(*second)}*{divisor(*first)}^2"


def _variance(a: str, b: str) -> str:
    return SPREAD.replace("p1", a).replace("y", f"(1/({b} + 2*{a} - 1))")


@lemma("forall y z. 0 < y and 0 <= y*z implies 0 <= z")
def positive_factor(goal: Goal) -> Proved:
    """A positive factor is taken away."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall L M K J D E N. 0 < D and 0 < E and 1 <= N implies "
       "(L*M/N <= K*J/N iff (L*D)*(M*D)*E^2 <= (K*E)*(J*E)*D^2)")  # fmt: skip
def without_divisors(goal: Goal) -> Proved:
    """Two products compared after both are multiplied by what is positive."""
    L, M, K, J, D, E, _ = goal.variables
    names = {"L": L, "M": M, "K": K, "J": J, "D": D, "E": E}
    left, right = applied(goal.conclusion, "=", 2) or ()
    known = goal.facts
    less = arithmetic(term("L*M <= K*J", L=L, M=M, K=K, J=J), left, *known)
    scale = arithmetic(term("0 < (D*E)^2", D=D, E=E), *known[:2])
    forth = arithmetic(right, arithmetic(term("0 <= (D*E)^2*(K*J - L*M)", **names), less, scale))
    multiple = arithmetic(term("0 <= (D*E)^2*(K*J - L*M)", **names), right)
    gap = at(
        positive_factor(), term("(D*E)^2", D=D, E=E), term("K*J - L*M", K=K, J=J, L=L, M=M), given=[scale, multiple]
    )
    back = arithmetic(left, gap, known[2])
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


@lemma(f"forall a b c d s N. 1 < 2*a + b and 1 < 2*c + d and 1 <= N implies "
       f"({_variance('a', 'b')} <= {_variance('c', 'd')} iff {at_most(('a', 'b'), ('c', 'd'))})")  # fmt: skip
def in_order(goal: Goal) -> Proved:
    """Two variances compared without quotients."""
    a, b, c, d, s, N = goal.variables
    known = goal.facts
    factors, products, divisors = [], [], []
    for (p1, p2), fact in zip(((a, b), (c, d)), known, strict=False):
        names = {"a": p1, "b": p2, "s": s, "y": term("1/(b + 2*a - 1)", a=p1, b=p2)}
        whole = term(divisor("a", "b"), a=p1, b=p2)
        divisors.append((whole, arithmetic(term("0 < D", D=whole), fact)))
        inverse = arithmetic(term("y*D = 1", y=names["y"], D=whole), fact)
        own = [term(text, **{n: v for n, v in names.items() if n in text}) for text in (
            "2*a*y - 1 + s", "2*(1 - a)*y + 1 - s")]  # fmt: skip
        factors += own
        y = Free("y #0")
        unit = kernel.assume(term("y*D = 1", y=y, D=whole))
        for text, value in (("(2*a*y - 1 + s)*D", "s*D + 1 - b"), ("(2*(1 - a)*y + 1 - s)*D", "1 + b - s*D")):
            same = arithmetic(term(f"{text} = {value}", a=p1, b=p2, s=s, y=y, D=whole), unit)
            same = kernel.instantiate(kernel.discharge(unit.conclusion, same), {y: names["y"]})
            products.append(kernel.detach(same, inverse))
    given = [divisors[0][1], divisors[1][1], known[2]]
    law = at(without_divisors(), *factors, divisors[0][0], divisors[1][0], N, given=given)
    return rewritten(law, *map(by, products))


@lemma("forall X Y U V. 0 < X and X <= U and 0 < Y and Y < V implies X*Y < U*V")
def products_in_order(goal: Goal) -> Proved:
    """Larger positive factors have a larger product."""
    X, Y, U, V = goal.variables
    known = goal.facts
    positive = arithmetic(term("0 < U", U=U), *known[:2])
    first = arithmetic(term("X*Y <= U*Y", X=X, Y=Y, U=U), *known[1:3])
    second = arithmetic(term("U*Y < U*V", U=U, Y=Y, V=V), known[3], positive)
    return arithmetic(goal.conclusion, first, second)


@lemma("forall A B C F D E. C*D <= A*E and F*D < B*E and 0 < C and 0 < F and 0 < D implies C*F*D^2 < A*B*E^2")
def both_factors(goal: Goal) -> Proved:
    """A variance is smaller where one of its factors is, and the other no larger."""
    A, B, C, F, D, E = goal.variables
    known = goal.facts
    texts = ("C*D", {"C": C, "D": D}), ("F*D", {"F": F, "D": D}), ("A*E", {"A": A, "E": E}), ("B*E", {"B": B, "E": E})
    places = [term(text, **names) for text, names in texts]
    given = [*known[:2], *(arithmetic(term("0 < z", z=place), *known[2:]) for place in places[:2])]
    return arithmetic(goal.conclusion, at(products_in_order(), *places, given=given))


FIRST_EDGE = "x*(1 - q)/2", "q"
SHARE = "0 <= s and s <= 1"


@lemma(f"forall x s u v q. {SHARE} and 1 < x and x <= 2 and 1/3 <= q and q < v and 2*u <= x*(1 - v) and 1 < 2*u + v "
       f"implies {at_most(FIRST_EDGE, ('u', 'v'), '<')}")  # fmt: skip
def on_first_edge(goal: Goal) -> Proved:
    """For x <= 2 the variance is smaller at the end of a line p2 = q with a smaller q."""
    x, s, u, v, q = goal.variables
    names = {"x": x, "s": s, "u": u, "v": v, "q": q}
    known = goal.facts
    E, D = term(divisor(*FIRST_EDGE), x=x, q=q), term(divisor("u", "v"), u=u, v=v)
    low = known[2:]
    edge = arithmetic(term("D <= (x - 1)*(1 - v)", D=D, x=x, v=v), *low)
    small = [arithmetic(term(text, **{n: w for n, w in names.items() if n in text}), *low) for text in (
        "0 < 1 - q", "0 < 1 + q", "0 < (x - 1)*(v - q)")]  # fmt: skip
    own = arithmetic(term("E = (x - 1)*(1 - q)", E=E, x=x, q=q))
    scaled = [arithmetic(term(f"({c})*D <= ({c})*((x - 1)*(1 - v))", D=D, x=x, v=v, q=q), edge, small[i])
              for i, c in enumerate(("1 - q", "1 + q"))]  # fmt: skip
    first = arithmetic(term("(s*E + 1 - q)*D <= (s*D + 1 - v)*E", s=s, E=E, D=D, q=q, v=v), scaled[0])
    second = arithmetic(term("(1 + q - s*E)*D < (1 + v - s*D)*E", s=s, E=E, D=D, q=q, v=v), scaled[1], small[2])
    bounds = [arithmetic(term("0 < E and E <= 1 - q", E=E, q=q),
                         arithmetic(term("0 < (x - 1)*(1 - q)", x=x, q=q), small[0], low[0]),
                         arithmetic(term("(x - 1)*(1 - q) <= 1 - q", x=x, q=q), small[0], low[1]), own)]  # fmt: skip
    bounds = [*conjuncts(bounds[0]), *known[:2]]
    share = [arithmetic(term(text, s=s, E=E), *bounds) for text in ("0 <= s*E", "s*E <= E")]
    positive = [arithmetic(term(text, s=s, E=E, q=q), *share, *bounds[:2], *small[:2], low[2]) for text in (
        "0 < s*E + 1 - q", "0 < 1 + q - s*E")]  # fmt: skip
    positive.append(arithmetic(term("0 < D", D=D), low[-1]))
    values = [term(text, s=s, D=D, v=v) for text in ("s*D + 1 - v", "1 + v - s*D")]
    values += [term(text, s=s, E=E, q=q) for text in ("s*E + 1 - q", "1 + q - s*E")]
    return at(both_factors(), *values, D, E, given=[first, second, *positive])


BETWEEN = "A*B*(D - c*d)^2 <= (A + k*d)*(B - k*d)*D^2 and A*B*(D + c*e)^2 <= (A - k*e)*(B + k*e)*D^2"


@lemma(f"forall A B D k c d e. 0 < A and 0 < B and 0 < D and 0 < k and 0 < d and 0 < e implies not ({BETWEEN})")
def not_least_between(goal: Goal) -> Proved:
    """(A - k*t)*(B + k*t)/(D + c*t)^2 is not at both t = -d and t = e at least what it is at t = 0."""
    names = dict(zip("ABDkcde", goal.variables, strict=True))

    def shown(text: str, *facts: Proved) -> Proved:
        return arithmetic(term(text, **{n: v for n, v in names.items() if n in text}), *facts)

    known = goal.facts
    both = kernel.assume(applied(goal.conclusion, "not", 1)[0])  # type: ignore[index]
    first, second = conjuncts_of_two(both)
    slope, bend = "(D*(k*(B - A)*D + 2*c*A*B))", "(k^2*D^2 + c^2*(A*B))"
    whole = shown("0 < A*B", *known[:2])
    bent = shown(f"0 < {bend}", shown("0 < k^2*D^2", *known[2:4]), shown("0 <= c^2*(A*B)", whole))
    S, T = (term(text, **{n: v for n, v in names.items() if n in text}) for text in (slope, bend))
    gaps = []
    for length, text, fact, positive in (("d", "S - d*T", first, known[4]), ("e", "-S - e*T", second, known[5])):
        gap = term(text, S=S, T=T, **{length: names[length]})
        multiple = arithmetic(term("0 <= t*g", t=names[length], g=gap), fact)
        gaps.append(at(positive_factor(), names[length], gap, given=[positive, multiple]))
    s, t = Free("S #0"), Free("T #0")
    values = {"S": s, "T": t, "d": names["d"], "e": names["e"]}
    premises = [term(text, **{n: v for n, v in values.items() if n in text}) for text in (
        "0 < T", "0 <= S - d*T", "0 <= -S - e*T")]  # fmt: skip
    nothing = discharged(arithmetic(FALSE, *premises, *known[4:]), *premises)
    nothing = kernel.instantiate(nothing, {s: S, t: T})
    for fact in (bent, *gaps):
        nothing = kernel.detach(nothing, fact)
    return derived.reject(both.conclusion, nothing)


def second_edge(z: str) -> tuple[str, str]:
    """The point with p2 = z where p1 = 1 - k*z."""
    return f"(1 - k*{z})", z


ENDS = f"{at_most(second_edge('p'), second_edge('q'))} and {at_most(second_edge('p'), second_edge('r'))}"


@lemma(f"forall k s p q r. {SHARE} and 0 < k and k < 1 and 0 < q and q < p and p < r and r < 1 implies not ({ENDS})")
def not_least_on_edge(goal: Goal) -> Proved:
    """Between two others no point of the line p1 = 1 - k*p2 has the least variance."""
    k, s, p, q, r = goal.variables
    names = {"k": k, "s": s, "p": p, "q": q, "r": r}
    known = goal.facts

    def said(text: str) -> Term:
        return term(text, **{n: v for n, v in names.items() if n in text})

    def shown(text: str, *facts: Proved) -> Proved:
        return arithmetic(said(text), *facts)

    both = kernel.assume(applied(goal.conclusion, "not", 1)[0])  # type: ignore[index]
    D = divisor(*second_edge("p"))
    values = [said(text) for text in (
        f"s*{D} + 1 - p", f"1 + p - s*{D}", D, "1 - s*(1 - 2*k)", "1 - 2*k", "p - q", "r - p")]  # fmt: skip
    low, high = shown("0 < p", *known[4:6]), shown("p < 1", *known[6:])
    positive = shown(f"0 < {D}", shown("k*p < p", known[3], low), shown("p < 1", high))
    share = [shown(f"0 <= s*{D}", positive, known[0]), shown(f"s*{D} <= {D}", positive, known[1])]
    below = shown(f"{D} < 1 + p", shown("0 < k*p", known[2], low))
    bent = shown("0 < 1 - s + 2*(s*k)", *known[:3])
    steep = shown("0 < 1 - s*(1 - 2*k)", shown("0 <= s*k", known[0], known[2]), bent)
    given = [shown(f"0 < s*{D} + 1 - p", share[0], high), shown(f"0 < 1 + p - s*{D}", share[1], below), positive, steep,
             shown("0 < p - q", known[5]), shown("0 < r - p", known[6])]  # fmt: skip
    law = at(not_least_between(), *values, given=given)
    wanted = applied(law.conclusion, "not", 1)[0]  # type: ignore[index]
    parts_of = [arithmetic(part.conclusion, fact) for part, fact in zip(
        conjuncts(kernel.assume(wanted)), conjuncts_of_two(both), strict=True)]  # fmt: skip
    return derived.reject(both.conclusion, derived.clash(law, conjoined(*parts_of)))


class Order(Variances):
    """Variances at points with 1 < 2*p1 + p2, compared without quotients."""

    @cached_property
    def law(self) -> Proved:
        """forall a b c d. the variance at (a, b) is at most that at (c, d) iff the products are in that order"""
        a, b, c, d = (Free(f"{name} #0") for name in "abcd")
        premises, values = [], []
        for p1, p2 in ((a, b), (c, d)):
            premises.append(term("1 < 2*a + b", a=p1, b=p2))
            regular = arithmetic(term("b + 2*a - 1 != 0", a=p1, b=p2), premises[-1])
            values.append(spread(self.N, self.pi, p1, p2, [*self.known, regular]))
        given = [*map(kernel.assume, premises), *self.numbers]
        whole = term("u <= v", u=sides(values[0].conclusion)[0], v=sides(values[1].conclusion)[0])
        plain = normal(whole, *map(by, values))
        law = at(in_order(), a, b, c, d, self.pi(ONE), self.N, given=given)
        return generalise(discharged(derived.transitive(plain, law), *premises), a, b, c, d)

    def order(self, first: Point, second: Point, facts: Sequence[Proved]) -> Proved:
        """dagger_spread at the first point <= that at the second iff the products are in that order"""
        given = [arithmetic(term("1 < 2*a + b", a=a, b=b), *facts) for a, b in (first, second)]
        return at(self.law, *first, *second, given=given, premises=2)


def _of(text: str, **names: Term) -> Term:
    return term(text, **{name: value for name, value in names.items() if name in text})


class Edge:
    """The line p1 = 1 - k*p2 of private designs for 2 < x, where k*x = 2."""

    def __init__(self, x: Term, facts: Sequence[Proved]) -> None:
        self.x, self.k = x, Free("k #1")
        self.is_two = kernel.assume(term("k*x = 2", k=self.k, x=x))
        self.large = arithmetic(term("2 < x", x=x), *facts)
        positive = arithmetic(term("0 < k", k=self.k), self.is_two, self.large)
        self.known = [positive, arithmetic(term("k < 1", k=self.k), self.is_two, self.large, positive)]

    def shown(self, text: str, *facts: Proved, **names: Term) -> Proved:
        """By arithmetic about the line."""
        return arithmetic(_of(text, x=self.x, k=self.k, **names), *facts)

    def point(self, z: Term) -> Point:
        """The point with p2 = z."""
        return _of(second_edge("z")[0], k=self.k, z=z), z

    def below(self, u: Term, v: Term, side: Proved) -> Proved:
        """u <= 1 - k*v, from 2*v <= x*(1 - u)"""
        scaled = self.shown("k*(2*v) <= k*(x*(1 - u))", side, self.known[0], u=u, v=v)
        same = self.shown("k*(x*(1 - u)) = 2*(1 - u)", self.is_two, u=u)
        return self.shown("u <= 1 - k*v", scaled, same, u=u, v=v)

    def private(self, z: Term, low: Proved, high: Proved) -> list[Proved]:
        """What makes the point with p2 = z private, from 1/3 <= z and z*(x + 2) <= x, or both with <"""
        relation = "<" if applied(high.conclusion, "<", 2) else "<="
        scaled = self.shown(f"k*(z*(x + 2)) {relation} k*x", high, self.known[0], z=z)
        same = self.shown("k*(z*(x + 2)) = 2*z + 2*(k*z)", self.is_two, z=z)
        order = self.shown(f"z {relation} 1 - k*z", scaled, same, self.is_two, z=z)
        room = self.shown("0 <= (x - 2)*(x - z*(x + 2))", high, self.large, z=z)
        more = self.shown("0 <= k*((x - 2)*(x - z*(x + 2)))", room, self.known[0], z=z)
        whole = self.shown("k*((x - 2)*(x - z*(x + 2))) = 2*(x*(1 - z) - 2*(1 - k*z))", self.is_two, z=z)
        side = self.shown("2*z <= x*(1 - (1 - k*z))", self.is_two, z=z)
        positive = self.shown("0 < k*z", self.known[0], low, z=z)
        return [low, order, self.shown("2*(1 - k*z) <= x*(1 - z)", more, whole, z=z), side, positive,
                self.shown("1 - k*z < 1 and z < 1", positive, order, z=z)]  # fmt: skip


def found_at(nothing: Proved, place: Free, value: Term, *facts: Proved) -> Proved:
    """A contradiction of what is assumed of a place, where a value has it."""
    for premise in (part for part in nothing.hypotheses if place in parts(part)):
        nothing = kernel.discharge(premise, nothing)
    nothing = kernel.instantiate(nothing, {place: value})
    while found := applied(nothing.conclusion, "implies", 2):
        nothing = kernel.detach(nothing, arithmetic(found[0], *facts))
    return nothing


@script("second region, not attained")
def second_not_attained(goal: Goal) -> Proved:
    """(39b): every design of the region has a better one in it."""
    here = Order(goal)
    some = kernel.assume(applied(goal.conclusion, "not", 1)[0])  # type: ignore[index]
    p1, p2 = Free("p1 #1"), Free("p2 #1")
    steps = [some.conclusion, instance(some.conclusion, p1)]
    steps.append(instance(steps[-1], p2))
    there, least = conjuncts_of_two(kernel.assume(steps[-1]))
    facts = [*conjuncts(rewritten(there, meant("region_2")))]
    which = either(term("x <= 2", x=here.x))
    cases = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    shown = [show(here, (p1, p2), least, [fact, *facts]) for show, fact in zip(
        (_smaller_second, _on_or_off_the_edge), cases, strict=True)]  # fmt: skip
    nothing = kernel.unpack(kernel.assume(steps[1]), p2, kernel.cases(which, *shown))
    return derived.reject(some.conclusion, kernel.unpack(some, p1, nothing))


def _best(here: Order, least: Proved, point: Point, known: Sequence[Proved]) -> Proved:
    """The variance at the least design is at most that at another of the region."""
    return at(at(least, point[0], given=[]), point[1], given=[here.inside("region_2", *point, known)])


def _smaller_second(here: Order, place: Point, least: Proved, facts: Sequence[Proved]) -> Proved:
    """For x <= 2 the end of the line p2 = q, for a q between 1/3 and p2, is better."""
    x, (p1, p2), q = here.x, place, Free("q #1")
    large = arithmetic(term("1 < x", x=x), *facts, *here.numbers)
    between = [kernel.assume(_of(text, q=q, p=p2)) for text in ("1/3 < q", "q < p")]
    point = _of(FIRST_EDGE[0], x=x, q=q), q
    known = [*facts, large, *between]
    within = [arithmetic(_of(text, x=x, q=q, p=p2), *known) for text in (
        "x*q < x*p", "x*(1 - q) <= 2*(1 - q)", "2*q < x*(1 - q)", "2/3 < x*(1 - q)")]  # fmt: skip
    product_of = arithmetic(_of("0 <= (2 - x)*(x*(1 - q) - 2*q)", x=x, q=q), facts[0], within[2])
    within.append(arithmetic(_of("2*q <= x*(1 - x*(1 - q)/2)", x=x, q=q), product_of))
    smaller = derived.follow(
        here.order(place, point, [*within, *known]), _best(here, least, point, [*within, *between])
    )
    given = [*conjuncts(here.share), *known, arithmetic(term("1 < 2*a + b", a=p1, b=p2), *facts),
             arithmetic(term("1/3 <= q", q=q), between[0])]  # fmt: skip
    nothing = arithmetic(FALSE, smaller, at(on_first_edge(), x, here.pi(ONE), p1, p2, q, given=given), opaque=True)
    return found_at(nothing, q, term("(p + 1/3)/2", p=p2), *facts)


def _on_or_off_the_edge(here: Order, place: Point, least: Proved, facts: Sequence[Proved]) -> Proved:
    """For 2 < x a larger p1 is better, or on the edge one of two other points."""
    x, (p1, p2) = here.x, place
    edge = Edge(x, facts)
    end = edge.below(p1, p2, facts[-1])
    high = edge.shown("p*(x + 2) < x", edge.shown("x*(p + k*p) < x*1", end, facts[5], edge.large, p=p2, u=p1),
                      edge.is_two, p=p2)  # fmt: skip
    low = facts[3]
    inside = edge.private(p2, low, high)
    on_edge = edge.point(p2)
    which = either(equal(p1, on_edge[0]))
    same, other = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    nearer = arithmetic(term("u < e", u=p1, e=on_edge[0]), other, end)
    less = here.falls(p1, on_edge[0], p2, [*facts, nearer])
    off = arithmetic(FALSE, _best(here, least, on_edge, inside), less, opaque=True)
    q, r = Free("q #1"), Free("r #1")
    beside = [kernel.assume(_of(text, q=q, r=r, p=p2, x=x)) for text in ("1/3 < q", "q < p", "p < r", "r*(x + 2) < x")]
    reach = arithmetic(_of("q*(x + 2) < x", q=q, x=x), arithmetic(
        _of("q*(x + 2) < p*(x + 2)", q=q, p=p2, x=x), beside[1], edge.large), high)  # fmt: skip
    later = arithmetic(term("1/3 < r", r=r), low, beside[2])
    at_most_there = []
    for z, bounds in ((q, (beside[0], reach)), (r, (later, beside[3]))):
        own = edge.private(z, *bounds)
        there = derived.follow(here.order(place, edge.point(z), [*facts, *own]), _best(here, least, edge.point(z), own))
        at_most_there.append(rewritten(there, by(same)))
    numbers = [arithmetic(_of(text, p=p2, q=q, r=r), *beside, *later_facts) for text, later_facts in (
        ("0 < q", ()), ("r < 1", (edge.large,)))]  # fmt: skip
    law = at(not_least_on_edge(), edge.k, here.pi(ONE), p2, q, r,
             given=[*conjuncts(here.share), *edge.known, *beside, *numbers])  # fmt: skip
    on = derived.clash(law, conjoined(*at_most_there))
    on = found_at(on, q, term("(p + 1/3)/2", p=p2), low)
    on = found_at(on, r, term("(p + x/(x + 2))/2", p=p2, x=x), high, edge.large)
    return found_at(kernel.cases(which, on, off), edge.k, term("2/x", x=x), edge.large)


# -- where the truth is not the likeliest answer ----------------------------------------------------------------------

CHEAPER = {"N": "10", "pi": "(1/4, 1/3, 5/12)", "x": "3/2", "p1": "9/17", "p2": "5/17"}
SHARES = "fun x. if x = 1 then 1/4 else if x = 2 then 1/3 else 5/12"


@script("truth costs something")
def truth_costs_something(goal: Goal) -> Refuted:
    """A private design with p2 < 1/3 has a smaller variance than all in which the truth is the likeliest answer."""
    values = [term(SHARES if name == "pi" else text) for name, text in CHEAPER.items()]
    N, pi, x, *place = values
    there = kernel.assume(goal.statement)
    for value in values:
        there = kernel.specialise(there, value)
    premises, _ = applied(there.conclusion, "implies", 2) or ()
    some = kernel.detach(there, found(premises))
    survey = goal_of("forall N pi x. size(N) and law(3, pi) and 1 < x implies 0 < 1")
    law = generalise(kernel.discharge(survey.given[0], Order(survey).law), *survey.variables)
    for value in (N, pi, x):
        law = kernel.specialise(law, value)
    law = kernel.detach(law, found((applied(law.conclusion, "implies", 2) or ())[0]))
    q1, q2 = Free("q1 #1"), Free("q2 #1")
    steps = [instance(some.conclusion, q1)]
    steps.append(instance(steps[-1], q2))
    *facts, smaller = conjuncts(kernel.assume(steps[-1]))
    ratios = facts_of(rewritten(facts[2], meant("dagger")))
    bounds = [*facts[:2], facts[3]]
    ratio = arithmetic(term("2*u <= 3/2*(1 - v)", u=q1, v=q2), *ratios)
    positive = arithmetic(term("1 < 2*u + v", u=q1, v=q2), *bounds)
    given = [positive, arithmetic(term("1 < 2*a + b", a=place[0], b=place[1]))]
    order = at(law, q1, q2, *place, given=given, premises=2)
    polynomial = rewritten(derived.follow(rewritten(order), rewritten(smaller)), conditions)
    D = term("2*u + v - 1", u=q1, v=q2)
    near = [arithmetic(term(text, D=D, v=q2), ratio, positive, *bounds) for text in (
        "2*D <= 1 - v", "4*D <= 1 + v", "0 < D")]  # fmt: skip
    large = arithmetic(term("(9/4*D)*(15/4*D) <= (1/4*D + 1 - v)*(1 + v - 1/4*D)", D=D, v=q2), arithmetic(
        term("0 <= (1 - v - 2*D)*(1 + v - 1/4*D)", D=D, v=q2), *near), arithmetic(
        term("0 <= 9/4*D*(1 + v - 4*D)", D=D, v=q2), *near))  # fmt: skip
    nothing = arithmetic(FALSE, polynomial, large, arithmetic(term("0 < D*D", D=D), near[2]))
    nothing = kernel.unpack(some, q1, kernel.unpack(kernel.assume(steps[0]), q2, nothing))
    return Refuted(
        derived.reject(goal.statement, nothing), tuple(CHEAPER.items()), (Fraction(135, 160), Fraction(123, 160))
    )
