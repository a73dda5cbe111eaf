"""How many of n independent responses are ones: the binomial law, for every n, and the laws of powers that it needs.

Source: Pan, appendix E.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    as_made,
    by,
    chain,
    conjoined,
    conjuncts,
    decided,
    generalise,
    induct,
    instance,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    IMPLIES,
    NOT,
    PLUS,
    POWER,
    TIMES,
    Free,
    Number,
    Term,
    applied,
    equal,
    for_all,
    substituted,
)
from derivations.theory import sums
from derivations.theory.automatic import automatic, conditions, frequency_is_total, written_out
from derivations.theory.relaxation import word_before
from derivations.theory.single_terms import at, by_conditions, either, next_integer
from derivations.theory.subsets import binomial_0, binomial_next
from derivations.theory.sums import ONE, ZERO, meeting
from derivations.theory.surveys import expectation_next, in_expectations, total_next

COUNT = "integer(n) and 0 <= n implies"
TWO = Number(2)


# -- powers ------------------------------------------------------------------------------------------------------------


def exponents(term: Term) -> Proved | None:
    """Powers with sums as exponents: the terms of the sum in one order, a number last, and a^0 = 1."""
    found = applied(term, "^", 2)
    if not found:
        return None
    base, exponent = found
    if exponent == ZERO:
        return by(kernel.axiom("power_0"))(term)
    plain = _in_order(exponent)
    if plain == exponent:
        return None
    return kernel.congruent(kernel.reflexive(POWER(base)), arithmetic(equal(exponent, plain)))


def _in_order(exponent: Term) -> Term:
    coefficients = {atom: number for atom, number in _linear(exponent).items() if number}
    total: Term | None = None
    for atom in sorted(coefficients, key=lambda part: (part == ONE, as_made(part))):
        number = Number(coefficients[atom])
        summand = atom if number == ONE else number if atom == ONE else TIMES(number, atom)
        total = summand if total is None else PLUS(total, summand)
    return ZERO if total is None else total


def _linear(term: Term) -> dict[Term, Fraction]:
    if isinstance(term, Number):
        return {ONE: term.value}
    if found := applied(term, "+", 2):
        left, right = map(_linear, found)
        return {atom: left.get(atom, Fraction(0)) + right.get(atom, Fraction(0)) for atom in {**left, **right}}
    if (found := applied(term, "*", 2)) and isinstance(found[0], Number):
        return {atom: found[0].value * number for atom, number in _linear(found[1]).items()}
    return {term: Fraction(1)}


@lemma(f"forall n m a. {COUNT} integer(m) and 0 <= m implies a^(n + m) = a^n * a^m")
def power_of_sum(goal: Goal) -> Proved:
    """Exponents add up."""
    n, m, a = goal.variables

    def ends(size: Term) -> tuple[Term, Term]:
        return sides(substituted(goal.conclusion, {n: size}))

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        left, right = ends(PLUS(k, ONE))
        given = [known, kernel.assume(goal.given[1])]
        longer = at(kernel.axiom("power_next"), a, term("k + m", k=k, m=m), given=given)
        one = at(kernel.axiom("power_next"), a, k, given=given)
        facts = [rewritten(fact, exponents) for fact in (longer, one, assumed)]
        return meeting(chain(left).rewrite(exponents), chain(right).rewrite(exponents), *facts)

    left, right = ends(ZERO)
    return induct(n, goal.conclusion, meeting(chain(left).rewrite(exponents), chain(right).rewrite(exponents)), step)


# -- the binomial law --------------------------------------------------------------------------------------------------


@lemma(f"forall n. {COUNT} (forall k. k < 0 or n < k implies binomial(n, k) = 0)", depth=2)
def binomial_outside(goal: Goal) -> Proved:
    """Pascal's triangle is 0 outside."""
    n = goal.variables[0]
    k = Free("k #0")
    body = for_all(k, term("k < 0 or n < k implies binomial(n, k) = 0", n=n, k=k))

    def made(size: Term, law: Proved, *given: Proved, before: Proved | None = None) -> Proved:
        outside = kernel.assume(term("k < 0 or n < k", n=size, k=k))
        known = [outside, *given]
        facts = [at(before, number, given=known) for number in (k, term("k - 1", k=k))] if before else known
        changed = normal(term("binomial(n, k) = 0", n=size, k=k), by(law, given))
        found = derived.follow(symmetric(changed), by_conditions(sides(changed.conclusion)[1], *facts))
        return generalise(kernel.discharge(outside.conclusion, found), k)

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        return made(PLUS(before, ONE), binomial_next(), known, before=assumed)

    return induct(n, body, made(ZERO, binomial_0()), step)


@lemma("forall a k. (a + 1 = k) iff (a = k - 1)")
def one_less(goal: Goal) -> Proved:
    """One more than a is k exactly if a is k - 1."""
    return automatic(goal)


@lemma("forall a k. (a + 0 = k) iff (a = k)")
def no_less(goal: Goal) -> Proved:
    """Nothing more than a is k exactly if a is k."""
    return automatic(goal)


LAW = "(fun y. if y = 2 then p else q)"
CHANCE = f"expectation(n, 2, {LAW}, fun w. indicator(frequency(n, 2)(w) = k))"


@lemma(f"forall n p q k. {COUNT} {CHANCE.replace('n, 2', 'n + 1, 2')} "
       f"= q * {CHANCE} + p * {CHANCE.replace('= k', '= k - 1')}")  # fmt: skip
def counts_of_longer(goal: Goal) -> Proved:
    """One more response: k ones are k ones before it and no one, or k - 1 ones and a one."""
    given: list[Term | Proved] = [*goal.given, kernel.literal(TWO), arithmetic(term("0 <= 2"))]
    left, right = sides(goal.conclusion)
    plain = [by(frequency_is_total()), unfolding("indicator")]
    step = chain(left).rewrite(*plain).rewrite(by(expectation_next(), given), by(total_next(), given))
    one = [unfolding("mean"), written_out, conditions, by(one_less()), by(no_less())]
    return meeting(step.rewrite(*one).rewrite(in_expectations(given)), chain(right).rewrite(*plain))


@lemma(f"forall n. {COUNT} (forall p q k. integer(k) implies {CHANCE} = binomial(n, k) * p^k * q^(n - k))", depth=2)
def binomial_law(goal: Goal) -> Proved:
    """The number of ones among n independent responses, of which each is one with the weight p and none with q."""
    n = goal.variables[0]
    p, q, k = (Free(f"{name} #0") for name in "pqk")
    names = {"n": n, "p": p, "q": q, "k": k}
    body = for_all((p, q, k), term(f"integer(k) implies {CHANCE} = binomial(n, k) * p^k * q^(n - k)", **names))
    whole = kernel.assume(term("integer(k)", k=k))
    wanted = term(f"{CHANCE} = binomial(n, k) * p^k * q^(n - k)", **names)

    def finished(theorem: Proved) -> Proved:
        return generalise(kernel.discharge(whole.conclusion, theorem), p, q, k)

    nothing = kernel.assume(equal(k, ZERO))
    powers = term("p^k * q^(0 - k) = 1", **names)
    at_zero = normal(powers, lambda part: nothing if part == k else None, exponents)
    at_zero = derived.follow(symmetric(at_zero), arithmetic(sides(at_zero.conclusion)[1]))
    start = [unfolding("expectation", "chance", "frequency"), by(sums.words_0()), by(sums.prod_0()), by(sums.sum_0())]
    changed = normal(substituted(wanted, {n: ZERO}), *start, by(binomial_0()), unfolding("indicator"))
    found = by_conditions(sides(changed.conclusion)[1], kernel.discharge(nothing.conclusion, at_zero))
    base = finished(derived.follow(symmetric(changed), found))

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        names["n"] = before
        given = [known, whole]
        fewer = shown(term("integer(k - 1)", k=k), given)
        facts = [rewritten(at(assumed, p, q, number, given=[whole, fewer]), exponents)
                 for number in (k, term("k - 1", k=k))]  # fmt: skip
        facts += [_larger(p, term("k - 1", k=k), term("binomial(n, k - 1)", **names), given),
                  _larger(q, term("n - k", **names), term("binomial(n, k)", **names), given)]  # fmt: skip
        rules = [by(counts_of_longer(), given), by(binomial_next(), given), exponents]
        changed = normal(substituted(wanted, {n: PLUS(before, ONE)}), *rules)
        return finished(derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], *facts)))

    return induct(n, body, base, step)


def _larger(base: Term, exponent: Term, factor: Term, given: list[Proved]) -> Proved:
    """b a^(e + 1) = b a^e a, where the factor b = binomial(n, k) is 0 for negative e."""
    row, number = applied(factor, "binomial", 2) or ()
    wanted = term("b * a^(e + 1) = b * (a^e * a)", a=base, e=exponent, b=factor)
    less = Number(-1)
    whole = shown(term("integer(e)", e=exponent), given)
    which = at(next_integer(), less, exponent, given=[whole, kernel.literal(less)])
    negative, positive = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
    nothing = at(at(binomial_outside(), row, given=given), number, given=[negative])
    law = at(kernel.axiom("power_next"), base, exponent, given=[whole, positive])
    cases = [arithmetic(wanted, fact) for fact in (nothing, law)]
    return rewritten(kernel.cases(which, *cases), exponents)


# -- the words with so many ones ---------------------------------------------------------------------------------------


@lemma(f"forall n w. {COUNT} frequency(n + 1, 2)(w) = frequency(n, 2)(w) + indicator(w(n + 1) = 2)")
def ones_next(goal: Goal) -> Proved:
    """One more response is one or not."""
    left, right = (chain(side).rewrite(unfolding("frequency")) for side in sides(goal.conclusion))
    return meeting(left.rewrite(by(sums.sum_next(), goal.given)), right)


WORD = f"{COUNT} word(n, 2, w) implies"


@lemma(f"forall n w. {WORD} integer(frequency(n, 2)(w)) and 0 <= frequency(n, 2)(w) and frequency(n, 2)(w) <= n")
def ones_bounds(goal: Goal) -> Proved:
    """Of n responses 0, 1, ..., or n are ones."""
    return _by_letters(goal, lambda k, facts: [])


@lemma(f"forall n p q w. {WORD} chance(n, {LAW}, w) = p^frequency(n, 2)(w) * q^(n - frequency(n, 2)(w))")
def chance_by_count(goal: Goal) -> Proved:
    """The probability of responses depends on how many of them are ones."""
    *_, p, q, w = goal.variables

    def step(k: Term, facts: list[Proved]) -> list[Proved]:
        ones = term("frequency(k, 2)(w)", k=k, w=w)
        bounds = list(conjuncts(at(ones_bounds(), k, w, given=facts, premises=2)))
        powers = [at(kernel.axiom("power_next"), base, exponent, given=[*facts, *bounds])
                  for base, exponent in ((p, ones), (q, term("k - c", k=k, c=ones)))]  # fmt: skip
        return [rewritten(power, exponents) for power in powers]

    return _by_letters(goal, step)


def _by_letters(goal: Goal, more: Callable[[Term, list[Proved]], list[Proved]]) -> Proved:
    """What holds of a word, by induction on its length n, where the last letter may be one or none."""
    n, w = goal.variables[0], goal.variables[-1]
    body = IMPLIES(goal.given[1], goal.conclusion)
    unfolded = unfolding("chance", "indicator")

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        premise, conclusion = applied(substituted(body, {n: PLUS(k, ONE)}), "implies", 2) or ()
        before = at(word_before(), k, TWO, w, given=[known, premise], premises=2)
        shorter, letter = kernel.part(before, 0), kernel.part(before, 1)
        earlier = rewritten(kernel.detach(assumed, shorter), unfolded, exponents)
        facts = [known, earlier, *conjuncts(letter), *more(k, [known, shorter])]
        is_one = term("w(k + 1) = 2", k=k, w=w)
        laws = [by(ones_next(), [known]), by(sums.prod_next(), [known]), unfolded, exponents]
        found = []
        for case in (is_one, NOT(is_one)):
            changed = normal(conclusion, *laws, decided([case]))
            found.append(derived.follow(symmetric(changed), shown(sides(changed.conclusion)[1], facts)))
        return kernel.discharge(premise, kernel.cases(either(is_one), *found))

    start = [unfolding("chance", "frequency"), by(sums.prod_0()), by(sums.sum_0()), exponents]
    changed = normal(substituted(goal.conclusion, {n: ZERO}), *start)
    base = derived.follow(symmetric(changed), shown(sides(changed.conclusion)[1]))
    whole = induct(n, body, kernel.discharge(substituted(goal.given[1], {n: ZERO}), base), step)
    return kernel.detach(whole, kernel.assume(goal.given[1]))


@lemma(f"forall n k. {COUNT} integer(k) and 0 <= k implies "
       "frequency(n, 2)(fun t. if t <= k then 2 else 1) = (if n <= k then n else k)")  # fmt: skip
def ones_first(goal: Goal) -> Proved:
    """Of n letters of which the first k are ones, as many are ones."""
    n, ones = goal.variables

    def ends(size: Term, *laws: Conversion) -> tuple[Proved, Term]:
        changed = normal(substituted(goal.conclusion, {n: size}), *laws)
        return symmetric(changed), sides(changed.conclusion)[1]

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        changed, wanted = ends(PLUS(k, ONE), by(ones_next(), [known]), unfolding("indicator"))
        which = at(next_integer(), k, ones, given=[known, goal.given[1]])
        return derived.follow(changed, by_conditions(wanted, assumed, which))

    changed, wanted = ends(ZERO, unfolding("frequency"), by(sums.sum_0()))
    return induct(n, goal.conclusion, derived.follow(changed, by_conditions(wanted, goal.given[1])), step)


@lemma(f"forall n f. {COUNT} exists j. integer(j) and 0 <= j and j <= n and "
       "forall i. integer(i) and 0 <= i and i <= n implies f(i) <= f(j)")  # fmt: skip
def some_largest(goal: Goal) -> Proved:
    """One of the numbers f(0), ..., f(n) is the largest."""
    n, f = goal.variables
    i, j = Free("i #0"), Free("j #0")

    def largest(size: Term, place: Term, facts: list[Proved], smaller: Proved) -> Proved:
        """That f(place) is the largest, from f(i) <= f(place) under 0 <= i <= size."""
        inside = term("integer(i) and 0 <= i and i <= n", i=i, n=size)
        every = generalise(kernel.discharge(inside, smaller), i)
        bounds = shown(term("integer(j) and 0 <= j and j <= n", j=place, n=size), facts)
        whole = conjoined(*conjuncts(bounds), every)
        return kernel.witness(substituted(goal.conclusion, {n: size}), place, whole)

    def same(place: Term, facts: list[Proved]) -> Proved:
        """f(i) <= f(place) where i is the place."""
        equation = kernel.congruent(kernel.reflexive(f), arithmetic(equal(i, place), *facts))
        return arithmetic(term("f(i) <= f(j)", f=f, i=i, j=place), equation)

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        end = PLUS(k, ONE)
        chosen = kernel.assume(instance(assumed.conclusion, j))
        *bounds, every = conjuncts(chosen)
        inside = kernel.assume(term("integer(i) and 0 <= i and i <= n", i=i, n=end))
        which = at(next_integer(), k, i, given=[known, inside])
        low, high = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
        before = at(every, i, given=[inside, low])
        cases = []
        order = term("f(j) <= f(k + 1)", f=f, j=j, k=k)
        for case, place in ((order, end), (NOT(order), j)):
            wanted = term("f(i) <= f(p)", f=f, i=i, p=place)
            last = arithmetic(wanted, same(end, [high, inside]), case)
            smaller = kernel.cases(which, arithmetic(wanted, before, case), last)
            cases.append(largest(end, place, [known, *bounds], smaller))
        return kernel.unpack(assumed, j, kernel.cases(either(order), *cases))

    inside = kernel.assume(term("integer(i) and 0 <= i and i <= n", i=i, n=ZERO))
    return induct(n, goal.conclusion, largest(ZERO, ZERO, [], same(ZERO, [inside])), step)
