"""The binary designs of smallest error under (eps, delta)-differential privacy, as a set, with ties, for every prior.

A binary design [[p, 1-p], [1-q, q]] with d = p + q - 1 > 0 estimates the proportion pi with error V/n,

    V = (a + pi d)(b + (1 - pi) d) / d^2,   a = 1 - p,  b = 1 - q,

since the two response probabilities are a + pi d and b + (1 - pi) d. Privacy asks for S_a = x a + delta - q >= 0 and
S_b = x b + delta - p >= 0, where x = e^eps. With a + b + d = 1 both are homogeneous in (a, b, d): the problem is to
minimise a product of two linear functions, each non-negative, over a polygon in (a/d, b/d). Such a product is concave
along the two sloping edges, so the minimum is at a corner: (1, delta), (delta, 1) or the symmetric (c, c),
c = (x + delta)/(x + 1). Each case below is an explicit sum of products of non-negative terms.

Source: Holohan, Leith, Mason, Theorem 3 and Corollary 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.lemmas import implied
from derivations.prover.sums_of_products import split, sum_of_products
from derivations.prover.with_theorems import prove_from, substitute_rational
from mechanisms.exact.formula import FALSE, AllOf, AnyOf, Condition, Formula, all_of, any_of, negation, substitute
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Coordinates = tuple[RationalFunction, ...]

P, Q = Polynomial.variable("p00"), Polynomial.variable("p11")
X, DELTA, PI, N = (Polynomial.variable(name) for name in ("x", "delta", "pi", "n"))
A, B, D = 1 - P, 1 - Q, P + Q - 1
GAMMA = 1 - DELTA
E = X + 2 * DELTA - 1
K = X + DELTA - 1
SLACK_A = X * A + DELTA - Q
SLACK_B = X * B + DELTA - P
ONE_LIKELY = A + PI * D
ZERO_LIKELY = B + (1 - PI) * D
THRESHOLD = DELTA * (X + DELTA) - PI * E * E
MIRRORED_THRESHOLD = DELTA * (X + DELTA) - (1 - PI) * E * E


def rational(p: Polynomial | int) -> RationalFunction:
    """The polynomial as a rational function."""
    return RationalFunction.of(p)


ERROR = rational(ONE_LIKELY) * rational(ZERO_LIKELY) / (rational(D) ** 2 * rational(N))
"""The error of the unbiased estimator as a rational function of p00, p11, pi and n."""

CORNER: Coordinates = (rational(X + DELTA) / rational(X + 1),) * 2
ONE_SIDED: Coordinates = (rational(1), rational(DELTA))
MIRRORED: Coordinates = (rational(DELTA), rational(1))
EVERYTHING_TRUE: Coordinates = (rational(1), rational(1))


def positive(p: Polynomial) -> Condition:
    """The condition p > 0."""
    return Condition(p, ">")


def nonnegative(p: Polynomial) -> Condition:
    """The condition p >= 0."""
    return Condition(p, ">=")


def zero(p: Polynomial) -> Condition:
    """The condition p = 0."""
    return Condition(p, "=")


BASE: tuple[Formula, ...] = tuple(nonnegative(p) for p in (X - 1, DELTA, GAMMA, PI, 1 - PI, N - 1))
"""What is always assumed: x >= 1, delta and pi in [0, 1], n >= 1."""

REGION: tuple[Formula, ...] = (
    nonnegative(A), nonnegative(B), positive(D), nonnegative(SLACK_A), nonnegative(SLACK_B),
)  # fmt: skip
"""The (eps, delta)-private designs with p00 + p11 > 1."""


def error_at(point: Coordinates) -> RationalFunction:
    """The error at a design."""
    return ERROR.substitute({"p00": point[0], "p11": point[1]})


def is_point(point: Coordinates) -> Formula:
    """(p00, p11) equals the point."""
    return all_of([relation_formula(rational(P), "=", point[0]), relation_formula(rational(Q), "=", point[1])])


@dataclass(frozen=True)
class Minimisers:
    """Under `condition` the minimisers are exactly the points (p00, p11) with `member`; `points` when finitely many.

    `theorems` prove it: each minimiser is admitted, nothing does better, and everything else does worse.
    """

    name: str
    condition: Formula
    points: tuple[Coordinates, ...] | None
    member: Callable[[Coordinates], Formula]
    theorems: tuple[Theorem, ...]
    witness: Coordinates | None = None


@cache
def minimisers() -> tuple[Minimisers, ...]:
    """All cases; under `BASE` they cover everything."""
    inner = (positive(DELTA), positive(GAMMA), positive(PI), positive(1 - PI))
    low, half, g = positive(LOW), zero(LOW), THRESHOLD
    one_sided = _corners("pi < 1/2, g > pi", (*inner, low, positive(g)), (ONE_SIDED,))
    tie = _corners("pi < 1/2, g = pi", (*inner, low, zero(g)), (ONE_SIDED, CORNER))
    corner = _corners("pi <= 1/2, g < pi", (*inner, nonnegative(LOW), positive(-g)), (CORNER,))
    return (
        one_sided,
        tie,
        corner,
        _corners("pi = 1/2, g > pi", (*inner, half, positive(g)), (ONE_SIDED, MIRRORED)),
        _corners("pi = 1/2, g = pi", (*inner, half, zero(g)), (ONE_SIDED, MIRRORED, CORNER)),
        _mirrored(one_sided, "pi > 1/2, g > 1 - pi"),
        _mirrored(tie, "pi > 1/2, g = 1 - pi"),
        _mirrored(corner, "pi >= 1/2, g < 1 - pi"),
        _direct("delta = 1, 0 < pi < 1", (zero(GAMMA), positive(PI), positive(1 - PI)), (EVERYTHING_TRUE,)),
        _direct("delta = 0, eps > 0", (zero(DELTA), positive(X - 1)), (CORNER,)),
        _empty("delta = 0, eps = 0", (zero(DELTA), zero(X - 1))),
        _segment("pi = 0, delta > 0", (zero(PI), positive(DELTA)), first=True),
        _segment("pi = 1, delta > 0", (zero(1 - PI), positive(DELTA)), first=False),
    )


@cache
def cases_cover_everything() -> Theorem:
    """BASE |- one of the cases holds."""
    conditions = [m.condition for m in minimisers()]
    whole = any_of(conditions)
    assert isinstance(whole, AnyOf)

    def covered(assumed: tuple[Condition, ...]) -> Theorem:
        refused = next((sign for sign in assumed if negation(sign) in BASE), None)
        if refused is not None:
            return kernel.absurd(prove_from(Sequent(frozenset((refused, negation(refused))), FALSE)), whole)
        for condition in conditions:
            parts = condition.parts if isinstance(condition, AllOf) else (condition,)
            held = [_implied(part, assumed) for part in parts]
            if all(theorem is not None for theorem in held):
                return kernel.choose(kernel.conjoin(*(t for t in held if t is not None)), whole)
        question = _next_question(assumed)
        either = AnyOf((positive(question), zero(question), positive(-question)))
        branches = [covered((*assumed, sign)) for sign in either.parts if isinstance(sign, Condition)]
        return kernel.cut(prove_from(Sequent(frozenset(), either)), kernel.cases(either, *branches))

    return covered(())


def _implied(part: Formula, assumed: Sequence[Condition]) -> Theorem | None:
    """The part as a theorem from one of the assumed signs of the same polynomial."""
    for sign in assumed:
        weaker = [nonnegative(sign.polynomial)] + ([nonnegative(-sign.polynomial)] if sign.relation == "=" else [])
        if part == sign:
            return kernel.assume(sign)
        if part in weaker:
            return prove_from(Sequent(frozenset((sign,)), part))
    return None


def _next_question(assumed: Sequence[Condition]) -> Polynomial:
    """The polynomial whose sign decides next which case applies."""
    asked = {q for q in (DELTA, X - 1, PI, 1 - PI, GAMMA, LOW) if {positive(q), zero(q), positive(-q)} & set(assumed)}
    if DELTA not in asked:
        return DELTA
    if zero(DELTA) in assumed:
        return X - 1
    remaining = [q for q in (PI, 1 - PI, GAMMA, LOW) if q not in asked]
    if remaining:
        return remaining[0]
    return MIRRORED_THRESHOLD if positive(-LOW) in assumed else THRESHOLD


# -- the three corners -------------------------------------------------------------------------------------------------

NEAR_A, NEAR_B = GAMMA * D - A * E, GAMMA * D - B * E
"""A design lies on the side of the first edge, of the second edge, or beyond the corner in both."""

LOW = 1 - 2 * PI
TO_ONE_SIDED = DELTA * ONE_LIKELY * ZERO_LIKELY - PI * (1 - DELTA * PI) * D * D
TO_CORNER = E * E * ONE_LIKELY * ZERO_LIKELY - (GAMMA + PI * E) * (GAMMA + (1 - PI) * E) * D * D
"""Positive multiples of V - V(1, delta) and of V - V(c, c)."""


@dataclass(frozen=True)
class Zone:
    """Where `inside` holds, (product of `scale`) * gap = sum of `products`, all factors of which are not negative."""

    inside: tuple[Condition, ...]
    scale: tuple[Polynomial, ...]
    products: tuple[tuple[Polynomial, ...], ...]


ONE_SIDED_ZONES = (
    Zone((nonnegative(NEAR_A),), (E,), ((E, ONE_LIKELY, SLACK_A), (K, A, NEAR_A), (A, D, THRESHOLD))),
    Zone(
        (nonnegative(NEAR_B),),
        (E,),
        ((E, ZERO_LIKELY, SLACK_B), (K, B, NEAR_B), (E, D, NEAR_B, LOW), (B, D, THRESHOLD)),
    ),
    Zone(
        (positive(-NEAR_A), positive(-NEAR_B)),
        (E, E),
        ((DELTA, E, -NEAR_A, ZERO_LIKELY), (DELTA, GAMMA + PI * E, D, -NEAR_B), (GAMMA, THRESHOLD, D, D)),
    ),
)
CORNER_ZONES = (
    Zone((nonnegative(NEAR_A),), (DELTA,), ((E, E, ONE_LIKELY, SLACK_A), (K, E, A, NEAR_A), (D, NEAR_A, -THRESHOLD))),
    Zone(
        (nonnegative(NEAR_B),),
        (DELTA,),
        ((E, E, ZERO_LIKELY, SLACK_B), (K, E, B, NEAR_B), (D, NEAR_B, -THRESHOLD), (D, NEAR_B, LOW, E, E)),
    ),
    Zone((positive(-NEAR_A), positive(-NEAR_B)), (), ((E, -NEAR_A, ZERO_LIKELY), (GAMMA + PI * E, D, -NEAR_B))),
)
ALWAYS_POSITIVE = (E, K, D, ONE_LIKELY, ZERO_LIKELY, GAMMA, DELTA, GAMMA + PI * E)


def _corners(name: str, conditions: tuple[Formula, ...], points: tuple[Coordinates, ...]) -> Minimisers:
    """Case 0 < delta < 1, 0 < pi < 1: everything but the named corners does strictly worse than the first of them."""
    assumed = frozenset((*BASE, *conditions, *REGION))
    to_corner = points[0] is CORNER
    gap, zones = (TO_CORNER, CORNER_ZONES) if to_corner else (TO_ONE_SIDED, ONE_SIDED_ZONES)
    signs = [prove_from(Sequent(assumed, positive(p))) for p in ALWAYS_POSITIVE]
    first, second, beyond = (_in_zone(gap, zone, assumed, points, signs) for zone in zones)
    lower = split(zones[0].inside[0], first, split(zones[1].inside[0], second, beyond))
    goal = Sequent(assumed | _outside(points), relation_formula(ERROR, ">", error_at(points[0])))
    return _assembled(name, conditions, points, prove_from(goal, [lower, *signs]))


def _in_zone(
    gap: Polynomial,
    zone: Zone,
    assumed: frozenset[Formula],
    points: tuple[Coordinates, ...],
    signs: Sequence[Theorem],
) -> Theorem:
    """assumed, zone, not one of the points |- gap > 0: one of the products is positive, the others not negative."""
    inside = assumed | set(zone.inside)
    known = {theorem.sequent.conclusion for theorem in signs} | inside
    goal = Sequent(inside | _outside(points), positive(gap))
    ways: list[tuple[frozenset[Polynomial], Theorem]] = []
    for place, product in enumerate(zone.products):
        undecided = [f for f in dict.fromkeys(product) if positive(f) not in known]
        if any({zero(f), nonnegative(-f)} & known for f in undecided):
            continue
        terms = [[positive(f) for f in product]]
        terms += [[nonnegative(f) for f in other] for j, other in enumerate(zone.products) if j != place]
        lemma = sum_of_products(positive(gap), terms, scale=[positive(f) for f in zone.scale])
        here = Sequent(inside | {positive(f) for f in undecided}, positive(gap))
        ways.append((frozenset(undecided), _with_signs(lemma, here, signs)))

    def decided(taken: frozenset[Polynomial], vanished: tuple[Polynomial, ...]) -> Theorem:
        for factors, theorem in ways:
            if factors <= taken:
                return theorem
        left = {f for factors, _ in ways for f in factors - taken if not factors & set(vanished)}
        if not left:
            return kernel.absurd(_at_an_end(vanished, inside, points, signs), positive(gap))
        factor = min(left, key=str)
        equal = prove_from(Sequent(frozenset((nonnegative(factor), negation(positive(factor)))), zero(factor)))
        smaller = kernel.cut(equal, decided(taken, (*vanished, factor)))
        return split(positive(factor), decided(taken | {factor}, vanished), smaller)

    return _with_signs(decided(frozenset(), ()), goal, signs)


def _outside(points: Sequence[Coordinates]) -> frozenset[Formula]:
    return frozenset(negation(is_point(p)) for p in points)


def _at_an_end(
    vanished: Sequence[Polynomial], inside: frozenset[Formula], points: Sequence[Coordinates], signs: Sequence[Theorem]
) -> Theorem:
    """Where these slacks vanish the design is one of the points, which is excluded, or there is none."""
    zeros: frozenset[Formula] = frozenset(zero(f) for f in vanished)
    ends = (
        ({SLACK_A, A}, ONE_SIDED),
        ({SLACK_A, NEAR_A}, CORNER),
        ({SLACK_B, B}, MIRRORED),
        ({SLACK_B, NEAR_B}, CORNER),
        ({-NEAR_A, -NEAR_B}, CORNER),
    )
    for slacks, point in ends:
        if slacks <= set(vanished) and point in points:
            sure = (positive(E), nonnegative(X - 1), positive(DELTA) if positive(DELTA) in inside else zero(DELTA))
            reached = prove_from(Sequent(zeros.union(sure), is_point(point)))
            clash = prove_from(Sequent(frozenset((is_point(point), negation(is_point(point)))), FALSE))
            return kernel.cut(reached, clash)
    return prove_from(Sequent(inside | zeros, FALSE), signs)


def _with_signs(lemma: Theorem, goal: Sequent, signs: Sequence[Theorem]) -> Theorem:
    """The lemma with each factor's sign proved from the hypotheses of the goal."""
    known = [h for h in goal.hypotheses if isinstance(h, Condition)]
    known += [c for theorem in signs if isinstance(c := theorem.sequent.conclusion, Condition)]
    for fact in sorted(lemma.sequent.hypotheses - goal.hypotheses - {s.sequent.conclusion for s in signs}, key=str):
        assert isinstance(fact, Condition)
        weaker = next((theorem for k in known if (theorem := implied(k, fact)) is not None), None)
        lemma = kernel.cut(weaker or prove_from(Sequent(goal.hypotheses, fact), signs), lemma)
    for sign in signs:
        lemma = kernel.cut(sign, lemma) if sign.sequent.conclusion in lemma.sequent.hypotheses else lemma
    return lemma


def _mirrored(case: Minimisers, name: str) -> Minimisers:
    """The same case with the two answers, and the two kinds of respondents, exchanged."""
    values: dict[str, Polynomial] = {"p00": Q, "p11": P, "pi": 1 - PI}
    assert case.points is not None
    points = tuple((b.substitute({"pi": 1 - PI}), a.substitute({"pi": 1 - PI})) for a, b in case.points)
    theorems = tuple(kernel.instantiate(theorem, values) for theorem in case.theorems)
    return Minimisers(name, substitute(case.condition, values), points, _among(points), theorems)


def _among(points: Sequence[Coordinates]) -> Callable[[Coordinates], Formula]:
    def member(z: Coordinates) -> Formula:
        return any_of(all_of(relation_formula(u, "=", v) for u, v in zip(z, p, strict=True)) for p in points)

    return member


# -- the cases at the ends of the ranges -------------------------------------------------------------------------------


def _direct(name: str, conditions: tuple[Formula, ...], points: tuple[Coordinates, ...]) -> Minimisers:
    """delta = 1, or delta = 0: both a/d and b/d are least at the same design."""
    assumed = frozenset((*BASE, *conditions, *REGION))
    outside = _outside(points)
    goal = Sequent(assumed | outside, relation_formula(ERROR, ">", error_at(points[0])))
    if points[0] is EVERYTHING_TRUE:
        return _assembled(name, conditions, points, prove_from(goal))
    # delta = 0: with E = x - 1 the slacks say NEAR_A <= 0 and NEAR_B <= 0, so every design lies beyond the corner.
    facts = (nonnegative(-NEAR_A), nonnegative(-NEAR_B), positive(E), positive(A), positive(B))
    signs = [prove_from(Sequent(assumed, fact)) for fact in facts]
    signs += [prove_from(Sequent(assumed, positive(p)), signs) for p in (ONE_LIKELY, ZERO_LIKELY, GAMMA + PI * E)]
    lower = _in_zone(TO_CORNER, Zone((), (), CORNER_ZONES[2].products), assumed, points, signs)
    return _assembled(name, conditions, points, prove_from(goal, [lower, *signs]))


def _assembled(
    name: str, conditions: tuple[Formula, ...], points: tuple[Coordinates, ...], worse: Theorem
) -> Minimisers:
    """The case with its theorems: each point is admitted, the points tie, everything else does worse."""
    base = frozenset((*BASE, *conditions))
    theorems = [worse]
    for point in points:
        values = {"p00": point[0], "p11": point[1]}
        admitted = all_of(substitute_rational(fact, values) for fact in REGION)
        theorems.append(prove_from(Sequent(base, admitted)))
        if point is not points[0]:
            theorems.append(prove_from(Sequent(base, relation_formula(error_at(point), "=", error_at(points[0])))))

    return Minimisers(name, all_of(conditions), points, _among(points), tuple(theorems))


def _empty(name: str, conditions: tuple[Formula, ...]) -> Minimisers:
    """eps = delta = 0: no private design is informative."""
    nothing = prove_from(Sequent(frozenset((*BASE, *conditions, *REGION)), FALSE))
    return Minimisers(name, all_of(conditions), (), lambda z: FALSE, (nothing,))


def _segment(name: str, conditions: tuple[Formula, ...], *, first: bool) -> Minimisers:
    """pi = 0 or pi = 1, delta > 0: the designs that never lie about the only truth there is have no error at all."""
    base = frozenset((*BASE, *conditions))
    assumed = base | set(REGION)
    sure = zero(A) if first else zero(B)
    perfect = prove_from(Sequent(assumed | {sure}, relation_formula(ERROR, "=", rational(0))))
    worse = prove_from(Sequent(assumed | {negation(sure)}, relation_formula(ERROR, ">", rational(0))))
    other = Q if first else P
    admitted = [
        prove_from(Sequent(base | {sure, positive(other), nonnegative(DELTA - other)}, all_of(REGION))),
        prove_from(Sequent(assumed | {sure}, all_of((positive(other), nonnegative(DELTA - other))))),
    ]

    def member(z: Coordinates) -> Formula:
        certain, free = (z[0], z[1]) if first else (z[1], z[0])
        return all_of(
            [
                relation_formula(certain, "=", rational(1)),
                relation_formula(free, ">", rational(0)),
                relation_formula(free, "<=", rational(DELTA)),
            ]
        )

    return Minimisers(
        name, all_of(conditions), None, member, (perfect, worse, *admitted), witness=ONE_SIDED if first else MIRRORED
    )
