"""Scripts for Table 1, Table 2 and the numbers of respondents of section 6.4."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.szy.own_lemmas import meaning
from checks.papers.szy.proofs_at_budgets import put_in
from checks.papers.szy.proofs_of_budgets import for_each
from checks.papers.szy.proofs_of_comparison import (
    ROOTS,
    SPREAD,
    at_any_share,
    both,
    mechanisms_at_any_share,
    root_of,
)
from checks.verifying.stated import Refuted, Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, Apply, Number, Term, applied, equal, parts
from derivations.theory.automatic import conditions, found
from derivations.theory.single_terms import at, in_both, next_integer
from derivations.theory.sums import ONE

COLUMNS = 4
SPREAD_AT = SPREAD.format(c="c")
MULTIPLES = (
    ("t/(t - 1)^2", 0),
    ("t/(t - 1)^2", 0),
    (f"{SPREAD_AT}/4", 0),
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


@lemma("forall N s a v w. 0 < N - s and 0 < a and 0 < v and w = a/(N - s) implies "
       "(w = v iff N = s + a/v) and (w <= v iff s + a/v <= N)")  # fmt: skip
def reached_from(goal: Goal) -> Proved:
    """What is a/(N - s) falls to v at N = s + a/v."""
    N, s, a, v, w = goal.variables
    names = {"N": N, "s": s, "a": a, "v": v, "w": w, "u": term("a/v", a=a, v=v)}
    products = [arithmetic(term(text, **names), *goal.given) for text in ("w*(N - s) = a", "u*v = a")]
    signs = [part for formula in goal.given for part in conjuncts(kernel.assume(formula))][:3]
    known = [*products, *signs]
    found_there = []
    for part in both(goal.conclusion):
        left, right = sides(part)
        forth, back = (arithmetic(to, of, *known, opaque=True) for of, to in ((left, right), (right, left)))
        found_there.append(kernel.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back)))
    return conjoined(*found_there)


@lemma("forall n N s a v w. integer(n) and integer(N) and 0 < N - s and 0 < v and w = a/(N - s) "
       "and (n - s - 1)*v < a and a <= (n - s)*v implies (w <= v iff n <= N)")  # fmt: skip
def least_whole_number(goal: Goal) -> Proved:
    """What is a/(N - s) is at most v exactly from n on, where a is between (n - 1 - s) v and (n - s) v."""
    n, N, s, a, v, w = goal.variables
    names = {"n": n, "N": N, "s": s, "a": a, "v": v, "w": w}
    given = [part for formula in goal.given for part in conjuncts(kernel.assume(formula))]
    known = [arithmetic(term("w*(N - s) = a", **names), *given), *given[2:4], *given[5:]]
    left, right = map(kernel.assume, sides(goal.conclusion))
    below = arithmetic(term("(n - s - 1)*v < (N - s)*v", **names), left, *known, opaque=True)
    below = arithmetic(term("n - 1 < N", **names), below, *known, opaque=True)
    forth = arithmetic(right.conclusion, at(next_integer(), N, n, given=given[:2]), below)
    more = arithmetic(term("a <= (N - s)*v", **names), right, *known, opaque=True)
    back = arithmetic(left.conclusion, more, *known, opaque=True)
    return kernel.equivalent(kernel.discharge(left.conclusion, forth), kernel.discharge(right.conclusion, back))


def _variance(inner: Goal, pi: Term, t: Term, c: Term) -> tuple[Term, Number, list[Proved], Proved]:
    """a, s, what is known, and w = a/(N - s) of the variance w that is spoken of, from budgeted(...) and r(2) = c."""
    N, p, q, r = inner.variables
    given = [part for formula in inner.given for part in conjuncts(kernel.assume(formula))]
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
    return a, s, [*known, positive], kernel.transitive(worth, there)


def numbers_from_which(goal: Goal) -> Proved:
    """Each variance is a/N or a/(N - 1), which falls to the given one at one number N."""
    pi, t, c, v = goal.variables
    given = [part for formula in goal.given for part in conjuncts(kernel.assume(formula))]
    positive = list(conjuncts(at(spreads_are_positive(), t, c, given=given)))
    found_there = []
    for part, (above, less) in zip(both(goal.conclusion), MULTIPLES, strict=True):
        names: dict[str, Term] = {"pi": pi, "t": t, "c": c, "v": v, "s": Number(less)}
        names["a"] = term(above, **names)
        n = term("s + a/v", **names)
        inner = taken_apart(instance(part, n))
        _, s, known, same = _variance(inner, pi, t, c)
        more = arithmetic(term("0 < a", **names), *positive, *given)
        N, w = inner.variables[0], sides(same.conclusion)[0]
        law = at(reached_from(), N, s, names["a"], v, w, given=[same, more, *known, *given])
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
    return kernel.follow(symmetric(plain), kernel.conjoin(found(is_size), least))


def arguments(formula: Term) -> list[Term]:
    """What a word is said of."""
    values = list[Term]()
    while isinstance(formula, Apply):
        values.insert(0, formula.argument)
        formula = formula.function
    return values


def _column(part: Term) -> Proved:
    """What is said of a column of a table, entry by entry; the numbers of the column are put in."""
    plain = normal(part, meaning("row"), conditions)
    return kernel.follow(symmetric(plain), conjoined(*map(_least_number, both(sides(plain.conclusion)[1]))))


def table_of_sizes(goal: Goal) -> Proved:
    """Column by column."""
    return for_each(COLUMNS, goal.statement, lambda _, part: _column(part))


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
    return Refuted(kernel.reject(goal.statement, arithmetic(FALSE, kernel.follow(same, less))), shown_at, (there, v))


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


# -- Table 1 -----------------------------------------------------------------------------------------------------------


@lemma("forall x b. -b <= x and x <= b implies abs(x) <= b")
def small_on_both_sides(goal: Goal) -> Proved:
    """Where a number is between -b and b, its absolute value is at most b."""
    plain = normal(goal.conclusion, unfolding("abs"))

    def there(case: Term) -> Proved:
        chosen = normal(sides(plain.conclusion)[1], decided([case]))
        return kernel.follow(symmetric(chosen), arithmetic(sides(chosen.conclusion)[1], *goal.given))

    which = arithmetic(term("0 <= x or x < 0", x=goal.variables[0]))
    return kernel.follow(symmetric(plain), in_both(which, there))


def _within(formula: Term, *facts: Proved) -> Proved:
    """abs(x) <= b, by arithmetic."""
    size, bound = applied(formula, "<=", 2) or ()
    (number,) = applied(size, "abs", 1) or ()
    ends = [arithmetic(term(text, x=number, b=bound), *facts) for text in ("-b <= x", "x <= b")]
    return at(small_on_both_sides(), number, bound, given=ends)


def interval_lengths(goal: Goal) -> Proved:
    """Each length is a root, which lies between two numbers as its square does."""
    return for_each(COLUMNS, goal.statement, lambda _, part: _lengths(part))


def _lengths(part: Term) -> Proved:
    plain = normal(part, meaning("row", *ROOTS, "squared_distance"), conditions)
    return kernel.follow(symmetric(plain), conjoined(*map(_length_within, both(sides(plain.conclusion)[1]))))


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


SCRIPTS: Mapping[str, Script] = {
    "numbers from which": numbers_from_which,
    "table of sizes": table_of_sizes,
    "one fewer is enough": one_fewer_is_enough,
    "interval lengths": interval_lengths,
}
