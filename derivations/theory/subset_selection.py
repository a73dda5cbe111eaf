"""Subset selection as a pure protocol, for every number of values and every size of the subsets.

Source: Ye, Barg 2018; Chai, Nayak 2019.
"""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    decided,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, Free, Number, Term, applied, equal
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, each, either, summed
from derivations.theory.subset_designs import SETS, counts
from derivations.theory.subsets import binomial_next, binomial_positive, sets_holding, sets_holding_pair
from derivations.theory.sums import in_range, in_sums

Facts = list[Term | Proved]
SELECTION = f"{SETS} 1 <= x implies"
CHOSEN, HELD = "subset_selection(k, l, z, x)", "x * l / (x * l + k - l)"
ALSO = "l * (x * (l - 1) + k - l) / ((k - 1) * (x * l + k - l))"
WHOLE = "(x * binomial(k - 1, l - 1) + binomial(k - 1, l))"


@lemma(f"forall k l m z x. {SELECTION} design(k, m, {CHOSEN}) and pure(k, m, {CHOSEN}, z, {HELD}, {ALSO})")
def subset_selection_is_pure(goal: Goal) -> Proved:
    """A set supports its members: p* = x l/(x l + k - l), q* = l (x (l - 1) + k - l)/((k - 1) (x l + k - l))."""
    k, held, m, z, x = goal.variables
    v, i, y = Free("v #0"), Free("i #0"), Free("y #0")
    names = {"k": k, "l": held, "m": m, "z": z, "x": x, "v": v, "i": i, "y": y}
    given: Facts = [*goal.given]
    given += [shown(term(text, k=k), goal.given[:1]) for text in ("integer(k) and 0 <= k", "integer(k) and 1 <= k")]
    in_v, in_i, in_y = (kernel.assume(in_range(t, n)) for t, n in ((v, k), (i, k), (y, m)))
    numbers = at(counts(), k, held, m, z, given=goal.given, premises=4)
    positive, _, number, members, pairs = conjuncts(numbers)
    before = kernel.conjoin(
        shown(term("integer(k - 1)", k=k), given), arithmetic(term("0 <= k - 1", k=k), goal.given[0])
    )
    longer = at(binomial_next(), term("k - 1", k=k), held, given=[before])
    longer = rewritten(longer, by(arithmetic(term("k - 1 + 1 = k", k=k))))
    outside, _ = conjuncts(at(at(binomial_positive(), term("k - 1", k=k), given=[before]), held))
    facts = [positive, number, members, pairs, longer, outside]
    known: Facts = [*facts, *goal.given[3:]]
    whole = arithmetic(term(f"0 < {WHOLE}", **names), *known)

    bits = next(conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("subsets", "bits"))))
    bit, _ = conjuncts(at(bits, y, given=[in_y]))
    entry = term(f"(if z(y, v) = 1 then x else 1) / {WHOLE} = (1 + (x - 1) * z(y, v)) * (1 / {WHOLE})", **names)
    own = at(bit, v, given=[in_v])
    cases = [kernel.assume(case) for case in applied(own.conclusion, "or", 2) or ()]
    linear = kernel.cases(own, *(by_conditions(entry, case, whole) for case in cases))
    share = arithmetic(term(f"0 < 1 / {WHOLE}", **names), whole)
    not_negative = [
        arithmetic(
            term(f"0 <= (if z(y, v) = 1 then x else 1) / {WHOLE}", **names),
            linear,
            share,
            case,
            goal.given[4],
            opaque=True,
        )
        for case in cases
    ]
    row_entry = kernel.cases(own, *not_negative)
    steps = [in_sums(given), by(sums.sum_of_ones(), given)]
    holding = at(sets_holding(), k, held, m, z, v, given=[*given, in_v], premises=4)
    total = rewritten(summed(y, m, linear, given), *steps)
    laws = arithmetic(equal(sides(total.conclusion)[0], Number(1)), total, holding, whole, *facts)
    rows = each(v, k, kernel.conjoin(each(y, m, row_entry), laws))

    pair = at(sets_holding_pair(), k, held, m, z, v, i, given=[*given, in_v, in_i], premises=5)
    other = at(sets_holding(), k, held, m, z, i, given=[*given, in_i], premises=4)
    scored = kernel.congruent(kernel.reflexive(term("fun s. s * z(y, i)", **names)), linear)
    mean = rewritten(summed(y, m, rewritten(scored), given), *steps)
    mean = arithmetic(
        term("s = (x - 1) * w * t + w * u", **names, s=sides(mean.conclusion)[0], w=term(f"1 / {WHOLE}", **names),
             t=sides(rewritten(pair).conclusion)[0], u=sides(other.conclusion)[0]), mean, opaque=True)  # fmt: skip
    chance = term("binomial(k - 1, l - 1) * (1 / w)", **names, w=term(WHOLE, **names))
    lengths = arithmetic(term(f"l * {WHOLE} = binomial(k - 1, l - 1) * (x * l + k - l)", **names), *facts)
    sizes = arithmetic(term("0 < x * l + k - l and 0 < k - 1", **names), *goal.given[3:])
    chance_is = arithmetic(term("c = l / (x * l + k - l)", **names, c=chance), lengths, sizes, whole)
    rates = []
    for case, rate in ((equal(v, i), HELD), (NOT(equal(v, i)), ALSO)):
        inside = rewritten(pair, decided([case]))
        sum_of_pairs = arithmetic(
            term(
                f"s * (1 / {WHOLE}) * (k - 1) = c * r",
                **names,
                s=sides(inside.conclusion)[0],
                c=chance,
                r=term("k - 1" if rate == HELD else "l - 1", **names),
            ),
            inside,
            pairs,
            opaque=True,
        )
        found = arithmetic(
            term(
                "s * (k - 1) = c * r",
                **names,
                s=sides(mean.conclusion)[0],
                c=chance,
                r=term("x * (k - 1)" if rate == HELD else "x * (l - 1) + k - l", **names),
            ),
            mean,
            sum_of_pairs,
            other,
            opaque=True,
        )
        value = arithmetic(equal(sides(mean.conclusion)[0], term(rate, **names)), found, chance_is, sizes)
        choice = normal(term(f"if v = i then {HELD} else {ALSO}", **names), decided([case]))
        rates.append(derived.transitive(value, symmetric(choice)))
    supported = kernel.cases(either(equal(v, i)), *rates)
    pure = kernel.conjoin(each(y, m, each(i, k, at(bit, i, given=[in_i]))), each(v, k, each(i, k, supported)))
    folded = normal(goal.conclusion, unfolding("design", "law", "pure", "mean", "subset_selection"))
    return derived.follow(symmetric(folded), rewritten(kernel.conjoin(rows, pure)))
