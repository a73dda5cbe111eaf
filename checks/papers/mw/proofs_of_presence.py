"""Scripts for the budgets of PCKV-UE: what the presence part of a string spends, and what its sign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_second_region import positive_factor
from checks.papers.mw.proofs_of_strings import levels, two_positions, with_factor, without_factor
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    instance,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import Free, Number, Term, applied, closed, equal, parts
from derivations.theory.automatic import conditions
from derivations.theory.single_terms import at, by_conditions, each, plainly, prod_positive
from derivations.theory.sums import in_range

ONE, TWO, THREE = Number(1), Number(2), Number(3)
OTHERS = "if t = i then 1 else if t = j then 1 else P(1, y(t))"


class Presence:
    """Which positions of a string are set, for a pair of an item."""

    def __init__(self, m: Term, numbers: Mapping[str, Term], facts: Sequence[Proved]) -> None:
        self.m, self.numbers, self.facts = m, dict(numbers), list(facts)
        sizes = [part for fact in facts if applied(fact.conclusion, "size", 1)
                 for part in conjuncts(rewritten(fact, unfolding("size")))]  # fmt: skip
        self.sizes = [*facts, *sizes, arithmetic(term("0 <= m", m=m), *sizes)]
        self.P = self.said("presence(club(b, a, p))")
        self.domain = [fact for fact in facts if not applied(fact.conclusion, "size", 1)]

    def said(self, text: str, **more: Term) -> Term:
        """A term in the words of the paper."""
        return said(text, **self.numbers, **more)

    def of_pair(self, u: Term, y: Term, which: Proved) -> Proved:
        """P(u, y) = if y = 1 then 1 - a else a, where u = 2 or u = 3"""
        return self._entry(u, y, "if y = 1 then 1 - a else a", which)

    def of_none(self, y: Term) -> Proved:
        """P(1, y) = if y = 1 then b else 1 - b"""
        return self._entry(ONE, y, "if y = 1 then b else 1 - b")

    def _entry(self, u: Term, y: Term, value: str, *facts: Proved) -> Proved:
        own = normal(term("P(u, y)", P=self.P, u=u, y=y), meant("presence", "club"), conditions)
        wanted = equal(sides(own.conclusion)[1], self.said(value, y=y))
        return derived.transitive(own, by_conditions(wanted, *facts))

    def rest(self, i: Term, j: Term, y: Term) -> Proved:
        """0 < the product over the other positions"""
        t = Free("t #0")
        body = term(OTHERS, t=t, i=i, j=j, P=self.P, y=y)
        plain = normal(term("0 < f", f=body), by(self.of_none(plainly("y(t)", y=y, t=t))))
        positive = derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1], *self.domain))
        return at(prod_positive(), self.m, closed(t, body), given=[*self.sizes, each(t, self.m, positive)], premises=2)

    def parted(self, i: Term, j: Term, u: Term, v: Term, y: Term, known: Sequence[Proved]) -> list[Proved]:
        """The probabilities for the pair u of i and the pair v of j, as products; and that the rest is positive."""
        given = [*self.sizes, *known]
        first, _ = conjuncts(at(two_positions(), self.m, self.P, i, j, u, y, given=given))
        _, second = conjuncts(at(two_positions(), self.m, self.P, i, j, v, y, given=given))
        return [rewritten(first), rewritten(second), rewritten(self.rest(i, j, y))]

    def within(self, i: Term, j: Term, z: Term, known: Sequence[Proved], ratios: Sequence[Proved]) -> Proved:
        """presences_within(m, P, i, j, z), from the ratios at both positions"""
        wanted = normal(self.said("presences_within(m, club(b, a, p), i, j, z)", m=self.m, i=i, j=j, z=z),
                        meant("presences_within", "string"))  # fmt: skip
        one = goal_of(sides(wanted.conclusion)[1])
        u, v, y = one.variables
        given = one.facts
        first, second, positive = self.parted(i, j, u, v, y, known)
        left, rest = _factors(sides(first.conclusion)[1])
        right, _ = _factors(sides(second.conclusion)[1])
        at_i, at_j = term("y(i)", y=y, i=i), term("y(j)", y=y, j=j)
        values = [self.of_none(place) for place in (at_i, at_j)]
        for pair, place in ((u, at_i), (v, at_j)):
            about = [fact for fact in given if pair in parts(fact.conclusion)]
            which = arithmetic(term("u = 2 or u = 3", u=pair), *about)
            values.append(self.of_pair(pair, place, which))
        plain = normal(term("s <= z*t", s=left, t=right, z=z), *map(by, values))
        smaller = derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1], *ratios))
        whole = at(with_factor(), left, right, rest, z, given=[smaller, positive])
        shown = arithmetic(one.conclusion, first, second, rewritten(whole), opaque=True)
        return derived.follow(symmetric(wanted), one.qed(shown))

    def needed(self, within: Proved, z: Term) -> Proved:
        """a*b <= z*((1 - b)*(1 - a)), from the string in which only the position 1 is set, for pairs of 1 and 2."""
        y, t = term("fun t. if t = 1 then 2 else 1"), Free("t #0")
        letters = [kernel.conjoin(kernel.literal(value), arithmetic(term("1 <= v and v <= 2", v=value)))
                   for value in (ONE, TWO)]  # fmt: skip
        word = each(t, self.m, by_conditions(in_range(term("if t = 1 then 2 else 1", t=t), TWO), *letters))
        is_word = normal(term("word(m, 2, y)", m=self.m, y=y), unfolding("word"))
        is_word = derived.follow(symmetric(is_word), rewritten(word))
        every = rewritten(within, meant("presences_within", "string"))
        pair = kernel.conjoin(kernel.literal(TWO), arithmetic(term("1 <= 2 and 2 <= 3")))
        every = kernel.detach(specialise(every, TWO), pair)
        every = kernel.detach(specialise(every, TWO), pair)
        every = kernel.detach(every, arithmetic(term("2 != 1 and 2 != 1")))
        own = rewritten(kernel.detach(kernel.specialise(every, y), is_word))
        places = [kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i and i <= m", i=i, m=self.m), *self.sizes))
                  for i in (ONE, TWO)]  # fmt: skip
        apart = arithmetic(term("1 != 2"))
        first, second, positive = self.parted(ONE, TWO, TWO, TWO, y, [*places, apart])
        left, rest = _factors(sides(first.conclusion)[1])
        right, _ = _factors(sides(second.conclusion)[1])
        product = arithmetic(term("s*r <= z*(t*r)", s=left, t=right, r=rest, z=z), own, first, second, opaque=True)
        smaller = at(without_factor(), left, right, rest, z, given=[product, positive])
        values = [self.of_none(ONE), self.of_none(TWO)]
        two = arithmetic(term("2 = 2 or 2 = 3"))
        values += [self.of_pair(TWO, ONE, two), self.of_pair(TWO, TWO, two)]
        smaller = rewritten(smaller, conditions, *map(by, values))
        return arithmetic(self.said("a*b <= z*((1 - b)*(1 - a))", z=z), smaller)


def _factors(product: Term) -> tuple[Term, Term]:
    first, second = applied(product, "*", 2) or (product, product)
    return first, second


def _of_presence(here: Presence, formula: Term, x1: Term, level: Sequence[Proved]) -> Proved:
    """The presence part for pairs of different items has the level e^eps_1."""
    one = goal_of(formula)
    (z,) = one.variables
    said_left, bound = sides(one.conclusion)
    is_level = here.said("x*((1 - a)*(1 - b)) = a*b", x=x1)
    is_level_shown = arithmetic(is_level, *level, *here.domain)
    positive = [arithmetic(here.said(text), *here.domain) for text in ("0 < (1 - a)*(1 - b)", "0 < a*b")]
    within = kernel.assume(said_left)
    pair = [kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i and i <= m", i=i, m=here.m), *here.sizes))
            for i in (ONE, TWO)]  # fmt: skip
    two = at(at(within, ONE, given=[pair[0]]), TWO, given=[pair[1]])
    two = at(two, given=[arithmetic(term("1 != 2"))])
    needed = here.needed(two, z)
    scaled = arithmetic(here.said("0 <= (1 - a)*(1 - b)*(z - x)", z=z, x=x1), needed, is_level_shown)
    gap = at(positive_factor(), here.said("(1 - a)*(1 - b)"), term("z - x", z=z, x=x1), given=[positive[0], scaled])
    forth = kernel.discharge(said_left, arithmetic(bound, gap))
    enough = kernel.assume(bound)
    large = arithmetic(term("1 <= z", z=z), enough, *level)
    ratios = [arithmetic(here.said("a*b <= z*((1 - b)*(1 - a))", z=z), is_level_shown, arithmetic(
        here.said("x*((1 - a)*(1 - b)) <= z*((1 - a)*(1 - b))", x=x1, z=z), enough, positive[0]))]  # fmt: skip
    small = [arithmetic(here.said(f"0 < {c}"), *here.domain) for c in ("a*(1 - b)", "(1 - a)*b")]
    ratios += [arithmetic(here.said(f"{c} <= z*({c})", z=z), large, fact) for c, fact in zip(
        ("a*(1 - b)", "(1 - a)*b"), small, strict=True)]  # fmt: skip
    ratios.append(arithmetic(here.said("(1 - a)*(1 - b) <= z*(b*a)", z=z), arithmetic(
        here.said("b*a <= z*(b*a)", z=z), large, positive[1]), arithmetic(
        here.said("(1 - a)*(1 - b) <= b*a"), *here.domain)))  # fmt: skip
    i, j = Free("i #0"), Free("j #0")
    inside = [kernel.assume(in_range(place, here.m)) for place in (i, j)]
    apart = kernel.assume(term("i != j", i=i, j=j))
    own = here.within(i, j, z, [*inside, apart], ratios)
    own = each(i, here.m, each(j, here.m, kernel.discharge(apart.conclusion, own)))
    back = kernel.discharge(bound, _in_words(said_left, own))
    return one.qed(derived.equivalent(forth, back))


def _in_words(formula: Term, theorem: Proved) -> Proved:
    """A theorem as the formula writes it, where both are the same with their words written out."""
    plain = normal(formula, meant("presences_within", "string", "strings_within", "club", "presence"))
    return derived.follow(symmetric(plain), rewritten(
        theorem, meant("presences_within", "string", "strings_within", "club", "presence")))  # fmt: skip


def _of_sign(here: Presence, formula: Term, x2: Term, level: Sequence[Proved]) -> Proved:
    """Strings for the two pairs of one item have the level e^eps_2."""
    one = goal_of(formula)
    (z,) = one.variables
    left, bound = sides(one.conclusion)
    i, x = Free("i #0"), Free("x #0")
    inside = kernel.assume(in_range(i, here.m))
    sides_of = here.said("strings_within(m, club(b, a, p), i, i, x)", m=here.m, i=i, x=x)
    ratio = here.said("p/(1 - p)")
    wanted = equal(sides_of, term("r <= x", r=ratio, x=x))
    values = [here.numbers["a"], here.numbers["b"], here.numbers["p"], here.m, i, x]
    given = [fact.conclusion for fact in [*here.facts, inside]]
    renamed = Goal(wanted, tuple(v for v in values if isinstance(v, Free)), tuple(given), wanted)
    own = kernel.instantiate(cut(levels(renamed), *here.facts, inside), {x: z})
    same = arithmetic(term("r = x2", r=ratio, x2=x2), *level, *here.domain)
    own = rewritten(own, by(same))
    forth = kernel.discharge(left, derived.follow(
        _for(own, i, ONE, here, inside), at(kernel.assume(left), ONE, given=[_place(here, ONE)])))  # fmt: skip
    back = each(i, here.m, derived.follow(symmetric(own), kernel.assume(bound)))
    return one.qed(derived.equivalent(forth, kernel.discharge(bound, _in_words(left, back))))


def _place(here: Presence, i: Term) -> Proved:
    return kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i and i <= m", i=i, m=here.m), *here.sizes))


def _for(theorem: Proved, i: Free, value: Term, here: Presence, inside: Proved) -> Proved:
    """A theorem about any item, for this one."""
    for part in (inside, *conjuncts(inside)):
        theorem = kernel.discharge(part.conclusion, theorem)
    theorem = kernel.instantiate(theorem, {i: value})
    place = _place(here, value)
    for part in (*reversed([*conjuncts(place)]), place):
        theorem = kernel.detach(theorem, part)
    return theorem


def _possible(formula: Term, x1: Term, x2: Term, known: Sequence[Proved]) -> Proved:
    """a = b = s/(s + 1) with s = sqrt(e^eps_1), and p = e^eps_2/(e^eps_2 + 1)"""
    r, A = Free("r #0"), Free("A #0")
    p = term("x2/(x2 + 1)", x2=x2)
    root = [kernel.assume(term(text, r=r, x=x1)) for text in ("0 <= r", "r*r = x")]
    large = arithmetic(term("1 <= r", r=r), *root, *known)
    own = kernel.assume(term("A*(r + 1) = r", A=A, r=r))
    inside = [arithmetic(term(text, A=A), own, large) for text in ("1/2 <= A", "A < 1")]
    odds = arithmetic(term("A = r*(1 - A)", A=A, r=r), own)
    square = arithmetic(term("A*A = x*((1 - A)*(1 - A))", A=A, x=x1), odds, root[1])
    positive = arithmetic(term("0 < (1 - A)*(1 - A)", A=A), inside[1])
    ratio = arithmetic(term("A*A/((1 - A)*(1 - A)) = x", A=A, x=x1), square, positive)
    sign = [arithmetic(term(text, p=p), *known) for text in ("1/2 <= p", "p < 1")]
    both = conjoined(*inside, *inside, *sign, ratio, kernel.reflexive(p))
    shown = witnessed(formula, _as_said(formula, both, A, A, p), A, A, p)
    shown = kernel.instantiate(kernel.discharge(own.conclusion, shown), {A: term("r/(r + 1)", r=r)})
    shown = kernel.detach(shown, arithmetic(term("r/(r + 1)*(r + 1) = r", r=r), large))
    for fact in root:
        shown = kernel.discharge(fact.conclusion, shown)
    value = term("sqrt(x)", x=x1)
    shown = kernel.instantiate(shown, {r: value})
    law = at(kernel.axiom("sqrt"), x1, given=[arithmetic(term("0 <= x", x=x1), *known)])
    for fact in reversed([*conjuncts(law)]):
        shown = kernel.detach(shown, fact)
    return shown


def _as_said(formula: Term, both: Proved, *values: Term) -> Proved:
    """A conjunction as a formula with these values groups it."""
    return _grouped(instance(formula, *values), {part.conclusion: part for part in conjuncts(both)})


def _grouped(formula: Term, facts: Mapping[Term, Proved]) -> Proved:
    if pair := applied(formula, "and", 2):
        return kernel.conjoin(_grouped(pair[0], facts), _grouped(pair[1], facts))
    return facts[formula]


@script("budgets of parts")
def budgets_of_parts(goal: Goal) -> Proved:
    """The presence part has the level e^eps_1, the sign e^eps_2, and all budgets are possible."""
    m, x1, x2 = goal.variables
    known = goal.facts
    every, possible = applied(goal.conclusion, "and", 2) or ()
    one = goal_of(every, depth=4)
    numbers = dict(zip("abp", one.variables, strict=True))
    given = one.facts
    here = Presence(m, numbers, [*known[:2], *given[:6]])
    first, second = applied(one.conclusion, "and", 2) or ()
    shown = kernel.conjoin(_of_presence(here, first, x1, [*known[2:], given[6]]),
                           _of_sign(here, second, x2, [*known[2:], given[7]]))  # fmt: skip
    return kernel.conjoin(one.qed(shown), _possible(possible, x1, x2, known[2:]))
