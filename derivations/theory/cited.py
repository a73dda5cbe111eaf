"""What is found of a statement with the lemmas of the theory, where definitions and arithmetic alone do not suffice.

A lemma that ends as the statement does is cited, what it assumes being shown from what is given; theorems that are
known besides come first. Else words are said in full, one after the other, with what each assumes known to the next:
sums of any size in which few terms differ, and choices, are worked out. Else what is spoken of is rewritten by the laws
l = r of its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import islice
from pkgutil import iter_modules

from derivations import theory
from derivations.logic import derived, kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.tactics import (
    LEMMAS,
    Goal,
    ProofError,
    arithmetic,
    by,
    conjuncts,
    conjuncts_of,
    cut,
    decided,
    discharged,
    generalise,
    goal,
    matches,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    unfolding,
)
from derivations.logic.terms import (
    BOOL,
    Apply,
    Constant,
    Free,
    Number,
    Term,
    applied,
    equal,
    free_variables,
    parts,
    quantified,
)
from derivations.theory.automatic import (
    automatic,
    conditions,
    definitions,
    facts_of,
    first_conversions,
    found,
    last_conversions,
)
from derivations.theory.single_terms import by_conditions, one_other, sum_of_equals

MOST = 12  # lemmas that are tried
CHOICES = 4  # conditions of which all ways to turn out are gone through
WORKED_OUT = frozenset({"sum", "prod", "words", "indicator", "frequency", "total"})  # of which much is said


def cited(wanted: Goal, *known: Proved) -> Proved:
    """A theorem of the goal's conclusion by a lemma of the theory, or by laws of it; ProofError where none is found.

    Closed theorems that are known are taken for lemmas, too, and where they say forall x. A implies l = r, for laws.
    """
    facts = wanted.facts
    with suppress(ProofError):
        return _ending(wanted.conclusion, facts, [part for theorem in known for part in _taken_apart(theorem)])
    if laws := [theorem for theorem in known if applied(goal(theorem.conclusion).conclusion, "=", 2)]:
        with suppress(LogicError):
            return automatic(wanted, *laws)
    try:
        return _in_full(wanted.conclusion, _also_in_full(facts))
    except LogicError:
        return _by_laws(wanted.conclusion, [fact for fact in facts if not _is_of_a_product(fact.conclusion)])


def _taken_apart(theorem: Proved) -> Iterator[Proved]:
    """A closed theorem forall x. A implies C, for each part of C alone, and for each direction of an equivalence."""
    said = goal(theorem.conclusion)
    opened, variables, given = theorem, iter(said.variables), iter(said.given)
    for _ in (*said.variables, *said.given):
        if quantified(opened.conclusion, "forall") is not None:
            opened = kernel.specialise(opened, next(variables))
        else:
            opened = kernel.detach(opened, kernel.assume(next(given)))
    found = list(conjuncts(opened))
    if (either := applied(said.conclusion, "=", 2)) and either[0].type == BOOL:
        ways = zip(either, (opened, symmetric(opened)), strict=True)
        found = [kernel.discharge(side, derived.follow(way, kernel.assume(side))) for side, way in ways]
    closed = [generalise(discharged(part, *said.given), *said.variables) for part in found]
    if len(closed) == 1:
        yield theorem
    else:
        yield from (part for one in closed for part in _taken_apart(one))


def _in_full(formula: Term, facts: Sequence[Proved], *, cites: bool = True) -> Proved:
    """The formula by what its words mean, sums of any size and choices included; parts by lemmas if it `cites`."""
    said = goal(formula)
    return said.qed(_relation(said.conclusion, [*facts, *_also_in_full(said.facts)], cites))


def _also_in_full(facts: Sequence[Proved]) -> list[Proved]:
    """Facts in their words, which lemmas assume, and what they say."""
    return [*facts, *(part for fact in facts for part in facts_of(fact))]


def _relation(formula: Term, facts: Sequence[Proved], cites: bool) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(_in_full(both[0], facts, cites=cites), _in_full(both[1], facts, cites=cites))
    if (either := applied(formula, "=", 2)) and either[0].type == BOOL:
        left, right = either
        forth = _in_full(right, [*facts, *_also_in_full([kernel.assume(left)])], cites=cites)
        back = _in_full(left, [*facts, *_also_in_full([kernel.assume(right)])], cites=cites)
        return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))
    if (word := _head(formula)) in kernel.DEFINITIONS:
        if cites:
            with suppress(LogicError):
                return _ending(formula, facts)
        return reduced(normal(formula, unfolding(word)), lambda plain: _in_full(plain, facts, cites=cites))
    facts = [fact for fact in facts if _head(fact.conclusion) not in kernel.DEFINITIONS]
    changed = normal(formula, *first_conversions(facts))
    sums = [definitions("sum", "prod", "words"), one_other(facts), by(sum_of_equals(), facts), _zeros]
    for further in ([*sums, conditions, decided(facts)], last_conversions(facts)):
        changed = derived.transitive(changed, normal(sides(changed.conclusion)[1], *further))
    return reduced(changed, lambda plain: _by_choices(plain, facts))


def _by_choices(formula: Term, facts: Sequence[Proved]) -> Proved:
    if len(_choices(formula)) > CHOICES:
        raise ProofError(f"too many choices in {formula}")
    return by_conditions(formula, *(fact for fact in facts if not _choices(fact.conclusion)))


def _choices(formula: Term) -> set[Term]:
    """The conditions of choices in a formula that speak of no bound variable."""
    choices = (applied(part, "if", 3) for part in parts(formula))
    return {found[0] for found in choices if found and not found[0].loose}


def _zeros(term: Term) -> Proved | None:
    """a * 0 = 0"""
    found = applied(term, "*", 2)
    return arithmetic(equal(term, Number(0))) if found and Number(0) in found else None


def _by_laws(formula: Term, facts: Sequence[Proved]) -> Proved:
    """The formula, what it speaks of rewritten by the laws of one word after the other."""
    plain = Goal(formula, (), tuple(fact.conclusion for fact in facts), formula)
    for word in sorted(_words(formula) - WORKED_OUT):
        if laws := _laws(word):
            try:
                return cut(automatic(plain, *(LEMMAS[name]() for name in laws)), *facts)
            except LogicError:
                continue
    raise ProofError("neither a lemma of the theory nor laws of it show this")


def _is_of_a_product(formula: Term) -> bool:
    """Whether a fact says that a product is an integer: arithmetic takes it for a number of its own then."""
    found = applied(formula, "integer", 1)
    return found is not None and not isinstance(found[0], Free)


def _ending(formula: Term, facts: Sequence[Proved], known: Sequence[Proved] = ()) -> Proved:
    """The formula, or each part of it, by a lemma that ends so, under the facts."""
    for cited_one, lemma in islice(_fitting(formula, known), MOST):
        values: dict[Free, Term] = {}
        assert matches(lemma.conclusion, formula, frozenset(lemma.variables), values)
        _complete(values, lemma, facts)
        if values.keys() >= set(lemma.variables):
            try:
                theorem = LEMMAS[cited_one]() if isinstance(cited_one, str) else cited_one
                return _applied(theorem, lemma, values, facts)
            except LogicError:
                continue
    if both := applied(formula, "and", 2):
        return kernel.conjoin(_ending(both[0], facts, known), _ending(both[1], facts, known))
    raise ProofError(f"no lemma ends with {formula}")


def _fitting(formula: Term, known: Sequence[Proved]) -> Iterator[tuple[Proved | str, Goal]]:
    """The theorems that end so: those that are known, and names of lemmas with a word of the field in common."""
    for theorem in known:
        said = goal(theorem.conclusion)
        if matches(said.conclusion, formula, frozenset(said.variables), {}):
            yield theorem, said
    words = _words(formula) - WORKED_OUT or _words(formula)
    for name, text in _theory():
        if words.isdisjoint(re.findall(r"\w+", text)):
            continue
        lemma = _read(text)
        if _words(lemma.conclusion) and matches(lemma.conclusion, formula, frozenset(lemma.variables), {}):
            yield name, lemma


def _complete(values: dict[Free, Term], lemma: Goal, facts: Sequence[Proved]) -> None:
    """Values of variables that only premises speak of, from the facts that say such things."""
    for premise in lemma.given:
        for pattern in conjuncts_of(premise):
            if free_variables(pattern) & (set(lemma.variables) - values.keys()):
                for fact in facts:
                    more = dict(values)
                    if matches(pattern, fact.conclusion, frozenset(lemma.variables), more):
                        values.update(more)
                        break


def _applied(theorem: Proved, lemma: Goal, values: dict[Free, Term], facts: Sequence[Proved]) -> Proved:
    """What a lemma says of these values, its premises shown."""
    variables = iter(lemma.variables)
    for _ in range(len(lemma.variables) + len(lemma.given)):
        if quantified(theorem.conclusion, "forall") is not None:
            theorem = kernel.specialise(theorem, values[next(variables)])
        else:
            theorem = rewritten(theorem)
            premise = (applied(theorem.conclusion, "implies", 2) or (theorem.conclusion,))[0]
            theorem = kernel.detach(theorem, _premise(premise, facts))
    return theorem


def _premise(formula: Term, facts: Sequence[Proved]) -> Proved:
    for fact in facts:
        if fact.conclusion == formula:
            return fact
    if both := applied(formula, "and", 2):
        return kernel.conjoin(_premise(both[0], facts), _premise(both[1], facts))
    for show in (shown, lambda it, known: found(it, *known)):
        try:
            return show(formula, facts)
        except LogicError:
            continue
    return _in_full(formula, _also_in_full(facts), cites=False)  # or a lemma might ask for itself


def _words(formula: Term) -> frozenset[str]:
    """The defined words of a formula."""
    return _constants(formula) & kernel.DEFINITIONS.keys()


def _constants(formula: Term) -> frozenset[str]:
    return frozenset(part.name for part in parts(formula) if isinstance(part, Constant))


@cache
def _laws(word: str) -> tuple[str, ...]:
    """The lemmas that say what something is of which this word is the head."""
    laws = []
    for name, text in _theory():
        if word in text:
            said = applied(_read(text).conclusion, "=", 2)
            if said and _head(said[0]) == word:
                laws.append(name)
    return tuple(laws)


def _head(term: Term) -> str:
    while isinstance(term, Apply):
        term = term.function
    return term.name if isinstance(term, Constant) else ""


@cache
def _theory() -> tuple[tuple[str, str], ...]:
    """The names of all lemmas of the theory, and what they say."""
    for module in iter_modules(theory.__path__, f"{theory.__name__}."):
        import_module(module.name)
    said = {name: str(lemma.__doc__).removeprefix("|- ") for name, lemma in LEMMAS.items()}
    return tuple((name, text) for name, text in sorted(said.items()) if name.startswith(f"{theory.__name__}."))


@cache
def _read(text: str) -> Goal:
    return goal(text)
