"""Moments of statistics of two words, the truths of the respondents and what their devices show, for every size.

The words stand in expectations one inside the other, each over a dealt deck (`dealt`) or over independent responses
(`expectation`). Sums over the respondents become weighted totals, first of the inner word, then of the outer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    any_of,
    arithmetic,
    as_made,
    beta,
    by,
    conjuncts,
    everywhere,
    fresh,
    lemma,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AT_MOST,
    NOT,
    PLUS,
    POWER,
    REAL,
    TIMES,
    Abstract,
    Free,
    Number,
    Term,
    applied,
    arrow,
    closed,
    conditional,
    equal,
    free_variables,
    opened,
    parts,
    quantified,
    substituted,
)
from derivations.theory.automatic import conditions, definitions, facts_of, inverses, written_out
from derivations.theory.sampling import dealt_1, dealt_one, in_dealt
from derivations.theory.single_terms import at, by_conditions, either, one_other, sum_of_equals, summed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums
from derivations.theory.surveys import expectation_of_one, in_expectations
from derivations.theory.weighted import (
    dealt_weighted,
    dealt_weighted_product,
    expectation_of_weighted,
    expectation_of_weighted_product,
    weighted_at,
)

_LAWS = (
    dealt_one,
    dealt_weighted,
    dealt_weighted_product,
    expectation_of_one,
    expectation_of_weighted,
    expectation_of_weighted_product,
)
_KEPT = ("sum", "prod", "words", "dealt", "expectation", "weighted")
_SUM = term("sum")
TWO = Number(2)


def worked_out(wanted: Term, given: Iterable[Term | Proved]) -> Proved:
    """|- t = t', where expectations of statistics that are quadratic in single responses and totals are worked out."""
    facts = list(given)
    plain = normal(wanted, definitions(*_KEPT), inverses, as_indicator)
    steps = [
        known_sums(facts),
        trivially,
        conditions,
        _said(facts),
        in_sums(facts),
        one_other(facts),
        by(sum_of_equals(), facts, _remembered),
        written_out,
        in_order,
        _each_term(facts),
        apart_from_words(facts),
        over_words(facts),
        by(dealt_1()),
        _of_known_words,
        *(by(law(), facts, _remembered) for law in _LAWS),
        definitions(*_KEPT),
        inverses,
    ]
    return derived.transitive(plain, normal(sides(plain.conclusion)[1], *steps))


def _remembered(goal: Term, given: Iterable[Term | Proved]) -> Proved:
    """A side condition, from what is given of its own variables; what was found is remembered."""
    own = free_variables(goal)
    facts = (kernel.assume(fact) if isinstance(fact, Term) else fact for fact in given)
    found = _from(goal, tuple(fact for fact in facts if free_variables(fact.conclusion) <= own))
    if found is None:
        raise ProofError(f"{goal} is not shown")
    return found


@lru_cache(maxsize=1024)
def _from(goal: Term, facts: tuple[Proved, ...]) -> Proved | None:
    try:
        return shown(goal, facts)
    except ProofError:
        return None


def as_indicator(term: Term) -> Proved | None:
    """(if A then a else b) = b + (a - b) * (if A then 1 else 0), and that of A and B as a product"""
    found = applied(term, "if", 3)
    if not found or found[1].type != REAL or found[0].loose:
        return None
    condition, first, second = found
    if (first, second) == (ONE, ZERO):
        both = applied(condition, "and", 2)
        product = "(if A then 1 else 0) * (if B then 1 else 0)"
        return by_conditions(equal(term, _text(product, A=both[0], B=both[1]))) if both else None
    a, b = Free("a #0"), Free("b #0")
    chosen = conditional(REAL)(condition, a, b)
    whole = by_conditions(equal(chosen, _text("b + (a - b) * (if A then 1 else 0)", A=condition, a=a, b=b)))
    return kernel.instantiate(whole, {a: first, b: second})


def _each_term(given: Sequence[Term | Proved]) -> Conversion:
    """A sum of expectations, each term worked out with what is known of its index."""

    def convert(term: Term) -> Proved | None:
        found = applied(term, "sum", 2)
        if not found or isinstance(found[0], Number) or not _speaks_of_index(found[1]):
            return None
        i = fresh(Free("i"))
        within = kernel.assume(in_range(i, found[0]))
        known = [*given, *conjuncts(within)]
        body = _at(found[1], i)
        worked = _worked_choice(body, known)
        same = sides(worked.conclusion)
        return summed(i, found[0], worked, given) if same[0] != same[1] else None

    return convert


def _speaks_of_index(term: Term) -> bool:
    """Whether expectations, or choices in sums, stand in the terms of a sum."""
    inner = list(parts(term))
    choices = any(applied(p, "if", 3) for s in inner if applied(s, "sum", 2) for p in parts(s))
    return choices or any(applied(part, word, 4) for part in inner for word in ("dealt", "expectation"))


def _worked_choice(body: Term, given: Sequence[Term | Proved]) -> Proved:
    """A term, or each branch of a choice, worked out with what is known."""
    found = applied(body, "if", 3)
    if not found:
        return worked_out(body, given)
    condition, first, second = found
    yes, no = kernel.assume(condition), kernel.assume(NOT(condition))
    branches = [worked_out(first, [*given, yes]), worked_out(second, [*given, no])]
    chosen = conditional(REAL)(condition, *(sides(branch.conclusion)[1] for branch in branches))
    made = []
    for rule, case, branch in zip((derived.if_true, derived.if_false), (yes, no), branches, strict=True):
        before, after = (kernel.detach(rule(*(applied(term, "if", 3) or ())), case) for term in (body, chosen))
        made.append(derived.transitive(derived.transitive(before, branch), symmetric(after)))
    return kernel.cases(either(condition), *made)


def _of_known_words(term: Term) -> Proved | None:
    """A weighted total of a word that is known."""
    found = applied(term, "weighted", 4)
    known = found and isinstance(found[0], Number) and isinstance(found[3], Abstract)
    return normal(term, unfolding("weighted")) if known else None


def known_sums(given: Iterable[Term | Proved]) -> Conversion:
    """A sum that is given as equal to a number or a variable."""
    equations = {sides(fact.conclusion): fact for fact in given
                 if isinstance(fact, Proved) and applied(fact.conclusion, "=", 2)}  # fmt: skip
    known = {left: e for (left, right), e in equations.items()
             if applied(left, "sum", 2) and isinstance(right, (Free, Number))}  # fmt: skip
    return known.get


def trivially(term: Term) -> Proved | None:
    """0 + a = a, 1 * a = a, 0 * a = 0 and sums and products of numbers."""
    for operator, neutral in (("+", ZERO), ("*", ONE)):
        found = applied(term, operator, 2)
        if not found:
            continue
        if all(isinstance(side, Number) for side in found):
            a, b = (side.value for side in found if isinstance(side, Number))
            return arithmetic(equal(term, Number(a + b if operator == "+" else a * b)))
        for law, side in zip(_TRIVIAL[operator], found, strict=False):
            if side == neutral:
                return specialise(law(), found[1] if side is found[0] else found[0])
        if operator == "*" and ZERO in found:
            return arithmetic(equal(term, ZERO), opaque=True)
    return None


@lemma("forall a. 0 + a = a")
def _zero_and(goal: Goal) -> Proved:
    return arithmetic(goal.conclusion)


@lemma("forall a. a + 0 = a")
def _and_zero(goal: Goal) -> Proved:
    return arithmetic(goal.conclusion)


@lemma("forall a. 1 * a = a")
def _one_times(goal: Goal) -> Proved:
    return arithmetic(goal.conclusion)


@lemma("forall a. a * 1 = a")
def _times_one(goal: Goal) -> Proved:
    return arithmetic(goal.conclusion)


_TRIVIAL = {"+": (_zero_and, _and_zero), "*": (_one_times, _times_one)}


def _said(given: Iterable[Term | Proved]) -> Conversion:
    """if A then a else b, where A or its negation is given in these words."""
    facts = {fact.conclusion: fact for fact in (kernel.assume(f) if isinstance(f, Term) else f for f in given)}

    def convert(term: Term) -> Proved | None:
        found = applied(term, "if", 3)
        if found and found[0] in facts:
            return kernel.detach(derived.if_true(*found), facts[found[0]])
        if found and NOT(found[0]) in facts:
            return kernel.detach(derived.if_false(*found), facts[NOT(found[0])])
        return None

    return convert


def _text(text: str, **values: Term) -> Term:
    return term(text, **values)


def in_order(term: Term) -> Proved | None:
    """The factors of each term of a sum in one order."""
    found = applied(term, "sum", 2)
    if not found or not isinstance(found[1], Abstract):
        return None
    i = Free("index", REAL)
    factors = _factors(opened(found[1], i))
    ordered = sorted(factors, key=as_made)
    return None if ordered == factors else _terms_as(found[0], i, factors, ordered)


def _terms_as(size: Term, i: Free, factors: Sequence[Term], ordered: Sequence[Term]) -> Proved:
    same = kernel.abstracted(i, arithmetic(equal(_product(factors), _product(ordered)), opaque=True))
    return rewritten(kernel.congruent(kernel.reflexive(_SUM(size)), same))


def _factors(term: Term) -> list[Term]:
    found = applied(term, "*", 2)
    return [*_factors(found[0]), *_factors(found[1])] if found else [term]


def _product(factors: Sequence[Term]) -> Term:
    total = factors[0] if factors else ONE
    for factor in factors[1:]:
        total = TIMES(total, factor)
    return total


# -- a word ----------------------------------------------------------------------------------------------------------


def over_words(given: Iterable[Term | Proved]) -> Conversion:
    """Expectations over words: sums over the respondents and single responses become weighted totals of the word."""
    facts = list(given)

    def convert(term: Term) -> Proved | None:
        found = applied(term, "dealt", 4) or applied(term, "expectation", 4)
        if not found:
            return None
        word = fresh(Free("w", arrow(REAL, REAL)))
        body = _at(found[3], word)
        changed = everywhere(any_of(_totals(word), beta))(body) or _singles(body, word, found[0], facts)
        if changed is None:
            return None
        head = term.function  # type: ignore[attr-defined]
        return rewritten(kernel.congruent(kernel.reflexive(head), kernel.abstracted(word, changed)))

    return convert


def apart_from_words(given: Iterable[Term | Proved]) -> Conversion:
    """Expectations over words taken apart, linear in the statistic; what has no word in it is not multiplied out."""
    linear = any_of(in_dealt(given), in_expectations(given))

    def convert(term: Term) -> Proved | None:
        found = applied(term, "dealt", 4) or applied(term, "expectation", 4)
        if not found or not isinstance(found[3], Abstract):
            return None
        word = fresh(Free("w", arrow(REAL, REAL)))
        numbers: dict[Term, Free] = {}
        body = _with_names(opened(found[3], word), word, numbers)
        changed = linear(term.function(closed(word, body)))  # type: ignore[attr-defined]
        return changed and kernel.instantiate(changed, {name: value for value, name in numbers.items()})

    return convert


def _with_names(term: Term, word: Free, numbers: dict[Term, Free]) -> Term:
    """The term with names for its parts that do not speak of the word."""
    if word not in free_variables(term):
        plain = isinstance(term, (Number, Free)) or term.type != REAL
        return term if plain else numbers.setdefault(term, fresh(Free("number")))
    for operator in ("+", "*"):
        if found := applied(term, operator, 2):
            left, right = (_with_names(side, word, numbers) for side in found)
            return PLUS(left, right) if operator == "+" else TIMES(left, right)
    if (found := applied(term, "^", 2)) and isinstance(found[1], Number):
        return POWER(_with_names(found[0], word, numbers), found[1])
    return term


def _totals(word: Free) -> Conversion:
    """sum t in 1..n. a(t) * g(w(t)) = weighted(n, a, g)(w)"""

    def convert(term: Term) -> Proved | None:
        found = applied(term, "sum", 2)
        if not found or word not in free_variables(term):
            return None
        t, letter = fresh(Free("t")), Free("letter #0")
        body = _at(found[1], t)
        factors = _factors(body)
        scores = [factor for factor in factors if word in free_variables(factor)]
        weight = closed(t, _product([factor for factor in factors if factor not in scores]))
        score = closed(letter, _score(_product(scores), word, letter))
        total = _text("weighted(n, a, g)(w)", n=found[0], a=weight, g=score, w=word)
        meant = normal(total, definitions("sum"))
        inner = applied(sides(meant.conclusion)[1], "sum", 2)
        if inner is None:
            return None
        same = kernel.abstracted(t, arithmetic(equal(body, _at(inner[1], t)), opaque=True))
        first = rewritten(kernel.congruent(kernel.reflexive(_SUM(found[0])), same))
        return derived.transitive(first, symmetric(meant))

    return convert


def _at(function: Term, value: Term) -> Term:
    return opened(function, value) if isinstance(function, Abstract) else function(value)


def _score(factor: Term, word: Free, letter: Free) -> Term:
    """What a factor says of a letter of the word."""
    return sides(normal(substituted(factor, {word: closed(Free("place #0"), letter)})).conclusion)[1]


def _singles(body: Term, word: Free, n: Term, facts: Sequence[Term | Proved]) -> Proved | None:
    """A product of scores of single responses w(i) and of totals as a product of totals."""
    factors = [factor for factor in _factors(body) if factor != ONE]
    places: dict[Term, list[Term]] = {}
    for factor in factors:
        at_places = {part.argument for part in parts(factor) if _is_letter(part, word)}  # type: ignore[attr-defined]
        if len(at_places) == 1:
            places.setdefault(at_places.pop(), []).append(factor)
    others = [factor for factor in factors if all(factor not in group for group in places.values())]
    if not places or any(place.loose for place in places):
        return None
    letter = Free("letter #0")
    grouped = [*others, *map(_product, places.values())]
    found = arithmetic(equal(body, _product(grouped)), opaque=True)
    steps = [kernel.reflexive(other) for other in others]
    for place, group in places.items():
        score = closed(letter, _score(_product(group), word, letter))
        try:
            law = at(weighted_at(), n, place, score, given=facts, premises=2)
        except ProofError:  # it is not known to be one of the responses
            return None
        total = rewritten(kernel.congruent(law, kernel.reflexive(word)))
        if sides(total.conclusion)[1] != _product(group):
            return None
        steps.append(symmetric(total))
    whole = steps[0]
    for step in steps[1:]:
        whole = kernel.congruent(kernel.congruent(kernel.reflexive(TIMES), whole), step)
    return derived.transitive(found, whole)


def _is_letter(part: Term, word: Free) -> bool:
    return getattr(part, "function", None) == word


# -- statements ------------------------------------------------------------------------------------------------------


def moments(formula: Term, given: Sequence[Proved]) -> Proved:
    """A formula about moments of two words under facts: taken apart, worked out, and shown by arithmetic."""
    if (body := quantified(formula, "forall")) is not None:
        variable = fresh(body)
        return kernel.generalise(variable, moments(opened(body, variable), given))
    if found := applied(formula, "implies", 2):
        assumed = facts_of(kernel.assume(found[0]))
        return kernel.discharge(found[0], moments(found[1], [*given, *assumed]))
    if found := applied(formula, "and", 2):
        return kernel.conjoin(moments(found[0], given), moments(found[1], given))
    known = _of_numbers(given)
    worked = worked_out(formula, known)
    plain = sides(worked.conclusion)[1]
    return derived.follow(symmetric(worked), arithmetic(plain, *known))


def worked_moments(formula: Term, given: Sequence[Proved]) -> Proved:
    """|- A = B, where B is the formula A with its moments worked out under the facts."""
    return worked_out(formula, _of_numbers(given))


def _of_numbers(given: Sequence[Proved]) -> list[Proved]:
    """What is given of numbers, with what the laws ask of sizes, and with sums worked out."""
    known = [fact for fact in given if quantified(fact.conclusion, "forall") is None and not _is_whole(fact)]
    known += _sizes(known)
    return [*known, *(derived.follow(worked_out(f.conclusion, known), f) for f in known if _has_sums(f))]


def _sizes(facts: Sequence[Proved]) -> list[Proved]:
    """What the laws ask of sizes: 0 <= n for 1 <= n, and that 2 is a size."""
    sizes = [found[1] for fact in facts if (found := applied(fact.conclusion, "<=", 2)) and found[0] == ONE]
    at_least = [arithmetic(AT_MOST(ZERO, size), *facts) for size in sizes]
    return [*at_least, kernel.literal(TWO), arithmetic(AT_MOST(ZERO, TWO))]


def _is_whole(fact: Proved) -> bool:
    """integer(a * b), which would hide from arithmetic that a * b is a product."""
    found = applied(fact.conclusion, "integer", 1)
    return found is not None and not isinstance(found[0], (Free, Number))


def _has_sums(fact: Proved) -> bool:
    found = applied(fact.conclusion, "=", 2)
    is_number = found and applied(found[0], "sum", 2) and isinstance(found[1], (Free, Number))
    return not is_number and any(applied(p, "sum", 2) for p in parts(fact.conclusion))
