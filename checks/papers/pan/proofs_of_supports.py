"""Scripts about supports: the equations that the solution of a linear program fulfils."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from checks.papers.pan.proofs_moments import each_part
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    lemma,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import FALSE, LESS, TIMES, Free, Number, Term, applied, equal, opened, quantified
from derivations.theory.automatic import definitions
from derivations.theory.equations import independent_equations
from derivations.theory.logarithms import exp_less
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, each
from derivations.theory.sums import ZERO, in_range, in_sums


@script("independent supports")
def independent_supports(goal: Goal) -> Proved:
    """The difference of two solutions solves the equations with 0 on the right."""
    names = goal.names
    given = goal.facts
    size = list(conjuncts(rewritten(given[0], unfolding("size"))))
    n, A, q = (names[name] for name in "nAj")
    i = Free("i #0")
    independent, first, second, place = given[1], given[2], given[3], kernel.assume(goal.given[-1])
    inside = kernel.assume(in_range(i, n))
    sizes = [*size, arithmetic(term("0 <= n", n=n), size[1])]
    gap = term("fun j. x(j) - y(j)", x=names["x"], y=names["y"])
    row = chain(term("sum j in 1..n. A(i, j) * (x(j) - y(j))", i=i, **names)).rewrite(in_sums(sizes))
    zero = row.arithmetic(ZERO, *(at(rows, i, given=[inside]) for rows in (first, second))).theorem
    before = term("n - 1", n=n)
    law = specialise(independent_equations(), before, A, gap, q)
    law = rewritten(law, by(arithmetic(term("n - 1 + 1 = n", n=n))))
    count = shown(term("integer(n - 1) and 0 <= n - 1", n=n), [*size, kernel.literal(Number(-1))])
    same = under(law, [count, independent, each(i, n, zero), place])
    return arithmetic(goal.conclusion, same)


@script("multiples of a support")
def multiples(goal: Goal) -> Refuted:
    """x(1) + x(2) = 3, twice: a line of solutions."""
    two = term("2")
    values = [two, two, term("fun i j. i"), term("fun i. 3 * i"), term("fun j. j"), term("fun j. 3 - j")]
    shown_so = (("n", "2"), ("s", "2"), ("A", "((1, 1), (2, 2))"), ("b", "(3, 6)"), ("x", "(1, 2)"), ("y", "(2, 1)"))
    return Refuted(refuted_at(goal.statement, values), (*shown_so, ("j", "1")), (Fraction(1), Fraction(2)))


ROWS = {
    "(m - 1)/(x + m - 1)*q + x/(x + m - 1)*p = y/(y + m - 1)": "(y + m - 1)*((m - 1)*q + x*p) = y*(x + m - 1)",
    "x*p = y*r": "x*p = y*r",
    "q = y*x*((1 - p)/(m - 1))": "(m - 1)*q = y*x*(1 - p)",
    "q = y*((1 - q - r)/(m - 2))": "(m - 2)*q = y*(1 - q - r)",
}
"""The supports (33), (37), (42) and (45), and each without its divisors."""


@lemma("forall g w. w != 0 and g*w = 0 implies g = 0")
def zero_factor(goal: Goal) -> Proved:
    """Of a product that is zero the other factor is."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall s v t a b c d p q y. 0 < s and 0 < v and a*s = t and b*s = c and d*v = y implies "
       "(a*q + b*p = d iff v*(t*q + c*p) = y*s)")  # fmt: skip
def without_divisors(goal: Goal) -> Proved:
    """Both sides of (33), multiplied by its divisors."""
    names = dict(zip("svtabcdpqy", goal.variables, strict=True))
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    left, right = applied(goal.conclusion, "=", 2) or ()
    scaled = arithmetic(term("t*q + c*p = (a*q + b*p)*s and y*s = d*v*s", **names), *facts)
    gap = arithmetic(term("v*(t*q + c*p) - y*s = (a*q + b*p - d)*(s*v)", **names), scaled)
    positive = arithmetic(term("s*v != 0", **names), *facts[:2])
    forth = kernel.discharge(left, arithmetic(right, gap, kernel.assume(left)))
    difference, divisor = term("a*q + b*p - d", **names), term("s*v", **names)
    product = arithmetic(equal(TIMES(difference, divisor), ZERO), gap, kernel.assume(right))
    zero = at(zero_factor(), difference, divisor, given=[positive, product])
    return derived.equivalent(forth, kernel.discharge(right, arithmetic(left, zero)))


@script("rank of the supports")
def rank(goal: Goal) -> Proved:
    """(m - 1) (37) + (42) + (m - 1) (45), without divisors, is (33): (45) is what is left where the others are met."""
    limits = goal.facts
    return each_part(goal.conclusion, lambda part: _of_all(part, goal.names, limits), goal)


def _of_all(statement: Goal, names: Mapping[str, Term], limits: list[Proved]) -> Proved:
    """What is said of all p, q and r."""
    part = taken_apart(statement.conclusion)
    unknowns = [part.variables[k : k + 3] for k in range(0, len(part.variables), 3)]
    plain: dict[Term, Term] = {}
    for values in unknowns:
        own = {**names, **dict(zip("pqr", values, strict=True))}
        for row, without in ROWS.items():
            for sign in ("=", "<="):
                plain[term(row.replace("=", sign), **own)] = term(without.replace("=", sign), **own)

    totals = {}
    sums_of = [term(text, **names) for text in ("x + m - 1", "y + m - 1", "m - 1")]
    positive = [arithmetic(term("0 < v", v=value), *limits) for value in sums_of[:2]]
    shares = [term(text, **names) for text in ("(m - 1)/(x + m - 1)", "x/(x + m - 1)", "y/(y + m - 1)")]
    scaled = [
        arithmetic(equal(TIMES(share, by_), value), sign)
        for share, by_, value, sign in zip(
            shares,
            (sums_of[0], sums_of[0], sums_of[1]),
            (sums_of[2], names["x"], names["y"]),
            (positive[0], positive[0], positive[1]),
            strict=True,
        )
    ]
    for p, q, _ in unknowns:
        numbers = sums_of[0], sums_of[1], sums_of[2], shares[0], shares[1], names["x"], shares[2], p, q, names["y"]
        same = at(without_divisors(), *numbers, given=[*positive, *scaled])
        totals[sides(same.conclusion)[0]] = same

    def met(fact: Proved) -> Proved:
        if fact.conclusion in totals:
            return derived.follow(totals[fact.conclusion], fact)
        return arithmetic(plain[fact.conclusion], fact, *limits)

    def one(formula: Term, known: list[Proved]) -> Proved:
        if formula in totals:
            same = totals[formula]
            return derived.follow(symmetric(same), arithmetic(sides(same.conclusion)[1], *known, *limits))
        wanted = plain[formula]
        if all(applied(fact.conclusion, "=", 2) for fact in known):
            left, right = sides(wanted)
            difference, divisor = term("a - b", a=left, b=right), term("m - 1", **names)
            product = arithmetic(equal(TIMES(difference, divisor), ZERO), *known)
            known = [at(zero_factor(), difference, divisor, given=[_not_zero(divisor, limits), product])]
        return arithmetic(formula, arithmetic(wanted, *known, *limits), *limits)

    def shown_so(formula: Term, known: list[Proved]) -> Proved:
        if both := applied(formula, "and", 2):
            return conjoined(*(shown_so(side, known) for side in both))
        if premise := applied(formula, "implies", 2):
            more = [met(fact) for fact in conjuncts(kernel.assume(premise[0]))]
            return kernel.discharge(premise[0], shown_so(premise[1], [*known, *more]))
        return one(formula, known)

    given = [met(fact) for formula in part.given for fact in conjuncts(kernel.assume(formula))]
    if len(unknowns) > 1:
        return part.qed(_only_one(unknowns, names, given, limits))
    return part.qed(shown_so(part.conclusion, given))


def _only_one(
    unknowns: list[tuple[Free, ...]], names: Mapping[str, Term], given: list[Proved], limits: list[Proved]
) -> Proved:
    """Two solutions of (33), (37) and (42) are the same: their difference in p is 0, and with it that in q and in r."""
    own = {**names, **dict(zip("pqrPQR", (*unknowns[0], *unknowns[1]), strict=True))}
    met = given
    known: list[Proved] = []
    for gap, scale, facts in (
        ("p - P", "(y + m - 1)*(x*(y - 1))", (0, 2, 3, 5)),
        ("q - Q", "m - 1", (2, 5)),
        ("r - R", "y", (1, 4)),
    ):
        difference, divisor = term(gap, **own), term(scale, **own)
        product = arithmetic(equal(TIMES(difference, divisor), ZERO), *(met[k] for k in facts), *known)
        known.append(at(zero_factor(), difference, divisor, given=[_not_zero(divisor, limits), product]))
    same = [arithmetic(term(text, **own), fact) for text, fact in zip(("p = P", "q = Q", "r = R"), known, strict=True)]
    return conjoined(*same)


def _not_zero(divisor: Term, limits: list[Proved]) -> Proved:
    """A divisor is not zero."""
    return arithmetic(term("v != 0", v=divisor), *limits)


# -- the grid of guarantees --------------------------------------------------------------------------------------------


@lemma("forall x y p q r s t. s*2 = 1 - p and t = 1 - q - r and x*p <= y*r and x*s <= y*q and x*s <= y*t implies "
       "x <= y")  # fmt: skip
def rows_add_up(goal: Goal) -> Proved:
    """x = x p + 2 x s and y = y r + y q + y t."""
    return arithmetic(goal.conclusion, *goal.given)


SUMMED = (1, 3, 5)  # (37), (41) and (43) among the rows of the program


@script("no solution for a smaller guarantee")
def no_solution_for_a_smaller_guarantee(goal: Goal) -> Refuted:
    """Three values, from 0.2 to 0.1: (37), (41) and (m - 2) times (43) add up to e^eps_1 <= e^eps_2."""
    said = kernel.assume(goal.statement)
    numbers = [kernel.literal(Number(number)) for number in (3, 2, 1)]
    existing = at(said, Number(3), Number(2), Number(1), given=numbers)
    p, q, r = (Free(f"{name} #0") for name in "pqr")
    inner = existing.conclusion
    openings: list[tuple[Proved, Free]] = []
    for variable in (p, q, r):
        openings.append((kernel.assume(inner) if openings else existing, variable))
        body = quantified(inner, "exists")
        assert body is not None, "there are three probabilities"
        inner = opened(body, variable)
    solution = list(conjuncts(rewritten(kernel.part(kernel.assume(inner), 0), definitions(*LIBRARY))))
    rows = [solution[row] for row in SUMMED]
    x, y = ((applied(side, "*", 2) or ())[0] for side in applied(rows[0].conclusion, "<=", 2) or ())
    s, third = (term(text, p=p, q=q, r=r) for text in ("(1 - p)/(3 - 1)", "(1 - q - r)/(3 - 2)"))
    shares = [arithmetic(term("s*2 = 1 - p", s=s, p=p)), arithmetic(term("t = 1 - q - r", t=third, q=q, r=r))]
    total = at(rows_add_up(), x, y, p, q, r, s, third, given=[*shares, *rows])
    powers = [(applied(level, "exp", 1) or ())[0] for level in (y, x)]
    falls = at(exp_less(), *powers, given=[arithmetic(LESS(*powers))])
    wrong = arithmetic(FALSE, falls, total)
    for existence, variable in reversed(openings):
        wrong = kernel.unpack(existence, variable, wrong)
    values = (term("exp(1/5)"), term("exp(1/10)"))
    return Refuted(derived.reject(goal.statement, wrong), (("m", "3"), ("i", "2"), ("j", "1")), values)
