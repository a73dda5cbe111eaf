"""Scripts for Theorem 6.1 and its proof: the order of the four variances at a common budget."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from fractions import Fraction

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_at_budgets import (
    ROOTED,
    cards_are_private,
    cards_at_level,
    dealt_cards_at_level,
    mostly_yes_has_level,
    put_in,
    simmons_at_level,
    spread_at_level,
    square_of_distance,
    warner_at_level,
    warner_is_private,
)
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    conjoined,
    conjuncts,
    lemma,
    normal,
    number_of,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import (
    BOOL,
    FALSE,
    IMPLIES,
    NOT,
    REAL,
    SQRT,
    Apply,
    Constant,
    Free,
    Number,
    Term,
    applied,
    equal,
    parts,
)
from derivations.theory.automatic import conditions, facts_of
from derivations.theory.automatic import found as searched
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE

VARIANCES = ("Var_MW", "Var_MS", "Var_MC", "Var_IC")
HALF = Number(Fraction(1, 2))
WARNER = "t/(N*(t - 1)^2)"
SPREAD = "((t + 1)^2/((t - 1)^2*(1 - {c})) - 1)"
MODIFIED, IMPROVED = f"{SPREAD}/(4*N)", f"pi*(1 - pi)*{SPREAD}/(N - 1)"
COMPARED = "forall N pi t p q r. compared(N, pi, t, p, q, r) implies"
VALUES = (
    "size(N) and 2 <= N and 0 <= pi and pi <= 1 and 1 < t and 0 <= r(2) and r(2) < 1 "
    f"and Var_MW(N, pi, p) = {WARNER} and Var_MS(N, pi, q) = {WARNER} "
    f"and Var_MC(N, pi, r) = {MODIFIED.format(c='r(2)')} and Var_IC(N, pi, r) = {IMPROVED.format(c='r(2)')}"
)


def both(formula: Term) -> list[Term]:
    """The parts of a conjunction."""
    found = applied(formula, "and", 2)
    return [found[0], *both(found[1])] if found else [formula]


@own_lemma(f"forall N pi t p q r. budgeted(N, pi, t, p, q, r) implies {VALUES}")
def at_any_share(goal: Goal) -> Proved:
    """The four variances at a common budget, for any share."""
    N, pi, t, p, q, r = goal.variables
    given = list(conjuncts(rewritten(kernel.assume(goal.given[0]), meaning("budgeted"))))
    given += conjuncts(rewritten(given[0], unfolding("size")))
    simmons = at(kernel.part(at(simmons_at_level(), N, pi, q, HALF, t, given=given), 0))
    half = arithmetic(term(f"v = {WARNER}", v=sides(simmons.conclusion)[1], N=N, t=t), *given)
    worth = [
        at(warner_at_level(), N, pi, p, t, given=given),
        derived.transitive(simmons, half),
        *(at(law(), N, pi, r, t, given=given) for law in (cards_at_level, dealt_cards_at_level)),
    ]
    low, high, *_ = conjuncts(at(spread_at_level(), r, t, given=given))
    plain = normal(goal.conclusion, meaning(*VARIANCES))
    return derived.follow(
        symmetric(plain), shown(sides(plain.conclusion)[1], [*given, low, high, *map(rewritten, worth)])
    )


@own_lemma(f"{COMPARED} budgeted(N, pi, t, p, q, r)")
def is_budgeted(goal: Goal) -> Proved:
    """A survey that exists is one of any share."""
    given = list(conjuncts(rewritten(kernel.assume(goal.given[0]), meaning("compared", "people"))))
    return reduced(normal(goal.conclusion, meaning("budgeted")), lambda it: shown(it, given))


@own_lemma(f"{COMPARED} {VALUES}")
def at_common_budget(goal: Goal) -> Proved:
    """The four variances at a common budget, for surveys that exist."""
    return at(at_any_share(), *goal.variables, given=[at(is_budgeted(), *goal.variables, given=goal.given)])


# -- the order ---------------------------------------------------------------------------------------------------------

REAL_SURVEY = f"{ROOTED} and 0 <= a <= 1"
S = "(1 - (N - 1)/N*((1 - c)/(1 + c*(t + 1/t - 2)/4)))"


@lemma(
    f"forall N a t c. {REAL_SURVEY} implies a*(1 - a)*{SPREAD.format(c='c')}/(N - 1) - {WARNER} = "
    f"(4*t + (t - 1)^2*c)/(4*(N - 1)*(t - 1)^2*(1 - c))*({S} - (1 - 2*a)^2) "
    "and 0 < (4*t + (t - 1)^2*c)/(4*(N - 1)*(t - 1)^2*(1 - c))"
)
def improved_less_warner(goal: Goal) -> Proved:
    """Var_IC - Var_MW is a positive multiple of the square of the distance of the roots (5) less (1 - 2 pi)^2."""
    return conjoined(*(arithmetic(part, *goal.given) for part in both(goal.conclusion)))


@lemma(
    f"forall N a t c. {REAL_SURVEY} implies a*(1 - a)*{SPREAD.format(c='c')}/(N - 1) - {MODIFIED.format(c='c')} = "
    f"{SPREAD.format(c='c')}/(4*N*(N - 1))*(1 - N*(1 - 2*a)^2) and 0 < {SPREAD.format(c='c')}/(4*N*(N - 1))"
)
def improved_less_modified(goal: Goal) -> Proved:
    """Var_IC - Var_MC is a positive multiple of 1 - N (1 - 2 pi)^2."""
    return conjoined(*(arithmetic(part, *goal.given) for part in both(goal.conclusion)))


@lemma(
    f"forall N t c. {ROOTED} implies {MODIFIED.format(c='c')} - {WARNER} = "
    "(t + 1)^2/(4*N*(t - 1)^2*(1 - c))*c and 0 < (t + 1)^2/(4*N*(t - 1)^2*(1 - c))"
)
def modified_less_warner(goal: Goal) -> Proved:
    """Var_MC - Var_MW is a positive multiple of p_2."""
    return conjoined(*(arithmetic(part, *goal.given) for part in both(goal.conclusion)))


@lemma(
    f"forall N t c. {ROOTED} implies N*{S} - 1 = (N - 1)*(1 + (t + 1/t - 2)/4)/(1 + c*(t + 1/t - 2)/4)*c "
    "and 0 < (N - 1)*(1 + (t + 1/t - 2)/4)/(1 + c*(t + 1/t - 2)/4)"
)
def roots_are_apart(goal: Goal) -> Proved:
    """The square of the distance of the roots (5) is 1/N and a positive multiple of p_2."""
    return conjoined(*(arithmetic(part, *goal.given) for part in both(goal.conclusion)))


@lemma("forall x y e d. 0 < e and x - y = e*d implies "
       "(d < 0 implies x < y) and (0 < d implies y < x) and (0 <= d implies y <= x)")  # fmt: skip
def sign_of_difference(goal: Goal) -> Proved:
    """A positive multiple has the sign of what it is a multiple of."""
    return conjoined(
        *(kernel.discharge(case, arithmetic(wanted, *goal.given, case))
          for case, wanted in (applied(part, "implies", 2) or () for part in both(goal.conclusion)))
    )  # fmt: skip


OUTSIDE, INSIDE = "a < 1/2 - 1/2*s or 1/2 + 1/2*s < a", "1/2 - 1/2*s < a and a < 1/2 + 1/2*s"
BETWEEN = "1/2 - 1/2*s <= a and a <= 1/2 + 1/2*s"


@lemma(
    "forall a s m v. 0 < m and 0 <= s and m*s^2 = v implies "
    f"(({OUTSIDE}) implies v < m*(1 - 2*a)^2) and (({INSIDE}) implies m*(1 - 2*a)^2 < v) "
    f"and (({BETWEEN}) implies m*(1 - 2*a)^2 <= v)"
)
def as_squares(goal: Goal) -> Proved:
    """Where a share lies about 1/2 in terms of its square."""
    a, s, m, _ = goal.variables
    names = {"a": a, "s": s, "m": m}
    found = []
    signs = ("s^2 < (1 - 2*a)^2", "(1 - 2*a)^2 < s^2", "(1 - 2*a)^2 <= s^2")
    for part, text in zip(both(goal.conclusion), signs, strict=True):
        case, wanted = applied(part, "implies", 2) or ()
        squares = arithmetic(term(text, **names), goal.given[0], case)
        found.append(kernel.discharge(case, arithmetic(wanted, *goal.given, squares)))
    return conjoined(*found)


@lemma("forall s w n v k c. 0 <= s and s^2 = v and 0 < w and n*w^2 = 1 and 0 < n and n*v - 1 = k*c and 0 < k and "
       "0 <= c implies w <= s and (0 < c implies w < s)")  # fmt: skip
def farther_than(goal: Goal) -> Proved:
    """s^2 = v is at least 1/n = w^2, and larger for c > 0."""
    names = dict(zip("swnvkc", goal.variables, strict=True))
    weak, strict = both(goal.conclusion)
    case, wanted = applied(strict, "implies", 2) or ()
    first = arithmetic(weak, arithmetic(term("n*w^2 <= n*s^2", **names), *goal.given), *goal.given)
    more = arithmetic(term("n*w^2 < n*s^2", **names), *goal.given, case)
    return kernel.conjoin(first, kernel.discharge(case, arithmetic(wanted, more, *goal.given)))


S_OF, W_OF = "sqrt(squared_distance(N, t, r(2)))", "sqrt(1/N)"


def _in_regions(smaller: str, root: str) -> str:
    """What holds of Var_IC and another variance on either side of a root."""
    outside = f"(pi < 1/2 - 1/2*{root} or 1/2 + 1/2*{root} < pi) implies Var_IC(N, pi, r) < {smaller}"
    inside = f"1/2 - 1/2*{root} < pi and pi < 1/2 + 1/2*{root} implies {smaller} < Var_IC(N, pi, r)"
    between = f"1/2 - 1/2*{root} <= pi and pi <= 1/2 + 1/2*{root} implies {smaller} <= Var_IC(N, pi, r)"
    return f"({outside}) and ({inside}) and ({between})"


@own_lemma(
    f"{COMPARED} {_in_regions('Var_MW(N, pi, p)', S_OF)} and {_in_regions('Var_MC(N, pi, r)', W_OF)} "
    f"and 0 <= {S_OF} and 0 < {W_OF} and {W_OF} <= {S_OF} and Var_MW(N, pi, p) <= Var_MC(N, pi, r) "
    "and Var_MS(N, pi, q) = Var_MW(N, pi, p) "
    f"and (0 < r(2) implies {W_OF} < {S_OF} and Var_MW(N, pi, p) < Var_MC(N, pi, r))"
)
def order(goal: Goal) -> Proved:
    """In which order the variances are, by where the share lies about 1/2."""
    N, pi, t, _p, _q, r = goal.variables
    known = list(conjuncts(at(at_common_budget(), *goal.variables, given=goal.given)))
    warner, simmons, modified, improved = known[-4:]
    known += conjuncts(rewritten(known[0], unfolding("size")))
    c = term("r(2)", r=r)
    where = known[:-4]
    distance, w = dict.fromkeys(part for part in parts(goal.conclusion) if applied(part, "sqrt", 1))
    (square,) = applied(distance, "sqrt", 1) or ()
    meant = rewritten(normal(square, meaning("squared_distance")))
    _, positive = conjuncts(at(square_of_distance(), N, t, c, given=where))
    above, squared = root_of(square, arithmetic(term("0 <= v", v=square), meant, positive, opaque=True))
    inverse = _inverse_root(N, w, where)
    names = {"a": pi, "v": square, "N": N, "c": c}
    found = []
    for law, other, far, text in (
        (improved_less_warner, warner, ((distance, ONE, square), [above, squared]), "v - (1 - 2*a)^2"),
        (improved_less_modified, modified, ((w, N, ONE), inverse), "1 - N*(1 - 2*a)^2"),
    ):
        value, factor = conjuncts(at(law(), N, pi, t, c, given=where))
        (e,) = (applied(factor.conclusion, "<", 2) or ())[1:]
        x, y, d = (sides(improved.conclusion)[0], sides(other.conclusion)[0], term(text, **names))
        less = arithmetic(term("x - y = e*d", x=x, y=y, e=e, d=d), value, improved, other, meant, opaque=True)
        signs = conjuncts(at(sign_of_difference(), x, y, e, d, given=[factor, less]))
        (root, m, v), facts = far
        squares = conjuncts(at(as_squares(), pi, root, m, v, given=[*facts, *where]))
        found += [_after(first, second) for first, second in zip(squares, signs, strict=True)]
    value, factor = conjuncts(at(modified_less_warner(), N, t, c, given=where))
    apart, more = conjuncts(at(roots_are_apart(), N, t, c, given=where))
    (k,) = (applied(more.conclusion, "<", 2) or ())[1:]
    farther = arithmetic(term("N*v - 1 = k*c", k=k, **names), apart, meant, opaque=True)
    facts = [above, squared, *inverse, farther, more, *where]
    farther = at(farther_than(), distance, w, N, square, k, c, given=facts)
    difference = arithmetic(
        term("x - y = e*c", x=sides(modified.conclusion)[0], y=sides(warner.conclusion)[0], c=c,
             e=(applied(factor.conclusion, "<", 2) or ())[1]), value, modified, warner, opaque=True)  # fmt: skip
    known = [*found, above, *inverse, *conjuncts(farther), difference, factor, warner, simmons, *where]
    plain = []
    for part in both(goal.conclusion):
        case, wanted = applied(part, "implies", 2) or (part, part)
        if part in (fact.conclusion for fact in known):
            plain.append(next(fact for fact in known if fact.conclusion == part))
        elif case == part:
            plain.append(arithmetic(part, difference, factor, warner, simmons, *where, opaque=True))
        else:
            wider = kernel.detach(kernel.part(farther, 1), kernel.assume(case))
            _first, second = both(wanted)
            larger = arithmetic(second, difference, factor, case, opaque=True)
            plain.append(kernel.discharge(case, kernel.conjoin(wider, larger)))
    return conjoined(*plain)


def root_of(number: Term, positive: Proved) -> tuple[Proved, Proved]:
    """The root of a number is not negative, and its square is the number."""
    above, squared = conjuncts(at(kernel.axiom("sqrt"), number, given=[positive]))
    root = (applied(above.conclusion, "<=", 2) or ())[1]
    return above, arithmetic(term("s^2 = v", s=root, v=number), squared, opaque=True)


def _inverse_root(N: Term, w: Term, known: Sequence[Proved]) -> list[Proved]:
    """0 < w and N w^2 = 1 for w = sqrt(1/N)."""
    inverse = term("1/N", N=N)
    above, squared = root_of(inverse, arithmetic(term("0 <= v", v=inverse), *known))
    times = arithmetic(term("N*w^2 = 1", N=N, w=w), squared, *known)
    return [arithmetic(term("0 < w", w=w), above, times), times]


def _after(first: Proved, second: Proved) -> Proved:
    """A implies B and C implies D, where C follows from B: A implies D."""
    case, _ = applied(first.conclusion, "implies", 2) or ()
    needed, _ = applied(second.conclusion, "implies", 2) or ()
    there = arithmetic(needed, kernel.detach(first, kernel.assume(case)))
    return kernel.discharge(case, kernel.detach(second, there))


# -- surveys that exist ------------------------------------------------------------------------------------------------


def _least(goal: Goal, private: Proved, entry: str, *known: Proved) -> Proved:
    """A design is private at a level, which the entries of two truths show to be the least one."""
    plain = normal(goal.conclusion, unfolding("least_level"))
    *_, design, level = applied(goal.conclusion, "least_level", 4) or ()
    z = Free("z #0")
    (size,) = (applied(goal.conclusion, "least_level", 4) or ())[1:2]
    other = kernel.assume(term("private(2, m, D, z)", m=size, D=design, z=z))
    names = goal.names
    said = arithmetic(term(entry, z=z, **names), *facts_of(other))
    least = arithmetic(term("t <= z", t=level, z=z), said, *known)
    every = kernel.generalise(z, kernel.discharge(other.conclusion, least))
    return derived.follow(symmetric(plain), kernel.conjoin(private, every))


@own_lemma("forall p t. 0 < p < 1/2 and t*p = 1 - p implies least_level(2, 2, warner(p), t)")
def warner_has_level(goal: Goal) -> Proved:
    """The level (1 - p)/p of Warner's answers is the least."""
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    private = at(warner_is_private(), *goal.variables, given=facts)
    return _least(goal, private, "1 - p <= z*p", *facts)


@own_lemma(
    "forall r t. law(3, r) and 0 < r(1) and r(3) = t*r(1) and 1 < t implies least_level(2, 3, christofides(3, r), t)"
)
def cards_have_level(goal: Goal) -> Proved:
    """The level r(3)/r(1) of three cards is the least."""
    r, t = goal.variables
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    bounds = [arithmetic(term(text, r=r, t=t), *facts[1:]) for text in ("1 <= t", "r(3) <= t*r(1)")]
    bounds.append(arithmetic(term("r(1) <= t*r(3)", r=r, t=t), *facts[1:]))
    private = at(cards_are_private(), r, t, given=[*facts, *bounds])
    return _least(goal, private, "r(3) <= z*r(1)", *facts[1:])


CARDS = "fun k. if k = 1 then (1 - c)/(t + 1) else (if k = 2 then c else t*(1 - c)/(t + 1))"


MECHANISMS = "N, pi, t, 1/(t + 1), (t - 1)/(t + 1), " + CARDS


@own_lemma(f"forall N pi t c. people(N, pi) and 2 <= N and 1 < t and 0 <= c and c < 1 implies compared({MECHANISMS})")
def mechanisms_with_budget(goal: Goal) -> Proved:
    """At every budget there are the three mechanisms, that of Christofides for every share of the middle card."""
    return _with_budget(goal, "compared")


@own_lemma(
    "forall N pi t c. size(N) and 2 <= N and 0 <= pi <= 1 and 1 < t and 0 <= c and c < 1 implies "
    f"budgeted({MECHANISMS})"
)
def mechanisms_at_any_share(goal: Goal) -> Proved:
    """The same for every share of the members, of which there need be no whole number."""
    return _with_budget(goal, "budgeted")


def _with_budget(goal: Goal, word: str) -> Proved:
    _, _, t, c = goal.variables
    given = list(conjuncts(kernel.assume(goal.given[0])))
    p, q, r = (term(text, t=t, c=c) for text in ("1/(t + 1)", "(t - 1)/(t + 1)", CARDS))
    names = {"p": p, "q": q, "t": t, "b": HALF}
    texts = ("0 < p", "0 <= p", "p < 1/2", "t*p = 1 - p", "0 < q", "q < 1", "q <= 1",
             "q + (1 - q)*(1 - b) = t*((1 - q)*(1 - b))", "1/2 <= b", "b < 1")  # fmt: skip
    known = [*given, *(arithmetic(term(text, **names), *given[2:]) for text in texts)]
    law = searched(term("law(3, r)", r=r), *given[2:])
    cards = []
    for text in ("0 < r(1)", "r(3) = t*r(1)"):
        there = normal(term(text, r=r, t=t), conditions)
        cards.append(derived.follow(symmetric(there), arithmetic(sides(there.conclusion)[1], *given[2:])))
    levels = [
        at(warner_has_level(), p, t, given=known),
        at(mostly_yes_has_level(), q, HALF, t, given=known),
        at(cards_have_level(), r, t, given=[*known, law, *cards]),
    ]
    return reduced(normal(goal.conclusion, meaning(word)), lambda it: shown(it, [*known, law, *levels]))


# -- what is printed of them -------------------------------------------------------------------------------------------

ROOTS = ("first_root", "second_root")


def _given(goal: Goal) -> tuple[list[Proved], tuple[Term, ...]]:
    """What a statement gives, and of what surveys it speaks: N, pi, t, p, q and r."""
    given = goal.facts
    (said,) = (fact for fact in given if _compared(fact.conclusion))
    surveys = _compared(said.conclusion)
    exist = specialise(is_budgeted(), *surveys)
    if (applied(exist.conclusion, "implies", 2) or ())[0] == said.conclusion:
        given.append(kernel.detach(exist, said))
    return given, surveys


def _compared(formula: Term) -> tuple[Term, ...]:
    values = list[Term]()
    while isinstance(formula, Apply):
        values.insert(0, formula.argument)
        formula = formula.function
    return tuple(values) if isinstance(formula, Constant) and formula.name.startswith(("compared", "budgeted")) else ()


@lemma(
    f"forall N a t c s. {REAL_SURVEY} and s^2 = {S} implies "
    f"(a*(1 - a)*{SPREAD.format(c='c')}/(N - 1) = {WARNER} iff a = 1/2 - 1/2*s or a = 1/2 + 1/2*s)"
)
def zeros_of_difference(goal: Goal) -> Proved:
    """The roots (5) are the shares at which the improved mechanism has the variance of Warner."""
    N, a, t, c, s = goal.variables
    value, factor = conjuncts(at(improved_less_warner(), N, a, t, c, given=goal.given))
    squared = goal.facts[-1]
    equal_there, zeros = sides(goal.conclusion)
    squares = term("(1 - 2*a)^2 = s^2", a=a, s=s)
    here = arithmetic(squares, value, factor, squared, equal_there, opaque=True)
    back = arithmetic(equal_there, value, squared, arithmetic(squares, zeros), opaque=True)
    return derived.equivalent(kernel.discharge(equal_there, arithmetic(zeros, here)), kernel.discharge(zeros, back))


@script("identities of variances")
def identities(goal: Goal) -> Proved:
    """What the variances at a common budget are, put into what is printed of them; every root is that of (5)."""
    given, surveys = _given(goal)
    known = list(conjuncts(at(at_any_share(), *surveys, given=given)))
    where = [*known[:-4], *(fact for fact in given if not _compared(fact.conclusion))]
    short = [fact for fact in where if str(fact.conclusion).startswith("d ")]  # d = t + 1/t - 2
    plain = normal(goal.conclusion, meaning(*ROOTS, "squared_distance"), *map(put_in, [*known[-4:], *short]))
    roots = _Roots(sides(plain.conclusion)[1], surveys, where)
    plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], *map(put_in, roots.same)))
    shown_there = [roots.identity(part) for part in both(sides(plain.conclusion)[1])]
    return derived.follow(symmetric(plain), conjoined(*shown_there))


@lemma("forall u s a v. 0 <= u and u^2 = a^2*v and 0 <= s and s^2 = v and 0 <= a implies u = a*s")
def root_of_multiple(goal: Goal) -> Proved:
    """The root of a^2 v is a times that of v."""
    u, s, a, _ = goal.variables
    squares = arithmetic(term("u^2 = (a*s)^2", u=u, s=s, a=a), *goal.given)
    product = arithmetic(term("0 <= a*s", s=s, a=a), *goal.given)
    return arithmetic(goal.conclusion, squares, product, *goal.given)


class _Roots:
    """Each root in a formula is that of the squared distance of the roots (5), or a multiple."""

    def __init__(self, formula: Term, surveys: tuple[Term, ...], where: Sequence[Proved]) -> None:
        N, pi, t, *_, r = surveys
        c = term("r(2)", r=r)
        worth, positive = conjuncts(at(square_of_distance(), N, t, c, given=where))
        self.square, _ = sides(worth.conclusion)
        self.root = term("sqrt(v)", v=self.square)
        self.not_negative, (above, self.squared) = positive, root_of(self.square, positive)
        divisor, names = "N*(4*t + (t - 1)^2*c)", {"s": self.root, "v": self.square, "N": N, "t": t, "c": c}
        first = arithmetic(term(f"{divisor}*v = {divisor} - 4*(N - 1)*(1 - c)*t", **names), *where)
        times = term(f"{divisor}*s^2 = {divisor} - 4*(N - 1)*(1 - c)*t", **names)
        self.known = [*where, above, arithmetic(times, self.squared, first, opaque=True)]
        self.zeros = at(zeros_of_difference(), N, pi, t, c, self.root, given=[self.squared, *where])
        radicands = [found[0] for part in dict.fromkeys(parts(formula)) if (found := applied(part, "sqrt", 1))]
        self.same = [same for v in radicands if v != self.square for same in [self._root_of(v, where)]]

    def _root_of(self, radicand: Term, where: Sequence[Proved]) -> Proved:
        multiples = [part for part in parts(radicand) if isinstance(part, Free) and part.name.startswith("a ")]
        if not applied(radicand, "+", 2) or not multiples or (applied(radicand, "+", 2) or (ONE,))[0] == ONE:
            return kernel.congruent(kernel.reflexive(SQRT), arithmetic(equal(radicand, self.square), *where))
        names = {"a": multiples[0], "v": self.square, "w": radicand, "u": term("sqrt(w)", w=radicand)}
        worth = arithmetic(term("w = a^2*v", **names), *where)
        above, squared = root_of(radicand, arithmetic(term("0 <= w", **names), worth, self.not_negative, opaque=True))
        squared = arithmetic(term("u^2 = a^2*v", **names), squared, worth, opaque=True)
        facts = [above, squared, *root_of(self.square, self.not_negative), arithmetic(term("0 <= a", **names), *where)]
        return at(root_of_multiple(), names["u"], self.root, names["a"], self.square, given=facts)

    def identity(self, formula: Term) -> Proved:
        """A part of the formula."""
        if formula == self.zeros.conclusion:
            return self.zeros
        _, above = applied(formula, "<=", 2) or (ONE, ONE)
        if (added := applied(above, "+", 2)) and added[0] == ONE:
            worth = arithmetic(equal(above, self.square), *self.known)
            return arithmetic(formula, worth, self.not_negative, opaque=True)
        return arithmetic(formula, *self.known)


@script("quadratic formula")
def quadratic_formula(goal: Goal) -> Proved:
    """The root of a^2 - 4 a c is a times that of 1 - 4 c/a."""
    a, c = goal.variables
    square, multiple = term("1 - 4*c/a", a=a, c=c), term("a^2 - 4*a*c", a=a, c=c)
    facts = [arithmetic(term(text, v=square, w=multiple, a=a), *goal.given)
             for text in ("0 <= v", "0 <= w", "w = a^2*v", "0 <= a")]  # fmt: skip
    (above, squared), (more, again) = root_of(square, facts[0]), root_of(multiple, facts[1])
    roots = [term("sqrt(v)", v=v) for v in (multiple, square)]
    again = arithmetic(term("u^2 = a^2*v", u=roots[0], a=a, v=square), again, facts[2])
    same = at(root_of_multiple(), *roots, a, square, given=[more, again, above, squared, facts[3]])
    return arithmetic(goal.conclusion, same, *goal.given)


@script("order of variances")
def orders(goal: Goal) -> Proved:
    """The order of the variances in the printed region, which says where the share lies about 1/2."""
    given, surveys = _given(goal)
    known = list(conjuncts(at(order(), *surveys, given=given)))
    *where, _, _, _, _ = conjuncts(at(at_common_budget(), *surveys, given=given))
    N, w = surveys[0], term("sqrt(1/N)", N=surveys[0])
    size = root_of(N, arithmetic(term("0 <= N", N=N), *where))
    half = arithmetic(term("1/(2*sqrt(N)) = 1/2*w", N=N, w=w), *size, *_inverse_root(N, w, where), *where)
    at_roots = (meaning(*ROOTS), put_in(half))
    where += [*size, *(rewritten(fact, *at_roots) for fact in given if not _compared(fact.conclusion))]
    return reduced(normal(goal.conclusion, *at_roots), lambda it: _in_order(it, where, known))


def _in_order(formula: Term, where: Sequence[Proved], known: Sequence[Proved]) -> Proved:
    """A formula about variances, from where the share lies, and what holds of them there."""
    if found := applied(formula, "and", 2):
        return kernel.conjoin(*(_in_order(part, where, known) for part in found))
    if found := applied(formula, "implies", 2):
        case = kernel.assume(found[0])
        return kernel.discharge(found[0], _in_order(found[1], [*where, *conjuncts(case)], known))
    if (found := applied(formula, "=", 2)) and found[0].type == BOOL:
        forth, back = IMPLIES(*found), IMPLIES(*reversed(found))
        return derived.equivalent(_in_order(forth, where, known), _in_order(back, where, known))
    plain = [fact for fact in known if not applied(fact.conclusion, "implies", 2)]
    where = [*where, *(fact for fact in plain if "Var" not in str(fact.conclusion))]
    if "Var" not in str(formula):  # the share lies there, since elsewhere the order would be another one
        plain += [fact for fact in where if "Var" in str(fact.conclusion)]
        where = [*(fact for fact in where if fact not in plain), kernel.assume(NOT(formula))]
    for fact in known:
        if found := applied(fact.conclusion, "implies", 2):
            try:
                plain += conjuncts(kernel.detach(fact, arithmetic(found[0], *where)))
            except ProofError:
                continue
    order_there = [fact for fact in plain if "Var" in str(fact.conclusion)]
    if "Var" not in str(formula):
        return derived.absurd(formula, arithmetic(FALSE, *order_there))
    return arithmetic(formula, *order_there)


@script("order in a figure")
def in_figure(goal: Goal) -> Proved:
    """The order in the region of a figure, and that the proportion of the figure lies in it."""
    region, where = applied(goal.conclusion, "and", 2) or ()
    inner = taken_apart(region)
    return kernel.conjoin(inner.qed(orders(inner)), _at_figure(where))


def _at_figure(formula: Term) -> Proved:
    """Where a number lies: by the roots, which are known."""
    inner = taken_apart(formula)
    given = inner.facts
    plain = normal(inner.conclusion, meaning(*ROOTS, "squared_distance"))
    wanted = sides(plain.conclusion)[1]
    shown_there = []
    for part in both(wanted):
        (number,) = (found[0] for inside in parts(part) if (found := applied(inside, "sqrt", 1)))
        share = next(side for side in applied(part, "<", 2) or () if not applied(side, "+", 2))
        names = {"v": number, "s": term("sqrt(v)", v=number), "x": share}
        above, squared = root_of(number, arithmetic(term("0 <= v", **names), *given))
        for text in ("(1 - 2*x)^2 < v", "v < (1 - 2*x)^2"):
            try:
                distance = arithmetic(term(text, **names), *given)
                break
            except ProofError:
                continue
        distance = arithmetic(term(text.replace("v", "s^2"), **names), distance, squared, opaque=True)
        meant = [squared] if isinstance(number, Number) else []
        shown_there.append(arithmetic(part, above, distance, *meant))
    return inner.qed(derived.follow(symmetric(plain), conjoined(*shown_there)))


# -- where it fails ----------------------------------------------------------------------------------------------------


def fails_at(N: int, pi: str, t: int, c: str, with_roots: tuple[str, ...] = ()) -> Script:
    """A script for what fails of a survey of N members with the budget t and the share c of the middle card.

    Where the roots (5) are no fractions there, both sides of what fails are given.
    """
    numbers = [Fraction(value) for value in (N, pi, t, c)]

    def refuted(goal: Goal) -> Refuted:
        law = specialise(mechanisms_with_budget(), *map(Number, numbers))
        needed, _ = applied(law.conclusion, "implies", 2) or ()
        surveys = kernel.detach(law, searched(needed))
        of = _compared(surveys.conclusion)
        there = (surveys, at(is_budgeted(), *of, given=[surveys]))
        known = [rewritten(fact, conditions) for fact in conjuncts(at(at_common_budget(), *of, given=[surveys]))]
        a, k = 4 * numbers[2] + (numbers[2] - 1) ** 2 * numbers[3], (N - 1) * (1 - numbers[3]) * numbers[2]
        values = dict(zip(("N", "pi", "t", "p", "q", "r", "a", "k"), (*of, Number(a), Number(k)), strict=True))
        said = kernel.assume(goal.statement)
        said = kernel.part(said, 0) if applied(goal.statement, "and", 2) else said  # of a figure: the order there
        inner = taken_apart(said.conclusion)
        names = [variable.name.split(" ")[0] for variable in inner.variables]
        said = specialise(said, *(values[name] for name in names))
        for _ in inner.given:
            premise, _ = applied(said.conclusion, "implies", 2) or ()
            said = kernel.detach(said, conjoined(*(_there(part, there, known) for part in both(premise))))
        said = rewritten(said, *map(put_in, known[-4:]), meaning(*ROOTS, "squared_distance"), conditions)
        sides_of = [(part, tuple(map(Fraction, with_roots)) or _failing(part.conclusion)) for part in conjuncts(said)]
        false, found = next((part, values) for part, values in sides_of if values)
        shown_at = tuple((name, _as_text(values[name])) for name in names)
        return Refuted(
            derived.reject(goal.statement, arithmetic(FALSE, false, *_known_roots(false.conclusion))), shown_at, found
        )

    return refuted


def _there(premise: Term, surveys: Sequence[Proved], known: Sequence[Proved]) -> Proved:
    """A premise at a point: that there are such surveys, what a variable is, or where the share lies."""
    if premise in (stated := [fact.conclusion for fact in surveys]):
        return surveys[stated.index(premise)]
    plain = normal(premise, meaning(*ROOTS, "squared_distance"), conditions)
    formula = sides(plain.conclusion)[1]
    return derived.follow(symmetric(plain), arithmetic(formula, *_known_roots(formula)))


def _known_roots(formula: Term) -> list[Proved]:
    """What is known of the roots of numbers in a formula."""
    of = [found[0] for part in dict.fromkeys(parts(formula)) if (found := applied(part, "sqrt", 1))]
    return [fact for number in of for fact in root_of(number, arithmetic(term("0 <= v", v=number)))]


def _failing(formula: Term) -> tuple[Fraction, ...]:
    """Both sides of a relation of numbers that does not hold; nothing of one that holds."""
    for word, holds in (("=", operator.eq), ("<", operator.lt), ("<=", operator.le)):
        if found := applied(formula, word, 2):
            try:
                left, right = map(number_of, found)
            except ProofError:
                return ()
            return () if holds(left, right) else (left, right)
    return ()


def _as_text(term: Term) -> str:
    if term.type == REAL:
        return str(number_of(term))
    members = (sides(normal(term(Number(i)), conditions).conclusion)[1] for i in (1, 2, 3))
    return f"({', '.join(str(number_of(member)) for member in members)})"


SCRIPTS: Mapping[str, Script] = {
    "fails in a figure": fails_at(9, "4/9", 2, "9/25"),
    "fails at the middle card 0": fails_at(9, "1/9", 2, "0"),
    "fails near one half": fails_at(9, "4/9", 2, "0"),
    "fails for a small share": fails_at(9, "1/9", 3, "1/9"),
    "fails with nine cards": fails_at(9, "1/3", 2, "1/3"),
    "fails with nine cards and roots": fails_at(9, "1/3", 2, "1/3", ("1/8", "1/72")),
    "fails between the roots": fails_at(9, "2/9", 4, "4/9"),
    "fails outside the roots": fails_at(9, "1/9", 3, "1/9"),
}
