"""Scripts about printed numbers: tables and retention probabilities, a law with a slip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from checks.papers.pan.proofs import facts_of, powers_of_e
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import FALSE, Free, Number, Term, applied, parts
from derivations.theory import relaxation
from derivations.theory.automatic import definitions
from derivations.theory.log_numbers import log_within
from derivations.theory.logarithms import exp_at_least, exp_rises
from derivations.theory.single_terms import at, by_conditions, each, next_integer
from derivations.theory.sums import ONE

OWN_WORDS = definitions(*LIBRARY)
DIGITS, TERMS = 10**9, 60
TWO, THREE = Number(2), Number(3)
HALF = Fraction(1, 2000)  # of the last printed digit


# -- exponentials of numbers -------------------------------------------------------------------------------------------


@cache
def exp_within(power: Fraction, low: Fraction, high: Fraction) -> Proved:
    """|- low <= exp(a) and exp(a) <= high, for numbers a > 0 and 1 < low < high; ProofError where that is not so"""
    found = []
    for bound, text in ((low, "b <= exp(a)"), (high, "exp(a) <= b")):
        a, b = Number(power), Number(bound)
        near = list(conjuncts(log_within(bound, *((Fraction(0), power) if bound == low else (power, bound)))))
        grown = at(exp_rises(), *((term("log(b)", b=b), a) if bound == low else (a, term("log(b)", b=b))), given=near)
        whole = at(kernel.axiom("exp_log"), b, given=[arithmetic(term("0 < b", b=b))])
        found.append(arithmetic(term(text, a=a, b=b), grown, whole))
    return kernel.conjoin(*found)


@cache
def _bounds(power: Fraction) -> tuple[Fraction, Fraction]:
    """Two numbers with the exponential of a number between them, close to it: only a guess, which is proved."""
    total = part = Fraction(1)
    for place in range(1, TERMS):
        part = part * power / place
        total += part
    near = int(total * DIGITS)
    return Fraction(near - 10, DIGITS), Fraction(near + 10, DIGITS)


# -- tables ------------------------------------------------------------------------------------------------------------


@lemma("forall t n d n0 n1 d0 d1 v w. t*d = n and 0 < d0 and d0 <= d <= d1 and n0 <= n <= n1 and 0 <= v and 0 <= w "
       "and v*d1 <= n0 and n1 <= w*d0 implies v <= t <= w")  # fmt: skip
def quotient_between(goal: Goal) -> Proved:
    """A quotient, from bounds of both its parts."""
    t, _, d, _, _, d0, d1, v, w = goal.variables
    place = {"t": t, "d": d, "d0": d0, "d1": d1, "v": v, "w": w}
    known = list(conjuncts(kernel.assume(goal.given[0])))
    low = arithmetic(term("v*d <= t*d", **place), *known)
    high = arithmetic(term("t*d <= w*d", **place), *known)
    positive = arithmetic(term("0 < d", d=d), *known)
    return conjoined(
        arithmetic(term("v <= t", t=t, v=v), low, positive), arithmetic(term("t <= w", t=t, w=w), high, positive)
    )


@lemma("forall a x b c y d. 0 <= a and a <= x and x <= b and 0 <= c and c <= y and y <= d implies "
       "0 <= a*c and a*c <= x*y and x*y <= b*d")  # fmt: skip
def product_between(goal: Goal) -> Proved:
    """A product of numbers that are not negative, from bounds of both."""
    a, x, b, c, y, d = goal.variables
    place = {"a": a, "x": x, "b": b, "c": c, "y": y, "d": d}
    known = list(conjuncts(kernel.assume(goal.given[0])))
    low = [arithmetic(term(text, **place), *known) for text in ("a*c <= a*y", "a*y <= x*y")]
    high = [arithmetic(term(text, **place), *known) for text in ("x*y <= x*d", "x*d <= b*d")]
    texts = {"0 <= a*c": known, "a*c <= x*y": low, "x*y <= b*d": high}
    return conjoined(*(arithmetic(term(text, **place), *facts) for text, facts in texts.items()))


BOX = "1 < a and a <= x and x <= b and b < c and c <= y and y <= d and 3 <= m"
BELOW, REST = "(y - 1)*(y + m - 1)", "x*(y + m - 2) - (m - 1)"
ENTRIES = {
    "relaxed_truth": (("y", REST), ("x", BELOW)),
    "relaxed_same": ((REST,), (BELOW,)),
    "relaxed_to_truth": (("y", "y - x"), (BELOW,)),
}
"""Factors of numerator and denominator of each probability of a relaxation; all rise with x and y, but y - x."""


def _least(text: str) -> str:
    return text.replace("y - x", "c - b").replace("x", "a").replace("y", "c")


def _largest(text: str) -> str:
    return text.replace("y - x", "d - a").replace("x", "b").replace("y", "d")


def _written(factors: tuple[str, ...]) -> str:
    return "*".join(f"({factor})" for factor in factors)


class _Bounds:
    """Bounds of expressions in x and y, from those of x and y; none is negative."""

    def __init__(self, names: Mapping[str, Term], known: Iterable[Proved]) -> None:
        self.names, self.known = names, [*known]
        for text in ("x", "y", "y - 1", "y + m - 1", "y + m - 2", "y - x"):
            self._add(text, self.known[:7])
        self.multiply("y - 1", "y + m - 1")
        self._add(REST, [*self.multiply("x", "y + m - 2"), *self.known[:7]])

    def _add(self, text: str, facts: Sequence[Proved]) -> None:
        for bound in (f"0 <= {_least(text)}", f"{_least(text)} <= {text}", f"{text} <= {_largest(text)}"):
            self.known.append(arithmetic(term(bound, **self.names), *facts))

    def multiply(self, *factors: str) -> list[Proved]:
        """The bounds of a product of two."""
        terms = [term(f(text), **self.names) for text in factors for f in (_least, str, _largest)]
        found = list(conjuncts(at(product_between(), *terms, given=self.known)))
        self.known += found
        return found


def _entry(word: str) -> Callable[[], Proved]:
    """A probability of a relaxation, from bounds of both levels."""
    above, below = map(_written, ENTRIES[word])

    @lemma(f"forall m x y a b c d v w. {BOX} and 0 <= v and 0 <= w and v*({_largest(below)}) <= {_least(above)} "
           f"and {_largest(above)} <= w*({_least(below)}) implies v <= {word}(m, x, y) <= w")  # fmt: skip
    def between(goal: Goal) -> Proved:
        """By bounds of its numerator and its denominator."""
        names = goal.names
        given = list(conjuncts(kernel.assume(goal.given[0])))
        bounds = _Bounds(names, given)
        for factors in ENTRIES[word]:
            if len(factors) > 1:
                bounds.multiply(*factors)
        quotient = term(f"{word}(m, x, y)", **names)
        plain = normal(term(f"t*({below}) = {above}", t=quotient, **names), unfolding(word))
        whole = derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *given[:7]))
        positive = arithmetic(term(f"0 < {_least(below)}", **names), *given[:7])
        parts = [term(text, **names) for text in (above, below, _least(above), _largest(above), _least(below),
                                                  _largest(below))]  # fmt: skip
        return at(quotient_between(), quotient, *parts, names["v"], names["w"], given=[whole, positive, *bounds.known])

    return between


BETWEEN = {word: _entry(word) for word in ENTRIES}


@script("rows of a table")
def rows_of_a_table(goal: Goal) -> Proved:
    """Each entry from bounds of the exponentials of both guarantees."""
    return reduced(normal(goal.conclusion, OWN_WORDS, decided(()), unfolding("abs")), _each_entry)


def _each_entry(formula: Term) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*map(_each_entry, both))
    word, place = next(
        (word, found) for part in parts(formula) for word in ENTRIES if (found := applied(part, word, 3))
    )
    m, *levels = place
    powers = [power.value for level in levels for power in applied(level, "exp", 1) or () if isinstance(power, Number)]
    (a, b), (c, d) = bounds = [_bounds(power) for power in powers]
    known = [part for power, pair in zip(powers, bounds, strict=True) for part in conjuncts(exp_within(power, *pair))]
    entry = round(_worth(word, m.value, a, c) * 1000) / Fraction(1000) if isinstance(m, Number) else Fraction(0)
    least, largest = max(entry - HALF, Fraction(0)), entry + HALF
    between = at(BETWEEN[word](), *place, *map(Number, (a, b, c, d, least, largest)), given=known)
    return by_conditions(formula, *conjuncts(between))


def _worth(word: str, m: Fraction, x: Fraction, y: Fraction) -> Fraction:
    """About what a probability of a relaxation is: only a guess, which is proved."""
    rest, below = x * (y + m - 2) - (m - 1), (y - 1) * (y + m - 1)
    above = {"relaxed_truth": y * rest / x, "relaxed_same": rest, "relaxed_to_truth": y * (y - x)}
    return above[word] / below


# -- retention ---------------------------------------------------------------------------------------------------------


@script("retention")
def retention(goal: Goal) -> Proved:
    """Keeping the value with this probability is randomized response; the printed places are those of three values."""
    facts = facts_of(goal)
    m = goal.names["m"]
    law, places = applied(goal.conclusion, "and", 2) or ()
    levels = [part for power in (1, 2) for part in conjuncts(exp_within(Fraction(power), *_bounds(Fraction(power))))]
    inner = take_apart(law)
    plain = normal(inner.conclusion, OWN_WORDS, unfolding("randomized_response"))
    same = inner.qed(derived.follow(symmetric(plain), _in_parts(sides(plain.conclusion)[1], [*facts, *levels])))
    plain = normal(places, OWN_WORDS, unfolding("abs"))
    rounded, three = sides(sides(plain.conclusion)[1])
    below = by_conditions(term("71/200*(exp(1) + m - 1) <= exp(1) - 1", m=m), kernel.assume(rounded), *facts, *levels)
    above = by_conditions(term("exp(1) - 1 <= 73/200*(exp(1) + m - 1)", m=m), kernel.assume(rounded), *facts, *levels)
    between = [arithmetic(term(text, m=m), below, above, *levels) for text in ("2 < m", "m < 4")]
    integers = [*facts, *map(kernel.literal, (TWO, THREE))]
    nearest = [at(next_integer(), *pair, given=integers) for pair in ((m, THREE), (THREE, m))]
    forth = kernel.discharge(rounded, arithmetic(three, *between, *nearest))
    back = reduced(normal(rounded, by(kernel.assume(three))), lambda it: _in_parts(it, levels))
    whole = derived.equivalent(forth, kernel.discharge(three, back))
    return kernel.conjoin(same, derived.follow(symmetric(plain), whole))


@script("retention of two values")
def retention_of_two(goal: Goal) -> Refuted:
    """Of two values the first one is kept with probability (e - 1)/(e + 1), which is more than 0.365."""
    said = under(specialise(kernel.assume(goal.statement), TWO), [kernel.literal(TWO)])
    rounded = kernel.part(said, 0)
    known = derived.follow(normal(rounded.conclusion, OWN_WORDS, unfolding("abs")), rounded)
    level = list(conjuncts(exp_within(Fraction(1), *_bounds(Fraction(1)))))
    above = by_conditions(term("exp(1) - 1 <= 73/200*(exp(1) + 1)"), known, *level)
    kept = term("(exp(1) - 1)/(exp(1) + 1)")
    return Refuted(
        derived.reject(goal.statement, arithmetic(FALSE, above, *level)), (("m", "2"),), (kept, Fraction(36, 100))
    )


def _in_parts(formula: Term, known: list[Proved]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_in_parts(part, known) for part in both))
    return by_conditions(formula, *known)


# -- (5) ---------------------------------------------------------------------------------------------------------------


@script("law of a response")
def law_of_a_response(goal: Goal) -> Proved:
    """Randomized response is a law; its probabilities are printed."""
    m, e, a = (goal.names[name] for name in "mea")
    above, _ = conjuncts(specialise(exp_at_least(), e))
    level = term("exp(e)", e=e)
    facts = facts_of(goal)
    facts += [arithmetic(term("1 <= x", x=level), above, *facts), arithmetic(term("0 <= m", m=m), *facts)]
    y = Free("y #0")
    entry = at(relaxation.response_positive(), m, level, a, y, given=facts)
    total = at(relaxation.response_adds_up(), m, level, a, given=facts, premises=3)
    chance = term("0 <= randomized_response(m, x)(a, y)", m=m, x=level, a=a, y=y)
    whole = kernel.conjoin(each(y, m, arithmetic(chance, entry)), total)
    law, cases = applied(goal.conclusion, "and", 2) or ()
    plain = normal(law, unfolding("law"))
    is_law = derived.follow(symmetric(plain), rewritten(whole, unfolding("randomized_response")))
    inner = take_apart(cases)
    return kernel.conjoin(is_law, inner.qed(normal(sides(inner.conclusion)[0], unfolding("randomized_response"))))


@lemma("forall t s u. 0 < t and 0 < s and 0 < u and t/s = t/u implies s = u")
def equal_quotients(goal: Goal) -> Proved:
    """Quotients of one number are equal for one divisor."""
    t, s, u = goal.variables
    place = {"t": t, "s": s, "u": u}
    top, left, right, same = conjuncts(kernel.assume(goal.given[0]))
    first = arithmetic(term("t/s*s = t", **place), left)
    other = arithmetic(term("t/s*u = t", **place), arithmetic(term("t/u*u = t", **place), right), same, opaque=True)
    positive = arithmetic(term("0 < t/s", **place), top, left)
    return arithmetic(goal.conclusion, first, other, positive, opaque=True)


@script("an exponent that is a sum")
def an_exponent_that_is_a_sum(goal: Goal) -> Refuted:
    """Among three values, at the guarantee 1: e/(e + 2) is not e/e^3."""
    known = powers_of_e()
    numbers = [kernel.literal(THREE), kernel.literal(ONE)]
    said = at(at(kernel.assume(goal.statement), THREE, ONE, given=numbers), ONE, given=numbers)
    case = at(kernel.part(said, 1), ONE, given=numbers)
    size = by(arithmetic(term("1 + 3 - 1 = 3")))
    wrong = rewritten(case, unfolding("randomized_response"), decided(()), size)
    values = tuple(term(text) for text in ("exp(1)/(exp(1) + 2)", "exp(1)/exp(3)"))
    second, third, _, least = known[:4]
    twice = arithmetic(term("2*exp(1) <= exp(2)"), second, least)
    fourfold = arithmetic(term("4*exp(1) <= exp(3)"), third, twice, least)
    above, below = (term(text) for text in ("exp(1)", "exp(1) + 3 - 1"))
    positive = [arithmetic(term(text), least, fourfold) for text in ("0 < exp(1)", "0 < exp(1) + 3 - 1", "0 < exp(3)")]
    same = at(equal_quotients(), above, below, term("exp(3)"), given=[*positive, wrong])
    refuted = derived.reject(goal.statement, arithmetic(FALSE, same, fourfold, least))
    return Refuted(refuted, (("m", "3"), ("e", "1"), ("a", "1"), ("y", "1")), values)
