"""How many of the sets of l of k categories hold three given ones, for every k and l."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import FALSE, NOT, PLUS, Free, Term, applied, closed, equal, substituted
from derivations.theory import sums
from derivations.theory.linear_estimates import WORD, sums_exchanged
from derivations.theory.single_terms import (
    at,
    by_conditions,
    either,
    next_integer,
    one_other,
    sum_of_equals,
    sum_of_zeros,
    summed,
)
from derivations.theory.subset_designs import ENTRIES
from derivations.theory.subsets import (
    COUNT,
    INDEX,
    SETS_OF,
    TWO,
    _AtSize,
    _by_last_category,
    _counted,
    _counted_on,
    _sets,
    _split,
    count_holding_both,
    sets_holding_both,
    square_of_bit,
)
from derivations.theory.sums import ONE, in_range, in_sums, in_words

APART = "i != j implies i != x implies j != x implies"
LETTERS = ("(w(i) - 1)", "(w(j) - 1)", "(w(x) - 1)")
ALL = "(" + " * ".join(LETTERS) + ")"
INSIDE = " ".join(f"integer({index}) and 1 <= {index} <= k + 3 implies" for index in "ijx")


@lemma(
    "forall i j x. integer(i) and 1 <= i <= 2 implies integer(j) and 1 <= j <= 2 implies "
    f"integer(x) and 1 <= x <= 2 implies {APART} 1 = 0"
)
def no_three_of_two(goal: Goal) -> Proved:
    """Of three of the numbers 1 and 2 two are the same."""
    is_one = [
        arithmetic(term("i = 1 or i = 2", i=index), known)
        for index, known in zip(goal.variables, goal.given, strict=False)
    ]
    return arithmetic(goal.conclusion, *is_one, *goal.given[3:])


@lemma(
    f"forall k i j x l. integer(k) and 0 <= k implies {INSIDE} {APART} "
    + COUNT.format(k="k + 3", l="l", F=ALL)
    + " = binomial(k, l - 1 - 1 - 1)"
)
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
            below = [_not_last(here, other, index) for other in others]
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
            none = derived.absurd(here.wanted, arithmetic(FALSE, two))
        else:
            none = here.earlier(term(ALL, **names), held, *low)
        theorem = none
        for index in reversed(indices):
            theorem = kernel.cases(here.which(index), theorem, last(index))
        return theorem

    return _by_last_category(goal, (*indices, held), found, 3)


def _not_last(here: _AtSize, other: Free, last: Free) -> Proved:
    """The category is one of the first ones, as another one is the last."""
    (_, case), (low, high) = here.cases(last), here.cases(other)
    pair = next(pair for pair in ((other, last), (last, other)) if NOT(equal(*pair)) in here.given)
    apart = NOT(equal(*pair))
    same = arithmetic(equal(*pair), case, high, *here.given[:3])
    neither = derived.absurd(low.conclusion, derived.clash(kernel.assume(apart), same))
    return kernel.cases(here.which(other), low, neither)


@lemma(
    f"forall k l m z i j x. {SETS_OF.format(least=3)} {INDEX.format('i')} {INDEX.format('j')} {INDEX.format('x')} "
    f"{APART} (sum y in 1..m. z(y, i) * z(y, j) * z(y, x)) = binomial(k - 3, l - 3)"
)
def sets_holding_three(goal: Goal) -> Proved:
    """binomial(k - 3, l - 3) of the sets hold three given categories."""
    k, held, _, _, i, j, x = goal.variables
    size = shown(term("integer(k - 3)", k=k), goal.given[:1])
    size = kernel.conjoin(size, arithmetic(term("0 <= k - 3", k=k), goal.given[0]))
    insides: list[Term | Proved] = []
    for index, known in zip((i, j, x), goal.given[3:6], strict=True):
        inside = shown(term("integer(i)", i=index), [known])
        insides.append(kernel.conjoin(inside, arithmetic(term("1 <= i <= k - 3 + 3", i=index, k=k), known)))
    given: list[Term | Proved] = [size, *insides, *goal.given[6:]]
    count = at(count_holding_three(), term("k - 3", k=k), i, j, x, held, given=given, premises=7)
    lower = term("l - 1 - 1 - 1", l=held)
    count = rewritten(count, lambda part: arithmetic(equal(part, term("l - 3", l=held))) if part == lower else None)
    return _counted(goal, "w(i) * w(j) * w(x)", count, term("k - 3 + 3", k=k))


PAIR_OF = f"{INDEX.format('i')} {INDEX.format('j')} i != j implies"
N2, N3 = "binomial(k - 2, l - 2)", "binomial(k - 3, l - 3)"


@lemma(
    f"forall k l m z i j x. {SETS_OF.format(least=2)} {PAIR_OF} {INDEX.format('x')} "
    "(sum y in 1..m. z(y, i) * z(y, j) * z(y, x)) = "
    f"{N3} + (if x = i then {N2} - {N3} else 0) + (if x = j then {N2} - {N3} else 0)"
)
def sets_holding_pair_and(goal: Goal) -> Proved:
    """How many sets hold two given categories and a third one, which may be one of both."""
    k, held, m, z, i, j, x = goal.variables
    y = Free("y #0")
    names = {"z": z, "y": y, "i": i, "j": j}
    bits, _ = conjuncts(at(_sets(goal)[0], y, given=[kernel.assume(in_range(y, m))]))
    pair = at(sets_holding_both(), k, held, m, z, i, j, given=goal.given, premises=6)
    product = "z(y, i) * z(y, j)"
    cases = []
    for index, known in ((i, goal.given[3]), (j, goal.given[4])):
        bit = at(square_of_bit(), term("z(y, c)", c=index, **names), given=[at(bits, index, given=[known])])
        square = arithmetic(term(f"{product} * z(y, c) = {product}", c=index, **names), bit)
        row = derived.transitive(summed(y, m, square, goal.given[1:2]), pair)
        same = kernel.assume(equal(x, index))
        here = Free("here #0")
        left = term(f"sum y in 1..m. {product} * z(y, c)", c=here, m=m, z=z, i=i, j=j)
        own = kernel.replace(symmetric(same), closed(here, equal(left, sides(pair.conclusion)[1])), row)
        cases.append(by_conditions(goal.conclusion, own, same, goal.given[5]))
    others = [kernel.assume(NOT(equal(x, index))) for index in (i, j)]
    apart = [
        derived.reject(
            equal(a, b), derived.clash(others[place], kernel.detach(_turned(a, b), kernel.assume(equal(a, b))))
        )
        for place, (a, b) in enumerate(((i, x), (j, x)))
    ]
    size = shown(term("integer(k) and integer(t)", k=k, t=TWO), [*goal.given[:1], kernel.literal(TWO)])
    which = at(next_integer(), TWO, k, given=[kernel.conjoin(kernel.literal(TWO), kernel.part(size, 0))])
    few, many = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    limits: list[Term | Proved] = [goal.given[3], goal.given[4], goal.given[6], few]
    inside = [shown(term("integer(i)", i=index), [goal.given[place]]) for index, place in ((i, 3), (j, 4), (x, 6))]
    inside += [arithmetic(term("1 <= i <= 2", i=index), *limits) for index in (i, j, x)]
    none = under(specialise(no_three_of_two(), i, j, x), [*inside, goal.given[5], *apart])
    value = by_conditions(goal.conclusion, arithmetic(FALSE, none))
    three = kernel.conjoin(kernel.part(size, 0), arithmetic(term("3 <= k", k=k), many))
    whole = at(sets_holding_three(), k, held, m, z, i, j, x, given=[three, *goal.given, *apart], premises=9)
    last = kernel.cases(which, value, by_conditions(goal.conclusion, whole, *others))
    for index, case in reversed(list(zip((i, j), cases, strict=True))):
        last = kernel.cases(either(equal(x, index)), case, last)
    return last


def _turned(a: Term, b: Term) -> Proved:
    """|- a = b implies b = a"""
    return kernel.discharge(equal(a, b), symmetric(kernel.assume(equal(a, b))))


@lemma(f"forall k l m z i j. {SETS_OF.format(least=2)} {PAIR_OF} (k - 2) * {N3} = (l - 2) * {N2}")
def triples_of_members(goal: Goal) -> Proved:
    """The other members of the sets that hold two categories, counted by category and by set."""
    k, held, m, z, i, j = goal.variables
    x, y = Free("x #0"), Free("y #0")
    names = {"z": z, "i": i, "j": j}
    given = _sized(goal)
    inside, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    by_category = summed(
        x, k, at(sets_holding_pair_and(), k, held, m, z, i, j, x, given=[*given, inside], premises=7), given
    )
    rules = [one_other(given), in_sums(given), by(sum_of_equals(), given), by(sums.sum_of_ones(), given)]
    inner = normal(sides(by_category.conclusion)[1], *rules, by(sum_of_zeros(), given))
    own = list(conjuncts(at(_sets(goal)[0], y, given=[in_y])))[1]
    pair = term("z(y, i) * z(y, j)", y=y, **names)
    scaled = at(sums.sum_scale(), k, pair, term("fun x. z(y, x)", z=z, y=y), given=given)
    by_set = arithmetic(equal(sides(scaled.conclusion)[0], term("l * p", l=held, p=pair)), scaled, own, opaque=True)
    total = summed(y, m, by_set, goal.given[1:2])
    total = derived.transitive(
        total, at(sums.sum_scale(), m, held, term("fun y. z(y, i) * z(y, j)", **names), given=goal.given[1:2])
    )
    triple = term("fun x y. z(y, i) * z(y, j) * z(y, x)", **names)
    swapped = at(sums.sum_swap(), k, m, triple, given=given, premises=2)
    both = at(sets_holding_both(), k, held, m, z, i, j, given=goal.given, premises=6)
    return arithmetic(goal.conclusion, by_category, inner, swapped, total, both, opaque=True)


def _sized(goal: Goal) -> list[Term | Proved]:
    """What the goal gives, with the sizes as lemmas about sums need them."""
    k = goal.variables[0]
    size = shown(term("integer(k) and 0 <= k", k=k), goal.given[:1])
    return [*goal.given, size]


@lemma(
    f"forall k l m z P a pi i j. {ENTRIES} (sum x in 1..k. pi(x)) = 1 implies {PAIR_OF} "
    "(sum y in 1..m. response(k, pi, P)(y) * (z(y, i) * z(y, j))) = "
    f"{N2} * a * (pi(i) + pi(j)) + {N3} * a * (1 - pi(i) - pi(j))",
    depth=19,
)
def chance_of_holding_both(goal: Goal) -> Proved:
    """The probability that the response holds two given categories."""
    k, held, m, z, P, a, pi, i, j = goal.variables
    names = {"k": k, "l": held, "m": m, "z": z, "P": P, "a": a, "i": i, "j": j, "pi": pi}
    x, y = Free("x #0"), Free("y #0")
    given = _sized(goal)
    inside, in_y = kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))
    scores = term("fun y. z(y, i) * z(y, j)", **names)
    turned = term(
        "(sum x in 1..k. pi(x) * P(x, y)) * s = s * (sum x in 1..k. pi(x) * P(x, y))", s=Free("s #0"), y=y, **names
    )
    turned_at = kernel.instantiate(arithmetic(turned), {Free("s #0"): term("z(y, i) * z(y, j)", y=y, **names)})
    turned_row = summed(y, m, turned_at, goal.given[1:2])
    swapped = at(sums_exchanged(), k, m, scores, pi, P, given=given, premises=2)
    entry = at(at(kernel.assume(goal.given[5]), x, given=[inside]), y, given=[in_y])
    product = arithmetic(
        term("z(y, i) * z(y, j) * P(x, y) = a * (z(y, i) * z(y, j) * z(y, x))", x=x, y=y, **names), entry
    )
    row = summed(y, m, product, goal.given[1:2])
    scaled = at(sums.sum_scale(), m, a, term("fun y. z(y, i) * z(y, j) * z(y, x)", x=x, **names), given=goal.given[1:2])
    triple = at(sets_holding_pair_and(), k, held, m, z, i, j, x, given=[*given, inside], premises=7)
    left = term("pi(x) * (sum y in 1..m. z(y, i) * z(y, j) * P(x, y))", x=x, **names)
    right = term(
        f"a * {N3} * pi(x) + (if x = i then a * ({N2} - {N3}) * pi(x) else 0) "
        f"+ (if x = j then a * ({N2} - {N3}) * pi(x) else 0)",
        x=x,
        **names,
    )
    value = by_conditions(equal(left, right), row, scaled, triple)
    each_x = summed(x, k, value, given)
    total = normal(sides(each_x.conclusion)[1], one_other(given), in_sums(given), by(sum_of_zeros(), given))
    plain = normal(goal.conclusion, unfolding("response"))
    facts: list[Term | Proved] = [turned_row, swapped, each_x, total, goal.given[6]]
    return derived.follow(
        symmetric(plain), arithmetic(sides(plain.conclusion)[1], *map(rewritten_fact, facts), opaque=True)
    )


def rewritten_fact(fact: Term | Proved) -> Proved:
    """A fact as a theorem, every function that is applied worked out."""
    return rewritten(kernel.assume(fact) if isinstance(fact, Term) else fact)
