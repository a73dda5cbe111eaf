"""How many of the sets of l of k categories hold three given ones, for every k and l."""

from __future__ import annotations

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    term,
    under,
)
from derivations.logic.terms import FALSE, PLUS, Free, Term, equal, negated, substituted
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at
from derivations.theory.subsets import (
    COUNT,
    INDEX,
    SETS_OF,
    _AtSize,
    _by_last_category,
    _counted,
    _counted_on,
    _split,
    count_holding_both,
)
from derivations.theory.sums import ONE, in_words

APART = "i != j implies i != x implies j != x implies"
LETTERS = ("(w(i) - 1)", "(w(j) - 1)", "(w(x) - 1)")
ALL = "(" + " * ".join(LETTERS) + ")"
INSIDE = " ".join(f"integer({index}) and 1 <= {index} <= k + 3 implies" for index in "ijx")


@lemma("forall i j x. integer(i) and 1 <= i <= 2 implies integer(j) and 1 <= j <= 2 implies "
       f"integer(x) and 1 <= x <= 2 implies {APART} 1 = 0")  # fmt: skip
def no_three_of_two(goal: Goal) -> Proved:
    """Of three of the numbers 1 and 2 two are the same."""
    is_one = [
        arithmetic(term("i = 1 or i = 2", i=index), known)
        for index, known in zip(goal.variables, goal.given, strict=False)
    ]
    return arithmetic(goal.conclusion, *is_one, *goal.given[3:])


@lemma(f"forall k i j x l. integer(k) and 0 <= k implies {INSIDE} {APART} "
       + COUNT.format(k="k + 3", l="l", F=ALL) + " = binomial(k, l - 1 - 1 - 1)")  # fmt: skip
def count_holding_three(goal: Goal) -> Proved:
    """binomial(k, l - 3) sets of l of k + 3 categories hold three given ones."""
    _k, i, j, x, held = goal.variables
    w = Free("w #0", WORD)
    indices = (i, j, x)
    names = {"w": w, "i": i, "j": j, "x": x}

    def found(here: _AtSize) -> Proved:
        t, less = here.size, term("l - 1", l=held)

        def last(index: Free) -> Proved:
            """One of the three is the last category, so that the others are not."""
            case = here.cases(index)[1]
            others = [other for other in indices if other != index]
            below = [_not_last(here, other, case) for other in others]
            score = term(ALL, **{**names, index.name[0]: PLUS(t, ONE)})
            split = _split(t, held, score, *here.sizes, *below)
            law = specialise(count_holding_both(), here.number, *others, less)
            law = rewritten(law, _counted_on(here.number, 2))
            known = [*here.sizes, *below, *here.given]
            whole = here.counted(under(law, known))
            formula = substituted(here.wanted, {index: PLUS(t, ONE)})
            formula = sides(normal(formula, in_words(here.sizes)).conclusion)[1]
            return here.last(index, case, arithmetic(formula, split, whole))

        low = [here.cases(index)[0] for index in indices]
        if here.before is None:  # there are no three of the first two
            bounds = [arithmetic(term("1 <= i <= 2", i=index), *low, *here.given) for index in indices]
            known = [*bounds, *(shown(term("integer(i)", i=index), here.given) for index in indices)]
            two = under(specialise(no_three_of_two(), *indices), [*known, *here.given])
            none = kernel.absurd(here.wanted, arithmetic(FALSE, two))
        else:
            none = here.earlier(term(ALL, **names), held, *low)
        theorem = none
        for index in reversed(indices):
            theorem = kernel.cases(here.which(index), theorem, last(index))
        return theorem

    return _by_last_category(goal, (*indices, held), found, 3)


def _not_last(here: _AtSize, other: Free, case: Proved) -> Proved:
    """The category is one of the first ones, as another one is the last."""
    low, high = here.cases(other)
    (apart,) = (
        premise
        for premise in here.given
        if any(premise == negated(equal(*pair)) for pair in _pairs(other, case))
    )
    pair = next(pair for pair in _pairs(other, case) if apart == negated(equal(*pair)))
    same = arithmetic(equal(*pair), case, high, *here.given[:3])
    neither = kernel.absurd(low.conclusion, kernel.clash(kernel.assume(apart), same))
    return kernel.cases(here.which(other), low, neither)


def _pairs(other: Free, case: Proved) -> list[tuple[Term, Term]]:
    """Both orders of the two categories."""
    from derivations.logic.terms import free_variables

    (index,) = (v for v in free_variables(case.conclusion) if v.name[0] in "ijx" and v != other and v.name[1] == " ")
    return [(other, index), (index, other)]


@lemma(f"forall k l m z i j x. {SETS_OF.format(least=3)} {INDEX.format('i')} {INDEX.format('j')} {INDEX.format('x')} "
       f"{APART} (sum y in 1..m. z(y, i) * z(y, j) * z(y, x)) = binomial(k - 3, l - 3)")  # fmt: skip
def sets_holding_three(goal: Goal) -> Proved:
    """binomial(k - 3, l - 3) of the sets hold three given categories."""
    k, held, _, _, i, j, x = goal.variables
    size = shown(term("integer(k - 3)", k=k), goal.given[:1])
    size = kernel.conjoin(size, arithmetic(term("0 <= k - 3", k=k), goal.given[0]))
    insides = []
    for index, known in zip((i, j, x), goal.given[3:6], strict=True):
        inside = shown(term("integer(i)", i=index), [known])
        insides.append(kernel.conjoin(inside, arithmetic(term("1 <= i <= k - 3 + 3", i=index, k=k), known)))
    given = [size, *insides, *goal.given[6:]]
    count = at(count_holding_three(), term("k - 3", k=k), i, j, x, held, given=given, premises=7)
    lower = term("l - 1 - 1 - 1", l=held)
    count = rewritten(count, lambda part: arithmetic(equal(part, term("l - 3", l=held))) if part == lower else None)
    return _counted(goal, "w(i) * w(j) * w(x)", count, term("k - 3 + 3", k=k))
