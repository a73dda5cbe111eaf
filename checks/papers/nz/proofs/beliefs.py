"""Sections 2.1 and 2.2: posteriors of events, parity, local differential privacy, predictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.nz.proofs.common import OWN_WORDS, cite, given, in_parts, in_plain_words, of_parameters
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    fresh,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import (
    FALSE,
    NOT,
    Apply,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    free_variables,
    opened,
    quantified,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import automatic
from derivations.theory.average_security import TWO_POINTS, mean_of_two_points, two_points_are_a_law
from derivations.theory.events import within_nothing_is_private
from derivations.theory.linear_estimates import WORD, inverse_of_response, solved_by_left_inverse
from derivations.theory.privacy import sum_not_negative
from derivations.theory.single_terms import at, by_conditions, each, either, plainly, sum_picked, summed
from derivations.theory.sums import in_range, in_sums

Facts = list[Term | Proved]
SIZE = "integer(k) and 0 <= k implies"
INSIDE, OUTSIDE = "alpha(x) * Q(x)", "alpha(x) * (1 - Q(x))"
EVENT = "(forall x in 1..k. Q(x) = 0 or Q(x) = 1)"


@lemma(f"forall k f A B g. {SIZE} (forall x in 1..k. 0 <= A(x)) implies (forall x in 1..k. 0 <= B(x)) implies "
       "(forall x in 1..k. forall z in 1..k. f(x) <= g * f(z)) implies "
       "(sum x in 1..k. A(x) * f(x)) * sum(k, B) <= "
       "g * (sum(k, A) * (sum x in 1..k. B(x) * f(x)))", depth=9)  # fmt: skip
def averages_keep_the_ratio(goal: Goal) -> Proved:
    """Averages of numbers whose ratios are at most g have a ratio of at most g."""
    k, f, A, B, g = goal.variables
    x, z = Free("x #0"), Free("z #0")
    names = {"k": k, "f": f, "A": A, "B": B, "g": g, "x": x, "z": z}
    size = goal.given[:1]
    in_x, in_z = kernel.assume(in_range(x, k)), kernel.assume(in_range(z, k))
    ratio = at(at(kernel.assume(goal.given[3]), x, given=[in_x]), z, given=[in_z])
    a, b = at(kernel.assume(goal.given[1]), x, given=[in_x]), at(kernel.assume(goal.given[2]), z, given=[in_z])
    row = summed(x, k, arithmetic(term("A(x) * f(x) <= g * f(z) * A(x)", **names), ratio, a), size)
    scaled = at(sums.sum_scale(), k, term("g * f(z)", **names), A, given=size)
    u, p = Free("u #0"), Free("p #0")
    times = arithmetic(
        term("B(z) * u <= g * p * (B(z) * f(z))", u=u, p=p, **names),
        term("u <= g * f(z) * p", u=u, p=p, **names),
        term("0 <= B(z)", **names),
    )
    total = term("sum x in 1..k. A(x) * f(x)", **names)
    below = arithmetic(term("u <= g * f(z) * sum(k, A)", u=total, **names), row, rewritten(scaled), opaque=True)
    times = cut(kernel.instantiate(times, {u: total, p: term("sum(k, A)", **names)}), below, b)
    whole = summed(z, k, times, size)
    left = at(sums.sum_scale(), k, total, B, given=size)
    order = summed(z, k, arithmetic(term("B(z) * u = u * B(z)", u=total, **names)), size)
    right = at(sums.sum_scale(), k, term("g * sum(k, A)", **names), term("fun z. B(z) * f(z)", **names), given=size)
    return arithmetic(goal.conclusion, whole, rewritten(left), rewritten(order), right)


def weights(facts: Facts, names: Mapping[str, Term], x: Free) -> tuple[list[Proved], Proved, Proved]:
    """x in 1..k |- neither weight is negative; the sum of all weights is one; the bit of the event"""
    k, alpha, Q = (names[name] for name in ("k", "alpha", "Q"))
    proofs = [fact for fact in facts if isinstance(fact, Proved)]
    (law,) = (f for f in proofs if f.conclusion == term("law(k, alpha)", k=k, alpha=alpha))
    (event,) = (f for f in proofs if f.conclusion == term(EVENT, k=k, Q=Q))
    shares, whole = conjuncts(rewritten(law, unfolding("law")))
    in_x = kernel.assume(in_range(x, k))
    share, bit = at(shares, x, given=[in_x]), at(event, x, given=[in_x])
    cases = [kernel.assume(case) for case in applied(bit.conclusion, "or", 2) or ()]
    positive = [
        kernel.cases(bit, *(arithmetic(term(f"0 <= {text}", alpha=alpha, Q=Q, x=x), share, case) for case in cases))
        for text in (INSIDE, OUTSIDE)
    ]
    parts = [term(f"fun x. {text}", alpha=alpha, Q=Q) for text in (INSIDE, OUTSIDE)]
    both = at(sums.sum_plus(), k, *parts, given=facts)
    joined = summed(x, k, arithmetic(term(f"{INSIDE} + {OUTSIDE} = alpha(x)", alpha=alpha, Q=Q, x=x)), facts)
    totals = [term(f"sum x in 1..k. {text}", k=k, alpha=alpha, Q=Q) for text in (INSIDE, OUTSIDE)]
    one = arithmetic(term("u + v = 1", u=totals[0], v=totals[1]), both, rewritten(joined), whole)
    return positive, one, bit


def split_response(facts: Facts, names: Mapping[str, Term], y: Term) -> Proved:
    """response(k, alpha, P)(y) = P(Q and y) + P(not Q and y)"""
    k, alpha, Q, P = (names[name] for name in ("k", "alpha", "Q", "P"))
    x = Free("x #0")
    own = {"k": k, "alpha": alpha, "Q": Q, "P": P, "y": y, "x": x}
    parts = [plainly(f"fun x. {text} * P(x, y)", **own) for text in (INSIDE, OUTSIDE)]
    both = at(sums.sum_plus(), k, *parts, given=facts)
    joined = summed(
        x, k, arithmetic(term(f"alpha(x) * P(x, y) = {INSIDE} * P(x, y) + {OUTSIDE} * P(x, y)", **own)), facts
    )
    response = normal(plainly("response(k, alpha, P)(y)", **own), unfolding("response"))
    return derived.transitive(response, derived.transitive(rewritten(joined), both))


def by_bayes(goal: Goal) -> Proved:
    """The posterior of one category."""
    names, facts = goal.names, given(goal)
    k, y = names["k"], names["y"]

    def prove(formula: Term) -> Proved:
        one = goal_of(formula)
        (j,), x = one.variables, Free("x #0")
        inside = kernel.assume(one.given[0])
        joint = "alpha(x)*{}*P(x, y)"
        own = joint.format("(if x = j then 1 else 0)") + " = (if x = j then alpha(x)*P(x, y) else 0)"
        values = {"alpha": names["alpha"], "P": names["P"], "y": y}
        row = summed(x, k, by_conditions(term(own, x=x, j=j, **values)), facts)
        picked = at(sum_picked(), k, j, term("fun x. alpha(x)*P(x, y)", **values), given=[*facts, inside], premises=2)
        known = [rewritten(f, unfolding("response")) for f in (row, picked, *facts) if isinstance(f, Proved)]
        shown = normal(one.conclusion, unfolding("indicator", "response"))
        found = arithmetic(sides(shown.conclusion)[1], *known)
        return one.qed(derived.follow(symmetric(shown), found))

    return in_plain_words(goal.conclusion, prove)


def posterior_of_event(facts: Facts, names: Mapping[str, Term], y: Term) -> Proved:
    """sum_x Q(x) (alpha(x) P(x, y)/r) = P(Q and y)/r, r being the probability of y"""
    k, alpha, Q, P = (names[name] for name in ("k", "alpha", "Q", "P"))
    x, r = Free("x #0"), Free("r #0")
    own = {"k": k, "alpha": alpha, "Q": Q, "P": P, "y": y, "x": x, "r": r}
    some = term("0 < r", r=r)
    row = arithmetic(term(f"Q(x) * (alpha(x) * P(x, y) / r) = 1 / r * ({INSIDE} * P(x, y))", **own), some)
    whole = summed(x, k, row, facts)
    scaled = at(sums.sum_scale(), k, term("1 / r", r=r), plainly(f"fun x. {INSIDE} * P(x, y)", **own), given=facts)
    total = plainly(f"sum x in 1..k. {INSIDE} * P(x, y)", **own)
    value = arithmetic(equal(sides(whole.conclusion)[0], term("u / r", u=total, r=r)), whole, scaled, some)
    response = plainly("response(k, alpha, P)(y)", **own)
    return kernel.instantiate(kernel.discharge(some, value), {r: response})


LOWER = "p / (1 + (g - 1) * (1 - p))"
UPPER = "g * p / (1 + (g - 1) * p)"


def _bounds() -> tuple[list[Free], Proved]:
    """u, v the probabilities of Q and not Q together with a response, p the prior: u/(u + v) lies within (2.3)."""
    u, v, p, g = (Free(f"{name} #0") for name in ("u", "v", "p", "g"))
    names = {"u": u, "v": v, "p": p, "g": g}
    known = [
        term(text, **names)
        for text in (
            "0 <= u and 0 <= v and 0 < u + v",
            "0 <= p and p <= 1",
            "1 <= g",
            "u * (1 - p) <= g * (p * v)",
            "v * p <= g * ((1 - p) * u)",
        )
    ]
    low, high = (
        arithmetic(term(text, **names), *known) for text in ("0 < 1 + (g - 1) * (1 - p)", "0 < 1 + (g - 1) * p")
    )
    d, e = Free("d #0"), Free("e #0")
    found = []
    for text, positive in ((f"{LOWER} <= u / (u + v)", low), (f"u / (u + v) <= {UPPER}", high)):
        found.append(arithmetic(term(text, **names), *known, positive))
    del d, e
    return [u, v, p, g], kernel.conjoin(*found)


def posterior_bounds(facts: Facts, names: Mapping[str, Term], g: Term, ratios: Proved, y: Term) -> Proved:
    """LOWER <= posterior of Q <= UPPER, from |- forall i j. P(i, y) <= g P(j, y)"""
    k, alpha, Q, P = (names[name] for name in ("k", "alpha", "Q", "P"))
    x = Free("x #0")
    positive, one, _ = weights(facts, names, x)
    f = plainly("fun x. P(x, y)", P=P, y=y)
    parts = [term(f"fun x. {text}", alpha=alpha, Q=Q) for text in (INSIDE, OUTSIDE)]
    known: Facts = [*facts, ratios, *(each(x, k, fact) for fact in positive)]
    pair = [
        at(averages_keep_the_ratio(), k, f, first, second, g, given=known, premises=4)
        for first, second in (parts, reversed(parts))
    ]
    own = {"k": k, "alpha": alpha, "Q": Q, "P": P, "y": y}
    u, v = (plainly(f"sum x in 1..k. {text} * P(x, y)", **own) for text in (INSIDE, OUTSIDE))
    p, q = (plainly(f"sum x in 1..k. {text}", **own) for text in (INSIDE, OUTSIDE))
    split = rewritten(split_response(facts, names, y))
    value = rewritten(posterior_of_event(facts, names, y))
    value = under(value, facts)
    sums_positive = [
        not_negative(facts, names, x, text, fact, y) for text, fact in zip((INSIDE, OUTSIDE), positive, strict=True)
    ]
    shares = [
        kernel.detach(at(sum_not_negative(), k, part, given=facts), each(x, k, fact))
        for part, fact in zip(parts, positive, strict=True)
    ]
    response = plainly("response(k, alpha, P)(y)", **own)
    some = arithmetic(
        term("0 < u + v", u=u, v=v),
        split,
        next(f for f in facts if isinstance(f, Proved) and f.conclusion == term("0 < r", r=response)),
        opaque=True,
    )
    variables, bounds = _bounds()
    bounds = kernel.instantiate(bounds, dict(zip(variables, (u, v, p, g), strict=True)))
    r = term("1 - p", p=p)
    del r, q
    premises = [
        kernel.conjoin(sums_positive[0], kernel.conjoin(sums_positive[1], some)),
        arithmetic(term("0 <= p and p <= 1", p=p), one, *map(rewritten, shares), opaque=True),
        arithmetic(term("u * (1 - p) <= g * (p * v)", u=u, v=v, p=p, g=g), rewritten(pair[0]), one, opaque=True),
        arithmetic(term("v * p <= g * ((1 - p) * u)", u=u, v=v, p=p, g=g), rewritten(pair[1]), one, opaque=True),
        arithmetic(
            term("1 <= g", g=g),
            *[
                f
                for f in facts
                if isinstance(f, Proved)
                and g in (applied(f.conclusion, "<", 2) or applied(f.conclusion, "<=", 2) or ())
            ],
        ),
    ]
    bounds = cut(bounds, *premises)
    total = Free("total #0")
    pattern = closed(total, plainly(f"{LOWER} <= u / total and u / total <= {UPPER}", u=u, v=v, p=p, g=g, total=total))
    bounds = kernel.replace(symmetric(split), pattern, bounds)
    pattern = closed(total, plainly(f"{LOWER} <= total and total <= {UPPER}", p=p, g=g, total=total))
    return kernel.replace(symmetric(value), pattern, bounds)


def not_negative(facts: Facts, names: Mapping[str, Term], x: Free, text: str, weight: Proved, y: Term) -> Proved:
    """0 <= sum of weights times P(x, y)"""
    k, alpha, Q, P = (names[name] for name in ("k", "alpha", "Q", "P"))
    own = {"alpha": alpha, "Q": Q, "P": P, "y": y, "x": x}
    entry = entry_not_negative(facts, names, x, y)
    w, c = Free("w #0"), Free("c #0")
    product = arithmetic(term("0 <= w * c", w=w, c=c), term("0 <= w", w=w), term("0 <= c", c=c))
    product = cut(
        kernel.instantiate(product, {w: term(text, alpha=alpha, Q=Q, x=x), c: plainly("P(x, y)", **own)}), weight, entry
    )
    return rewritten(
        kernel.detach(
            at(
                sum_not_negative(),
                k,
                plainly(f"fun x. {text} * P(x, y)", **{a: b for a, b in own.items() if a != "x"}),
                given=facts,
            ),
            each(x, k, product),
        )
    )


def entry_not_negative(facts: Facts, names: Mapping[str, Term], x: Term, y: Term) -> Proved:
    """x in 1..k |- 0 <= P(x, y)"""
    k, m, P = (names[name] for name in ("k", "m", "P"))
    design = term("design(k, m, P)", k=k, m=m, P=P)
    (known,) = (f for f in facts if isinstance(f, Proved) and f.conclusion == design)
    rows = rewritten(known, unfolding("design", "law"))
    own: Facts = [*facts, kernel.assume(in_range(x, k))]
    return at(kernel.part(at(rows, x, given=own), 0), y, given=own)


def two_points(
    facts: Facts, names: Mapping[str, Term], a: Term, b: Term, s: Term, y: Term, differ: Proved
) -> tuple[Term, Term, list[Proved]]:
    """A prior of s on a, else b, the event {a}, and: its probability, that of y, the posterior times that of y."""
    k, P = names["k"], names["P"]
    x = Free("x #0")
    alpha, Q = term(f"fun x. {TWO_POINTS}", a=a, b=b, s=s), term("fun x. if x = a then 1 else 0", a=a)
    own = {"k": k, "P": P, "y": y, "alpha": alpha, "Q": Q, "x": x}

    def mean(text: str, value: str) -> Proved:
        f = sides(normal(term(f"fun x. {text}", **own)).conclusion)[1]
        found = at(mean_of_two_points(), k, a, b, s, f, given=facts, premises=3)
        worked = by_conditions(equal(sides(found.conclusion)[1], term(value, P=P, y=y, a=a, b=b, s=s)), differ)
        first, *rest = text.split(" * ")
        left = plainly(" * ".join([f"alpha(x) * {first}", *rest]), **own)
        order = summed(x, k, by_conditions(equal(left, plainly(f"alpha(x) * ({text})", **own))), facts)
        return derived.transitive(order, derived.transitive(found, worked))

    response = normal(plainly("response(k, alpha, P)(y)", **own), unfolding("response"))
    chance, inside = mean("Q(x)", "s"), mean("Q(x) * P(x, y)", "s * P(a, y)")
    answer = derived.transitive(response, mean("P(x, y)", "s * P(a, y) + (1 - s) * P(b, y)"))
    posterior = rewritten(posterior_of_event(facts, {**names, "alpha": alpha, "Q": Q}, y))
    return alpha, Q, [chance, inside, answer, posterior]


def locally_private_exactly_if(facts: Facts, names: Mapping[str, Term], g: Term) -> Proved:
    """|- private_within(k, m, P, g, 0) iff private(k, m, P, g)"""
    return at(within_nothing_is_private(), names["k"], names["m"], names["P"], g, given=facts, premises=1)


def from_all(
    everything: Proved,
    facts: Facts,
    names: Mapping[str, Term],
    a: Free,
    b: Free,
    y: Free,
    s: Term,
    known: Facts,
    differ: Proved,
) -> tuple[Proved, list[Proved]]:
    """What is said of all priors, events and responses, for the prior s on a, else b, and the event {a}."""
    alpha, Q, worked = two_points(facts, names, a, b, s, y, differ)
    k = names["k"]
    x = Free("x #0")
    share = arithmetic(term("0 <= s and s <= 1", s=s), *known, opaque=True)
    law = at(two_points_are_a_law(), k, a, b, s, given=[*facts, share], premises=4)
    event = each(x, k, by_conditions(plainly("Q(x) = 0 or Q(x) = 1", Q=Q, x=x)))
    response = sides(worked[2].conclusion)[0]
    some = arithmetic(term("0 < r", r=response), worked[2], *known, opaque=True)
    likely = arithmetic(term("0 < c", c=sides(worked[0].conclusion)[0]), worked[0], *known, opaque=True)
    instance = at(everything, alpha, Q, y, given=[*facts, rewritten(law), event, some, likely])
    worked[3] = under(worked[3], [some])
    return rewritten(instance), [*worked, some]


def private_exactly_within(goal: Goal) -> Proved:
    """(2.3), and that its bounds are envelopes."""
    names, facts = goal.names, given(goal)
    k, m, P, g = (names[name] for name in ("k", "m", "P", "g"))
    i, j, y = Free("i #0"), Free("j #0"), Free("y #0")
    alpha, Q, c = Free("alpha #0", WORD), Free("Q #0", WORD), Free("c #0")
    parts = applied(goal.conclusion, "and", 2)
    wanted = parts[1] if parts else goal.conclusion
    plain_wanted = normal(wanted, OWN_WORDS)
    private, within = sides(sides(plain_wanted.conclusion)[1])
    to_single = locally_private_exactly_if(facts, names, g)

    one = goal_of(within)
    own: Facts = [*facts, *one.facts]
    alpha_, Q_, y_ = one.variables
    single = rewritten(derived.follow(to_single, kernel.assume(private)), unfolding("private"))
    in_i, in_j = kernel.assume(in_range(i, k)), kernel.assume(in_range(j, k))
    ratios = each(i, k, each(j, k, at(at(at(single, i, given=[in_i]), j, given=[in_j]), y_, given=own)))
    bounds = posterior_bounds(own, {**names, "alpha": alpha_, "Q": Q_}, g, ratios, y_)
    forth = one.qed(_cut_premises(_said(one.conclusion, bounds), one))

    in_y = kernel.assume(in_range(y, m))
    here: Facts = [*facts, in_i, in_j, in_y]
    differ = kernel.assume(NOT(equal(i, j)))
    half = Number(Fraction(1, 2))
    p, q = plainly("P(i, y)", P=P, i=i, y=y), plainly("P(j, y)", P=P, j=j, y=y)
    positive = [entry_not_negative(here, names, index, y) for index in (i, j)]
    goal_ij = term("a <= g * b", a=p, b=q, g=g)
    some = kernel.assume(term("0 < a + b", a=p, b=q))
    instance, worked = from_all(kernel.assume(within), here, names, i, j, y, half, [some, *positive], differ)
    larger = _two_point_step(
        instance,
        worked,
        goal_ij,
        [some, *positive, *[f for f in facts if isinstance(f, Proved) and g in (applied(f.conclusion, "<", 2) or ())]],
    )
    none = arithmetic(goal_ij, kernel.assume(NOT(some.conclusion)), *positive, opaque=True)
    apart = kernel.cases(either(some.conclusion), larger, none)
    same = kernel.assume(equal(i, j))
    more = arithmetic(
        term("a <= g * a", a=p, g=g),
        positive[0],
        *[f for f in facts if isinstance(f, Proved) and g in (applied(f.conclusion, "<", 2) or ())],
    )
    h = Free("h #0")
    together = kernel.replace(same, closed(h, plainly("P(i, y) <= g * P(h, y)", P=P, i=i, y=y, g=g, h=h)), more)
    entries = each(i, k, each(j, k, each(y, m, kernel.cases(either(equal(i, j)), together, apart))))
    back = derived.follow(
        symmetric(to_single),
        derived.follow(symmetric(normal(sides(to_single.conclusion)[1], unfolding("private"))), entries),
    )
    found = derived.equivalent(kernel.discharge(private, forth), kernel.discharge(within, back))
    found = derived.follow(symmetric(plain_wanted), found)
    del alpha, Q, c
    if parts is None:
        return found
    return kernel.conjoin(_envelopes(parts[0], g, facts), found)


def _two_point_step(instance: Proved, worked: list[Proved], wanted: Term, known: Facts) -> Proved:
    """The bound of a ratio, from that of the posterior under a prior on two categories, by putting numbers for it."""
    chance, inside, answer, posterior, some = worked
    post = sides(posterior.conclusion)[0]
    number = Free("post #0")
    changed = kernel.replace(posterior, closed(number, with_term(instance.conclusion, post, number)), instance)
    for fact in (chance, inside, answer):
        left = sides(fact.conclusion)[0]
        changed = kernel.replace(fact, closed(number, with_term(changed.conclusion, left, number)), changed)
    changed_some = kernel.replace(
        answer, closed(number, with_term(some.conclusion, sides(answer.conclusion)[0], number)), some
    )
    return arithmetic(wanted, changed, changed_some, *known)


def with_term(formula: Term, old: Term, new: Term) -> Term:
    """The formula with one term for another."""
    if formula == old:
        return new
    if isinstance(formula, Apply):
        return Apply(with_term(formula.function, old, new), with_term(formula.argument, old, new))
    return formula


def _cut_premises(theorem: Proved, goal: Goal) -> Proved:
    for formula in goal.given:
        theorem = cut(theorem, *conjuncts(kernel.assume(formula)))
    return theorem


def _said(formula: Term, theorem: Proved) -> Proved:
    """The formula, as which the theorem reads once functions are worked out."""
    return derived.follow(symmetric(normal(formula)), rewritten(theorem))


def _envelopes(formula: Term, g: Term, facts: Facts) -> Proved:
    """The bounds of (2.3) lie as Definition 2.1 wants."""
    changed = normal(formula, OWN_WORDS)
    wanted = goal_of(sides(changed.conclusion)[1])
    (a,) = wanted.variables
    one = [f for f in facts if isinstance(f, Proved) and g in (applied(f.conclusion, "<", 2) or ())]
    positive = [
        arithmetic(term(text, a=a, g=g), *one, *wanted.given)
        for text in ("0 < 1 + (g - 1) * (1 - a)", "0 < 1 + (g - 1) * a")
    ]
    parts = [
        arithmetic(part.conclusion, *one, *wanted.given, *positive)
        for part in conjuncts(kernel.assume(wanted.conclusion))
    ]
    found = (
        kernel.conjoin(kernel.conjoin(*parts[:2]), kernel.conjoin(*parts[2:]))
        if len(parts) == 4
        else kernel.conjoin(*parts)
    )
    return derived.follow(symmetric(changed), wanted.qed(found))


# -- parity ------------------------------------------------------------------------------------------------------------


def _ratio_is_bounded(g: Term) -> tuple[Free, Free, Proved]:
    """a, b >= 0, 1 <= g |- the ratio of a and b is at most g iff a <= g b"""
    a, b = Free("a #0"), Free("b #0")
    known = [term("0 <= a", a=a), term("0 <= b", b=b), term("1 <= g", g=g)]
    ratio = term("(b = 0 and a = 0 and 1 <= g) or (b != 0 and a / b <= g)", a=a, b=b, g=g)
    plain = term("a <= g * b", a=a, b=b, g=g)
    left, right = (kernel.assume(case) for case in applied(ratio, "or", 2) or ())
    nothing = arithmetic(plain, *conjuncts(left), *known)
    some = arithmetic(plain, kernel.part(right, 1), kernel.part(right, 0), *known)
    forth = kernel.discharge(ratio, kernel.cases(kernel.assume(ratio), nothing, some))
    is_zero = kernel.assume(term("b = 0", b=b))
    not_zero = kernel.assume(NOT(is_zero.conclusion))
    bound = kernel.assume(plain)
    zero_a = arithmetic(term("a = 0", a=a), bound, is_zero, *known)
    first = derived.choose(kernel.conjoin(is_zero, kernel.conjoin(zero_a, kernel.assume(known[2]))), ratio)
    second = derived.choose(
        kernel.conjoin(not_zero, arithmetic(term("a / b <= g", a=a, b=b, g=g), bound, not_zero, *known)), ratio
    )
    back = kernel.discharge(plain, kernel.cases(either(is_zero.conclusion), first, second))
    return a, b, derived.equivalent(forth, back)


def parity_exactly_if(facts: Facts, names: Mapping[str, Term], g: Term, at_least_one: Proved) -> Proved:
    """|- the parity is at most g iff private(k, m, P, g)"""
    k, m, P = (names[name] for name in ("k", "m", "P"))
    i, j, y = Free("i #0"), Free("j #0"), Free("y #0")
    here: Facts = [*facts, *(kernel.assume(in_range(*pair)) for pair in ((i, k), (j, k), (y, m)))]
    a, b, iff = _ratio_is_bounded(g)
    p, q = plainly("P(i, y)", P=P, i=i, y=y), plainly("P(j, y)", P=P, j=j, y=y)
    iff = cut(
        kernel.instantiate(iff, {a: p, b: q}),
        *(entry_not_negative(here, names, index, y) for index in (i, j)),
        at_least_one,
    )
    ratio, single = sides(iff.conclusion)
    ratios = sides(
        normal(
            term(
                "forall y in 1..m. forall i in 1..k. forall j in 1..k. R(y, i, j)",
                k=k,
                m=m,
                R=closed(y, closed(i, closed(j, ratio))),
            )
        ).conclusion
    )[1]
    private = normal(term("private(k, m, P, g)", k=k, m=m, P=P, g=g), unfolding("private"))
    first = at(at(at(kernel.assume(ratios), y, given=here), i, given=here), j, given=here)
    forth = each(i, k, each(j, k, each(y, m, derived.follow(iff, first))))
    second = at(at(at(kernel.assume(sides(private.conclusion)[1]), i, given=here), j, given=here), y, given=here)
    back = each(y, m, each(i, k, each(j, k, derived.follow(symmetric(iff), second))))
    both = derived.equivalent(kernel.discharge(ratios, forth), kernel.discharge(sides(private.conclusion)[1], back))
    del single
    return derived.transitive(both, symmetric(private))


def above_one(facts: Facts, g: Term) -> Proved:
    """1 <= g"""
    return arithmetic(
        term("1 <= g", g=g),
        *[
            f
            for f in facts
            if isinstance(f, Proved) and g in (applied(f.conclusion, "<", 2) or applied(f.conclusion, "<=", 2) or ())
        ],
    )


def parity_is_the_level(goal: Goal) -> Proved:
    """eps-LDP is a bound of the parity."""
    names, facts = goal.names, given(goal)
    g = names["g"]
    single = locally_private_exactly_if(facts, names, g)
    parity = parity_exactly_if(facts, names, g, above_one(facts, g))
    found = derived.transitive(single, symmetric(parity))
    return in_plain_words(goal.conclusion, lambda formula: _said(formula, found))


def _special_case(
    goal: Goal,
    level: Term,
    at_least_one: Proved,
    facts: Facts,
    names: Mapping[str, Term],
    within: Callable[[Proved, Goal, Facts], Proved],
    chance: Callable[[Term, Term], tuple[Term, tuple[str, ...], list[Proved]]],
) -> Proved:
    """The parity is at most a level iff a special case of strict information privacy holds.

    `within` shows the case from the bounds of the posterior, `chance` a prior at which too large a ratio violates it.
    """
    k, m, P = (names[name] for name in ("k", "m", "P"))
    i, j = Free("i #0"), Free("j #0")
    changed = normal(goal.conclusion, OWN_WORDS)
    parity, case = sides(sides(changed.conclusion)[1])
    exactly = parity_exactly_if(facts, names, level, at_least_one)
    one = goal_of(case)
    own: Facts = [*facts, at_least_one, *one.facts]
    alpha_, Q_, y_ = one.variables
    single = rewritten(derived.follow(exactly, kernel.assume(parity)), unfolding("private"))
    in_i, in_j = kernel.assume(in_range(i, k)), kernel.assume(in_range(j, k))
    ratios = each(i, k, each(j, k, at(at(at(single, i, given=[in_i]), j, given=[in_j]), y_, given=own)))
    bounds = posterior_bounds(own, {**names, "alpha": alpha_, "Q": Q_}, level, ratios, y_)
    forth = one.qed(_cut_premises(within(bounds, one, own), one))

    y = Free("y #0")
    here: Facts = [*facts, in_i, in_j, kernel.assume(in_range(y, m))]
    differ = kernel.assume(NOT(equal(i, j)))
    p, q = plainly("P(i, y)", P=P, i=i, y=y), plainly("P(j, y)", P=P, j=j, y=y)
    positive = [entry_not_negative(here, names, index, y) for index in (i, j)]
    wanted = sides(normal(term("a <= g * b", a=p, b=q, g=level)).conclusion)[1]
    denied = kernel.assume(NOT(wanted))
    share, texts, proofs = chance(p, q)
    s = Free("s #0")
    formulas = [plainly(text, s=s, a=p, b=q, g=level, **names) for text in texts]
    known: Facts = [*map(kernel.assume, formulas), denied, *positive, at_least_one]
    instance, worked = from_all(kernel.assume(case), here, names, i, j, y, s, known, differ)
    found = kernel.instantiate(_two_point_step(instance, worked, FALSE, known), {s: share})
    more_than = arithmetic(plainly("g * b < a", a=p, b=q, g=level), denied, opaque=True)
    apart = derived.absurd(
        wanted, cut(cut(found, *(cut(proof, more_than) for proof in proofs)), *positive, at_least_one)
    )
    more = arithmetic(term("a <= g * a", a=p, g=level), positive[0], at_least_one, opaque=True)
    h = Free("h #0")
    together = kernel.replace(
        kernel.assume(equal(i, j)), closed(h, plainly("P(i, y) <= g * P(h, y)", P=P, i=i, y=y, g=level, h=h)), more
    )
    entries = each(i, k, each(j, k, each(y, m, kernel.cases(either(equal(i, j)), rewritten(together), apart))))
    private = normal(sides(exactly.conclusion)[1], unfolding("private"))
    back = derived.follow(symmetric(exactly), derived.follow(symmetric(private), entries))
    found = derived.equivalent(kernel.discharge(parity, forth), kernel.discharge(case, back))
    return derived.follow(symmetric(changed), found)


def parity_keeps_the_factor(goal: Goal) -> Proved:
    """beta-factor privacy is a bound of the parity."""
    names, facts = goal.names, given(goal)
    beta = names["beta"]
    at_least_one = above_one(facts, beta)

    def within(bounds: Proved, one: Goal, own: Facts) -> Proved:
        p, t, g = (Free(f"{name} #0") for name in ("p", "t", "g"))
        some, proper = term("0 < p and p <= 1", p=p), term("1 <= g", g=g)
        inside = term(f"{LOWER} <= t and t <= {UPPER}", p=p, t=t, g=g)
        positive = [
            arithmetic(term(text, p=p, g=g), some, proper)
            for text in ("0 < 1 + (g - 1) * (1 - p)", "0 < 1 + (g - 1) * p")
        ]
        low = arithmetic(
            term("1 / g * p <= t", p=p, t=t, g=g),
            arithmetic(term(f"1 / g * p <= {LOWER}", p=p, g=g), some, proper, positive[0]),
            inside,
            proper,
            opaque=True,
        )
        high = arithmetic(
            term("t <= g * p", p=p, t=t, g=g),
            arithmetic(term(f"{UPPER} <= g * p", p=p, g=g), some, proper, positive[1]),
            inside,
            opaque=True,
        )
        step = kernel.conjoin(
            arithmetic(term("1 / g <= t / p", p=p, t=t, g=g), low, some, proper),
            arithmetic(term("t / p <= g", p=p, t=t, g=g), high, some),
        )
        first, second = applied(one.conclusion, "and", 2) or ()
        ratio = (applied(first, "<=", 2) or ())[1]
        post, prior = applied(ratio, "/", 2) or ()
        del second
        found = kernel.instantiate(step, {p: prior, t: post, g: beta})
        alpha_, Q_, _ = one.variables
        x = Free("x #0")
        weights_of, whole, _ = weights(own, {**names, "alpha": alpha_, "Q": Q_}, x)
        rest = kernel.detach(
            at(sum_not_negative(), names["k"], term(f"fun x. {OUTSIDE}", alpha=alpha_, Q=Q_), given=own),
            each(x, names["k"], weights_of[1]),
        )
        size = arithmetic(
            term("0 < p and p <= 1", p=prior),
            whole,
            rewritten(rest),
            *[f for f in own if isinstance(f, Proved) and f.conclusion == term("0 < p", p=prior)],
            opaque=True,
        )
        return cut(found, bounds, size, at_least_one)

    texts = ("0 < s and s <= 1", "g * (s * a + (1 - s) * b) < a", "0 < s * a + (1 - s) * b")

    def chance(p: Term, q: Term) -> tuple[Term, tuple[str, ...], list[Proved]]:
        a, b, g = (Free(f"{name} #0") for name in ("a", "b", "g"))
        s = term("(a - g * b) / (2 * g * (a - b))", a=a, b=b, g=g)
        known = [term("0 <= b", b=b), term("g * b < a", a=a, b=b, g=g), term("1 <= g", g=g)]
        larger = arithmetic(term("0 < a - b", a=a, b=b), *known)
        inside = arithmetic(term("0 < s and s <= 1", s=s), *known, larger)
        strict = arithmetic(term(texts[1], s=s, a=a, b=b, g=g), *known, larger)
        some = arithmetic(term(texts[2], s=s, a=a, b=b), *known, inside, opaque=True)
        values = {a: p, b: q, g: beta}
        return substituted(s, values), texts, [kernel.instantiate(f, values) for f in (inside, strict, some)]

    return _special_case(goal, beta, at_least_one, facts, names, within, chance)


def parity_prevents_breaches(goal: Goal) -> Proved:
    """rho_1-to-rho_2 privacy is a bound of the parity."""
    names, facts = goal.names, given(goal)
    r1, r2 = names["r1"], names["r2"]
    g = Free("g #0")
    level = term("r2 * (1 - r1) / (r1 * (1 - r2))", r1=r1, r2=r2)
    defining = term("g * (r1 * (1 - r2)) = r2 * (1 - r1)", g=g, r1=r1, r2=r2)
    order = [
        f
        for f in facts
        if (isinstance(f, Proved) and r1 in free_variables(f.conclusion) | set())
        or (isinstance(f, Proved) and r2 in free_variables(f.conclusion))
    ]
    one = term("1 <= g", g=g)
    abstract = Goal(goal.statement, goal.variables, goal.given, with_term(goal.conclusion, level, g))

    def within(bounds: Proved, one_goal: Goal, own: Facts) -> Proved:
        p, t = Free("p #0"), Free("t #0")
        share = term("0 <= p and p <= 1", p=p)
        inside = term(f"{LOWER} <= t and t <= {UPPER}", p=p, t=t, g=g)
        positive = [
            arithmetic(term(text, p=p, g=g), share, one)
            for text in ("0 < 1 + (g - 1) * (1 - p)", "0 < 1 + (g - 1) * p")
        ]
        low_p, high_p = term("p < r1", p=p, r1=r1), term("r2 < p", p=p, r2=r2)
        said = {"p": p, "g": g, "r1": r1, "r2": r2}
        weight, other = (
            arithmetic(term("0 < g * (1 - r2)", **said), one, *order),
            arithmetic(term("0 < g * r1", **said), one, *order),
        )
        factor = Free("w #0")
        up = arithmetic(term("0 <= (r1 - p) * w", w=factor, **said), low_p, term("0 <= w", w=factor))
        up_with = [
            cut(
                kernel.instantiate(up, {factor: term(text, **said)}),
                arithmetic(term(f"0 <= {text}", **said), weight, *order),
            )
            for text in ("g * (1 - r2)", "r2")
        ]
        down = arithmetic(term("0 <= (p - r2) * w", w=factor, **said), high_p, term("0 <= w", w=factor))
        down_with = [
            cut(
                kernel.instantiate(down, {factor: term(text, **said)}),
                arithmetic(term(f"0 <= {text}", **said), other, *order),
            )
            for text in ("g * r1", "1 - r1")
        ]
        products = [
            arithmetic(term("g * p * (1 - r2) <= r2 * (1 - p)", **said), *up_with, defining),
            arithmetic(term("g * (1 - p) * r1 <= (1 - r1) * p", **said), *down_with, defining),
        ]
        upper = arithmetic(term(f"{UPPER} <= r2", p=p, g=g, r2=r2), products[0], positive[1], *order)
        lower = arithmetic(term(f"r1 <= {LOWER}", p=p, g=g, r1=r1), products[1], positive[0], *order)
        no_up = _no_breach(
            low_p, term("r2 < t", r2=r2, t=t), arithmetic(term("t <= r2", t=t, r2=r2), upper, inside, opaque=True)
        )
        no_down = _no_breach(
            high_p, term("t < r1", r1=r1, t=t), arithmetic(term("r1 <= t", t=t, r1=r1), lower, inside, opaque=True)
        )
        first, _ = applied(one_goal.conclusion, "and", 2) or ()
        breach = applied((applied(first, "not", 1) or ())[0], "and", 2) or ()
        prior, post = (applied(breach[0], "<", 2) or ())[0], (applied(breach[1], "<", 2) or ())[1]
        found = kernel.instantiate(kernel.conjoin(no_up, no_down), {p: prior, t: post})
        alpha_, Q_, _ = one_goal.variables
        x = Free("x #0")
        weights_of, whole, _ = weights(own, {**names, "alpha": alpha_, "Q": Q_}, x)
        sums_of = [
            rewritten(
                kernel.detach(
                    at(sum_not_negative(), names["k"], term(f"fun x. {text}", alpha=alpha_, Q=Q_), given=own),
                    each(x, names["k"], fact),
                )
            )
            for text, fact in zip((INSIDE, OUTSIDE), weights_of, strict=True)
        ]
        size = arithmetic(term("0 <= p and p <= 1", p=prior), whole, *sums_of, opaque=True)
        return cut(found, bounds, size)

    texts = (
        "0 < s and s < r1 and s <= 1",
        "r2 * (s * a + (1 - s) * b) < s * a",
        "0 < s * a + (1 - s) * b",
        "r2 < s * a / (s * a + (1 - s) * b)",
    )

    def chance(p: Term, q: Term) -> tuple[Term, tuple[str, ...], list[Proved]]:
        a, b, u = (Free(f"{name} #0") for name in ("a", "b", "u"))
        own = {"a": a, "b": b, "u": u, "g": g, "r1": r1, "r2": r2}
        d = "(a * (1 - r2) + r2 * b)"
        known: Facts = [term("0 <= b", **own), term("g * b < a", **own), one, defining, *order]
        root = term(f"u * {d} = r2 * b", **own)
        some_a = arithmetic(term("0 < a", **own), *known[:3])
        some_d = arithmetic(term(f"0 < {d}", **own), some_a, known[0], *order)
        w, gap = Free("w #0"), Free("gap #0")
        less = arithmetic(term("0 < gap * w", gap=gap, w=w), term("0 < gap", gap=gap), term("0 < w", w=w))
        less = kernel.instantiate(less, {gap: term("a - g * b", **own), w: term("r1 * (1 - r2)", **own)})
        less = cut(
            less,
            arithmetic(term("0 < a - g * b", **own), known[1]),
            arithmetic(term("0 < r1 * (1 - r2)", **own), *order),
        )
        scaled = arithmetic(term("b * (g * (r1 * (1 - r2))) = b * (r2 * (1 - r1))", **own), defining)
        less = arithmetic(term(f"r2 * b < r1 * {d}", **own), less, scaled)
        below = arithmetic(term("0 <= u and u < r1", **own), root, some_d, less, known[0], *order)
        s = Free("s #0")
        half = term("s = (u + r1) / 2", s=s, **own)
        inside = arithmetic(term(texts[0], s=s, **own), half, below, *order)
        strict = arithmetic(term(f"0 < (s - u) * {d}", s=s, **own), half, below, some_d)
        strict = arithmetic(term(texts[1], s=s, **own), strict, root)
        some = arithmetic(term(texts[2], s=s, **own), inside, some_a, known[0], *order)
        larger = arithmetic(
            term("r2 < v / d", v=s, d=gap, **own), term("r2 * d < v", v=s, d=gap, **own), term("0 < d", d=gap)
        )
        larger = kernel.instantiate(
            larger, {s: term("s * a", s=s, **own), gap: term("s * a + (1 - s) * b", s=s, **own)}
        )
        larger = cut(larger, strict, some)
        value = term(f"r2 * b / {d}", **own)
        share = term("(v + r1) / 2", v=value, **own)
        is_root = arithmetic(term(f"v * {d} = r2 * b", v=value, **own), some_d)
        proofs = []
        for fact in (inside, strict, some, larger):
            fact = cut(
                kernel.instantiate(fact, {s: term("(u + r1) / 2", **own)}),
                kernel.reflexive(term("(u + r1) / 2", **own)),
            )
            proofs.append(kernel.instantiate(cut(kernel.instantiate(fact, {u: value}), is_root), {a: p, b: q}))
        return substituted(share, {a: p, b: q}), texts, proofs

    found = _special_case(
        abstract, g, kernel.assume(one), [*facts, kernel.assume(one), kernel.assume(defining)], names, within, chance
    )
    found = kernel.instantiate(found, {g: level})
    is_level = arithmetic(substituted(defining, {g: level}), *order)
    at_least = arithmetic(substituted(one, {g: level}), *order)
    return cut(found, is_level, at_least)


def _no_breach(first: Term, second: Term, bound: Proved) -> Proved:
    """not (first and second), from first |- the contrary of second"""
    both = kernel.assume(term("A and B", A=first, B=second))
    wrong = arithmetic(FALSE, cut(bound, kernel.part(both, 0)), kernel.part(both, 1), opaque=True)
    return derived.reject(both.conclusion, cut(wrong, kernel.part(both, 0)))


# -- predictions -------------------------------------------------------------------------------------------------------


class Prediction:
    """Priors, events and designs: the probabilities of an event, of its complement, and of both with a response."""

    def __init__(self, goal: Goal) -> None:
        self.names, self.facts = goal.names, given(goal)
        self.k, self.m = self.names["k"], self.names["m"]
        x, self.y = Free("x #0"), Free("y #0")
        here: Facts = [*self.facts, kernel.assume(in_range(self.y, self.m))]
        self.weights, self.one, _ = weights(self.facts, self.names, x)
        own = {name: self.names[name] for name in ("k", "m", "P", "alpha", "Q")}
        self.own = own
        texts = (INSIDE, OUTSIDE)
        self.u, self.v = (plainly(f"sum x in 1..k. {text} * P(x, y)", y=self.y, **own) for text in texts)
        self.p, self.q = (plainly(f"sum x in 1..k. {text}", **own) for text in texts)
        self.positive = [
            not_negative(here, self.names, x, text, fact, self.y)
            for text, fact in zip(texts, self.weights, strict=True)
        ]
        self.shares = [
            rewritten(
                kernel.detach(
                    at(sum_not_negative(), self.k, term(f"fun x. {text}", **own), given=self.facts),
                    each(x, self.k, fact),
                )
            )
            for text, fact in zip(texts, self.weights, strict=True)
        ]
        self.totals = [self._total(text, x) for text in texts]
        self.response = rewritten(split_response(here, self.names, self.y))
        complement = sides(normal(term("fun x. 1 - Q(x)", **own)).conclusion)[1]
        self.posteriors = [
            rewritten(posterior_of_event(here, {**self.names, "Q": Q}, self.y)) for Q in (own["Q"], complement)
        ]

    def _total(self, text: str, x: Free) -> Proved:
        """The probabilities of the event with each response add up to its probability."""
        design = term("design(k, m, P)", **{name: self.own[name] for name in "kmP"})
        (known,) = (f for f in self.facts if isinstance(f, Proved) and f.conclusion == design)
        rows = rewritten(known, unfolding("design", "law"))
        one = kernel.part(at(rows, x, given=[kernel.assume(in_range(x, self.k))]), 1)
        swapped = at(
            sums.sum_swap(),
            self.m,
            self.k,
            plainly(f"fun y x. {text} * P(x, y)", **self.own),
            given=self.facts,
            premises=2,
        )
        weight = term(text, x=x, **self.own)
        row = at(sums.sum_scale(), self.m, weight, term("fun y. P(x, y)", x=x, **self.own), given=self.facts)
        value = arithmetic(equal(sides(rewritten(row).conclusion)[0], weight), rewritten(row), one, opaque=True)
        return derived.transitive(swapped, summed(x, self.k, value, self.facts))


def gain_between_one_and_two(goal: Goal) -> Proved:
    """1/2 <= G(Q) <= G(Q | Z) <= 1"""
    here = Prediction(goal)
    u, v = Free("u #0"), Free("v #0")
    largest = term("if u <= v then v else u", u=u, v=v)
    bounds = [
        by_conditions(term(text, u=u, v=v, w=largest), term("0 <= u", u=u), term("0 <= v", v=v))
        for text in ("u <= w", "v <= w", "w <= u + v")
    ]
    values = {u: here.u, v: here.v}
    rows = [
        summed(here.y, here.m, cut(kernel.instantiate(bound, values), *here.positive), here.facts) for bound in bounds
    ]
    split = at(sums.sum_plus(), here.m, closed(here.y, here.u), closed(here.y, here.v), given=here.facts)
    a, b, c = Free("a #0"), Free("b #0"), Free("c #0")
    before = term("if a <= b then b else a", a=a, b=b)
    known = [
        term("a + b = 1 and 0 <= a and 0 <= b", a=a, b=b),
        term("a <= c", a=a, c=c),
        term("b <= c", b=b, c=c),
        term("c <= 1", c=c),
    ]
    first = by_conditions(term("1/2 <= w and w <= c and c <= 1", w=before, c=c), *known)
    w = Free("w #0")
    ratio = arithmetic(term("1 <= c / w and c / w <= 2", c=c, w=w), term("1/2 <= w and w <= c and c <= 1", w=w, c=c))
    ratio = cut(kernel.instantiate(ratio, {w: before}), first)
    after = (applied(rows[0].conclusion, "<=", 2) or ())[1]
    instance = {a: here.p, b: here.q, c: after}
    facts = [
        arithmetic(
            substituted(f, instance),
            here.one,
            *here.shares,
            *map(rewritten, rows),
            *here.totals,
            rewritten(split),
            opaque=True,
        )
        for f in known
    ]
    both = [cut(kernel.instantiate(theorem, instance), *facts) for theorem in (first, ratio)]

    def prove(formula: Term) -> Proved:
        return conjoined(
            *(arithmetic(part.conclusion, *both, opaque=True) for part in conjuncts(kernel.assume(formula)))
        )

    return in_plain_words(goal.conclusion, lambda formula: _grouped(formula, prove), unfolding("max"))


def _grouped(formula: Term, prove: Callable[[Term], Proved]) -> Proved:
    """A conjunction, however it is grouped, part by part."""
    if parts := applied(formula, "and", 2):
        return kernel.conjoin(_grouped(parts[0], prove), _grouped(parts[1], prove))
    return prove(formula)


def correct_predictions(goal: Goal) -> Proved:
    """G(Q | Z) in two ways, and the Bayes risk."""
    here = Prediction(goal)
    u, v, r, a, b = (Free(f"{name} #0") for name in ("u", "v", "r", "a", "b"))
    names = {"u": u, "v": v, "r": r, "a": a, "b": b}
    known = [term("r = u + v", **names), term("0 <= u", u=u), term("0 <= v", v=v)]
    some = term("0 < r", r=r)
    value = term("(if a <= b then b else a) * r = (if u <= v then v else u)", **names)
    inverse = arithmetic(term("u / r * r = u and v / r * r = v", **names), some)
    here_some = cut(
        kernel.instantiate(by_conditions(value, *known, some, term("a * r = u and b * r = v", **names)), {}),
    )
    none = by_conditions(value, *known, term("not 0 < r", r=r))
    response = plainly("response(k, alpha, P)(y)", y=here.y, **{n: here.own[n] for n in ("k", "alpha", "P")})
    lefts = []
    for theorem in here.posteriors:
        _premise, equation = applied(theorem.conclusion, "implies", 2) or ()
        lefts.append(sides(equation)[0])
    instance = {u: here.u, v: here.v, r: response, a: lefts[0], b: lefts[1]}
    possible = kernel.assume(substituted(some, instance))
    products = []
    for theorem, total in zip(here.posteriors, (here.u, here.v), strict=True):
        ratio = kernel.detach(theorem, possible)
        products.append(
            arithmetic(
                term("s * r = t", s=sides(ratio.conclusion)[0], r=response, t=total), ratio, possible, opaque=True
            )
        )
    del inverse
    first = cut(kernel.instantiate(here_some, instance), here.response, *here.positive, kernel.conjoin(*products))
    second = cut(kernel.instantiate(none, instance), here.response, *here.positive)
    each_y = kernel.cases(either(possible.conclusion), first, second)
    whole = summed(here.y, here.m, each_y, here.facts)
    risk = by_conditions(term("(if u <= v then u else v) = u + v + -1 * (if u <= v then v else u)", u=u, v=v))
    errors = summed(here.y, here.m, kernel.instantiate(risk, {u: here.u, v: here.v}), here.facts)
    errors = derived.transitive(errors, normal(sides(errors.conclusion)[1], in_sums(here.facts)))
    parts = [normal(closed_sum(here, f), in_sums(here.facts)) for f in (here.u, here.v)]
    facts = [rewritten(f) for f in (whole, errors, *parts, *here.totals, here.one)]
    largest = normal(closed_sum(here, term("if u <= v then v else u", u=here.u, v=here.v)), in_sums(here.facts))

    smaller, d = term("if u <= v then u else v", u=u, v=v), Free("d #0")
    by_posterior = term("(if (if 1/2 <= a then 1 else 0) = 1 then v else u) = w", **names, w=smaller)
    first = by_conditions(by_posterior, *known, some, term("a * r = u", **names))
    first = cut(kernel.instantiate(first, instance), here.response, *here.positive, products[0])
    second = cut(
        kernel.instantiate(by_conditions(by_posterior, *known, term("not 0 < r", r=r)), instance),
        here.response,
        *here.positive,
    )
    rule = summed(here.y, here.m, kernel.cases(either(possible.conclusion), first, second), here.facts)
    any_rule = by_conditions(term("w <= (if d = 1 then v else u)", **names, w=smaller, d=d))
    facts += [rewritten(rule), rewritten(largest)]

    def prove(formula: Term) -> Proved:
        if quantified(formula, "forall") is None:
            return arithmetic(formula, *facts, opaque=True)
        one = goal_of(formula)
        values = {u: here.u, v: here.v, d: term("delta(y)", delta=one.variables[0], y=here.y)}
        more = summed(here.y, here.m, kernel.instantiate(any_rule, values), here.facts)
        return one.qed(arithmetic(one.conclusion, *facts, rewritten(more), opaque=True))

    return in_plain_words(goal.conclusion, lambda formula: _grouped(formula, prove), unfolding("max", "min"))


def closed_sum(here: Prediction, body: Term) -> Term:
    """sum y in 1..m. body"""
    return sides(normal(term("sum(m, f)", m=here.m, f=closed(here.y, body))).conclusion)[1]


def best_rule(goal: Goal) -> Proved:
    """No rule errs less often than the one that declares the event where its posterior is at least 1/2."""
    here = Prediction(goal)
    delta = here.names["delta"]
    u, v, r, a, d = (Free(f"{name} #0") for name in ("u", "v", "r", "a", "d"))
    names = {"u": u, "v": v, "r": r, "a": a, "d": d}
    known = [term("r = u + v", **names), term("0 <= u", u=u), term("0 <= v", v=v)]
    value = term("(if (if 1/2 <= a then 1 else 0) = 1 then v else u) <= (if d = 1 then v else u)", **names)
    some = by_conditions(value, *known, term("0 < r", r=r), term("a * r = u", **names))
    none = by_conditions(value, *known, term("not 0 < r", r=r))
    response = plainly("response(k, alpha, P)(y)", y=here.y, **{n: here.own[n] for n in ("k", "alpha", "P")})
    possible = kernel.assume(term("0 < r", r=response))
    equation = kernel.detach(here.posteriors[0], possible)
    left = sides(equation.conclusion)[0]
    product = arithmetic(term("s * r = t", s=left, r=response, t=here.u), equation, possible, opaque=True)
    instance = {u: here.u, v: here.v, r: response, a: left, d: term("delta(y)", delta=delta, y=here.y)}
    first = cut(kernel.instantiate(some, instance), here.response, *here.positive, product)
    second = cut(kernel.instantiate(none, instance), here.response, *here.positive)
    whole = summed(here.y, here.m, kernel.cases(either(possible.conclusion), first, second), here.facts)
    return in_plain_words(goal.conclusion, lambda formula: _said(formula, whole))


def estimate_by_inversion(goal: Goal) -> Proved:
    """pi = P^-1 lambda"""
    names, facts = goal.names, given(goal)
    k, P, B, pi = (names[name] for name in ("k", "P", "B", "pi"))
    i, x, y = Free("i #0"), Free("x #0"), Free("y #0")
    (inverse,) = (f for f in facts if isinstance(f, Proved) and B in free_variables(f.conclusion))
    inside = [kernel.assume(in_range(v, k)) for v in (i, x)]
    row = each(x, k, kernel.part(at(at(inverse, i, given=inside), x, given=inside), 1))
    share = cite(inverse_of_response(), k, k, B, P, pi, i, given=[*facts, row, inside[0]])
    order = plainly("q(y) * B(i, y) = B(i, y) * q(y)", q=term("response(k, pi, P)", k=k, pi=pi, P=P), B=B, i=i, y=y)
    turned = summed(y, k, arithmetic(order, opaque=True), facts)
    found = each(i, k, derived.transitive(symmetric(share), rewritten(turned)))
    return in_plain_words(goal.conclusion, lambda formula: _said(formula, found))


def solved_by_inverse(goal: Goal) -> Proved:
    """u = P' v exactly if v = B u, B being the inverse of P'."""
    names, facts = goal.names, given(goal)
    k, P, B, u, v = (names[name] for name in "kPBuv")
    i, x = Free("i #0"), Free("x #0")
    (inverse,) = (f for f in facts if isinstance(f, Proved) and B in free_variables(f.conclusion))
    inside = [kernel.assume(in_range(index, k)) for index in (i, x)]
    rows = conjuncts(at(at(inverse, i, given=inside), x, given=inside))
    right, left = (each(x, k, row) for row in rows)
    turned = term("fun y x. P(x, y)", P=P)

    def prove(formula: Term) -> Proved:
        ways = []
        matrices = ((turned, B, u, v), (B, turned, v, u))
        for premise, values, row in zip(sides(formula), matrices, (left, right), strict=True):
            known = [*facts, kernel.assume(premise), row, inside[0]]
            entry = rewritten(symmetric(cite(solved_by_left_inverse(), k, k, *values, i, given=known)))
            ways.append(kernel.discharge(premise, each(i, k, entry)))
        return derived.equivalent(*ways)

    return in_plain_words(goal.conclusion, prove)


RATIO = "(({1} = 0 and {0} = 0 and 1 <= c) or ({1} != 0 and {0}/{1} <= c))"


@lemma("forall a b M m c. 0 <= a and a <= M and 0 <= m and m <= b implies "
       f"{RATIO.format('M', 'm')} implies {RATIO.format('a', 'b')}")  # fmt: skip
def smaller_ratio(goal: Goal) -> Proved:
    """A ratio grows with the number above and falls with the one below, 0/0 being 1 and a/0 infinite."""
    return automatic(goal)


def _least_not_negative(upper: Proved, place: Free, here: Proved, least: Term) -> Proved:
    """The smallest entry, as it is found at a place, is not negative."""
    own = at(upper, place, given=list(conjuncts(here)))
    return arithmetic(term("0 <= m", m=least), own, kernel.part(here, 1))


def row_parity(goal: Goal) -> Proved:
    """All ratios of a row are at most c exactly if that of the largest entry to the smallest is."""
    names, facts = goal.names, [f if isinstance(f, Proved) else kernel.assume(f) for f in given(goal)]
    k, p, most, least, c = (names[name] for name in ("k", "p", "M", "m", "c"))
    i, j = Free("i #0"), Free("j #0")
    ranges = [fact for fact in facts if quantified(fact.conclusion, "forall") is not None]
    upper, lower, found_most, found_least = (*ranges, *(f for f in facts if quantified(f.conclusion, "exists")))
    inside = [kernel.assume(in_range(v, k)) for v in (i, j)]
    changed = normal(goal.conclusion, OWN_WORDS)
    every, one = sides(sides(changed.conclusion)[1])

    def attained(some: Proved, show: Callable[[Free, Proved], Proved]) -> Proved:
        body = quantified(some.conclusion, "exists")
        assert body is not None
        place = fresh(body)
        return kernel.unpack(some, place, show(place, kernel.assume(opened(body, place))))

    known = [*conjuncts(at(upper, i, given=inside)), at(lower, j, given=inside)]
    known.append(attained(found_least, lambda b, here: _least_not_negative(upper, b, here, least)))
    values = [term("p(i)", p=p, i=i), term("p(j)", p=p, j=j), most, least, c]
    ratio = at(smaller_ratio(), *values, given=[*known, kernel.assume(one)], premises=2)
    back = kernel.discharge(one, each(i, k, each(j, k, ratio)))

    def from_ends(a: Free, first: Proved, b: Free, second: Proved) -> Proved:
        given = [*conjuncts(first), *conjuncts(second)]
        there = at(at(kernel.assume(every), a, given=given), b, given=given)
        return rewritten(there, *(by(kernel.part(fact, 1)) for fact in (first, second)))

    def from_largest(a: Free, first: Proved) -> Proved:
        return attained(found_least, lambda b, second: from_ends(a, first, b, second))

    forth = attained(found_most, from_largest)
    return derived.follow(symmetric(changed), derived.equivalent(kernel.discharge(every, forth), back))


SCRIPTS: Mapping[str, Script] = {
    "row parity": of_parameters(row_parity),
    "by bayes": of_parameters(by_bayes),
    "private exactly within": of_parameters(private_exactly_within),
    "parity is the level": of_parameters(parity_is_the_level),
    "parity keeps the factor": of_parameters(parity_keeps_the_factor),
    "parity prevents breaches": of_parameters(parity_prevents_breaches),
    "gain between one and two": of_parameters(gain_between_one_and_two),
    "correct predictions": of_parameters(correct_predictions),
    "best rule": of_parameters(best_rule),
    "estimate by inversion": lambda goal: in_parts(
        goal, [of_parameters(estimate_by_inversion), of_parameters(solved_by_inverse)]
    ),
}
