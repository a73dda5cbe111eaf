"""Scripts about the conditions on p_aa, p_ba and p_bb: which laws of the second response meet what is required."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from checks.papers.pan.proofs import by_arithmetic, facts_of, instance
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    decided,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import AND, AT_MOST, NOT, Free, Number, Term, applied, closed, equal
from derivations.theory.automatic import inverses
from derivations.theory.fractions import crosswise
from derivations.theory.relaxation import (
    relaxation_is_law,
    relaxation_law,
    relaxation_private,
    response_positive,
    values,
)
from derivations.theory.single_terms import at, by_conditions, each, either, equal_terms, one_other, plainly, summed
from derivations.theory.sums import ZERO, in_range, in_sums, sum_of_ones

SIZE = "integer(m) and 3 <= m implies 1 <= x implies"
NEXT = "(sum o in 1..m. randomized_response(m, x)(a, o) * relaxing(m, p, q, r)(o, a, b))"


@lemma(f"forall m x p q r a b. {SIZE} {values('a', 'b')} {NEXT} = (if b = a "
       "then (x * p + (m - 1) * q) / (x + m - 1) else (x * (1 - p) / (m - 1) + 1 - q) / (x + m - 1))")  # fmt: skip
def next_response(goal: Goal) -> Proved:
    """The law of the second response, whatever p_aa, p_ba and p_bb are."""
    m = goal.variables[0]
    facts = goal.facts
    facts.append(arithmetic(term("0 <= m", m=m), *facts))
    steps = [unfolding("relaxing", "randomized_response"), one_other(facts), in_sums(facts), by(sum_of_ones(), facts)]
    changed = chain(goal.conclusion).rewrite(*steps).theorem
    return derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], *facts))


def sized(goal: Goal, *known: Proved) -> list[Proved]:
    """What a goal assumes, part by part, and that there are no fewer than no values."""
    facts = facts_of(goal, *known)
    return [*facts, arithmetic(term("0 <= m", m=goal.names["m"]), *facts)]


@lemma(f"forall m x y p q r a b. {SIZE} 1 <= y implies {values('a', 'b')} b != a implies "
       f"{NEXT.replace('a, b)', 'a, a)')} = y / (y + m - 1) implies {NEXT} = 1 / (y + m - 1)")  # fmt: skip
def others_follow(goal: Goal) -> Proved:
    """The probability of the truth says those of all other values, as these are alike."""
    facts = sized(goal)
    said = kernel.assume(goal.given[-1])
    truth = rewritten(said, by(next_response(), facts), decided(facts))
    changed = normal(goal.conclusion, by(next_response(), facts), decided(facts))
    return derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], truth, *facts[:4]))


@script("others are alike")
def others_are_alike(goal: Goal) -> Proved:
    """The probabilities of the second response add up to 1, so that one of them says all."""
    names, facts = goal.names, sized(goal)
    m = names["m"]
    place = {name: names[name] for name in "mxpqra"}
    c = Free("c #0")
    inside = [*facts, kernel.assume(in_range(c, m))]
    entry = term(f"if c = a then 0 else {NEXT}", b=c, c=c, **place)
    plain = plainly("if c = a then 0 else (x * (1 - p) / (m - 1) + 1 - q) / (x + m - 1)", c=c, **place)
    changed = normal(equal(entry, plain), by(next_response(), inside))
    alike = derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], *facts))
    whole = summed(c, m, alike, facts)
    counted = normal(sides(whole.conclusion)[1], one_other(facts), in_sums(facts), by(sum_of_ones(), facts))
    others = derived.transitive(whole, counted)
    total = (applied(goal.conclusion, "and", 2) or ())[0]
    changed = normal(total, by(others), by(next_response(), facts), decided(facts))
    adds_up = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], *facts))
    said = [names[name] for name in "mxypqrab"]
    return kernel.conjoin(
        adds_up,
        at(others_follow(), *said, given=[*facts, arithmetic(term("1 <= y", y=names["y"]), *facts)], premises=5),
    )


LAWS = "(forall o in 1..m. forall a in 1..m. law(m, relaxing(m, p, q, r)(o, a)))"
BOUNDS = "0 <= p <= 1 and 0 <= q <= 1 and 0 <= r <= 1 and 0 <= r + q <= 1"


def told_by(facts: Iterable[Proved]) -> Conversion:
    """if u = v then s else t, where u and v are the same term or are known to differ."""
    known = {fact.conclusion: fact for fact in facts}

    def convert(choice: Term) -> Proved | None:
        found = applied(choice, "if", 3)
        both = applied(found[0], "=", 2) if found else None
        if not found or not both:
            return None
        if both[0] == both[1]:
            return kernel.detach(derived.if_true(*found), kernel.reflexive(both[0]))
        denied = known.get(NOT(found[0]))
        return kernel.detach(derived.if_false(*found), denied) if denied else None

    return convert


@cache
def _numbers_differ() -> tuple[Proved, ...]:
    """1, 2 and 3 are three numbers."""
    numbers = [Number(i) for i in (1, 2, 3)]
    return tuple(arithmetic(NOT(equal(i, j))) for i in numbers for j in numbers if i != j)


def of_values(m: Term, numbers: Iterable[Number], facts: Iterable[Proved]) -> list[Proved]:
    """These numbers are values 1..m."""
    known = [*facts]
    return [kernel.conjoin(kernel.literal(i), arithmetic(term("1 <= i <= m", i=i, m=m), *known)) for i in numbers]


@lemma(f"forall m p q r. integer(m) and 3 <= m implies ({LAWS} iff {BOUNDS})")
def laws_by_probabilities(goal: Goal) -> Proved:
    """All rows are laws exactly if the three probabilities are: rows and entries that tell one from the other."""
    names, facts = goal.names, sized(goal)
    m, p, q, r = (names[name] for name in "mpqr")
    o, a, z = Free("o #0"), Free("a #0"), Free("z #0")
    left, right = sides(goal.conclusion)
    three = [Number(i) for i in (1, 2, 3)]
    size = [*facts, *of_values(m, three, facts)]
    laws = kernel.assume(left)

    def entry(first: int, last: int) -> Proved:
        row = at(at(laws, three[first - 1], given=size), three[0], given=size)
        chances = next(conjuncts(rewritten(row, unfolding("law"))))
        return rewritten(at(chances, three[last - 1], given=size), unfolding("relaxing"), decided(facts))

    known = [entry(*pair) for pair in ((1, 1), (1, 2), (2, 1), (2, 2), (2, 3))]
    scaled = [
        arithmetic(term("0 <= 1 - p", p=p), known[1], *facts),
        arithmetic(term("0 <= 1 - q - r", q=q, r=r), known[4], *facts),
    ]
    forth = by_arithmetic(right, [*known, *scaled])
    bounds = list(conjuncts(kernel.assume(right)))
    inside = [kernel.assume(in_range(value, m)) for value in (o, a, z)]
    cell = normal(term("0 <= relaxing(m, p, q, r)(o, a, z)", m=m, p=p, q=q, r=r, o=o, a=a, z=z), unfolding("relaxing"))
    positive = derived.follow(symmetric(cell), by_conditions(sides(cell.conclusion)[1], *bounds, *facts))
    total = term("(sum z in 1..m. relaxing(m, p, q, r)(o, a, z)) = 1", m=m, p=p, q=q, r=r, o=o, a=a)
    given = [*size, *inside[:2]]
    steps = [unfolding("relaxing"), one_other(given), in_sums(given), by(sum_of_ones(), given)]
    row = reduced(normal(total, *steps), lambda it: by_conditions(it, *facts))
    law = kernel.conjoin(each(z, m, positive), rewritten(row))
    plain = normal(term("law(m, relaxing(m, p, q, r)(o, a))", m=m, p=p, q=q, r=r, o=o, a=a), unfolding("law"))
    every = each(o, m, each(a, m, derived.follow(symmetric(plain), law)))
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, every))


@lemma("forall d s t. 0 < d implies (1 / d * s <= 1 / d * t iff s <= t)")
def scaled(goal: Goal) -> Proved:
    """A positive divisor common to both sides goes."""
    left, right = sides(goal.conclusion)
    d, s, t = goal.variables
    place = {"d": d, "s": s, "t": t}
    (divisor,) = goal.given
    one = arithmetic(term("1 / d * d = 1", d=d), divisor)
    positive = arithmetic(term("0 < 1 / d", d=d), divisor)
    same = [arithmetic(term(f"d * (1 / d * {side}) = {side}", **place), one, opaque=True) for side in "st"]
    larger = arithmetic(term("d * (1 / d * s) <= d * (1 / d * t)", **place), kernel.assume(left), divisor, opaque=True)
    forth = arithmetic(right, larger, *same, opaque=True)
    back = arithmetic(left, kernel.assume(right), positive, opaque=True)
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


NINE = " and ".join(f"asked(m, x, y, p, q, r)(a, b, {o}, {z})" for o in "abc" for z in "abd")
OTHERS = "a != b and c != a and c != b and d != a and d != b"
NINE_CASES = f"(forall a in 1..m. forall b in 1..m. forall c in 1..m. forall d in 1..m. {OTHERS} implies {NINE})"
ALL_CASES = ("(forall a in 1..m. forall b in 1..m. forall o in 1..m. forall z in 1..m. "
             "asked(m, x, y, p, q, r)(a, b, o, z))")  # fmt: skip


@lemma(f"forall m x y p q r. integer(m) and 3 <= m implies 1 <= x <= y implies {BOUNDS} implies "
       f"({NINE_CASES} iff {ALL_CASES})")  # fmt: skip
def nine_cases(goal: Goal) -> Proved:
    """What is asked in nine cases, for two truths and two other values, equal or not, is all that is asked."""
    names, facts = goal.names, sized(goal)
    place = {name: names[name] for name in "mxypqr"}
    m, x, y, p, q, r = place.values()
    a, b, o, z = variables = [Free(f"{name} #0") for name in "aboz"]
    cases, every = sides(goal.conclusion)
    granted = kernel.assume(cases)
    numbers = [Number(i) for i in (1, 2, 3)]
    facts += [*of_values(m, numbers, facts), *(kernel.assume(in_range(value, m)) for value in variables)]

    def said(*values: Term) -> Term:
        return term("asked(m, x, y, p, q, r)(a, b, o, z)", **dict(zip("aboz", values, strict=True)), **place)

    def in_nine(third: Term, given: list[Proved]) -> Proved:
        """Each response is one of the truths or another value; where it is a truth, a third one stands for others."""

        def leaf(first: Term, second: Term, known: list[Proved]) -> Proved:
            c, d = (third if value in (a, b) else value for value in (first, second))
            told = granted
            for value in (a, b, c):
                told = at(told, value, given=known)
            return next(part for part in conjuncts(at(told, d, given=known, premises=2))
                        if part.conclusion == said(a, b, first, second))  # fmt: skip

        return _one_of(
            o, (a, b), given, lambda value: said(a, b, value, z),
            lambda first, known: _one_of(
                z, (a, b), known, lambda value: said(a, b, first, value),
                lambda second, more: leaf(first, second, more),
            ),
        )  # fmt: skip

    def with_third(given: list[Proved], candidates: list[Number]) -> Proved:
        """The first of 1, 2, 3 that is neither truth."""
        third = candidates[0]
        differs = [NOT(equal(third, truth)) for truth in (a, b)]
        if len(candidates) == 1:
            return in_nine(third, [*given, *(arithmetic(formula, *given[-2:]) for formula in differs)])
        free = AND(*differs)
        found = in_nine(third, [*given, *conjuncts(kernel.assume(free))])
        other = with_third([*given, kernel.assume(NOT(free))], candidates[1:])
        return kernel.cases(either(free), found, other)

    laws = derived.follow(symmetric(at(laws_by_probabilities(), m, p, q, r, given=facts)), kernel.assume(goal.given[2]))
    row = next(conjuncts(rewritten(at(at(laws, o, given=facts), a, given=facts), unfolding("law"))))
    known = [at(row, z, given=facts), at(response_positive(), m, x, a, o, given=facts)]
    plain = normal(said(a, a, o, z), unfolding("asked"))
    chance = (applied(sides(plain.conclusion)[1], "<=", 2) or ())[0]
    known = [arithmetic(AT_MOST(ZERO, chance), *known), arithmetic(term("1 <= y", y=y), *facts[:5])]
    alike = derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *known))

    one = _one_of(
        b, (a,), facts, lambda value: said(a, value, o, z),
        lambda truth, known: alike if truth == a else with_third(known, numbers),
    )  # fmt: skip
    for value in reversed(variables):
        one = each(value, m, one)
    c, d = (Free(f"{name} #0") for name in "cd")
    given = [*facts, *(kernel.assume(in_range(value, m)) for value in (c, d))]
    others = kernel.assume(term(OTHERS, a=a, b=b, c=c, d=d))
    told = []
    for first, second in ((first, second) for first in (a, b, c) for second in (a, b, d)):
        part = kernel.assume(every)
        for value in (a, b, first, second):
            part = at(part, value, given=given)
        told.append(part)
    nine = kernel.discharge(others.conclusion, conjoined(*told))
    for value in (d, c, b, a):
        nine = each(value, m, nine)
    return derived.equivalent(kernel.discharge(cases, one), kernel.discharge(every, nine))


def _one_of(
    value: Free, truths: tuple[Term, ...], given: list[Proved], said: Callable[[Term], Term],
    shown_for: Callable[[Term, list[Proved]], Proved],
) -> Proved:  # fmt: skip
    """What is said of a value, where it is one of these, and where it is none of them."""
    if not truths:
        return shown_for(value, given)
    same = equal(value, truths[0])
    place = Free("place #0")
    first = kernel.replace(symmetric(kernel.assume(same)), closed(place, said(place)), shown_for(truths[0], given))
    rest = _one_of(value, truths[1:], [*given, kernel.assume(NOT(same))], said, shown_for)
    return kernel.cases(either(same), first, rest)


DEMANDS = (
    (1, 2, 1, 1),
    (1, 2, 2, 2),
    (1, 2, 1, 2),
    (1, 2, 2, 1),
    (1, 2, 1, 3),
    (1, 2, 2, 3),
    (1, 2, 3, 1),
    (1, 2, 3, 2),
)
ALIKE = ((1, 1, 2, 2), (1, 1, 2, 3))
UNFOLD = (unfolding("asked", "relaxing", "randomized_response"), inverses)


@script("program")
def program(goal: Goal) -> Proved:
    """Laws, the law of the second response and privacy of both hold exactly if the rows of the program do.

    The rows are what privacy demands of the truths 1 and 2, for eight pairs of the responses 1, 2 and 3.
    """
    names, size = goal.names, sized(goal)
    place = {name: names[name] for name in "mxypqr"}
    m = place["m"]
    a, b, o, z = (Free(f"{name} #0") for name in "aboz")
    whole = normal(goal.conclusion, inverses)
    required, rows = sides(sides(whole.conclusion)[1])
    bounds = at(laws_by_probabilities(), m, *(place[name] for name in "pqr"), given=size)
    numbers = [Number(i) for i in (1, 2, 3)]
    facts = [*size, *of_values(m, numbers, size)]
    laws, marginal, private = conjuncts(kernel.assume(required))
    first, *others = conjuncts(kernel.assume(rows))
    divisor = term("x + m - 1", x=place["x"], m=m)
    shares = [term(f"0 < 1 / {part}", x=place["x"], m=m) for part in ("(x + m - 1)", "(m - 1)", "(m - 2)")]
    positives = [arithmetic(share, *size) for share in shares]

    def same(row: Proved, places: tuple[int, ...]) -> tuple[Proved, Proved]:
        """A row of the program from a demand of privacy, and back."""
        found = private
        for number in places:
            found = at(found, numbers[number - 1], given=facts)
        demand = rewritten(found, *UNFOLD, told_by(_numbers_differ()))
        left, right = applied(row.conclusion, "<=", 2) or ()
        law = rewritten(at(scaled(), divisor, left, right, given=size), inverses)
        divided = sides(law.conclusion)[0]
        forth = derived.follow(law, arithmetic(divided, demand, opaque=True))
        back = arithmetic(demand.conclusion, derived.follow(symmetric(law), row), opaque=True)
        return forth, back

    def alike(*places: int) -> Proved:
        """A demand that holds for all probabilities, as both truths treat the responses alike."""
        letters = dict(zip("abo", (numbers[number - 1] for number in places), strict=False))
        found = normal(
            term("asked(m, x, y, p, q, r)(a, b, o, z)", z=numbers[places[3] - 1], **place, **letters),
            *UNFOLD,
            told_by(_numbers_differ()),
        )
        chance = (applied(sides(found.conclusion)[1], "<=", 2) or ())[0]
        positive = arithmetic(AT_MOST(ZERO, chance), *others[len(DEMANDS) :], *positives, *size, opaque=True)
        return arithmetic(sides(found.conclusion)[1], positive, *size, opaque=True)

    pairs = [same(row, places) for row, places in zip(others, DEMANDS, strict=False)]
    truth = rewritten(at(at(marginal, numbers[0], given=facts), numbers[0], given=facts), by(next_response(), facts))
    truth = rewritten(truth, unfolding("randomized_response"), decided(facts))
    forth = conjoined(
        arithmetic(first.conclusion, truth, *size), *(row for row, _ in pairs), derived.follow(bounds, laws)
    )

    given = [*facts, *(kernel.assume(in_range(value, m)) for value in (a, b, o, z))]
    inside = {"a": a, "b": b, "o": o, "z": z, **place}
    response = term(f"{NEXT} = randomized_response(m, y)(a, b)", **inside)
    worked = chain(response).rewrite(by(next_response(), given)).rewrite(unfolding("randomized_response")).theorem
    wanted = normal(term("(x * p + (m - 1) * q) / (x + m - 1) = y / (y + m - 1)", **place), inverses)
    of_truth = derived.follow(symmetric(wanted), arithmetic(sides(wanted.conclusion)[1], first, opaque=True))
    law = derived.follow(symmetric(worked), by_conditions(sides(worked.conclusion)[1], of_truth, *size[:4]))
    c, d = (Free(f"{name} #0") for name in "cd")
    apart = kernel.assume(term(OTHERS, a=a, b=b, c=c, d=d))
    different = [*conjuncts(apart)]
    pairs_of = [applied((applied(fact.conclusion, "not", 1) or ())[0], "=", 2) or () for fact in different]
    different += [arithmetic(NOT(equal(v, u)), fact) for (u, v), fact in zip(pairs_of, different, strict=True)]
    demands = {back.conclusion: back for _, back in pairs}
    nine = []
    for first_of, second_of in ((o, z) for o in (a, b, c) for z in (a, b, d)):
        said = term("asked(m, x, y, p, q, r)(a, b, o, z)", **{**inside, "o": first_of, "z": second_of})
        plain = normal(said, *UNFOLD, told_by(different))
        meant = sides(plain.conclusion)[1]
        found = demands.get(meant) or by_conditions(meant, *(alike(*places) for places in ALIKE))
        nine.append(derived.follow(symmetric(plain), found))
    whole_nine = kernel.discharge(apart.conclusion, conjoined(*nine))
    for value in (d, c, b, a):
        whole_nine = each(value, m, whole_nine)
    enough = at(nine_cases(), *place.values(), given=[*facts, *others], premises=3)
    every = derived.follow(enough, whole_nine)
    possible = derived.follow(symmetric(bounds), shown(sides(bounds.conclusion)[1], others))
    back = conjoined(possible, each(a, m, each(b, m, law)), every)
    both_ways = derived.equivalent(kernel.discharge(required, forth), kernel.discharge(rows, back))
    return derived.follow(symmetric(whole), both_ways)


TRUTH = NEXT.replace("a, b)", "a, a)")


@lemma(f"forall m x p q r a. integer(m) and 2 <= m implies 1 <= x implies {values('a')} "
       f"{TRUTH} = (x * p + (m - 1) * q) / (x + m - 1)")  # fmt: skip
def next_is_the_truth(goal: Goal) -> Proved:
    """How often the second response is the truth."""
    facts = sized(goal)
    steps = [
        unfolding("relaxing", "randomized_response"),
        told_by(_numbers_differ()),
        one_other(facts),
        in_sums(facts),
    ]
    return reduced(normal(goal.conclusion, *steps, by(sum_of_ones(), facts)), lambda it: arithmetic(it, *facts))


@lemma("forall m x y p q r. 2 <= m and 1 <= x <= y and 1 < y implies x * p = y * r and (m - 1) * q = y * x * (1 - p) "
       "and (x * p + (m - 1) * q) * (y + m - 1) = y * (x + m - 1) implies "
       "p = y / (y - 1) - y / x * (x + m - 1) / ((y - 1) * (y + m - 1)) "
       "and q = (y^2 - x * y) / ((y - 1) * (y + m - 1)) "
       "and r = x / (y - 1) - (x + m - 1) / ((y - 1) * (y + m - 1))")  # fmt: skip
def solution(goal: Goal) -> Proved:
    """Three equations with one solution."""
    place = goal.names
    kept, replaced, told = conjuncts(kernel.assume(goal.given[1]))
    small = [kernel.assume(goal.given[0]), kept, replaced, told]
    lines = [
        "x * ((y - 1) * (y + m - 1) * p) = x * y * (y + m - 1) - y * (x + m - 1)",
        "(m - 1) * ((y - 1) * (y + m - 1) * q) = (m - 1) * (y * (y - x))",
        "y * ((y - 1) * (y + m - 1) * r) = y * (x * (y + m - 1) - (x + m - 1))",
    ]
    found = [arithmetic(term(lines[0], **place), told, replaced)]
    found.append(arithmetic(term(lines[1], **place), replaced, found[0]))
    found.append(arithmetic(term(lines[2], **place), kept, found[0]))
    return by_arithmetic(goal.conclusion, [*found, small[0]])


@script("only solution")
def only_solution(goal: Goal) -> Proved:
    """The conditions determine p_aa, p_ba and p_bb.

    Pr(o_1 = o, o_2 = a) is at most y times as large under the truth a as under another, and so are the sums over o,
    where the two are equal; so each term is. Those for o = a and for the other truth, and the sum, are three equations.
    """
    names, facts = goal.names, sized(goal)
    place = {name: names[name] for name in "mxypqr"}
    m, x, y, p, q, r = place.values()
    required, printed = sides(goal.conclusion)
    numbers = [Number(i) for i in (1, 2)]
    facts += of_values(m, numbers, facts)
    _, marginal, private = conjuncts(kernel.assume(required))
    o = Free("o #0")
    inside = [*facts, kernel.assume(in_range(o, m))]
    term_of_sum = private
    for value in (*numbers, o, numbers[0]):
        term_of_sum = at(term_of_sum, value, given=inside)
    term_of_sum = rewritten(term_of_sum, unfolding("asked"))
    smaller, larger = (closed(o, side) for side in applied(term_of_sum.conclusion, "<=", 2) or ())
    totals = []
    for truth in numbers:
        found = at(at(marginal, truth, given=facts), numbers[0], given=facts)
        level = normal(sides(found.conclusion)[1], unfolding("randomized_response"), told_by(_numbers_differ()))
        totals.append(derived.transitive(found, level))
    met = kernel.detach(at(equal_terms(), m, smaller, larger, given=facts), each(o, m, term_of_sum))
    scaled_total = normal(sides((applied(met.conclusion, "implies", 2) or ())[0])[1], in_sums(facts))
    equal_sums = arithmetic((applied(met.conclusion, "implies", 2) or ())[0], *totals, scaled_total, *facts[:5])
    terms = kernel.detach(met, equal_sums)
    unfold = (unfolding("relaxing", "randomized_response"), told_by(_numbers_differ()), inverses)
    first, second = (rewritten(at(terms, value, given=facts), *unfold) for value in numbers)
    sum_of_first = rewritten(totals[0], by(next_is_the_truth(), facts))
    divided = [applied(side, "/", 2) or () for side in sides(sum_of_first.conclusion)]
    total = at(crosswise(), *divided[0], *divided[1], given=[sum_of_first, *facts[:5]])
    one = arithmetic(term("1 / (x + m - 1) * (x + m - 1) = 1", x=x, m=m), *facts[:5])
    share = arithmetic(term("1 / (m - 1) * (m - 1) = 1", m=m), *facts[:5])
    other = arithmetic(term("q = y * x * ((1 - p) * (1 / (m - 1)))", **place), second, one, opaque=True)
    equations = [
        arithmetic(term("x * p = y * r", **place), first, one, opaque=True),
        arithmetic(term("(m - 1) * q = y * x * (1 - p)", **place), other, share, opaque=True),
        total,
    ]
    forth = at(solution(), m, x, y, p, q, r, given=[*facts, *equations], premises=2)

    values_of = [by(fact) for fact in conjuncts(kernel.assume(printed))]
    a, b, o, z = (Free(f"{name} #0") for name in "aboz")
    given = [*facts, *(kernel.assume(in_range(value, m)) for value in (a, b, o, z))]
    law = at(relaxation_is_law(), m, x, y, o, a, given=given, premises=3)
    response = at(relaxation_law(), m, x, y, a, b, given=given, premises=3)
    ratio = at(relaxation_private(), m, x, y, a, b, o, z, given=given, premises=3)
    every = conjoined(
        each(o, m, each(a, m, law)),
        each(a, m, each(b, m, response)),
        each(a, m, each(b, m, each(o, m, each(z, m, ratio)))),
    )
    same = normal(required, *values_of)
    plain = normal(sides(same.conclusion)[1], unfolding("asked"))
    words = ("relaxation", "relaxed_truth", "relaxed_to_truth", "relaxed_same")
    back = derived.follow(symmetric(derived.transitive(same, plain)), rewritten(every, unfolding(*words)))
    return derived.equivalent(kernel.discharge(required, forth), kernel.discharge(printed, back))


SCRIPTS: Mapping[str, Script] = {
    "probabilities": instance(laws_by_probabilities, "m p q r"),
    "cases cover": instance(nine_cases, "m x y p q r"),
}
