"""Scripts for Table 1, Table 2 and the numbers of respondents of section 6.4, and for the abstract."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_at_budgets import put_in
from checks.papers.szy.proofs_of_budgets import for_each
from checks.papers.szy.proofs_of_comparison import (
    HALF,
    ROOTS,
    SPREAD,
    at_any_share,
    both,
    mechanisms_at_any_share,
    orders,
    root_of,
)
from checks.papers.szy.proofs_of_decks import table
from checks.papers.szy.proofs_of_sampling import decreased_for_all_three
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    instance,
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
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, Apply, Number, Term, applied, equal, parts
from derivations.theory.automatic import conditions, found, literals
from derivations.theory.calculus import as_absolute
from derivations.theory.single_terms import at, next_integer
from derivations.theory.sums import ONE

TWO = Number(2)
TWO_OF_THEM = term("size(2)")
COLUMNS = 4
LEAST = (
    (100000, 4000, 160, 40),
    (100000, 4000, 160, 40),
    (101010, 4040, 161, 40),
    (36365, 1456, 59, 16),
)
"""The least numbers of Warner, Simmons, modified and improved Christofides, one column for each budget."""

SPREAD_AT = SPREAD.format(c="c")
MULTIPLES = (
    ("t/(t - 1)^2", 0),
    ("t/(t - 1)^2", 0),
    (f"1/4*{SPREAD_AT}", 0),
    (f"pi*(1 - pi)*{SPREAD_AT}", 1),
)
"""a and s of the variances of Warner, Simmons, modified and improved Christofides: each is a/(N - s)."""


@lemma(f"forall t c. 1 < t and 0 <= c < 1 implies 0 < t/(t - 1)^2 and 0 < {SPREAD_AT}")
def spreads_are_positive(goal: Goal) -> Proved:
    """The variance of one answer of Warner, and of one card, in units of what tells the truths apart."""
    first, second = both(goal.conclusion)
    names = dict(zip(("t", "c"), goal.variables, strict=True))
    more = arithmetic(term("(t - 1)^2*(1 - c) < (t + 1)^2", **names), *goal.given)
    return kernel.conjoin(arithmetic(first, *goal.given), arithmetic(second, more, *goal.given))


@lemma("forall N s a v w. 0 < N - s and 0 < v and w = a/(N - s) implies "
       "(w = v iff N = s + a/v) and (w <= v iff s + a/v <= N)")  # fmt: skip
def reached_from(goal: Goal) -> Proved:
    """What is a/(N - s) falls to v at N = s + a/v."""
    N, s, a, v, w = goal.variables
    names = {"N": N, "s": s, "a": a, "v": v, "w": w, "u": term("a/v", a=a, v=v)}
    products = [arithmetic(term(text, **names), *goal.given) for text in ("w*(N - s) = a", "u*v = a")]
    signs = goal.facts[:2]
    known = [*products, *signs]
    found_there = []
    for part in both(goal.conclusion):
        left, right = sides(part)
        forth, back = (arithmetic(to, of, *known, opaque=True) for of, to in ((left, right), (right, left)))
        found_there.append(derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back)))
    return conjoined(*found_there)


@lemma("forall n N s a v w. integer(n) and integer(N) and 0 < N - s and 0 < v and w = a/(N - s) "
       "and (n - s - 1)*v < a and a <= (n - s)*v implies (w <= v iff n <= N)")  # fmt: skip
def least_whole_number(goal: Goal) -> Proved:
    """What is a/(N - s) is at most v exactly from n on, where a is between (n - 1 - s) v and (n - s) v."""
    n, N, s, a, v, w = goal.variables
    names = {"n": n, "N": N, "s": s, "a": a, "v": v, "w": w}
    given = goal.facts
    known = [arithmetic(term("w*(N - s) = a", **names), *given), *given[2:4], *given[5:]]
    left, right = map(kernel.assume, sides(goal.conclusion))
    below = arithmetic(term("(n - s - 1)*v < (N - s)*v", **names), left, *known, opaque=True)
    below = arithmetic(term("n - 1 < N", **names), below, *known, opaque=True)
    forth = arithmetic(right.conclusion, at(next_integer(), N, n, given=given[:2]), below)
    more = arithmetic(term("a <= (N - s)*v", **names), right, *known, opaque=True)
    back = arithmetic(left.conclusion, more, *known, opaque=True)
    return derived.equivalent(kernel.discharge(left.conclusion, forth), kernel.discharge(right.conclusion, back))


def _variance(inner: Goal, pi: Term, t: Term, c: Term) -> tuple[Term, Number, list[Proved], Proved]:
    """a, s, what is known, and w = a/(N - s) of the variance w that is spoken of, from budgeted(...) and r(2) = c."""
    N, p, q, r = inner.variables
    given = inner.facts
    *known, _, _, _, _ = values = list(conjuncts(at(at_any_share(), N, pi, t, p, q, r, given=given)))
    known += conjuncts(rewritten(known[0], unfolding("size")))
    spoken = frozenset(parts(inner.conclusion))
    (worth, (above, less)), *_ = (
        (value, multiple)
        for value, multiple in zip(values[-4:], MULTIPLES, strict=True)
        if sides(value.conclusion)[0] in spoken
    )
    middle = given[-1]
    known = [rewritten(fact, put_in(middle)) for fact in known]
    names = {"N": N, "pi": pi, "t": t, "c": c}
    a, s = term(above, **names), Number(less)
    positive = arithmetic(term("0 < N - s", N=N, s=s), *known)
    worth = rewritten(worth, put_in(middle))
    there = arithmetic(equal(sides(worth.conclusion)[1], term("a/(N - s)", a=a, N=N, s=s)), positive, *known)
    return a, s, [*known, positive], derived.transitive(worth, there)


@script("numbers from which")
def numbers_from_which(goal: Goal) -> Proved:
    """Each variance is a/N or a/(N - 1), which falls to the given one at one number N."""
    pi, t, c, v = goal.variables
    given = goal.facts
    found_there = []
    for part, (above, less) in zip(both(goal.conclusion), MULTIPLES, strict=True):
        names: dict[str, Term] = {"pi": pi, "t": t, "c": c, "v": v, "s": Number(less)}
        names["a"] = term(above, **names)
        n = term("s + a/v", **names)
        inner = taken_apart(instance(part, n))
        _, s, known, same = _variance(inner, pi, t, c)
        N, w = inner.variables[0], sides(same.conclusion)[0]
        law = at(reached_from(), N, s, names["a"], v, w, given=[same, *known, *given])
        found_there.append(kernel.witness(part, n, inner.qed(law)))
    return conjoined(*found_there)


# -- Table 2 -----------------------------------------------------------------------------------------------------------


def _least_number(wanted: Term) -> Proved:
    """least_number(n, pi, t, c, v, V), where n, pi, c and v are numbers and t = exp(eps)."""
    plain = normal(wanted, meaning("least_number"))
    is_size, every = applied(sides(plain.conclusion)[1], "and", 2) or ()
    n, pi, t, c, v, _ = arguments(wanted)
    inner = taken_apart(every)
    a, s, known, same = _variance(inner, pi, t, c)
    names = {"n": n, "s": s, "v": v, "a": a}
    bounds = [arithmetic(term(text, **names)) for text in ("0 < v", "(n - s - 1)*v < a", "a <= (n - s)*v")]
    N, w = inner.variables[0], sides(same.conclusion)[0]
    assert isinstance(n, Number)
    whole = kernel.literal(n)
    least = inner.qed(at(least_whole_number(), n, N, s, a, v, w, given=[whole, same, *bounds, *known]))
    return derived.follow(symmetric(plain), kernel.conjoin(found(is_size), least))


def arguments(formula: Term) -> list[Term]:
    """What a word is said of."""
    values = list[Term]()
    while isinstance(formula, Apply):
        values.insert(0, formula.argument)
        formula = formula.function
    return values


def _column(part: Term) -> Proved:
    """What is said of a column of a table, entry by entry; the numbers of the column are put in."""
    return reduced(normal(part, meaning("row"), conditions), lambda it: conjoined(*map(_least_number, both(it))))


@script("table of sizes")
def table_of_sizes(goal: Goal) -> Proved:
    """Column by column."""
    return for_each(COLUMNS, goal.statement, lambda _, part: _column(part))


@script("one fewer is enough")
def one_fewer_is_enough(goal: Goal) -> Refuted:
    """For modified Christofides at eps = 0.01 the variance of 101010 respondents is below 0.1 already."""
    column = at(kernel.assume(goal.statement), ONE, given=[kernel.literal(ONE)])
    entry = list(conjuncts(rewritten(column, meaning("row"), conditions)))[2]
    n, pi, t, c, v, _ = arguments(entry.conclusion)
    assert isinstance(n, Number)
    fewer = Number(n.value - 1)
    budgeted = _mechanisms(fewer, pi, t, c)
    same = _said_of(entry, budgeted)
    worth = list(conjuncts(at(at_any_share(), *arguments(budgeted.conclusion), given=[budgeted])))[-2]
    worth = rewritten(worth, conditions)
    there = sides(worth.conclusion)[1]
    less = arithmetic(sides(same.conclusion)[0], worth, arithmetic(term("w <= v", w=there, v=v)), opaque=True)
    shown_at = (("N", str(fewer)), ("pi", str(pi)), ("eps", "1/100"), ("p_2", str(c)))
    return Refuted(derived.reject(goal.statement, arithmetic(FALSE, derived.follow(same, less))), shown_at, (there, v))


def _mechanisms(N: Term, pi: Term, t: Term, c: Term) -> Proved:
    """That there are mechanisms with a budget, for numbers of people, cards and the budget."""
    law = specialise(mechanisms_at_any_share(), N, pi, t, c)
    needed, _ = applied(law.conclusion, "implies", 2) or ()
    return kernel.detach(law, conjoined(*map(found, both(needed))))


def _said_of(least: Proved, budgeted: Proved) -> Proved:
    """V <= v iff n <= N for some mechanisms, from least_number(n, pi, t, c, v, V)."""
    N, _, _, p, q, r = arguments(budgeted.conclusion)
    said = specialise(kernel.part(rewritten(least, meaning("least_number")), 1), N, p, q, r)
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    return rewritten(kernel.detach(said, kernel.conjoin(budgeted, found(both(premise)[-1]))), conditions)


# -- least numbers compared --------------------------------------------------------------------------------------------


@own_lemma(
    "forall n m pi t c v V. least_number(n, pi, t, c, v, V) and least_number(m, pi, t, c, v, V) "
    "and 0 <= pi and pi <= 1 and 1 < t and 0 <= c and c < 1 and 2 < n implies m = n"
)
def one_least_number(goal: Goal) -> Proved:
    """There is one least number only, since there are mechanisms with the budget for every number of people."""
    n, m, pi, t, c, *_ = goal.variables
    first, second, *given = conjuncts(kernel.assume(goal.given[0]))
    sizes = []
    for least in (first, second):
        is_size = kernel.part(rewritten(least, meaning("least_number")), 0)
        sizes += [is_size, *conjuncts(rewritten(is_size, unfolding("size")))]

    def same_from(N: Term, *known: Proved) -> Proved:
        """n <= N iff m <= N, for N >= 2."""
        more = arithmetic(term("2 <= N", N=N), *known, *given)
        there = at(mechanisms_at_any_share(), N, pi, t, c, given=[more, found(TWO_OF_THEM), *sizes, *given])
        return derived.transitive(symmetric(_said_of(first, there)), _said_of(second, there))

    no_more = derived.follow(same_from(n), arithmetic(term("n <= n", n=n)))
    large, small = (kernel.assume(term(text, m=m)) for text in ("2 <= m", "m < 2"))
    no_less = derived.follow(symmetric(same_from(m, large)), arithmetic(term("m <= m", m=m)))
    wrong = derived.follow(symmetric(same_from(TWO)), arithmetic(term("m <= 2", m=m), small))
    return kernel.cases(
        arithmetic(term("2 <= m or m < 2", m=m)),
        arithmetic(goal.conclusion, no_more, no_less),
        arithmetic(goal.conclusion, wrong, *given),
    )


def _of_columns(goal: Goal) -> list[Proved]:
    """What the premise says of each column, least number by least number."""
    (premise,) = map(kernel.assume, goal.given)
    places = (Number(place) for place in range(1, COLUMNS + 1))
    columns = (at(premise, place, given=[kernel.literal(place)]) for place in places)
    return [part for column in columns for part in conjuncts(rewritten(column, meaning("row"), conditions))]


@script("sizes compared")
def sizes_compared(goal: Goal) -> Proved:
    """Each of the least numbers is that of Table 2."""
    values = []
    for number, least in enumerate(_of_columns(goal)):
        n, *rest = arguments(least.conclusion)
        entry = Number(LEAST[number % len(LEAST)][number // len(LEAST)])
        known = _least_number(_put(least.conclusion, n, entry))
        names = dict(zip(("pi", "t", "c"), rest, strict=False))
        bounds = term("0 <= pi and pi <= 1 and 1 < t and 0 <= c and c < 1 and 2 < n", **names, n=entry)
        sizes = [found(part) for part in both(bounds)]
        values.append(at(one_least_number(), entry, n, *rest, given=[known, least, *sizes]))

    def in_column(_: Term, part: Term) -> Proved:
        return reduced(normal(part, literals, *map(put_in, values)), lambda it: conjoined(*map(arithmetic, both(it))))

    by_mechanism, by_budget = both(goal.conclusion)
    return kernel.conjoin(for_each(COLUMNS, by_mechanism, in_column), for_each(COLUMNS - 1, by_budget, in_column))


def _put(formula: Term, old: Term, new: Term) -> Term:
    """A word said of something else in its first place."""
    first, *rest = arguments(formula)
    assert first == old
    head = formula
    while isinstance(head, Apply):
        head = head.function
    return reduce(Apply, (new, *rest), head)


@script("sizes are equal")
def sizes_are_equal(goal: Goal) -> Refuted:
    """At eps = 0.5 modified Christofides needs 40 respondents, as Warner does."""
    rows = [table(*numbers) for numbers in LEAST]
    said = specialise(kernel.assume(goal.statement), *rows)
    premise, _ = applied(said.conclusion, "implies", 2) or ()
    said = kernel.detach(said, for_each(COLUMNS, premise, lambda _, part: _column(part)))
    last = at(kernel.part(said, 0), Number(COLUMNS), given=[kernel.literal(Number(COLUMNS))])
    nothing = arithmetic(FALSE, *conjuncts(rewritten(last, conditions)))
    names = (variable.name.split(" ")[0] for variable in goal.variables)
    shown_at = tuple((name, f"({', '.join(map(str, numbers))})") for name, numbers in zip(names, LEAST, strict=False))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(40), Fraction(40)))


# -- the worst case ----------------------------------------------------------------------------------------------------


@lemma("forall a s M. 0 < M and 0 < s implies a*(1 - a)*s/M <= 1/4*s/M")
def worst_at_half(goal: Goal) -> Proved:
    """a (1 - a) is largest at 1/2."""
    a, s, M = goal.variables
    ratio = arithmetic(term("0 < s/M", s=s, M=M), *goal.given)
    less = arithmetic(term("a*(1 - a)*(s/M) <= 1/4*(s/M)", a=a, s=s, M=M), ratio, opaque=True)
    return arithmetic(goal.conclusion, less, *goal.given)


@own_lemma(
    "forall N pi t p q r. budgeted(N, pi, t, p, q, r) implies budgeted(N, 1/2, t, p, q, r) "
    "and Var_IC(N, pi, r) <= Var_IC(N, 1/2, r)"
)
def worst_share(goal: Goal) -> Proved:
    """The variance of improved Christofides is largest where half of all have the attribute."""
    N, pi, t, p, q, r = goal.variables
    first, second = both(goal.conclusion)
    halves = [found(term(text, a=HALF)) for text in ("0 <= a", "a <= 1")]
    given = list(conjuncts(rewritten(kernel.assume(goal.given[0]), meaning("budgeted"))))
    at_half = reduced(normal(first, meaning("budgeted")), lambda it: shown(it, [*given, *halves]))
    *known, _, _, _, here = conjuncts(at(at_any_share(), *goal.variables, given=goal.given))
    *_, there = conjuncts(at(at_any_share(), N, HALF, t, p, q, r, given=[at_half]))
    c = term("r(2)", r=r)
    positive = kernel.part(at(spreads_are_positive(), t, c, given=known), 1)
    spread, size = (applied(positive.conclusion, "<", 2) or ())[1], term("N - 1", N=N)
    more = arithmetic(term("0 < M", M=size), *known)
    worst = at(worst_at_half(), pi, spread, size, given=[positive, more])
    fourth = arithmetic(term("w = 1/4*s/M", w=sides(there.conclusion)[1], s=spread, M=size), more, *known)
    return kernel.conjoin(at_half, arithmetic(second, here, there, fourth, worst, opaque=True))


@script("worst case")
def worst_case(goal: Goal) -> Proved:
    """The largest variance, the least number where it is at most 0.1, and the number at which it is 0.1."""
    largest, least, some = both(goal.conclusion)
    inner = taken_apart(largest)
    (said,) = inner.given
    surveys, _ = conjuncts(kernel.assume(said))
    worst = kernel.part(at(worst_share(), *arguments(surveys.conclusion), given=[surveys]), 1)
    _, pi, t, c, v, _ = arguments(least)
    names = {"pi": pi, "t": t, "c": c, "v": v, "s": ONE}
    names["a"] = term(MULTIPLES[-1][0], **names)
    exact = term("s + a/v", **names)
    there = instance(some, exact)
    near, every = applied(there, "and", 2) or ()
    variable = taken_apart(every)
    _, s, known, same = _variance(variable, pi, t, c)
    positive = arithmetic(term("0 < v", **names))
    N, w = variable.variables[0], sides(same.conclusion)[0]
    law = kernel.part(at(reached_from(), N, s, names["a"], v, w, given=[same, positive, *known]), 1)
    value, _ = both(variable.conclusion)
    shown_there = kernel.conjoin(arithmetic(value, same, *known), law)
    exists = kernel.witness(some, exact, kernel.conjoin(_within(near), variable.qed(shown_there)))
    return conjoined(inner.qed(worst), _least_number(least), exists)


# -- Table 1 -----------------------------------------------------------------------------------------------------------


def _within(formula: Term, *facts: Proved) -> Proved:
    """abs(x) <= b, by arithmetic."""
    size, bound = applied(formula, "<=", 2) or ()
    (number,) = applied(size, "abs", 1) or ()
    ends = [arithmetic(term(text, x=number, b=bound), *facts) for text in ("-b <= x", "x <= b")]
    return at(as_absolute(), number, bound, given=ends)


@script("interval lengths")
def interval_lengths(goal: Goal) -> Proved:
    """Each length is a root, which lies between two numbers as its square does."""
    return for_each(COLUMNS, goal.statement, lambda _, part: _lengths(part))


def _lengths(part: Term) -> Proved:
    plain = normal(part, meaning("row", *ROOTS, "squared_distance"), conditions)
    return derived.follow(symmetric(plain), conjoined(*map(_length_within, both(sides(plain.conclusion)[1]))))


def _length_within(formula: Term) -> Proved:
    """abs(1/2 + 1/2 sqrt(v) - (1/2 - 1/2 sqrt(v)) - e) <= b"""
    size, bound = applied(formula, "<=", 2) or ()
    (error,) = applied(size, "abs", 1) or ()
    _, less = applied(error, "+", 2) or ()
    ((square,),) = dict.fromkeys(found_there for part in parts(error) if (found_there := applied(part, "sqrt", 1)))
    names = {"v": square, "e": term("-e", e=less), "b": bound, "s": term("sqrt(v)", v=square)}
    low, high = (arithmetic(term(text, **names)) for text in ("(e - b)^2 <= v", "v <= (e + b)^2"))
    root, squared = root_of(square, arithmetic(term("0 <= v", **names), low, opaque=True))
    squares = [arithmetic(term(text, **names), low, high, squared, opaque=True)
               for text in ("(e - b)^2 <= s^2", "s^2 <= (e + b)^2")]  # fmt: skip
    ends = [arithmetic(term(text, **names), root, *squares, opaque=True) for text in ("e - b <= s", "s <= e + b")]
    return _within(formula, *ends)


# -- the abstract ------------------------------------------------------------------------------------------------------


@lemma("forall a s N. 0 < s and 2 <= N implies (a*(1 - a)*s/(N - 1))/(s/(4*N)) = 4*N*a*(1 - a)/(N - 1)")
def share_of_variance(goal: Goal) -> Proved:
    """What is dealt saves the same part at every budget."""
    return arithmetic(goal.conclusion, *goal.given)


def _share(goal: Goal) -> Proved:
    """The part of the variance of modified Christofides that the improved mechanism has."""
    surveys = arguments(goal.given[0])
    N, pi, t, *_, r = surveys
    *known, _, _, modified, improved = conjuncts(at(at_any_share(), *surveys, given=goal.given))
    positive = kernel.part(at(spreads_are_positive(), t, term("r(2)", r=r), given=known), 1)
    spread = (applied(positive.conclusion, "<", 2) or ())[1]
    ratio = at(share_of_variance(), pi, spread, N, given=[positive, *known])
    return reduced(normal(goal.conclusion, put_in(modified), put_in(improved), put_in(ratio)), _within)


@script("summary")
def summary(goal: Goal) -> Proved:
    """The order in the region, the part of the variance that is left, and what the census saves."""
    found_there = []
    for part, shows in zip(_three(goal.conclusion), (orders, _share, decreased_for_all_three), strict=True):
        inner = taken_apart(part)
        found_there.append(inner.qed(shows(inner)))
    return conjoined(*found_there)


def _three(formula: Term) -> list[Term]:
    first, rest = applied(formula, "and", 2) or ()
    return [first, *(applied(rest, "and", 2) or ())]
