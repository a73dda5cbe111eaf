"""What proves statements without a script: definitions unfolded, moments worked out, small sizes written out.

Nothing in here is trusted; what it cannot do, a script does with the lemmas of the theory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arithmetic,
    by,
    conjuncts,
    cut,
    decided,
    fresh,
    goal,
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
from derivations.logic.terms import (
    BOOL,
    FALSE,
    OR,
    PLUS,
    REAL,
    Abstract,
    Constant,
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
from derivations.theory import surveys
from derivations.theory.single_terms import one_other, sum_of_equals
from derivations.theory.sums import ONE, in_range, prod_0, prod_next, sum_0, sum_next, words_0, words_next

Show = Callable[[Term, list[Proved], Sequence[Proved]], Proved]
LARGEST = 64  # sizes that are written out
LARGEST_EVENTS = 4  # numbers of responses for which all sets of them are gone through
_SIZED = {"sum": (2, sum_0, sum_next), "prod": (2, prod_0, prod_next), "words": (3, words_0, words_next)}
_ONLY_AS_LAST = ("sum", "prod", "words", "extended", "chance", "total", "mean", "expectation")


@lemma("forall n y. frequency(n, y) = total(n, fun r. indicator(r = y))")
def frequency_is_total(goal: Goal) -> Proved:
    """A count is a total of indicators."""
    left, right = sides(goal.conclusion)
    steps = [unfolding("frequency", "total")]
    return derived.transitive(normal(left, *steps), symmetric(normal(right, *steps)))


def written_out(term: Term) -> Proved | None:
    """Sums, products and sums over words of a size that is a small number, term by term."""
    for name, (count, start, following) in _SIZED.items():
        found = applied(term, name, count)
        size = found[0] if found else None
        if not isinstance(size, Number) or size.value.denominator != 1 or not 0 <= size.value <= LARGEST:
            continue
        if size.value == 0:
            return by(start())(term)
        before = Number(size.value - 1)
        x = Free("size #0")
        same = arithmetic(equal(size, PLUS(before, ONE)))
        head = Constant(name, kernel.DEFINITIONS[name].type)
        assert found is not None
        rewritten_size = kernel.replace(same, closed(x, equal(term, head(x, *found[1:]))), kernel.reflexive(term))
        step = by(following())(sides(rewritten_size.conclusion)[1])
        if step is None:
            return None
        found_step = derived.transitive(rewritten_size, step)
        last = normal(sides(found_step.conclusion)[1], literals)
        return derived.transitive(found_step, last)
    return None


def literals(term: Term) -> Proved | None:
    """1 + 1 = 2"""
    found = applied(term, "+", 2)
    if found and all(isinstance(side, Number) for side in found):
        return arithmetic(equal(term, Number(sum(side.value for side in found if isinstance(side, Number)))))
    return None


def inverses(term: Term) -> Proved | None:
    """a / b = a * (1 / b), where b is no number."""
    found = applied(term, "/", 2)
    if not found or found[0] == ONE or isinstance(found[1], Number):
        return None
    return specialise(kernel.axiom("quotient_times"), *found)


def definitions(*kept: str) -> Conversion:
    """Every defined constant is unfolded, except those that are kept."""

    @cache
    def meaning(name: str) -> Proved:
        return kernel.define(name, kernel.DEFINITIONS[name])

    def convert(term: Term) -> Proved | None:
        if isinstance(term, Constant) and term.name in kernel.DEFINITIONS and term.name not in kept:
            return meaning(term.name)
        return None

    return convert


def evaluated(goal: Term, given: Iterable[Term | Proved]) -> Proved:
    """A side condition, by its facts, or with all that it speaks of written out."""
    facts = list(given)
    try:
        return shown(goal, facts)
    except ProofError:
        return reduced(normal(goal, *last_conversions(facts)), lambda it: shown(it, facts))


def last_conversions(given: Sequence[Term | Proved]) -> list[Conversion]:
    """Small sizes written out, and what is left of definitions."""
    return [written_out, definitions("sum", "prod", "words"), conditions, decided(given), inverses]


def conditions(term: Term) -> Proved | None:
    """i = j for two numbers is true or false, and i = i is true."""
    found = applied(term, "if", 3)
    same = applied(found[0], "=", 2) if found else None
    is_plain = same is not None and same[0] == same[1]
    return decided([])(term) if found and (is_plain or not _variables(found[0])) else None


def _variables(term: Term) -> bool:
    return bool(free_variables(term))


def automatic(goal: Goal, *laws: Proved) -> Proved:
    """A theorem of the goal's conclusion under what it gives, if this finds one; ProofError where not.

    Laws say forall x y. A implies l = r: where the facts show A, l is rewritten to r instead of being unfolded.
    """
    return _show(goal.conclusion, facts_of_all(map(kernel.assume, goal.given), (), laws), laws)


def found(formula: Term, *facts: Proved) -> Proved:
    """A formula, found from facts; ProofError where it is not."""
    return cut(automatic(Goal(formula, (), tuple(fact.conclusion for fact in facts), formula)), *facts)


def facts_of(theorem: Proved, laws: Sequence[Proved] = ()) -> list[Proved]:
    """A fact with its definitions unfolded, its conjunctions and its quantifiers over small ranges taken apart."""
    found = []
    kept = _heads(laws)
    for part in conjuncts(rewritten(theorem, definitions(*_SIZED, *kept), written_out, conditions, inverses)):
        instances = _instances(part)
        found += [fact for instance in instances for fact in facts_of(instance, laws)] if instances else [part]
    return found


def given_facts(goal: Goal) -> list[Proved]:
    """What a goal gives, and what that says."""
    given = goal.facts
    return [*given, *(fact for premise in given for fact in facts_of(premise))]


def facts_of_all(theorems: Iterable[Proved], known: Sequence[Proved], laws: Sequence[Proved]) -> list[Proved]:
    """The facts of theorems, rewritten by the laws where these facts and those that are known show what laws assume."""
    plain = [fact for theorem in theorems for fact in facts_of(theorem, laws)]
    if not laws:
        return plain
    about = [fact for fact in plain if _heads(laws).isdisjoint(_constants(fact.conclusion))]
    conversions = _by_laws(laws, [*known, *about])
    others = [rewritten(fact, *conversions) for fact in plain if fact not in about]
    return [*about, *(part for fact in others for part in facts_of(fact))]


@cache
def _words(law: Proved) -> frozenset[str]:
    """The defined words that a law rewrites."""
    left = law.conclusion
    while (body := quantified(left, "forall")) is not None:
        left = opened(body, fresh(body))
    while found := applied(left, "implies", 2):
        left = found[1]
    return _constants(sides(left)[0]) & kernel.DEFINITIONS.keys()


def _heads(laws: Sequence[Proved]) -> frozenset[str]:
    return frozenset[str]().union(*map(_words, laws))


def _constants(formula: Term) -> frozenset[str]:
    return frozenset(part.name for part in parts(formula) if isinstance(part, Constant))


def _by_laws(laws: Sequence[Proved], facts: Sequence[Proved]) -> list[Conversion]:
    return [by(law, facts, evaluated) for law in laws]


def _instances(theorem: Proved) -> list[Proved]:
    """|- F(1), ..., |- F(k) of |- forall x in 1..k. F(x) for a small number k."""
    body = quantified(theorem.conclusion, "forall")
    size = small_range(theorem.conclusion) if body is not None else None
    if size is None:
        return _events(theorem)
    instances = [specialise(theorem, Number(i)) for i in range(1, size + 1)]
    return [kernel.detach(i, shown((applied(i.conclusion, "implies", 2) or ())[0])) for i in instances]


def _events(theorem: Proved) -> list[Proved]:
    """|- F(A) for each set A of responses, of |- forall A. (forall y in 1..m. A(y) = 0 or A(y) = 1) implies F(A)."""
    body = quantified(theorem.conclusion, "forall")
    if body is None or body.variable != arrow(REAL, REAL):
        return []
    event = fresh(body)
    premise = applied(opened(body, event), "implies", 2)
    m = small_range(premise[0]) if premise else None
    is_event = term("forall y in 1..m. A(y) = 0 or A(y) = 1", m=Number(m), A=event) if m is not None else None
    if premise is None or m is None or m > LARGEST_EVENTS or premise[0] != is_event:
        return []
    instances = []
    for letters in product((0, 1), repeat=m):
        y = Free("y #0")
        table: Term = Number(0)
        for number, letter in enumerate(letters, 1):
            table = conditional(REAL)(equal(y, Number(number)), Number(letter), table)
        at = specialise(theorem, closed(y, table))
        premise_at = goal((applied(at.conclusion, "implies", 2) or ())[0], depth=0)
        instances.append(kernel.detach(at, premise_at.qed(automatic(premise_at))))
    return instances


def small_range(formula: Term) -> int | None:
    """k where a formula says something for all x in 1..k, for a small number k."""
    body = quantified(formula, "forall")
    if body is None or str(body.variable) != "real":
        return None
    variable = fresh(body)
    premise = applied(opened(body, variable), "implies", 2)
    parts = applied(premise[0], "and", 2) if premise else None
    bounds = applied(parts[1], "and", 2) if parts else None
    high = applied(bounds[1], "<=", 2) if bounds else None
    if high is None or premise is None or not isinstance(high[1], Number):
        return None
    is_range = premise[0] == in_range(variable, high[1]) and high[1].value.denominator == 1
    return int(high[1].value) if is_range and 0 <= high[1].value <= LARGEST else None


def _show(formula: Term, facts: list[Proved], laws: Sequence[Proved] = ()) -> Proved:
    if (body := quantified(formula, "forall")) is not None:
        if (size := small_range(formula)) is not None:
            return case_by_case(formula, size, facts, laws)
        variable = fresh(body)
        return kernel.generalise(variable, _show(opened(body, variable), facts, laws))
    if found := applied(formula, "implies", 2):
        assumed = facts_of_all([kernel.assume(found[0])], facts, laws)
        return kernel.discharge(found[0], _in_each_case(found[1], assumed, facts, laws))
    if found := applied(formula, "and", 2):
        return kernel.conjoin(_show(found[0], facts, laws), _show(found[1], facts, laws))
    if (found := applied(formula, "=", 2)) and found[0].type == BOOL:
        first, second = (facts_of_all([kernel.assume(side)], facts, laws) for side in found)
        forth = kernel.discharge(found[0], _show(found[1], [*facts, *first], laws))
        back = kernel.discharge(found[1], _show(found[0], [*facts, *second], laws))
        return derived.equivalent(forth, back)
    if (body := quantified(formula, "exists")) is not None:
        return _shown_somewhere(formula, body, facts, laws)
    changed = normal(formula, *_by_laws(laws, facts), *first_conversions(facts, laws))
    changed = derived.transitive(changed, normal(sides(changed.conclusion)[1], *last_conversions(facts)))
    _, plain = sides(changed.conclusion)
    if plain != formula and any(applied(plain, word, n) for word, n in (("forall", 1), ("and", 2), ("implies", 2))):
        return derived.follow(symmetric(changed), _show(plain, facts, laws))
    return derived.follow(symmetric(changed), shown(plain, facts))


def _in_each_case(
    formula: Term, assumed: Sequence[Proved], facts: Sequence[Proved], laws: Sequence[Proved] = ()
) -> Proved:
    """The formula, shown for each side of every alternative a = b or c = d that is assumed."""
    for i, fact in enumerate(assumed):
        alternatives = applied(fact.conclusion, "or", 2)
        if alternatives and all(applied(case, "=", 2) for case in alternatives):
            others = [*assumed[:i], *assumed[i + 1 :]]
            left, right = (_in_each_case(formula, others, [*facts, kernel.assume(case)], laws) for case in alternatives)
            return kernel.cases(fact, left, right)
    return _show(formula, [*facts, *assumed], laws)


def first_conversions(facts: Sequence[Proved], kept: Sequence[Proved] = ()) -> list[Conversion]:
    """Definitions and moments, before sizes are written out."""
    laws = surveys.moments(facts, evaluated)
    sizes = [one_other(facts), by(sum_of_equals(), facts)]
    return [definitions(*_ONLY_AS_LAST, "frequency", *_heads(kept)), by(frequency_is_total()), inverses, *laws, *sizes]


def case_by_case(
    formula: Term, size: int, facts: list[Proved], laws: Sequence[Proved] = (), show: Show | None = None
) -> Proved:
    """forall x in 1..k. F(x) from F(1), ..., F(k)."""
    body = quantified(formula, "forall")
    assert body is not None
    x = fresh(body)
    premise, conclusion = applied(opened(body, x), "implies", 2) or (formula, formula)
    inside = kernel.assume(premise)
    if size == 0:
        return kernel.generalise(x, kernel.discharge(premise, derived.absurd(conclusion, arithmetic(FALSE, inside))))
    cases = [equal(x, Number(i)) for i in range(1, size + 1)]
    shown_cases = []
    for i, case in enumerate(cases, 1):
        y = fresh(x)
        at = (show or _show)(_replaced(conclusion, x, Number(i)), facts, laws)
        back = symmetric(kernel.assume(case))
        pattern = closed(y, _replaced(conclusion, x, y))
        shown_cases.append(kernel.replace(back, pattern, at))
    whole = _disjunction(cases)
    which = arithmetic(whole, inside)
    found = _by_cases(which, shown_cases)
    return kernel.generalise(x, kernel.discharge(premise, found))


def _shown_somewhere(formula: Term, body: Abstract, facts: list[Proved], laws: Sequence[Proved]) -> Proved:
    """exists x in 1..k. F(x) from the first of F(1), ..., F(k) that is found, or from a contradiction of the facts."""
    variable = fresh(body)
    both = applied(opened(body, variable), "and", 2)
    ends = applied(both[0], "and", 2) if both else None
    high = applied(ends[1], "and", 2) if ends else None
    size = (applied(high[1], "<=", 2) or (None, None))[1] if high else None
    if both is None or not isinstance(size, Number) or both[0] != in_range(variable, size) or size.value > LARGEST:
        raise ProofError(f"nothing is found of which {formula} holds")
    for i in range(1, int(size.value) + 1):
        try:
            return kernel.witness(formula, Number(i), _by_numbers(opened(body, Number(i)), facts))
        except ProofError:
            continue
    return derived.absurd(formula, arithmetic(FALSE, *facts))


def _by_numbers(formula: Term, facts: list[Proved], laws: Sequence[Proved] = ()) -> Proved:
    """A formula that the values of what it speaks of, which the facts say, decide."""
    if found := applied(formula, "and", 2):
        return kernel.conjoin(_by_numbers(found[0], facts), _by_numbers(found[1], facts))
    if (size := small_range(formula)) is not None:
        return case_by_case(formula, size, facts, laws, _by_numbers)
    if (inner := applied(formula, "integer", 1)) and isinstance(inner[0], Number):
        return kernel.literal(inner[0])
    values = [by(fact) for fact in facts if isinstance((applied(fact.conclusion, "=", 2) or (None, None))[1], Number)]
    changed = normal(formula, *values, conditions)
    plain = sides(changed.conclusion)[1]
    if _variables(plain):
        raise ProofError(f"nothing says what {plain} is worth")
    return derived.follow(symmetric(changed), arithmetic(plain))


def _replaced(formula: Term, variable: Free, value: Term) -> Term:
    return substituted(formula, {variable: value})


def _disjunction(cases: Sequence[Term]) -> Term:
    whole = cases[-1]
    for case in reversed(cases[:-1]):
        whole = OR(case, whole)
    return whole


def _by_cases(which: Proved, shown_cases: Sequence[Proved]) -> Proved:
    if len(shown_cases) == 1:
        case = which.conclusion
        return kernel.detach(kernel.discharge(case, shown_cases[0]), which)
    found = applied(which.conclusion, "or", 2)
    assert found is not None
    rest = _by_cases(kernel.assume(found[1]), shown_cases[1:])
    return kernel.cases(which, shown_cases[0], rest)
