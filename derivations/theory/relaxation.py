"""Randomized response of any number of values, relaxed to larger levels any number of times: laws and privacy.

Levels are x = e^eps. `relaxed(n, m, x)` is the law of n + 1 responses, each of which relaxes the one before it.

Source: Pan, sections 3.2 and 3.3.
"""

from __future__ import annotations

from collections.abc import Callable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    cut,
    decided,
    discharged,
    generalise,
    induct,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, IMPLIES, NOT, PLUS, Free, Term, applied, for_all, substituted
from derivations.theory import sums
from derivations.theory.automatic import literals
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    each_with_next,
    either,
    next_integer,
    one_other,
    summed,
)
from derivations.theory.sums import ONE, ZERO, in_range, in_sums, in_words
from derivations.theory.surveys import earlier_letter, last_letter

RESPONSE = ("relaxation", "relaxing", "randomized_response", "relaxed_truth", "relaxed_to_truth", "relaxed_same")
SIZE = "integer(m) and 2 <= m implies"
LEVELS = f"{SIZE} 1 <= x <= y and 1 < y implies"


def values(*names: str) -> str:
    """Each name is one of the values 1..m."""
    return " and ".join(f"integer({name}) and 1 <= {name} <= m" for name in names) + " implies"


# -- one relaxation --------------------------------------------------------------------------------------------------

_THREE = "3 <= (if o = a then 3 else if z = a then 3 else if z = o then 3 else m)"


@lemma(f"forall m a o z. {values('a', 'o', 'z')} {_THREE}")
def three_values(goal: Goal) -> Proved:
    """Where three values differ there are at least three."""
    _, a, o, z = goal.variables
    pairs = ((a, o), (o, a), (a, z), (z, a), (o, z), (z, o))
    return by_conditions(goal.conclusion, *goal.given, *(at(next_integer(), *pair, given=goal.given) for pair in pairs))


_FIRST, _STEP = "randomized_response(m, x)(a, o)", "relaxation(m, x, y)(o, a, z)"
_OTHERS = "1 - relaxed_to_truth(m, x, y) - relaxed_same(m, x, y)"


@lemma(f"forall m x y. 2 <= m and 1 <= x <= y and 1 < y implies (m - 2) * (({_OTHERS}) / (m - 2)) = {_OTHERS}")
def share_of_others(goal: Goal) -> Proved:
    """What a wrong response leaves to m - 2 other values; where there are none it leaves nothing."""
    m = goal.variables[0]
    plain = normal(goal.conclusion, unfolding(*RESPONSE))
    formula = sides(plain.conclusion)[1]
    none = kernel.assume(term("m = 2", m=m))
    nothing = arithmetic(term("rest = 0", rest=sides(formula)[1]), none, *goal.given)
    cases = (
        arithmetic(formula, none, nothing, opaque=True),
        arithmetic(formula, kernel.assume(NOT(none.conclusion)), *goal.given),
    )
    return derived.follow(symmetric(plain), kernel.cases(either(none.conclusion), *cases))


def in_patterns(formula: Term, *given: Term | Proved) -> Proved:
    """A formula about responses and relaxations, once for each pattern of equal values."""
    facts = [rewritten(kernel.assume(f) if isinstance(f, Term) else f, unfolding(*RESPONSE)) for f in given]
    return reduced(normal(formula, unfolding(*RESPONSE)), lambda it: by_conditions(it, *facts))


@lemma(f"forall m x y o a z. {LEVELS} {values('o', 'a', 'z')} 0 <= relaxation(m, x, y)(o, a, z)")
def relaxation_not_negative(goal: Goal) -> Proved:
    """The probabilities of a relaxation are not negative."""
    m, _, _, o, a, z = goal.variables
    return in_patterns(goal.conclusion, *goal.given[:2], at(three_values(), m, a, o, z, given=goal.given))


@lemma(f"forall m x y o a z. {SIZE} 1 <= x < y implies {values('o', 'a', 'z')} 0 < relaxation(m, x, y)(o, a, z)")
def relaxation_positive(goal: Goal) -> Proved:
    """Where the level rises every response may follow on every other."""
    m, _, _, o, a, z = goal.variables
    return in_patterns(goal.conclusion, *goal.given[:2], at(three_values(), m, a, o, z, given=goal.given))


@lemma("forall m x a y. 2 <= m and 1 <= x implies 0 < randomized_response(m, x)(a, y)")
def response_positive(goal: Goal) -> Proved:
    """Every response is possible."""
    return in_patterns(goal.conclusion, *goal.given)


@lemma("forall m x a b y. 2 <= m and 1 <= x implies "
       "randomized_response(m, x)(a, y) <= x * randomized_response(m, x)(b, y)")  # fmt: skip
def response_private(goal: Goal) -> Proved:
    """Randomized response has its level."""
    return in_patterns(goal.conclusion, *goal.given)


def _size(goal: Goal) -> list[Term | Proved]:
    m = next(v for v in goal.variables if v.name.startswith("m"))
    return [*goal.given, kernel.part(kernel.assume(goal.given[0]), 0), arithmetic(term("0 <= m", m=m), *goal.given)]


def _summed_out(goal: Goal, *facts: Proved) -> Proved:
    """An equation with a sum over all values, once for each pattern of equal values."""
    given = _size(goal)
    steps = [one_other(given), in_sums(given), by(sums.sum_of_ones(), given)]
    changed = chain(goal.conclusion).rewrite(unfolding(*RESPONSE)).rewrite(*steps).theorem
    known = [rewritten(fact, unfolding(*RESPONSE)) for fact in facts]
    return derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], *goal.given, *known))


@lemma(f"forall m x a. {SIZE} 1 <= x implies {values('a')} (sum y in 1..m. randomized_response(m, x)(a, y)) = 1")
def response_adds_up(goal: Goal) -> Proved:
    """The probabilities of a randomized response add up to 1."""
    return _summed_out(goal)


@lemma(f"forall m x y o a. {LEVELS} {values('o', 'a')} (sum z in 1..m. relaxation(m, x, y)(o, a, z)) = 1")
def relaxation_adds_up(goal: Goal) -> Proved:
    """The probabilities of a relaxation add up to 1."""
    return _summed_out(goal, at(share_of_others(), *goal.variables[:3], given=goal.given))


@lemma(f"forall m x y o a. {LEVELS} {values('o', 'a')} law(m, relaxation(m, x, y)(o, a))")
def relaxation_is_law(goal: Goal) -> Proved:
    """The probabilities of a relaxation are a law."""
    m = goal.variables[0]
    z = Free("z #0")
    given: list[Term | Proved] = [*goal.given, kernel.assume(in_range(z, m))]
    entry = at(relaxation_not_negative(), *goal.variables, z, given=given, premises=3)
    total = at(relaxation_adds_up(), *goal.variables, given=given, premises=3)
    return derived.follow(
        symmetric(normal(goal.conclusion, unfolding("law"))), kernel.conjoin(each(z, m, entry), total)
    )


@lemma(f"forall m x y a z. {LEVELS} {values('a', 'z')} "
       "(sum o in 1..m. randomized_response(m, x)(a, o) * relaxation(m, x, y)(o, a, z)) "
       "= randomized_response(m, y)(a, z)")  # fmt: skip
def relaxation_law(goal: Goal) -> Proved:
    """What a randomized response is relaxed to is a randomized response."""
    return _summed_out(goal, at(share_of_others(), *goal.variables[:3], given=goal.given))


@lemma(f"forall m x y a b o z. {LEVELS} {values('a', 'b', 'o', 'z')} "
       "randomized_response(m, x)(a, o) * relaxation(m, x, y)(o, a, z) * randomized_response(m, y)(b, z) "
       "= randomized_response(m, x)(b, o) * relaxation(m, x, y)(o, b, z) * randomized_response(m, y)(a, z)"
)  # fmt: skip
def relaxation_ratio(goal: Goal) -> Proved:
    """A response and what it is relaxed to tell the truths apart as the latter does alone."""
    m, _, _, a, b, o, z = goal.variables
    enough = [at(three_values(), m, truth, o, z, given=goal.given) for truth in (a, b)]
    return in_patterns(goal.conclusion, *goal.given[:2], *enough)


@lemma("forall h g p q x. h * q = g * p implies 0 <= g implies 0 < q implies p <= x * q implies h <= x * g")
def bounded_ratio(goal: Goal) -> Proved:
    """h/g = p/q <= x, written as products."""
    h, g, _, q, x = goal.variables
    scaled = arithmetic(term("q * h <= q * (x * g)", h=h, g=g, q=q, x=x), *goal.given)
    return arithmetic(goal.conclusion, scaled, *goal.given)


@lemma(f"forall m x y a b o z. {LEVELS} {values('a', 'b', 'o', 'z')} "
       "randomized_response(m, x)(a, o) * relaxation(m, x, y)(o, a, z) "
       "<= y * (randomized_response(m, x)(b, o) * relaxation(m, x, y)(o, b, z))")  # fmt: skip
def relaxation_private(goal: Goal) -> Proved:
    """A response and what it is relaxed to are together as private as the latter is alone."""
    m, x, y, a, b, o, z = goal.variables
    ratio = at(relaxation_ratio(), *goal.variables, given=goal.given, premises=3)
    last: list[Term | Proved] = [arithmetic(term("1 <= y", y=y), *goal.given), *goal.given]
    private = at(response_private(), m, y, a, b, z, given=last)
    positive = [at(response_positive(), m, level, b, letter, given=last) for level, letter in ((x, o), (y, z))]
    names = {"m": m, "x": x, "y": y, "o": o, "z": z}
    h, g = (term(f"{_FIRST} * {_STEP}", a=truth, **names) for truth in (a, b))
    p, q = (term("randomized_response(m, y)(a, z)", a=truth, m=m, y=y, z=z) for truth in (a, b))
    step = at(relaxation_not_negative(), m, x, y, o, b, z, given=goal.given, premises=3)
    both = arithmetic(term("0 <= g", g=g), positive[0], step)
    return at(bounded_ratio(), h, g, p, q, y, given=[ratio, both, positive[1], private], premises=4)


@lemma(f"forall m x y a b o z. {LEVELS} {values('a', 'b', 'o', 'z')} "
       "relaxation(m, x, y)(o, a, z) <= x * y * relaxation(m, x, y)(o, b, z)")  # fmt: skip
def step_private(goal: Goal) -> Proved:
    """A relaxation alone, given the response before it, has the level x y."""
    m, _, _, a, b, o, z = goal.variables
    enough = [at(three_values(), m, truth, o, z, given=goal.given) for truth in (a, b)]
    return in_patterns(goal.conclusion, *goal.given[:2], *enough)


@lemma("forall m x y. integer(m) and 2 <= m and 1 <= x and 1 < y and x < y implies "
       "relaxation(m, x, y)(2, 1, 1) = x * y * relaxation(m, x, y)(2, 2, 1) "
       "and 0 < relaxation(m, x, y)(2, 2, 1)")  # fmt: skip
def step_reaches_its_level(goal: Goal) -> Proved:
    """The level x y of a relaxation is reached where a wrong response becomes the truth."""
    plain = normal(goal.conclusion, unfolding(*RESPONSE), decided(()))
    both = applied(sides(plain.conclusion)[1], "and", 2) or ()
    return derived.follow(symmetric(plain), kernel.conjoin(*(arithmetic(part, *goal.given) for part in both)))


# -- any number of relaxations ---------------------------------------------------------------------------------------

COUNT = "integer(n) and 0 <= n implies"


@lemma(f"forall n x. {COUNT} rising(n + 1, x) implies "
       "rising(n, x) and x(n + 1) <= x(n + 1 + 1) and 1 < x(n + 1 + 1)")  # fmt: skip
def rising_before(goal: Goal) -> Proved:
    """Levels without the last one."""
    return _without_last(goal, "rising")


def _without_last(goal: Goal, rising: str) -> Proved:
    """What is said of 1..n + 1 is said of 1..n and of n + 1."""
    n, known = goal.variables[0], goal.given[:1]
    first, everywhere = conjuncts(rewritten(kernel.assume(goal.given[1]), unfolding(rising)))
    t = Free("t #0")
    earlier = each(t, n, at(everywhere, t, given=[*known, kernel.assume(in_range(t, n))]))
    last = at(everywhere, PLUS(n, ONE), given=known)
    plain = normal(goal.conclusion, unfolding(rising))
    return derived.follow(symmetric(plain), kernel.conjoin(kernel.conjoin(first, earlier), last))


@lemma(f"forall n m w. {COUNT} word(n + 1, m, w) implies "
       "word(n, m, w) and integer(w(n + 1)) and 1 <= w(n + 1) <= m")  # fmt: skip
def word_before(goal: Goal) -> Proved:
    """A word without its last letter."""
    n = goal.variables[0]
    everywhere = rewritten(kernel.assume(goal.given[1]), unfolding("word"))
    t = Free("t #0")
    earlier = each(t, n, at(everywhere, t, given=[goal.given[0], kernel.assume(in_range(t, n))]))
    plain = normal(goal.conclusion, unfolding("word"))
    last = at(everywhere, PLUS(n, ONE), given=goal.given[:1])
    return derived.follow(symmetric(plain), kernel.conjoin(earlier, last))


@lemma(f"forall n x. {COUNT} rising(n, x) implies 1 <= x(n + 1)")
def last_level(goal: Goal) -> Proved:
    """Every level is at least 1."""
    n, x = goal.variables
    body = term("rising(n, x) implies 1 <= x(n + 1)", n=n, x=x)

    def step(k: Free, known: Proved, _: Proved) -> Proved:
        levels = kernel.assume(term("rising(k + 1, x)", k=k, x=x))
        last = list(conjuncts(at(rising_before(), k, x, given=[known, levels], premises=2)))[-1]
        return kernel.discharge(levels.conclusion, arithmetic(term("1 <= x(k + 1 + 1)", k=k, x=x), last))

    none = kernel.assume(term("rising(0, x)", x=x))
    first, _ = conjuncts(rewritten(none, unfolding("rising")))
    base = derived.follow(symmetric(normal(term("1 <= x(0 + 1)", x=x), literals)), first)
    return kernel.detach(induct(n, body, kernel.discharge(none.conclusion, base), step), kernel.assume(goal.given[1]))


@lemma(f"forall n x. {COUNT} strictly_rising(n + 1, x) implies "
       "strictly_rising(n, x) and x(n + 1) < x(n + 1 + 1)")  # fmt: skip
def strictly_rising_before(goal: Goal) -> Proved:
    """Levels without the last one."""
    return _without_last(goal, "strictly_rising")


@lemma(f"forall n x. {COUNT} strictly_rising(n, x) implies rising(n, x)")
def strictly_rising_is_rising(goal: Goal) -> Proved:
    """Levels that rise strictly rise, and are larger than 1 after the first one."""
    n, x = goal.variables
    t = Free("t #0")

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        levels = kernel.assume(term("strictly_rising(k + 1, x)", k=k, x=x))
        before, rise = conjuncts(at(strictly_rising_before(), k, x, given=[known, levels], premises=2))
        earlier = kernel.detach(assumed, before)
        low = at(last_level(), k, x, given=[known, earlier], premises=2)
        last = arithmetic(term("x(k + 1) <= x(k + 1 + 1) and 1 < x(k + 1 + 1)", k=k, x=x), low, rise)
        first, everywhere = conjuncts(rewritten(earlier, unfolding("rising")))
        inside = at(everywhere, t, given=[kernel.assume(in_range(t, k))])
        whole = kernel.conjoin(first, each_with_next(t, k, known, inside, last))
        plain = normal(term("rising(k + 1, x)", k=k, x=x), unfolding("rising"))
        return kernel.discharge(levels.conclusion, derived.follow(symmetric(plain), whole))

    none = kernel.assume(term("strictly_rising(0, x)", x=x))
    first, _ = conjuncts(rewritten(none, unfolding("strictly_rising")))
    nowhere = derived.absurd(term("x(t) <= x(t + 1) and 1 < x(t + 1)", x=x, t=t), arithmetic(FALSE, in_range(t, ZERO)))
    plain = normal(term("rising(0, x)", x=x), unfolding("rising"))
    base = derived.follow(symmetric(plain), kernel.conjoin(first, each(t, ZERO, nowhere)))
    body = IMPLIES(goal.given[1], goal.conclusion)
    return kernel.detach(induct(n, body, kernel.discharge(none.conclusion, base), step), kernel.assume(goal.given[1]))


@lemma(f"forall n m x a w. {COUNT} relaxed(n + 1, m, x)(a, w) = "
       "relaxed(n, m, x)(a, w) * relaxation(m, x(n + 1), x(n + 1 + 1))(w(n + 1), a, w(n + 1 + 1))")  # fmt: skip
def relaxed_next(goal: Goal) -> Proved:
    """One more relaxation."""
    left, right = sides(goal.conclusion)
    first = chain(left).rewrite(unfolding("relaxed"), by(sums.prod_next(), goal.given))
    return sums.meeting(first, chain(right).rewrite(unfolding("relaxed")))


@lemma("forall m x a w. relaxed(0, m, x)(a, w) = randomized_response(m, x(1))(a, w(1))")
def relaxed_0(goal: Goal) -> Proved:
    """No relaxation."""
    left, right = sides(goal.conclusion)
    return sums.meeting(chain(left).rewrite(unfolding("relaxed"), by(sums.prod_0())), chain(right))


HISTORY = f"{COUNT} {SIZE} rising(n, x) implies word(n + 1, m, w) implies"
More = Callable[[Free, list[Proved], Proved], Proved]


def _over_relaxations(goal: Goal, more: More) -> Proved:
    """What is said of the responses w(1), ..., w(n + 1), by induction on the number n of relaxations.

    For no relaxation it is a matter of one response; `more` shows it for n + 1, from what is known of the levels and
    the responses n + 1 and n + 2, and from it for n.
    """
    n, m, x, *_, w = goal.variables
    size, *others = (kernel.assume(formula) for formula in (goal.given[1], *goal.given[4:]))
    is_strict = applied(goal.given[2], "strictly_rising", 2) is not None
    shorter = strictly_rising_before if is_strict else rising_before
    body = goal.conclusion
    for premise in reversed(goal.given[2:4]):
        body = IMPLIES(premise, body)

    def premises(count: Term) -> tuple[list[Proved], Term]:
        said = [substituted(formula, {n: count}) for formula in (*goal.given[2:4], goal.conclusion)]
        return [kernel.assume(formula) for formula in said[:2]], said[2]

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        (levels, letters), _ = premises(PLUS(k, ONE))
        before, *rise = conjuncts(at(shorter(), k, x, given=[known, levels], premises=2))
        word, *last = conjuncts(at(word_before(), PLUS(k, ONE), m, w, given=[known, letters], premises=2))
        _, *own = conjuncts(at(word_before(), k, m, w, given=[known, word], premises=2))
        rising = at(strictly_rising_is_rising(), k, x, given=[known, before], premises=2) if is_strict else before
        low = at(last_level(), k, x, given=[known, rising], premises=2)
        facts = [size, low, *rise, *last, *own, *others]
        found = more(k, [known, *facts], kernel.detach(kernel.detach(assumed, before), word))
        return discharged(found, levels.conclusion, letters.conclusion)

    (levels, letters), conclusion = premises(ZERO)
    first, _ = conjuncts(rewritten(levels, unfolding("rising", "strictly_rising")))
    start = reduced(normal(conclusion, literals, by(relaxed_0())), lambda it: in_patterns(it, size, first, *others))
    base = discharged(start, levels.conclusion, letters.conclusion)
    found = induct(n, body, base, step)
    return kernel.detach(kernel.detach(found, kernel.assume(goal.given[2])), kernel.assume(goal.given[3]))


@lemma(f"forall n m x a w. {HISTORY} {values('a')} 0 <= relaxed(n, m, x)(a, w)")
def relaxed_not_negative(goal: Goal) -> Proved:
    """Probabilities of histories are not negative."""
    _, m, x, a, w = goal.variables
    return _over_relaxations(goal, lambda k, facts, assumed: _product(k, m, x, a, w, facts, assumed))


@lemma(f"forall n m x a w. {COUNT} {SIZE} strictly_rising(n, x) implies word(n + 1, m, w) implies {values('a')} "
       "0 < relaxed(n, m, x)(a, w)")  # fmt: skip
def relaxed_positive(goal: Goal) -> Proved:
    """Where the levels rise strictly every history is possible."""
    _, m, x, a, w = goal.variables

    def more(k: Free, facts: list[Proved], assumed: Proved) -> Proved:
        longer = at(relaxed_next(), k, m, x, a, w, given=facts)
        levels, o, z = _last(k, x, w)
        factor = at(relaxation_positive(), m, *levels, o, a, z, given=facts, premises=3)
        return arithmetic(term("0 < left", left=sides(longer.conclusion)[0]), longer, assumed, factor)

    return _over_relaxations(goal, more)


def _product(k: Term, m: Term, x: Term, a: Term, w: Term, facts: list[Proved], assumed: Proved) -> Proved:
    """The probability of one response more is not negative."""
    longer = at(relaxed_next(), k, m, x, a, w, given=facts)
    levels, o, z = _last(k, x, w)
    factor = at(relaxation_not_negative(), m, *levels, o, a, z, given=facts, premises=3)
    left, _ = sides(longer.conclusion)
    return arithmetic(term("0 <= left", left=left), longer, assumed, factor)


def _last(k: Term, x: Term, w: Term) -> tuple[tuple[Term, Term], Term, Term]:
    """The levels of the last relaxation, and the responses before and after it."""
    low, high, o, z = (term(text, k=k, x=x, w=w) for text in ("x(k + 1)", "x(k + 1 + 1)", "w(k + 1)", "w(k + 1 + 1)"))
    return (low, high), o, z


@lemma(
    "forall h g p q r s t v. h * q = g * p implies p * r * t = q * s * v implies 0 < p implies 0 < q implies "
    "h * r * t = g * s * v"
)
def ratios_meet(goal: Goal) -> Proved:
    """h/g = p/q and r/s = q v/(p t), written as products."""
    scaled = "p * q * (h * r * t) = p * q * (g * s * v)"
    names = goal.names
    return arithmetic(goal.conclusion, arithmetic(term(scaled, **names), *goal.given), *goal.given)


_FACTORS = (
    "relaxed(k, m, x)(a, w)", "randomized_response(m, low)(a, o)", "relaxation(m, low, high)(o, a, z)",
    "randomized_response(m, high)(a, z)",
)  # fmt: skip


@lemma(f"forall n m x a b w. {HISTORY} {values('a', 'b')} "
       "relaxed(n, m, x)(a, w) * randomized_response(m, x(n + 1))(b, w(n + 1)) "
       "= relaxed(n, m, x)(b, w) * randomized_response(m, x(n + 1))(a, w(n + 1))")  # fmt: skip
def relaxed_ratio(goal: Goal) -> Proved:
    """All responses tell two truths apart as the last of them does alone."""
    _, m, x, a, b, w = goal.variables

    def more(k: Free, facts: list[Proved], assumed: Proved) -> Proved:
        (low, high), o, z = _last(k, x, w)
        longer = [at(relaxed_next(), k, m, x, truth, w, given=facts) for truth in (a, b)]
        ratio = at(relaxation_ratio(), m, low, high, a, b, o, z, given=facts, premises=3)
        positive = [at(response_positive(), m, low, truth, o, given=facts) for truth in (a, b)]
        names = {"m": m, "x": x, "w": w, "k": k, "low": low, "high": high, "o": o, "z": z}
        factors = [term(f"{name}", **names, a=truth) for name in _FACTORS for truth in (a, b)]
        h, g, p, q, r, s, v, t = factors
        met = at(ratios_meet(), h, g, p, q, r, s, t, v, given=[assumed, ratio, *positive], premises=4)
        wanted = substituted(goal.conclusion, {goal.variables[0]: PLUS(k, ONE)})
        return arithmetic(wanted, met, *longer)

    return _over_relaxations(goal, more)


@lemma(f"forall n m x a b w. {HISTORY} {values('a', 'b')} relaxed(n, m, x)(a, w) <= x(n + 1) * relaxed(n, m, x)(b, w)")
def relaxed_private(goal: Goal) -> Proved:
    """All responses together are as private as the last of them."""
    n, m, x, a, b, w = goal.variables
    last = at(last_level(), n, x, given=goal.given, premises=2)
    (high, _), z, _ = _last(n, x, w)
    facts: list[Term | Proved] = [*goal.given, last]
    ratio = at(relaxed_ratio(), n, m, x, a, b, w, given=facts, premises=5)
    history = at(relaxed_not_negative(), n, m, x, b, w, given=facts, premises=5)
    positive = at(response_positive(), m, high, b, z, given=facts)
    private = at(response_private(), m, high, a, b, z, given=facts)
    names = {"n": n, "m": m, "x": x, "b": b, "w": w, "a": a}
    p, q = (term(f"randomized_response(m, x(n + 1))({truth}, w(n + 1))", **names) for truth in "ab")
    h, g = (term(f"relaxed(n, m, x)({truth}, w)", **names) for truth in "ab")
    return at(bounded_ratio(), h, g, p, q, high, given=[ratio, history, positive, private], premises=4)


# -- the law of the last response ------------------------------------------------------------------------------------


@lemma(f"forall n m x a v w. {COUNT} (forall t in 1..n + 1. v(t) = w(t)) implies "
       "relaxed(n, m, x)(a, v) = relaxed(n, m, x)(a, w)", depth=8)  # fmt: skip
def relaxed_same_letters(goal: Goal) -> Proved:
    """The probability of a history is that of its responses."""
    n, m, x, a, v, w = goal.variables
    body = IMPLIES(goal.given[1], goal.conclusion)
    t = Free("t #0")

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        everywhere = kernel.assume(substituted(goal.given[1], {n: end}))
        inside = at(everywhere, t, given=[known, kernel.assume(in_range(t, end))])
        before = kernel.detach(assumed, each(t, end, inside))
        letters = [at(everywhere, place, given=[known]) for place in (end, PLUS(end, ONE))]
        ends = [at(relaxed_next(), k, m, x, a, word, given=[known]) for word in (v, w)]
        (low, high), *_ = _last(k, x, v)
        factor = term("relaxation(m, low, high)", m=m, low=low, high=high)
        row = kernel.congruent(kernel.congruent(kernel.reflexive(factor), letters[0]), kernel.reflexive(a))
        same = kernel.congruent(row, letters[1])
        longer = arithmetic(substituted(goal.conclusion, {n: end}), *ends, before, same)
        return kernel.discharge(everywhere.conclusion, longer)

    none = kernel.assume(substituted(goal.given[1], {n: ZERO}))
    first = at(none, ONE)
    changed = normal(substituted(goal.conclusion, {n: ZERO}), by(relaxed_0()))
    response = term("randomized_response(m, x(1), a)", m=m, x=x, a=a)
    start = derived.follow(symmetric(changed), kernel.congruent(kernel.reflexive(response), first))
    found = induct(n, body, kernel.discharge(none.conclusion, start), step)
    return kernel.detach(found, kernel.assume(goal.given[1]))


@lemma(f"forall n m x a w o y. {COUNT} relaxed(n + 1, m, x)(a, extended(extended(w, n + 1, o), n + 1 + 1, y)) = "
       "relaxed(n, m, x)(a, extended(w, n + 1, o)) * relaxation(m, x(n + 1), x(n + 1 + 1))(o, a, y)")  # fmt: skip
def relaxed_extended(goal: Goal) -> Proved:
    """One more relaxation, written with the responses before and after it."""
    n, m, x, a, w, o, y = goal.variables
    end = PLUS(n, ONE)
    before = term("extended(w, n + 1, o)", w=w, n=n, o=o)
    whole = term("extended(v, n + 1, y)", v=before, n=end, y=y)
    t = Free("t #0")
    same = at(earlier_letter(), end, before, y, t, given=[in_range(t, end)])
    letters = each(t, end, same)
    earlier = kernel.detach(at(relaxed_same_letters(), n, m, x, a, whole, before, given=goal.given), letters)
    own = at(earlier_letter(), end, before, y, end, given=[arithmetic(term("n <= n", n=end))])
    known = [own, specialise(last_letter(), end, w, o), specialise(last_letter(), PLUS(end, ONE), before, y)]
    longer = at(relaxed_next(), n, m, x, a, whole, given=goal.given)
    return rewritten(longer, *(by(fact) for fact in (earlier, *known)))


_PAIRS = "fun w o. relaxed(k, m, x)(a, extended(w, k + 1, o)) * relaxation(m, x(k + 1), x(k + 1 + 1))(o, a, y)"


@lemma(f"forall n m x a y. {COUNT} {SIZE} rising(n, x) implies {values('a', 'y')} "
       "relaxed_response(n, m, x)(a, y) = randomized_response(m, x(n + 1))(a, y)")  # fmt: skip
def last_response(goal: Goal) -> Proved:
    """Each response, whatever those before it, has the law of a randomized response of its level."""
    n, m, x, a, y = goal.variables
    given: list[Term | Proved] = [
        *goal.given,
        arithmetic(term("0 <= m", m=m), goal.given[1]),
        kernel.part(kernel.assume(goal.given[1]), 0),
    ]
    inside = kernel.assume(goal.given[3])
    values_inside = [kernel.assume(in_range(a, m)), kernel.assume(in_range(y, m))]
    body = IMPLIES(goal.given[2], for_all(y, IMPLIES(in_range(y, m), goal.conclusion)))
    o = Free("o #0")
    before_it = kernel.assume(in_range(o, m))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        levels = kernel.assume(substituted(goal.given[2], {n: end}))
        earlier_levels, *rise = conjuncts(at(rising_before(), k, x, given=[known, levels], premises=2))
        low = at(last_level(), k, x, given=[known, earlier_levels], premises=2)
        facts: list[Term | Proved] = [known, *given[1:2], *given[4:], *values_inside, low, *rise]
        earlier = rewritten(
            at(kernel.detach(assumed, earlier_levels), o, given=[before_it]), unfolding("relaxed_response")
        )
        left, right = sides(substituted(goal.conclusion, {n: end}))
        names = {"m": m, "x": x, "a": a, "y": y, "k": k}
        pairs = term(_PAIRS, **names)
        swapped = at(sums.words_swap(), k, m, m, pairs, given=facts, premises=3)
        split = (
            chain(left)
            .rewrite(unfolding("relaxed_response"), by(sums.words_next(), [known]), by(relaxed_extended(), [known]))
            .then(swapped)
        )
        one = term("sum w in (1..m)^k. P(w, o)", P=pairs, m=m, k=k, o=o)
        law = term(
            "randomized_response(m, x(k + 1))(a, o) * relaxation(m, x(k + 1), x(k + 1 + 1))(o, a, y)", o=o, **names
        )
        each_o = chain(one).rewrite(in_words(facts)).arithmetic(law, earlier).theorem
        each_o = derived.transitive(symmetric(normal(one)), each_o)
        total = at(relaxation_law(), m, *_last(k, x, x)[0], a, y, given=facts, premises=3)
        whole = split.then(summed(o, m, each_o, facts)).then(total)
        assert whole.last == right
        return discharged(generalise(kernel.discharge(in_range(y, m), whole.theorem), y), levels.conclusion)

    changed = normal(
        substituted(goal.conclusion, {n: ZERO}),
        literals,
        unfolding("relaxed_response"),
        by(sums.words_0()),
        by(relaxed_0()),
    )
    response = term("randomized_response(m, x(1), a)", m=m, x=x, a=a)
    letter = at(last_letter(), ONE, term("fun t. 0"), y)
    start = derived.follow(symmetric(changed), kernel.congruent(kernel.reflexive(response), letter))
    base = discharged(generalise(kernel.discharge(in_range(y, m), start), y), substituted(goal.given[2], {n: ZERO}))
    found = kernel.detach(induct(n, body, base, step), kernel.assume(goal.given[2]))
    return cut(at(found, y, given=[inside]), shown(in_range(a, m), [inside]))


@lemma(f"forall n m x a o z. {COUNT} {SIZE} rising(n, x) implies {values('a', 'o')} relaxed_pair(n, m, x)(a, o, z) "
       "= randomized_response(m, x(n + 1))(a, o) * relaxation(m, x(n + 1), x(n + 1 + 1))(o, a, z)")  # fmt: skip
def last_pair(goal: Goal) -> Proved:
    """What a response is relaxed to depends on it and on the truth, not on the responses before it."""
    n, m, x, a, o, _ = goal.variables
    given: list[Term | Proved] = [
        *goal.given,
        arithmetic(term("0 <= m", m=m), goal.given[1]),
        kernel.part(kernel.assume(goal.given[1]), 0),
    ]
    law = rewritten(at(last_response(), n, m, x, a, o, given=given, premises=4), unfolding("relaxed_response"))
    left, right = sides(goal.conclusion)
    split = chain(left).rewrite(unfolding("relaxed_pair"), by(relaxed_extended(), given)).rewrite(in_words(given))
    return split.arithmetic(right, law).theorem


# -- what is concluded from the responses ----------------------------------------------------------------------------


@lemma("forall m h p Q a. integer(m) and 0 <= m implies (forall b in 1..m. h(b) * p(a) = h(a) * p(b)) implies "
       "(sum b in 1..m. h(b) * Q(b)) * p(a) = h(a) * (sum b in 1..m. p(b) * Q(b))", depth=7)  # fmt: skip
def averages_in_ratio(goal: Goal) -> Proved:
    """Where h = g p with one factor g, averages of h and p have this factor too."""
    m, h, p, Q, a = goal.variables
    b = Free("b #0")
    ratio = at(kernel.assume(goal.given[1]), b, given=[kernel.assume(in_range(b, m))])
    scaled = term("p(a) * (h(b) * Q(b)) = h(a) * (p(b) * Q(b))", h=h, p=p, Q=Q, a=a, b=b)
    whole = rewritten(summed(b, m, arithmetic(scaled, ratio), goal.given), in_sums(goal.given))
    return arithmetic(goal.conclusion, whole)


@lemma(f"forall m x y Q. {SIZE} 1 <= x implies law(m, Q) implies "
       "0 < (sum b in 1..m. randomized_response(m, x)(b, y) * Q(b))")  # fmt: skip
def response_possible(goal: Goal) -> Proved:
    """Every response is possible, whatever the shares of the truths."""
    m, x, y, Q = goal.variables
    given = _size(goal)
    b = Free("b #0")
    entries, total = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("law")))
    share = at(entries, b, given=[kernel.assume(in_range(b, m))])
    names = {"m": m, "x": x, "y": y, "b": b}
    least = in_patterns(term("1 / (x + m - 1) <= randomized_response(m, x)(b, y)", **names), *goal.given[:2])
    product = term("1 / (x + m - 1) * Q(b) <= randomized_response(m, x)(b, y) * Q(b)", Q=Q, **names)
    whole = rewritten(summed(b, m, arithmetic(product, least, share, opaque=True), given), in_sums(given))
    positive = arithmetic(term("0 < 1 / (x + m - 1)", x=x, m=m), *goal.given[:2])
    return arithmetic(goal.conclusion, whole, positive, total, opaque=True)
